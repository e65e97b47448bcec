-- Questions in a chat that the team was called to, until somebody says that they are solved. Who asked stands in
-- handled_messages, what in answers: neither is kept a second time.
CREATE TABLE discord_handovers (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  answer_id uuid NOT NULL,
  -- As in conversations: a thread (no member), or a channel towards one member.
  channel_id text NOT NULL,
  member_id text NOT NULL,
  -- The message with the buttons; null until it stands.
  message_id text,
  language text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'claimed', 'solved')),
  -- Who has it; null too where nothing may be kept of them.
  claimed_by text,
  claimed_name text,
  -- Messages up to this one are over; null: it was solved outside the chat, and nobody looked there since.
  solved_id text,
  -- Whether the message says its state.
  is_shown boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  -- The asker is reminded once.
  reminded_at timestamptz,
  -- When a bot has to go on with it; null: nothing is left to do.
  due_at timestamptz,
  PRIMARY KEY (server_id, answer_id),
  FOREIGN KEY (server_id, answer_id) REFERENCES answers(server_id, id) ON DELETE CASCADE
);
CREATE INDEX discord_handovers_by_place ON discord_handovers (server_id, channel_id, member_id);
CREATE INDEX discord_handovers_due ON discord_handovers (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX discord_handovers_by_member ON discord_handovers (member_id) WHERE member_id <> '';
CREATE INDEX discord_handovers_by_claimer ON discord_handovers (claimed_by) WHERE claimed_by IS NOT NULL;

-- A longer ticket in a sentence or two, for whoever takes it over; deleted with its words.
ALTER TABLE answer_details ADD COLUMN summary text;
