-- Conversations that a team had with customers, asked again of the bot before it is switched on.
CREATE TABLE rehearsals (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  -- Of the file or the channel.
  name text NOT NULL,
  -- Of the bytes: the same file again goes on with what rests.
  digest text NOT NULL,
  format text NOT NULL,
  -- In percent of the week.
  share real NOT NULL CHECK (share > 0 AND share <= 100),
  -- Conversations that were left out, by reason.
  left_out jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  -- The channel whose history it is of, and whether that was read; until then one process reads it.
  channel_id text,
  is_read boolean NOT NULL DEFAULT true,
  claimed_until timestamptz,
  -- Why the channel could not be read.
  fault text CHECK (fault IN ('channel_gone', 'right_missing', 'content_refused')),
  -- Until then nobody goes on with it: the share of the week is used up, or the backend is away.
  rests_until timestamptz,
  rests_for text CHECK (rests_for IN ('share', 'outage')),
  PRIMARY KEY (server_id, id)
);
CREATE INDEX rehearsals_by_time ON rehearsals (created_at);

-- One conversation each, without personal data as far as it is known by its form, and without those who wrote it.
CREATE TABLE rehearsed_conversations (
  server_id text NOT NULL,
  rehearsal_id text NOT NULL,
  place integer NOT NULL,
  -- What the customer wrote until the team first answered.
  messages jsonb NOT NULL,
  -- The first answer of the team that tells anything; NULL: there is none.
  team_answer text,
  at timestamptz,
  claimed_by text,
  claimed_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  -- NULL: still to be done.
  outcome text CHECK (outcome IN ('answered', 'handed_over', 'drafted', 'asked_back', 'nothing_asked', 'failed')),
  reason text,
  answer text,
  units bigint NOT NULL DEFAULT 0,
  differs boolean NOT NULL DEFAULT false,
  PRIMARY KEY (server_id, rehearsal_id, place),
  FOREIGN KEY (server_id, rehearsal_id) REFERENCES rehearsals(server_id, id) ON DELETE CASCADE
);
-- Few wait at a time.
CREATE INDEX rehearsed_conversations_waiting ON rehearsed_conversations (server_id, rehearsal_id, place)
  WHERE outcome IS NULL;

-- What the rehearsals of a week cost is counted from these.
CREATE INDEX charges_rehearsed ON charges (server_id, week_start) WHERE channel = 'rehearsal';
