-- Answers that somebody of the team looked at: whether a person was needed. Texts near to these follow them.
CREATE TABLE IF NOT EXISTS handover_marks (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  answer_id uuid NOT NULL,
  -- Without personal data; it outlives the answer's own words.
  text text NOT NULL,
  is_needed boolean NOT NULL,
  -- Of whom the words are, in a chat: they go with the rest of their data.
  member_id text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id),
  UNIQUE (server_id, answer_id)
);
CREATE INDEX IF NOT EXISTS handover_marks_member ON handover_marks (member_id);
