-- Built search indexes, so that a process that has none of a server reads it instead of all entries.
CREATE TABLE IF NOT EXISTS search_indexes (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  part integer NOT NULL,
  parts integer NOT NULL,
  revision bigint NOT NULL,
  format text NOT NULL,
  -- The same in all parts of one writing.
  written text NOT NULL,
  -- Rows that a restore put in have another xmin, and so have the entries that the index was made of.
  written_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- Base64: the text form of bytea is half as long again.
  content text NOT NULL,
  PRIMARY KEY (server_id, part)
);
-- Compressing what is mostly numbers costs more than it saves.
ALTER TABLE search_indexes ALTER COLUMN content SET STORAGE EXTERNAL;
-- They may vanish, so no log of them is written, and a crash or a failover leaves none. Temporary tables have no log
-- anyway; the embedded database dies with its process, so each kill would leave none.
DO $$ BEGIN
  IF to_regclass('pg_temp.search_indexes') IS NULL AND version() NOT LIKE '%PGlite%' THEN
    ALTER TABLE search_indexes SET UNLOGGED;
  END IF;
END $$;
