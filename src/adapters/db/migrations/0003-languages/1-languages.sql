-- Entries may be in any language that questions are read in.
ALTER TABLE knowledge DROP CONSTRAINT IF EXISTS knowledge_language_check;
ALTER TABLE knowledge
  ADD CONSTRAINT knowledge_language_check CHECK (language IN ('de', 'en', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr'));
