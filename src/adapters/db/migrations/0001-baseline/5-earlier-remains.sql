-- What earlier databases have beyond the tables. Suggestions once held their sources themselves.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('training') AND attname = 'author_id') THEN
    INSERT INTO training_sources
        (server_id, training_id, part, channel_id, message_id, member_id, is_original, checked_at)
      SELECT server_id, id, 'answer', channel_id, coalesce(message_ids[1], ''), author_id, source = 'menu', created_at
      FROM training WHERE author_id IS NOT NULL OR cardinality(message_ids) > 0;
    ALTER TABLE training
      DROP COLUMN channel_id, DROP COLUMN message_ids, DROP COLUMN author_id,
      DROP CONSTRAINT training_source_check,
      ADD CONSTRAINT training_source_check
        CHECK (source IN ('menu', 'correction', 'reply', 'vote', 'gap', 'import', 'surge'));
  END IF;
END $$;

DROP FUNCTION IF EXISTS settle_one(jsonb, timestamptz);
DROP FUNCTION IF EXISTS settle_many(jsonb, timestamptz);
DROP TYPE IF EXISTS settled_reservation;
DROP TABLE IF EXISTS kysely_migration_lock;
