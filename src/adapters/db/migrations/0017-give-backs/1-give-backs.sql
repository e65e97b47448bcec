ALTER TABLE charges
  -- The API key that asked; null on Discord.
  ADD COLUMN key_id text,
  -- When its units came back because the answer did not hold; the charge itself stays.
  ADD COLUMN given_back_at timestamptz;
CREATE INDEX charges_given_back ON charges (server_id, given_back_at) WHERE given_back_at IS NOT NULL;
