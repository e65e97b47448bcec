-- Questions whose answer a webhook hears later. While `outcome` is null, a reservation of the same id is there: settling
-- or releasing it writes the outcome and queues the event in one transaction. The row goes when that event has ended.
CREATE TABLE async_questions (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  -- Of the reservation, the charge and the answer.
  id uuid NOT NULL,
  -- What the event says besides the answer, and what the answer is sealed with.
  asked jsonb NOT NULL,
  -- {answer, ledger} or {error}.
  outcome jsonb,
  PRIMARY KEY (server_id, id)
);

-- An event about a suggestion names the ticket that it comes from.
CREATE INDEX answers_by_suggestion ON answers (server_id, suggestion_id) WHERE suggestion_id IS NOT NULL;
