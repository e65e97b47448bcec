-- What a server knows, what it was asked, and what its team teaches.

CREATE TABLE knowledge (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  link text,
  language text CHECK (language IN ('de', 'en', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr')),
  source text NOT NULL CHECK (source IN ('manual', 'training', 'link', 'import')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  valid_until timestamptz,
  provenance jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Other wordings of the question that an entry answers, in their order, and those that a model proposed.
  questions text[] NOT NULL DEFAULT '{}',
  proposed text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (server_id, id)
);
-- A system that keeps its entries here puts them one by one, and each put asks whether its title is taken: 5,000 of
-- them read through each other.
CREATE INDEX knowledge_by_title ON knowledge (server_id, lower(title COLLATE "C"))
  WHERE source <> 'link';

CREATE TABLE links (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  url text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'crawling', 'crawled', 'failed')),
  fault text,
  detail text,
  -- Which caps ended the last crawl: pages, bytes, time, entries.
  limits text[] NOT NULL DEFAULT '{}',
  due_at timestamptz NOT NULL,
  claimed_by uuid,
  claimed_until timestamptz,
  crawled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (server_id, id)
);
CREATE INDEX links_by_due ON links (due_at);

CREATE TABLE pages (
  server_id text NOT NULL,
  link_id text NOT NULL,
  id text NOT NULL,
  url text NOT NULL,
  depth integer NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'fetched', 'unchanged', 'failed')),
  fault text,
  detail text,
  etag text,
  last_modified text,
  hash text,
  canonical_id text,
  -- The page that holds the same content; this one then has no entries of its own.
  merged_into text,
  crawled_at timestamptz,
  PRIMARY KEY (server_id, link_id, id),
  FOREIGN KEY (server_id, link_id) REFERENCES links(server_id, id) ON DELETE CASCADE
);
CREATE INDEX pages_by_id ON pages (server_id, id);
CREATE INDEX pages_by_hash ON pages (server_id, hash);
CREATE INDEX knowledge_by_page ON knowledge (server_id, (provenance ->> 'page')) WHERE source = 'link';

CREATE TABLE answers (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id uuid NOT NULL,
  channel text NOT NULL,
  level text NOT NULL,
  engine text NOT NULL,
  question text,
  answer text,
  needs_team boolean NOT NULL,
  reason text,
  used_ids text[] NOT NULL DEFAULT '{}',
  confidence real NOT NULL,
  feedback text,
  at timestamptz NOT NULL,
  team_asked_at timestamptz,
  -- A question without an answer is open until an owner answers it or puts it aside.
  gap_closed_at timestamptz,
  topic_called_at timestamptz,
  -- Of the question.
  language text,
  is_draft boolean NOT NULL DEFAULT false,
  is_repeated boolean NOT NULL DEFAULT false,
  -- Beside the vote in `feedback`; deleted with question and answer.
  comment text,
  outcome text CHECK (outcome IN ('resolved', 'reopened', 'team_answered')),
  outcome_at timestamptz,
  -- Made of the team's answer instead.
  suggestion_id text,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX answers_by_time ON answers (server_id, at);
CREATE INDEX answers_open ON answers (server_id, at)
  WHERE gap_closed_at IS NULL AND (reason = 'not_in_knowledge' OR feedback LIKE 'down%');
-- Rows stay for ever, so removing texts would read through all of them.
CREATE INDEX answers_with_text ON answers (server_id, at) WHERE question IS NOT NULL;
-- The log by any choice of filters: each combination of values is one stretch of this index in order of time, so a
-- page takes a look at a few rows of each, however rare they are.
CREATE INDEX answers_log ON answers
  (server_id, channel, (coalesce(reason, '')), (coalesce(split_part(feedback, ':', 1), '')), is_draft, at, id)
  WHERE question IS NOT NULL;

-- Beside `answers`, whose rows are counted by the hundred thousand: there these texts would make each count slower.
-- A row lives as long as the question and the answer that it is about keep their words.
CREATE TABLE answer_details (
  -- No foreign keys: the answer's is looked up for each row by a plan that was made while there were few answers, and
  -- the server's is held by charge and answer, which are written before it. Whoever deletes a server deletes these.
  server_id text NOT NULL,
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

-- Answers that somebody of the team looked at: whether a person was needed. Texts near to these follow them.
CREATE TABLE handover_marks (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  answer_id uuid NOT NULL,
  -- Without personal data; it outlives the answer's own words.
  text text NOT NULL,
  is_needed boolean NOT NULL,
  -- Of whom the words are, in a chat: they go with the rest of their data.
  member_id text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (server_id, id),
  UNIQUE (server_id, answer_id)
);
CREATE INDEX handover_marks_member ON handover_marks (member_id);

CREATE TABLE training (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  question text NOT NULL,
  answer text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected', 'suspended')),
  source text NOT NULL CHECK (source IN ('menu', 'correction', 'reply', 'vote', 'gap', 'import', 'surge', 'outcome')),
  -- The role that made its author trusted.
  author_role text,
  conflicts jsonb NOT NULL DEFAULT '[]',
  -- The entry that an approval made.
  entry_id text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  suspended_for text CHECK (suspended_for IN ('source_deleted', 'source_edited', 'member_gone', 'server_left')),
  -- False: the text is still what a member wrote, and goes when they go.
  question_is_derived boolean NOT NULL DEFAULT false,
  answer_is_derived boolean NOT NULL DEFAULT false,
  -- What a teacher wrote, where the answer says it in other words; it goes with the message and with its author.
  taught text,
  -- Questions of those merged into it, and of the gap that it answers.
  wordings text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (server_id, id)
);
CREATE INDEX training_by_state ON training (server_id, state, created_at);

-- Whose words a suggestion holds is kept by source, so that each can be taken back: a message that is deleted, a
-- member who leaves. Ids of members stand in handled_messages, conversations and training_sources alone.
CREATE TABLE training_sources (
  server_id text NOT NULL,
  training_id text NOT NULL,
  -- Wording: the rest of the suggestion stays when its words go.
  part text NOT NULL CHECK (part IN ('question', 'answer', 'wording')),
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
