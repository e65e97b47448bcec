-- Databases of the fifteen migrations before this baseline are brought to it, whichever of them ran: what they have
-- stays, what they lack is added, so every statement here may find its work done. First the columns they lack.
ALTER TABLE IF EXISTS charges ADD COLUMN IF NOT EXISTS day date;
ALTER TABLE IF EXISTS servers ADD COLUMN IF NOT EXISTS on_discord boolean NOT NULL DEFAULT false;
ALTER TABLE IF EXISTS answers
  ADD COLUMN IF NOT EXISTS team_asked_at timestamptz,
  ADD COLUMN IF NOT EXISTS gap_closed_at timestamptz,
  ADD COLUMN IF NOT EXISTS topic_called_at timestamptz;
ALTER TABLE IF EXISTS training
  ADD COLUMN IF NOT EXISTS suspended_for text
    CHECK (suspended_for IN ('source_deleted', 'source_edited', 'member_gone', 'server_left')),
  ADD COLUMN IF NOT EXISTS question_is_derived boolean NOT NULL DEFAULT false,
  ADD COLUMN IF NOT EXISTS answer_is_derived boolean NOT NULL DEFAULT false,
  ADD COLUMN IF NOT EXISTS taught text;
