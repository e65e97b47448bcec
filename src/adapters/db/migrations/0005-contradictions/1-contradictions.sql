-- Entries of one server that contradict each other.

-- What the last check found; another revision, or an entry that expires, makes it old.
CREATE TABLE IF NOT EXISTS contradiction_checks (
  server_id text PRIMARY KEY REFERENCES servers(id) ON DELETE CASCADE,
  revision bigint NOT NULL,
  -- Until then the process that claimed this revision checks it.
  claimed_until timestamptz NOT NULL,
  -- Null until it is done.
  found jsonb,
  valid_until timestamptz
);

-- Pairs that an owner declared fine. The id is a digest of both texts: once one of them changes it is another pair.
CREATE TABLE IF NOT EXISTS fine_contradictions (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  declared_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);
