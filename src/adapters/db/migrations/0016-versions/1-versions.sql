-- What counted before a change, up to a revision of its server; the triggers in versions.sql write it.

CREATE TABLE knowledge_versions (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  entry_id text NOT NULL,
  until_revision bigint NOT NULL,
  until_at timestamptz NOT NULL DEFAULT now(),
  -- The row without its other wordings; NULL: there was no such entry.
  entry jsonb,
  PRIMARY KEY (server_id, entry_id, until_revision)
);

CREATE TABLE setting_versions (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  until_revision bigint NOT NULL,
  until_at timestamptz NOT NULL DEFAULT now(),
  name text NOT NULL,
  settings jsonb NOT NULL,
  PRIMARY KEY (server_id, until_revision)
);

-- What a prompt was made of besides, and the digest of its messages.
ALTER TABLE answer_details ADD COLUMN sent jsonb;
-- The revision of its server whose knowledge an answer rests on.
ALTER TABLE answer_details ADD COLUMN knowledge_revision bigint;
