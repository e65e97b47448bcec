-- Answers in a chat that somebody of the team looks at before the asker sees them.

-- Its texts are those of the answer, and where and by whom it was asked stands in handled_messages: nothing of
-- either is kept a second time.
CREATE TABLE IF NOT EXISTS discord_drafts (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  answer_id uuid NOT NULL,
  -- The team's channel, and the messages that hold the card; the last one has its buttons.
  card_channel_id text NOT NULL,
  card_ids text[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'sent', 'discarded')),
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- Id of the press that decided; what it says to the asker stands after it.
  decision_id text,
  -- When the team was reminded of it.
  told_at timestamptz,
  -- When somebody has to go on with it, unless whoever is at it has finished; null: nothing is left to do.
  due_at timestamptz,
  PRIMARY KEY (server_id, answer_id),
  FOREIGN KEY (server_id, answer_id) REFERENCES answers(server_id, id) ON DELETE CASCADE
);
-- Few are due at a time; those that are done stay for as long as their texts.
CREATE INDEX IF NOT EXISTS discord_drafts_due ON discord_drafts (due_at) WHERE due_at IS NOT NULL;
