CREATE TABLE lookups (
  server_id text PRIMARY KEY REFERENCES servers(id) ON DELETE CASCADE,
  url text NOT NULL,
  -- Sealed with the secret of the installation.
  secret bytea NOT NULL,
  -- Beginnings of words, one of which a question must hold; none: every question is looked up.
  topics text[] NOT NULL,
  created_at timestamptz NOT NULL
);
