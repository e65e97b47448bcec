-- Triggers, so that no writer of entries or settings can forget what counted before. Loaded after every migration.
-- Each statement writes once, however many rows it changes. A restore writes none: its versions are in its file.
-- A version counted up to the last revision that others saw before this transaction. The server is locked first, as
-- whoever raises its revision does: of two at once, the second reads what the first left.

CREATE OR REPLACE FUNCTION keep_entry_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('lotse.restoring', true) = 'on' THEN RETURN NULL; END IF;
  -- Of two changes in one transaction, the first one's old row is what counted.
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM servers WHERE id IN (SELECT server_id FROM after_rows) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO knowledge_versions (server_id, entry_id, until_revision)
      SELECT s.id, a.id, s.revision - (s.xmin = pg_current_xact_id()::xid)::integer
      FROM after_rows a JOIN servers s ON s.id = a.server_id
      ON CONFLICT DO NOTHING;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM FROM servers WHERE id IN (SELECT server_id FROM before_rows) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO knowledge_versions (server_id, entry_id, until_revision, entry)
      SELECT s.id, b.id, s.revision - (s.xmin = pg_current_xact_id()::xid)::integer,
        to_jsonb(b) - ARRAY['server_id', 'questions', 'proposed']
      FROM before_rows b JOIN after_rows a USING (server_id, id) JOIN servers s ON s.id = b.server_id
      WHERE (b.title, b.text, b.link, b.language, b.status, b.valid_until)
        IS DISTINCT FROM (a.title, a.text, a.link, a.language, a.status, a.valid_until)
      ON CONFLICT DO NOTHING;
  ELSE
    -- Where the server itself is deleted, it is gone by now.
    PERFORM FROM servers WHERE id IN (SELECT server_id FROM before_rows) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO knowledge_versions (server_id, entry_id, until_revision, entry)
      SELECT s.id, b.id, s.revision - (s.xmin = pg_current_xact_id()::xid)::integer,
        to_jsonb(b) - ARRAY['server_id', 'questions', 'proposed']
      FROM before_rows b JOIN servers s ON s.id = b.server_id
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_setting_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO setting_versions (server_id, until_revision, name, settings)
    VALUES (OLD.id, OLD.revision, OLD.name, OLD.settings) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entries_added AFTER INSERT ON knowledge
  REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_entry_versions();
CREATE OR REPLACE TRIGGER entries_changed AFTER UPDATE ON knowledge
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_entry_versions();
CREATE OR REPLACE TRIGGER entries_removed AFTER DELETE ON knowledge
  REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_entry_versions();
CREATE OR REPLACE TRIGGER settings_changed AFTER UPDATE ON servers FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.settings IS DISTINCT FROM NEW.settings)
  EXECUTE FUNCTION keep_setting_version();
