ALTER TABLE answers
  -- What the team did with a draft.
  ADD COLUMN verdict text CHECK (verdict IN ('sent', 'edited', 'discarded'));
UPDATE answers a SET verdict = split_part(l.action, '.', 2) FROM audit_log l
WHERE l.server_id = a.server_id AND l.subject = a.id::text
  AND l.action IN ('drafts.sent', 'drafts.edited', 'drafts.discarded');
CREATE INDEX answers_verdicts ON answers (server_id, at) WHERE verdict IS NOT NULL;
