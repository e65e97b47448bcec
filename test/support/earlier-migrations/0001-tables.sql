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
  created_at timestamptz NOT NULL DEFAULT now()
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

CREATE TABLE credit (
  server_id text PRIMARY KEY REFERENCES servers(id) ON DELETE CASCADE,
  balance bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0,
  CHECK (reserved >= 0 AND balance >= reserved)
) WITH (fillfactor = 50);

CREATE TABLE credit_entries (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id uuid NOT NULL,
  units bigint NOT NULL CHECK (units > 0),
  reference text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (server_id, id),
  UNIQUE (server_id, reference)
);

CREATE TABLE reservations (
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
  PRIMARY KEY (server_id, id)
);
CREATE INDEX charges_by_time ON charges (server_id, at);

CREATE TABLE knowledge (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  link text,
  language text CHECK (language IN ('de', 'en')),
  source text NOT NULL CHECK (source IN ('manual', 'training', 'link', 'import')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  valid_until timestamptz,
  provenance jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (server_id, id)
);

CREATE TABLE answers (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id uuid NOT NULL,
  channel text NOT NULL,
  level text NOT NULL,
  engine text NOT NULL,
  question text,
  answer text,
  needs_team boolean NOT NULL,
  reason text,
  used_ids text[] NOT NULL DEFAULT '{}',
  confidence real NOT NULL,
  feedback text,
  at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX answers_by_time ON answers (server_id, at);

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

-- What may vanish, by content hash: belongs to nobody, so it carries no server_id. Keyv's own form.
CREATE TABLE cache (
  key varchar(255) PRIMARY KEY,
  value text
);

-- Work of the whole installation is claimed under the empty server_id.
CREATE TABLE job_claims (
  server_id text NOT NULL DEFAULT '',
  job text NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, job, due_at)
);
