-- What texts of a server the model has compared: nothing is asked twice.

-- Both texts by digests. Why they contradict each other quotes them, so it is sealed with both.
CREATE TABLE IF NOT EXISTS comparisons (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  name text NOT NULL,
  -- By the digest of the other: null, or why.
  compared jsonb NOT NULL,
  -- It was compared with all that were near it.
  is_done boolean NOT NULL,
  compared_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, name)
);

-- How many passages are still to be compared, why that ended, and when it goes on by itself.
ALTER TABLE contradiction_checks
  ADD COLUMN IF NOT EXISTS uncompared integer NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS fault text,
  ADD COLUMN IF NOT EXISTS goes_on_at timestamptz;
-- What words alone found is found anew.
DELETE FROM contradiction_checks;
