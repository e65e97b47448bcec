-- The bot is or was on this server: only such a server can be left.
ALTER TABLE servers ADD COLUMN on_discord boolean NOT NULL DEFAULT false;
ALTER TABLE answers ADD COLUMN team_asked_at timestamptz;

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

CREATE TABLE training (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  question text NOT NULL,
  answer text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected', 'suspended')),
  source text NOT NULL CHECK (source IN ('menu', 'correction', 'reply', 'vote', 'gap', 'import')),
  channel_id text,
  message_ids text[] NOT NULL DEFAULT '{}',
  -- Whose words these are, and the role that made them trusted.
  author_id text,
  author_role text,
  conflicts jsonb NOT NULL DEFAULT '[]',
  -- The entry that an approval made.
  entry_id text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX training_by_state ON training (server_id, state, created_at);
CREATE INDEX training_by_author ON training (author_id) WHERE author_id IS NOT NULL;
