-- What a chat adds, who signs in and what they did, and the work of the whole installation.

-- The claim that makes a message answer once, whoever delivers it how often, and what became of it.
CREATE TABLE handled_messages (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  message_id text NOT NULL,
  channel_id text NOT NULL,
  member_id text,
  state text NOT NULL CHECK (state IN ('claimed', 'answered', 'dropped')),
  -- A claim whose process died is free again after this.
  lease_until timestamptz NOT NULL,
  answer_id uuid,
  reply_ids text[] NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL,
  -- The id is that of the interaction, under which no message can be looked at again.
  is_command boolean NOT NULL DEFAULT false,
  PRIMARY KEY (server_id, message_id)
);
CREATE INDEX handled_messages_by_reply ON handled_messages USING gin (reply_ids);
CREATE INDEX handled_messages_by_answer ON handled_messages (server_id, answer_id);
CREATE INDEX handled_messages_by_member ON handled_messages (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX handled_messages_open ON handled_messages (lease_until) WHERE state = 'claimed';
CREATE INDEX handled_messages_by_time ON handled_messages (at);

-- Until when the bot is quiet and when the team was last called: in a thread (member ''), or in a channel towards one member.
CREATE TABLE conversations (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  channel_id text NOT NULL,
  member_id text NOT NULL DEFAULT '',
  quiet_until timestamptz,
  called_at timestamptz,
  PRIMARY KEY (server_id, channel_id, member_id)
);
CREATE INDEX conversations_by_member ON conversations (member_id) WHERE member_id <> '';

-- A member's wish holds on every server, so it carries no server_id; the id itself is not kept.
CREATE TABLE opt_outs (
  member_hash bytea PRIMARY KEY,
  at timestamptz NOT NULL
);

-- That a member had their data deleted, for what was being written at that moment. A digest, as for an opt-out.
CREATE TABLE deletions (
  member_hash bytea PRIMARY KEY,
  mark text NOT NULL,
  at timestamptz NOT NULL
);

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

CREATE TABLE audit_log (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  channel text NOT NULL CHECK (channel IN ('dashboard', 'discord', 'cli', 'payment', 'api')),
  -- Both null: the operator, the payment provider, or somebody who had their data deleted.
  member_id text,
  member_name text,
  action text NOT NULL,
  subject text,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX audit_log_by_time ON audit_log (server_id, at, id);
CREATE INDEX audit_log_by_age ON audit_log (at);
CREATE INDEX audit_log_by_member ON audit_log (member_id) WHERE member_id IS NOT NULL;

-- What may vanish, by content hash: belongs to nobody, so it carries no server_id. Keyv's own form.
CREATE TABLE cache (
  key varchar(255) PRIMARY KEY,
  value text
);

-- Work of the whole installation is claimed under the empty server_id.
CREATE TABLE job_claims (
  server_id text NOT NULL DEFAULT '',
  job text NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, job, due_at)
);
