ALTER TABLE api_keys
  -- Every answer is for the team alone.
  ADD COLUMN is_observed boolean NOT NULL DEFAULT false;
