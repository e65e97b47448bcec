-- A system that keeps its entries here puts them one by one, and each asks whether its title is taken: 5,000 of them
-- read through each other.

CREATE INDEX IF NOT EXISTS knowledge_by_title ON knowledge (server_id, lower(title COLLATE "C"))
  WHERE source <> 'link';
