-- The picture of a server's bot that was uploaded. Its address holds the digest of its bytes, so it never changes there.
CREATE TABLE pictures (
  server_id text PRIMARY KEY REFERENCES servers(id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 1048576),
  updated_at timestamptz NOT NULL
);
-- It is compressed already.
ALTER TABLE pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;
