-- What a server knows, what it was asked, and what its team teaches.

CREATE TABLE IF NOT EXISTS knowledge (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  link text,
  language text CHECK (language IN ('de', 'en')),
  source text NOT NULL CHECK (source IN ('manual', 'training', 'link', 'import')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  valid_until timestamptz,
  provenance jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (server_id, id)
);

CREATE TABLE IF NOT EXISTS links (
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
CREATE INDEX IF NOT EXISTS links_by_due ON links (due_at);

CREATE TABLE IF NOT EXISTS pages (
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
CREATE INDEX IF NOT EXISTS pages_by_id ON pages (server_id, id);
CREATE INDEX IF NOT EXISTS pages_by_hash ON pages (server_id, hash);
CREATE INDEX IF NOT EXISTS knowledge_by_page ON knowledge (server_id, (provenance ->> 'page')) WHERE source = 'link';

CREATE TABLE IF NOT EXISTS answers (
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
  PRIMARY KEY (server_id, id)
);
CREATE INDEX IF NOT EXISTS answers_by_time ON answers (server_id, at);
CREATE INDEX IF NOT EXISTS answers_open ON answers (server_id, at)
  WHERE gap_closed_at IS NULL AND (reason = 'not_in_knowledge' OR feedback LIKE 'down%');
-- Rows stay for ever, so whoever removes texts would read through all of them.
CREATE INDEX IF NOT EXISTS answers_with_text ON answers (server_id, at) WHERE question IS NOT NULL;

CREATE TABLE IF NOT EXISTS training (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id text NOT NULL,
  question text NOT NULL,
  answer text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected', 'suspended')),
  source text NOT NULL CHECK (source IN ('menu', 'correction', 'reply', 'vote', 'gap', 'import', 'surge')),
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
  PRIMARY KEY (server_id, id)
);
CREATE INDEX IF NOT EXISTS training_by_state ON training (server_id, state, created_at);

-- Whose words a suggestion holds is kept by source, so that each can be taken back: a message that is deleted, a
-- member who leaves. Ids of members stand in handled_messages, conversations and training_sources alone.
CREATE TABLE IF NOT EXISTS training_sources (
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
CREATE INDEX IF NOT EXISTS training_sources_by_message ON training_sources (server_id, message_id);
CREATE INDEX IF NOT EXISTS training_sources_by_member ON training_sources (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS training_sources_by_check ON training_sources (server_id, checked_at) WHERE is_original;

CREATE TABLE IF NOT EXISTS test_questions (
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
