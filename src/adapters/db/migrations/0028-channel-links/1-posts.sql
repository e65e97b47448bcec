ALTER TABLE pages
  -- Who wrote the post of a channel; null for a page of the web.
  ADD COLUMN member_id text,
  -- When the platform told that the post is new, edited or deleted; null: nothing waits to be read.
  ADD COLUMN noticed_at timestamptz;
CREATE INDEX pages_by_member ON pages (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX pages_noticed ON pages (server_id, link_id) WHERE noticed_at IS NOT NULL;
-- When the reading began that was not brought to its end; what was read since then is not read again.
ALTER TABLE links ADD COLUMN began_at timestamptz;
