CREATE TABLE training_sources (
  server_id text NOT NULL,
  training_id text NOT NULL,
  part text NOT NULL CHECK (part IN ('question', 'answer')),
  channel_id text,
  -- Empty where the words came from no message.
  message_id text NOT NULL,
  member_id text,
  -- The message itself holds the words; false: it is what they were written about.
  is_original boolean NOT NULL,
  -- When the message was last seen to stand as it was.
  checked_at timestamptz NOT NULL,
  -- Two members may have written about the same message.
  UNIQUE NULLS NOT DISTINCT (server_id, training_id, part, message_id, member_id),
  FOREIGN KEY (server_id, training_id) REFERENCES training(server_id, id) ON DELETE CASCADE
);
CREATE INDEX training_sources_by_message ON training_sources (server_id, message_id);
CREATE INDEX training_sources_by_member ON training_sources (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX training_sources_by_check ON training_sources (server_id, checked_at) WHERE is_original;

INSERT INTO training_sources (server_id, training_id, part, channel_id, message_id, member_id, is_original, checked_at)
  SELECT server_id, id, 'answer', channel_id, coalesce(message_ids[1], ''), author_id, source = 'menu', created_at
  FROM training WHERE author_id IS NOT NULL OR cardinality(message_ids) > 0;

-- That a member had their data deleted, for what was being written at that moment. A digest, as for an opt-out.
CREATE TABLE deletions (
  member_hash bytea PRIMARY KEY,
  mark text NOT NULL,
  at timestamptz NOT NULL
);

ALTER TABLE training
  DROP COLUMN channel_id, DROP COLUMN message_ids, DROP COLUMN author_id,
  DROP CONSTRAINT training_source_check,
  ADD CONSTRAINT training_source_check
    CHECK (source IN ('menu', 'correction', 'reply', 'vote', 'gap', 'import', 'surge')),
  ADD COLUMN suspended_for text
    CHECK (suspended_for IN ('source_deleted', 'source_edited', 'member_gone', 'server_left')),
  -- False: the text is still what a member wrote, and goes when they go.
  ADD COLUMN question_is_derived boolean NOT NULL DEFAULT false,
  ADD COLUMN answer_is_derived boolean NOT NULL DEFAULT false;

-- A question without an answer is open until an owner answers it or puts it aside.
ALTER TABLE answers ADD COLUMN gap_closed_at timestamptz, ADD COLUMN topic_called_at timestamptz;
CREATE INDEX answers_open ON answers (server_id, at)
  WHERE gap_closed_at IS NULL AND (reason = 'not_in_knowledge' OR feedback LIKE 'down%');

CREATE TABLE test_questions (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  question text NOT NULL,
  -- What must be in the answer, and whether a person must take over; null: either is right.
  expected text,
  needs_team boolean,
  -- Of the last run; faults is empty where it passed.
  faults text[],
  run_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id)
);
