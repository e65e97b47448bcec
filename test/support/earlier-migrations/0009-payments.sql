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
  PRIMARY KEY (server_id, id)
);
CREATE INDEX payments_by_time ON payments (server_id, at);

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
