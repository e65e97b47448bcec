-- Batches of charges whose process has not said yet that it heard of them. The charging transaction writes the row,
-- the process deletes it before it answers anybody, and the sweep gives back what nobody will hear of any more.
CREATE TABLE IF NOT EXISTS unheard_charges (
  batch uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  -- When a sweep first found it old.
  doubted_at timestamptz,
  -- [{server_id, id}]
  items jsonb NOT NULL
);
