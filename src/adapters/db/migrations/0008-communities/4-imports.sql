-- Answered questions of a channel's history become suggestions: each run, how far it is and what came of it.
CREATE TABLE IF NOT EXISTS history_imports (
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
CREATE UNIQUE INDEX IF NOT EXISTS history_imports_running ON history_imports (server_id) WHERE state = 'running';
