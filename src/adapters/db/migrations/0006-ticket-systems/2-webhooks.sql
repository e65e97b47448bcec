-- Where a server's events go, and the events that are on their way.

CREATE TABLE IF NOT EXISTS webhooks (
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
CREATE TABLE IF NOT EXISTS webhook_deliveries (
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
CREATE INDEX IF NOT EXISTS webhook_deliveries_waiting ON webhook_deliveries (server_id, created_at, place)
  WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS webhook_deliveries_by_time ON webhook_deliveries (server_id, created_at, place);
