-- Keys of the installation, by which the operator's own system manages servers.
CREATE TABLE admin_keys (
  id text PRIMARY KEY,
  sha256 bytea NOT NULL UNIQUE,
  name text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);
