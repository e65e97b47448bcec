-- Every table, as a new database gets it; here servers, their keys, what they use and what they pay. Every key begins
-- with `server_id`, so the schema can be distributed by it. Checks are the last line behind the guarded statements:
-- an overspend can never be stored.

CREATE TABLE IF NOT EXISTS servers (
  id text PRIMARY KEY,
  name text NOT NULL,
  icon text,
  member_count integer NOT NULL DEFAULT 0 CHECK (member_count >= 0),
  bot_joined_at timestamptz NOT NULL,
  plan text NOT NULL CHECK (plan IN ('free', 'premium')),
  premium_until timestamptz,
  active boolean NOT NULL DEFAULT true,
  settings jsonb NOT NULL DEFAULT '{}',
  revision bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The bot is or was on this server: only such a server can be left.
  on_discord boolean NOT NULL DEFAULT false
);

CREATE TABLE IF NOT EXISTS api_keys (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  sha256 bytea NOT NULL,
  name text NOT NULL,
  last4 text NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  PRIMARY KEY (server_id, id)
);
-- Looked up by digest alone; 190 random bits make a collision between servers impossible in practice.
CREATE UNIQUE INDEX IF NOT EXISTS api_keys_by_digest ON api_keys (sha256, server_id);

CREATE TABLE IF NOT EXISTS key_windows (
  server_id text NOT NULL,
  key_id text NOT NULL,
  hits timestamptz[] NOT NULL DEFAULT '{}',
  counts integer[] NOT NULL DEFAULT '{}',
  last_used_at timestamptz,
  PRIMARY KEY (server_id, key_id),
  FOREIGN KEY (server_id, key_id) REFERENCES api_keys(server_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS day_counts (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('api', 'playground')),
  n integer NOT NULL CHECK (n >= 0),
  PRIMARY KEY (server_id, day, kind)
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS week_quotas (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  week_start date NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0,
  api_used bigint NOT NULL DEFAULT 0,
  api_reserved bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (server_id, week_start),
  CHECK (api_used >= 0 AND api_reserved >= 0 AND used >= api_used AND reserved >= api_reserved)
) WITH (fillfactor = 50);
-- Every minute the quotas of this week are looked at, not those of a year.
CREATE INDEX IF NOT EXISTS week_quotas_by_week ON week_quotas (week_start);

CREATE TABLE IF NOT EXISTS credit (
  server_id text PRIMARY KEY REFERENCES servers(id) ON DELETE CASCADE,
  balance bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0,
  CHECK (reserved >= 0 AND balance >= reserved)
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS credit_entries (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id uuid NOT NULL,
  units bigint NOT NULL CHECK (units > 0),
  reference text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (server_id, id),
  UNIQUE (server_id, reference)
);

CREATE TABLE IF NOT EXISTS reservations (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id uuid NOT NULL,
  week_start date NOT NULL,
  day date,
  channel text NOT NULL,
  week_units bigint NOT NULL CHECK (week_units >= 0),
  credit_units bigint NOT NULL CHECK (credit_units >= 0),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX IF NOT EXISTS reservations_by_expiry ON reservations (expires_at);

CREATE TABLE IF NOT EXISTS charges (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id uuid NOT NULL,
  channel text NOT NULL,
  level text NOT NULL,
  prompt_tokens integer NOT NULL,
  completion_tokens integer NOT NULL,
  units bigint NOT NULL CHECK (units >= 0),
  week_start date NOT NULL,
  week_units bigint NOT NULL,
  credit_units bigint NOT NULL,
  at timestamptz NOT NULL,
  -- The day it counted on, so that taking it back can take back the day as well.
  day date,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX IF NOT EXISTS charges_by_time ON charges (server_id, at);

CREATE TABLE IF NOT EXISTS idempotency (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  key_id text NOT NULL,
  idempotency_key text NOT NULL,
  request_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done')),
  response jsonb,
  ledger jsonb,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, key_id, idempotency_key)
);
CREATE INDEX IF NOT EXISTS idempotency_by_expiry ON idempotency (expires_at);
CREATE INDEX IF NOT EXISTS idempotency_by_request ON idempotency (server_id, request_id);

CREATE TABLE IF NOT EXISTS quota_alerts (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  week_start date NOT NULL,
  -- The whole weekly quota, or the API's share of it.
  scope text NOT NULL CHECK (scope IN ('week', 'api')),
  percent integer NOT NULL CHECK (percent IN (80, 100)),
  reached_at timestamptz NOT NULL,
  delivered_at timestamptz,
  -- Why it could not be delivered; tried again until delivered or given up, but for the first two.
  fault text CHECK (fault IN ('channel_gone', 'right_missing', 'discord_unavailable')),
  PRIMARY KEY (server_id, week_start, scope, percent)
);
CREATE INDEX IF NOT EXISTS quota_alerts_open ON quota_alerts (week_start) WHERE delivered_at IS NULL;

CREATE TABLE IF NOT EXISTS payment_events (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);

CREATE TABLE IF NOT EXISTS payments (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('top_up', 'premium')),
  -- Of a top-up; null for premium.
  percent integer,
  cents integer NOT NULL CHECK (cents >= 0),
  currency text NOT NULL,
  receipt_url text,
  at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX IF NOT EXISTS payments_by_time ON payments (server_id, at);

CREATE TABLE IF NOT EXISTS subscriptions (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  -- End of the last paid period; null: nothing is paid yet.
  paid_until timestamptz,
  -- It is not renewed after this moment; set by the owner, null: it goes on.
  cancels_at timestamptz,
  -- It is over from this moment on, whatever is paid.
  ended_at timestamptz,
  -- When the provider said what cancels_at holds: a late event says nothing newer.
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);
-- For events that name their subscription alone.
CREATE INDEX IF NOT EXISTS subscriptions_by_id ON subscriptions (id);
