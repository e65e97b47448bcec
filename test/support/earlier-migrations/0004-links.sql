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
