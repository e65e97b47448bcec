-- Several addresses for the events of one server, each with its own types, secrets and queue.

ALTER TABLE webhooks
  ADD COLUMN id integer NOT NULL DEFAULT 1 CHECK (id BETWEEN 1 AND 5),
  -- NULL: every event.
  ADD COLUMN types text[],
  -- Signs beside its successor until then.
  ADD COLUMN former_secret bytea,
  ADD COLUMN former_until timestamptz,
  DROP CONSTRAINT webhooks_pkey,
  ADD PRIMARY KEY (server_id, id);

-- Receivers that are there already get what they know, and nothing of every entry that changes.
UPDATE webhooks SET types = ARRAY['answer.created', 'answer.failed', 'answer.handed_over', 'answer.outdated', 'question.unanswered', 'quota.reached',
  'report.weekly', 'suggestion.created', 'webhook.test'];

DELETE FROM webhook_deliveries d WHERE NOT EXISTS (SELECT FROM webhooks w WHERE w.server_id = d.server_id);
ALTER TABLE webhook_deliveries
  ADD COLUMN webhook_id integer NOT NULL DEFAULT 1,
  DROP CONSTRAINT webhook_deliveries_server_id_type_subject_key,
  ADD UNIQUE (server_id, webhook_id, type, subject),
  ADD FOREIGN KEY (server_id, webhook_id) REFERENCES webhooks(server_id, id) ON DELETE CASCADE;
-- The first of each address is the one that is sent next.
DROP INDEX webhook_deliveries_waiting;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (server_id, webhook_id, created_at, place)
  WHERE state = 'waiting';

-- The entries that events are about; the triggers in versions.sql write them where an address takes such events.
CREATE TABLE knowledge_changes (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  -- The revision that the change made.
  revision bigint NOT NULL,
  entry_id text NOT NULL,
  change text NOT NULL CHECK (change IN ('added', 'changed', 'removed')),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (server_id, revision, entry_id)
);
