-- Every table of version 0.1.0, under the name of the last migration before it. Here: servers, their keys, what they
-- use and what they pay. Every key begins with `server_id`, so the schema can be distributed by it. Checks stand behind
-- the guarded statements: an overspend can never be stored.

CREATE TABLE servers (
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

CREATE TABLE api_keys (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  sha256 bytea NOT NULL,
  name text NOT NULL,
  last4 text NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  scope text NOT NULL DEFAULT 'chat' CHECK (scope IN ('chat', 'knowledge')),
  PRIMARY KEY (server_id, id)
);
-- Looked up by digest alone; 190 random bits make a collision between servers impossible in practice.
CREATE UNIQUE INDEX api_keys_by_digest ON api_keys (sha256, server_id);

CREATE TABLE key_windows (
  server_id text NOT NULL,
  key_id text NOT NULL,
  hits timestamptz[] NOT NULL DEFAULT '{}',
  counts integer[] NOT NULL DEFAULT '{}',
  last_used_at timestamptz,
  PRIMARY KEY (server_id, key_id),
  FOREIGN KEY (server_id, key_id) REFERENCES api_keys(server_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE TABLE day_counts (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('api', 'playground')),
  n integer NOT NULL CHECK (n >= 0),
  PRIMARY KEY (server_id, day, kind)
) WITH (fillfactor = 50);

CREATE TABLE week_quotas (
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
CREATE INDEX week_quotas_by_week ON week_quotas (week_start);

CREATE TABLE credit (
  server_id text PRIMARY KEY REFERENCES servers(id) ON DELETE CASCADE,
  balance bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0,
  -- Units that were taken back after they had been spent; a later grant pays them first.
  debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0),
  CHECK (reserved >= 0 AND balance >= reserved)
) WITH (fillfactor = 50);

-- Units taken back are an entry below zero: balance - debt = the sum of all entries - charges to credit.
CREATE TABLE credit_entries (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id uuid NOT NULL,
  units bigint NOT NULL CHECK (units <> 0),
  reference text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (server_id, id),
  UNIQUE (server_id, reference)
);

-- No foreign key: the week's row, which has one, is locked before a reservation is written, and the check of each row
-- was a twentieth of the time of an admission. Whoever deletes a server deletes these rows after it.
CREATE TABLE reservations (
  server_id text NOT NULL,
  id uuid NOT NULL,
  week_start date NOT NULL,
  day date,
  channel text NOT NULL,
  week_units bigint NOT NULL CHECK (week_units >= 0),
  credit_units bigint NOT NULL CHECK (credit_units >= 0),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX reservations_by_expiry ON reservations (expires_at);

CREATE TABLE charges (
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
CREATE INDEX charges_by_time ON charges (server_id, at);

-- Batches of charges whose process has not said yet that it heard of them. The charging transaction writes the row,
-- the process deletes it before it answers anybody, and the sweep gives back what nobody will hear of any more.
CREATE TABLE unheard_charges (
  batch uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  -- When a sweep first found it old.
  doubted_at timestamptz,
  -- [{server_id, id}]
  items jsonb NOT NULL
);

CREATE TABLE idempotency (
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
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
CREATE INDEX idempotency_by_request ON idempotency (server_id, request_id);

CREATE TABLE quota_alerts (
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
CREATE INDEX quota_alerts_open ON quota_alerts (week_start) WHERE delivered_at IS NULL;

CREATE TABLE payment_events (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);

CREATE TABLE payments (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('top_up', 'premium')),
  -- Of a top-up; null for premium.
  percent integer,
  cents integer NOT NULL CHECK (cents >= 0),
  currency text NOT NULL,
  receipt_url text,
  at timestamptz NOT NULL,
  -- Its names at the provider: payment intent, charge, invoice, our own id.
  names text[] NOT NULL DEFAULT '{}',
  -- Units that it was granted; null: paid before this column was there.
  credit_units bigint,
  taken_units bigint NOT NULL DEFAULT 0,
  -- In cents: the sum that has gone back for good, and the sum that the payer's bank holds.
  paid_back integer NOT NULL DEFAULT 0,
  disputed integer NOT NULL DEFAULT 0,
  -- The month that was paid; null: a top-up, or paid before these columns were there.
  subscription_id text,
  period_start timestamptz,
  period_end timestamptz,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX payments_by_time ON payments (server_id, at);
CREATE INDEX payments_by_name ON payments USING gin (names);

-- Words of the provider about a payment that do not say whose it is: a refund, a dispute, the total that a charge gave
-- back, or two names of one payment. Without server: of a payment that is not known yet, or is none of ours.
CREATE TABLE payment_traces (
  server_id text REFERENCES servers(id) ON DELETE CASCADE,
  payment_id text,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'dispute', 'total', 'link')),
  names text[] NOT NULL,
  cents integer NOT NULL CHECK (cents >= 0),
  currency text NOT NULL,
  -- 0: only asked for, 1: held by the bank, 2: gone, 3: back again, or never gone. It only rises.
  stage integer NOT NULL CHECK (stage BETWEEN 0 AND 3),
  at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (id, server_id)
);
CREATE INDEX payment_traces_by_payment ON payment_traces (server_id, payment_id);
CREATE INDEX payment_traces_by_name ON payment_traces USING gin (names) WHERE server_id IS NULL;

CREATE TABLE subscriptions (
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
CREATE INDEX subscriptions_by_id ON subscriptions (id);
