-- How much one member asked lately on a server: the limit of a member holds across processes, for those who opted out too.
CREATE TABLE IF NOT EXISTS member_windows (
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
