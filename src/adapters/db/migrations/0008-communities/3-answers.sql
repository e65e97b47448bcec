-- What an owner may look up about an answer that is kept.

-- Beside `answers`, whose rows are counted by the hundred thousand: there these texts would make each count slower.
-- A row lives as long as the question and the answer that it is about keep their words.
CREATE TABLE IF NOT EXISTS answer_details (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  -- No foreign key: it is looked up for each row by a plan that was made while there were few answers.
  answer_id uuid NOT NULL,
  -- Messages before the question that the answer was given in view of, and those of them whose words stand here.
  turns integer NOT NULL,
  history jsonb NOT NULL,
  -- Ids and scores of what was sent to the model, or found without one; all words of it are in the knowledge alone.
  passages jsonb NOT NULL,
  -- All that was usable of the knowledge was sent; then `passages` has what fitted best.
  is_whole boolean NOT NULL,
  took_ms integer NOT NULL,
  PRIMARY KEY (server_id, answer_id)
);

-- The log by any choice of filters: each combination of values is one stretch of this index in order of time, so a
-- page takes a look at a few rows of each, however rare they are.
CREATE INDEX IF NOT EXISTS answers_log ON answers
  (server_id, channel, (coalesce(reason, '')), (coalesce(split_part(feedback, ':', 1), '')), is_draft, at, id)
  WHERE question IS NOT NULL;
