-- A link that signs in to one server, and the session that it becomes. A process of an earlier version, which would
-- take a session without a member for the operator's, does not look here.
CREATE TABLE server_sign_ins (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  -- SHA-256 of what stands in the link, and once that is used in the cookie.
  digest bytea NOT NULL,
  is_link boolean NOT NULL,
  held_right text NOT NULL CHECK (held_right IN ('viewer', 'editor', 'admin')),
  name text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, digest)
);
CREATE UNIQUE INDEX server_sign_ins_by_digest ON server_sign_ins (digest, server_id);

-- The minute of a key, as in key_windows.
ALTER TABLE admin_keys
  ADD COLUMN hits timestamptz[] NOT NULL DEFAULT '{}',
  ADD COLUMN counts integer[] NOT NULL DEFAULT '{}';
