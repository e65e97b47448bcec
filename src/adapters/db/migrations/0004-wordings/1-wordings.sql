-- How else was asked what a suggestion answers: questions of those merged into it, and of the gap that it answers.
ALTER TABLE training ADD COLUMN IF NOT EXISTS wordings text[] NOT NULL DEFAULT '{}';
-- Whose words only these wordings hold: the rest of the suggestion stays when they go.
ALTER TABLE training_sources DROP CONSTRAINT IF EXISTS training_sources_part_check;
ALTER TABLE training_sources
  ADD CONSTRAINT training_sources_part_check CHECK (part IN ('question', 'answer', 'wording'));
