-- The limit of a member, drafts for the team, and events on their way to an owner's own server.

-- How much one member asked lately on a server: the limit of a member holds across processes, for those who opted out too.
CREATE TABLE member_windows (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  -- A digest, so that the id itself stands nowhere.
  member_hash bytea NOT NULL,
  -- Questions of the last hour: id of the message or command, and when it was asked, in milliseconds.
  hits jsonb NOT NULL,
  last_at timestamptz NOT NULL,
  -- When they were last told that they are over the limit, and at which question.
  told_at timestamptz,
  told_for text,
  -- The last week in which they met the limit, and the questions that were left then.
  met_week date,
  left_out integer NOT NULL DEFAULT 0,
  PRIMARY KEY (server_id, member_hash)
);

-- Answers in a chat that somebody of the team looks at before the asker sees them. Its texts are those of the answer, and where and by whom it was asked stands in handled_messages: nothing of
-- either is kept a second time.
CREATE TABLE discord_drafts (
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
CREATE INDEX discord_drafts_due ON discord_drafts (due_at) WHERE due_at IS NOT NULL;

-- Where a server's events go, and the events that are on their way.

CREATE TABLE webhooks (
  server_id text PRIMARY KEY REFERENCES servers(id) ON DELETE CASCADE,
  url text NOT NULL,
  -- Sealed with the secret of the installation.
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- The first of the failures in a row; null: the last delivery arrived.
  failing_since timestamptz,
  -- Switched off after days of failures.
  disabled_at timestamptz,
  -- Until then one process alone sends this server's events; in the past: when one last did.
  claimed_until timestamptz
);

-- An event is a row that says what it is about; its words are read anew for each try, so it keeps none of them.
CREATE TABLE webhook_deliveries (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  -- The webhook-id.
  id text NOT NULL,
  -- The order of events of one moment.
  place bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  -- Id of the answer or suggestion, or the mark that was reached.
  subject text NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  -- Of the last try: what was answered, or why nothing was.
  status integer,
  fault text,
  ended_at timestamptz,
  PRIMARY KEY (server_id, id),
  UNIQUE (server_id, type, subject)
);
-- The first of each server is the one that is sent next.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (server_id, created_at, place)
  WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (server_id, created_at, place);
