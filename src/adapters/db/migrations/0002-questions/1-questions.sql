-- Other wordings of what an entry answers, in their order, and those of them that a model proposed.
ALTER TABLE knowledge
  ADD COLUMN IF NOT EXISTS questions text[] NOT NULL DEFAULT '{}',
  ADD COLUMN IF NOT EXISTS proposed text[] NOT NULL DEFAULT '{}';
