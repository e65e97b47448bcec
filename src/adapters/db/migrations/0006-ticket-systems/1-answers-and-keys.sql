-- What a ticket system says about an answer, and what its keys may do.

ALTER TABLE answers
  -- Of the question.
  ADD COLUMN IF NOT EXISTS language text,
  ADD COLUMN IF NOT EXISTS is_draft boolean NOT NULL DEFAULT false,
  ADD COLUMN IF NOT EXISTS is_repeated boolean NOT NULL DEFAULT false,
  -- Beside the vote in `feedback`; deleted with question and answer.
  ADD COLUMN IF NOT EXISTS comment text,
  ADD COLUMN IF NOT EXISTS outcome text CHECK (outcome IN ('resolved', 'reopened', 'team_answered')),
  ADD COLUMN IF NOT EXISTS outcome_at timestamptz,
  -- Made of what the team answered instead.
  ADD COLUMN IF NOT EXISTS suggestion_id text;

ALTER TABLE api_keys
  ADD COLUMN IF NOT EXISTS scope text NOT NULL DEFAULT 'chat' CHECK (scope IN ('chat', 'knowledge'));

ALTER TABLE training DROP CONSTRAINT IF EXISTS training_source_check;
ALTER TABLE training ADD CONSTRAINT training_source_check
  CHECK (source IN ('menu', 'correction', 'reply', 'vote', 'gap', 'import', 'surge', 'outcome'));

ALTER TABLE audit_log DROP CONSTRAINT IF EXISTS audit_log_channel_check;
ALTER TABLE audit_log ADD CONSTRAINT audit_log_channel_check
  CHECK (channel IN ('dashboard', 'discord', 'cli', 'payment', 'api'));
