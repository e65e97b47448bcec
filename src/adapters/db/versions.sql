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

-- Whether an address takes events of that type now.
CREATE OR REPLACE FUNCTION takes_event(w webhooks, type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT w.disabled_at IS NULL AND (w.types IS NULL OR type = ANY(w.types))
$$;

-- Whatever door an entry changed by. The triggers above hold the server's lock by then: they come first by their names.
CREATE OR REPLACE FUNCTION note_entry_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('lotse.restoring', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO knowledge_changes (server_id, revision, entry_id, change)
      SELECT s.id, s.revision + (s.xmin <> pg_current_xact_id()::xid)::integer, a.id, 'added'
      FROM after_rows a JOIN servers s ON s.id = a.server_id
      WHERE EXISTS (SELECT FROM webhooks w WHERE w.server_id = s.id AND takes_event(w, 'knowledge.changed'))
      ON CONFLICT (server_id, revision, entry_id) DO UPDATE SET change = 'changed';
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO knowledge_changes (server_id, revision, entry_id, change)
      SELECT s.id, s.revision + (s.xmin <> pg_current_xact_id()::xid)::integer, b.id, 'changed'
      FROM before_rows b JOIN after_rows a USING (server_id, id) JOIN servers s ON s.id = b.server_id
      WHERE (b.title, b.text, b.link, b.language, b.status, b.valid_until, b.questions)
          IS DISTINCT FROM (a.title, a.text, a.link, a.language, a.status, a.valid_until, a.questions)
        AND EXISTS (SELECT FROM webhooks w WHERE w.server_id = s.id AND takes_event(w, 'knowledge.changed'))
      ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO knowledge_changes (server_id, revision, entry_id, change)
      SELECT s.id, s.revision + (s.xmin <> pg_current_xact_id()::xid)::integer, b.id, 'removed'
      FROM before_rows b JOIN servers s ON s.id = b.server_id
      WHERE EXISTS (SELECT FROM webhooks w WHERE w.server_id = s.id AND takes_event(w, 'knowledge.changed'))
      ON CONFLICT (server_id, revision, entry_id) DO UPDATE SET change = 'removed';
  END IF;
  RETURN NULL;
END $$;

-- One event for each 500 entries of a transaction, by revision and part. Its time is taken under the lock: a transaction
-- that waited for another one comes after it.
CREATE OR REPLACE FUNCTION queue_knowledge_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (server_id, webhook_id, id, type, subject, created_at, due_at)
    SELECT w.server_id, w.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'knowledge.changed',
      c.revision || ' ' || part, clock_timestamp(), clock_timestamp()
    FROM (SELECT server_id, revision, (count(*) - 1) / 500 AS last FROM knowledge_changes
        WHERE (server_id, revision) IN (SELECT DISTINCT server_id, revision FROM new_rows)
        GROUP BY server_id, revision) c
      CROSS JOIN LATERAL generate_series(0, c.last) part
      JOIN webhooks w ON w.server_id = c.server_id AND takes_event(w, 'knowledge.changed')
    ORDER BY part
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER noted_added AFTER INSERT ON knowledge
  REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_entry_changes();
CREATE OR REPLACE TRIGGER noted_changed AFTER UPDATE ON knowledge
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_entry_changes();
CREATE OR REPLACE TRIGGER noted_removed AFTER DELETE ON knowledge
  REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_entry_changes();
CREATE OR REPLACE TRIGGER changes_noted AFTER INSERT ON knowledge_changes
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_knowledge_events();
