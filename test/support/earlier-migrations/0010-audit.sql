CREATE TABLE audit_log (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  channel text NOT NULL CHECK (channel IN ('dashboard', 'discord', 'cli', 'payment')),
  -- Both null: the operator, the payment provider, or somebody who had their data deleted.
  member_id text,
  member_name text,
  action text NOT NULL,
  subject text,
  PRIMARY KEY (server_id, id)
);
CREATE INDEX audit_log_by_time ON audit_log (server_id, at, id);
CREATE INDEX audit_log_by_age ON audit_log (at);
CREATE INDEX audit_log_by_member ON audit_log (member_id) WHERE member_id IS NOT NULL;

CREATE TABLE quota_alerts (
  server_id text NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
  week_start date NOT NULL,
  -- The whole weekly quota, or the API's share of it.
  scope text NOT NULL CHECK (scope IN ('week', 'api')),
  percent integer NOT NULL CHECK (percent IN (80, 100)),
  reached_at timestamptz NOT NULL,
  delivered_at timestamptz,
  -- Why it could not be delivered; tried again until delivered or given up, but for the first two.
  fault text CHECK (fault IN ('channel_gone', 'right_missing', 'discord_unavailable')),
  PRIMARY KEY (server_id, week_start, scope, percent)
);
CREATE INDEX quota_alerts_open ON quota_alerts (week_start) WHERE delivered_at IS NULL;
-- Every minute the quotas of this week are looked at, not those of a year.
CREATE INDEX week_quotas_by_week ON week_quotas (week_start);
