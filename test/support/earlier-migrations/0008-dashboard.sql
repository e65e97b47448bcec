CREATE TABLE sessions (
  -- SHA-256 of what stands in the cookie.
  digest bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('discord', 'local')),
  member_id text,
  name text NOT NULL,
  sealed_token bytea,
  -- Ids of the servers this person may manage, as Discord said at that time.
  guild_ids text[] NOT NULL DEFAULT '{}',
  guilds_read_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((kind = 'discord') = (member_id IS NOT NULL AND sealed_token IS NOT NULL))
);
CREATE INDEX sessions_by_member ON sessions (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- A sign-in under way, good for one return from Discord to the browser that began it.
CREATE TABLE sign_ins (
  state_digest bytea PRIMARY KEY,
  browser_digest bytea NOT NULL,
  sealed_verifier bytea NOT NULL,
  next text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ins_by_expiry ON sign_ins (expires_at);

CREATE TABLE sign_in_links (
  digest bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
