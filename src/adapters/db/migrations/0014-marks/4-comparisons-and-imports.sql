-- Contradictions between entries, built indexes, and runs that read a channel's history.

-- What the last check found; another revision, or an entry that expires, makes it old.
CREATE TABLE contradiction_checks (
  server_id text PRIMARY KEY REFERENCES servers(id) ON DELETE CASCADE,
  revision bigint NOT NULL,
  -- Until then the process that claimed this revision checks it.
  claimed_until timestamptz NOT NULL,
  -- Null until it is done.
  found jsonb,
  valid_until timestamptz,
  -- How many passages are still to be compared, why that ended, and when it goes on by itself.
  uncompared integer NOT NULL DEFAULT 0,
  fault text,
  goes_on_at timestamptz
);

-- Pairs that an owner declared fine. The id is a digest of both texts: once one of them changes it is another pair.
CREATE TABLE fine_contradictions (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  declared_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);

-- Texts of a server that the model has compared, both by digests: nothing is asked twice. Why they contradict each other quotes them, so it is sealed with both.
CREATE TABLE comparisons (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  name text NOT NULL,
  -- By the digest of the other: null, or why.
  compared jsonb NOT NULL,
  -- It was compared with all that were near it.
  is_done boolean NOT NULL,
  compared_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, name)
);

-- Built search indexes, so that a process that has none of a server reads it instead of all entries.
CREATE TABLE search_indexes (
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

-- Answered questions of a channel's history become suggestions: each run, how far it is and what came of it.
CREATE TABLE history_imports (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  channel_id text NOT NULL,
  days integer NOT NULL,
  -- Nothing older is read.
  since timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'ended')),
  ended_for text,
  -- Which threads are still to be read.
  walk jsonb NOT NULL,
  -- The channel or thread that is being read; only messages before this one, and pairs before this answer.
  place_id text,
  before_id text,
  answer_id text,
  messages integer NOT NULL DEFAULT 0,
  pairs integer NOT NULL DEFAULT 0,
  suggested integer NOT NULL DEFAULT 0,
  grouped integer NOT NULL DEFAULT 0,
  own_words integer NOT NULL DEFAULT 0,
  -- How many by reason.
  left_out jsonb NOT NULL DEFAULT '{}',
  started_at timestamptz NOT NULL,
  -- When it may be gone on with.
  due_at timestamptz NOT NULL,
  claimed_by text,
  claimed_until timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (server_id, id)
);
-- One at a time on a server, whichever process starts it.
CREATE UNIQUE INDEX history_imports_running ON history_imports (server_id) WHERE state = 'running';
