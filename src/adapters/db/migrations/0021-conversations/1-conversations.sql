ALTER TABLE answers
  -- The ticket's id in the caller's system, and what that system wants back with it; deleted with question and answer.
  ADD COLUMN conversation_id text,
  ADD COLUMN metadata jsonb;
CREATE INDEX answers_by_conversation ON answers (server_id, conversation_id, at) WHERE conversation_id IS NOT NULL;
