-- Money goes back to who paid, by a refund or through the payer's bank, and the credit or the month goes with it.

-- Units that were taken back after they had been spent; what is granted later pays them first.
ALTER TABLE credit ADD COLUMN IF NOT EXISTS debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0);
-- Units taken back are an entry below zero: balance - debt = the sum of all entries - what was charged to credit.
ALTER TABLE credit_entries DROP CONSTRAINT IF EXISTS credit_entries_units_check;
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_units_check CHECK (units <> 0);

ALTER TABLE payments
  -- Its names at the provider: payment intent, charge, invoice, our own id.
  ADD COLUMN IF NOT EXISTS names text[] NOT NULL DEFAULT '{}',
  -- Units that it was granted; null: paid before this column was there.
  ADD COLUMN IF NOT EXISTS credit_units bigint,
  ADD COLUMN IF NOT EXISTS taken_units bigint NOT NULL DEFAULT 0,
  -- In cents: what has gone back for good, and what the payer's bank holds.
  ADD COLUMN IF NOT EXISTS paid_back integer NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS disputed integer NOT NULL DEFAULT 0,
  -- The month that was paid; null: a top-up, or paid before these columns were there.
  ADD COLUMN IF NOT EXISTS subscription_id text,
  ADD COLUMN IF NOT EXISTS period_start timestamptz,
  ADD COLUMN IF NOT EXISTS period_end timestamptz;
UPDATE payments SET names = ARRAY[id] WHERE names = '{}';
CREATE INDEX IF NOT EXISTS payments_by_name ON payments USING gin (names);

-- Words of the provider about a payment that do not say whose it is: a refund, a dispute, the total that a charge gave
-- back, or two names of one payment. Without server: of a payment that is not known yet, or is none of ours.
CREATE TABLE IF NOT EXISTS payment_traces (
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
CREATE INDEX IF NOT EXISTS payment_traces_by_payment ON payment_traces (server_id, payment_id);
CREATE INDEX IF NOT EXISTS payment_traces_by_name ON payment_traces USING gin (names) WHERE server_id IS NULL;
