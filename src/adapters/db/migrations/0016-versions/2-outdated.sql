-- Sentences of kept answers that the knowledge no longer carries; they go with the words of their answer.
CREATE TABLE outdated_claims (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  answer_id uuid NOT NULL,
  place integer NOT NULL,
  entry_id text NOT NULL,
  said text NOT NULL,
  -- What the entry says instead; NULL: nothing, or it is gone.
  now text,
  PRIMARY KEY (server_id, answer_id, place)
);

-- Up to which revision of a server its answers were held against its knowledge.
CREATE TABLE outdated_checks (
  server_id text PRIMARY KEY REFERENCES servers(id) ON DELETE CASCADE,
  revision bigint NOT NULL,
  checked_at timestamptz NOT NULL,
  -- When the next entry expires.
  expires_at timestamptz,
  claimed_until timestamptz
);
