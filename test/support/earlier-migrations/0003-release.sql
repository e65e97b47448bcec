ALTER TABLE charges ADD COLUMN day date;
CREATE INDEX idempotency_by_request ON idempotency (server_id, request_id);

DROP FUNCTION settle(jsonb, timestamptz);
DROP TYPE settled_reservation;

CREATE TYPE settlement AS (
  server_id text, id uuid, week_start date, day date, channel text, released boolean,
  week_units bigint, credit_units bigint, week_cost bigint, credit_cost bigint,
  level text, prompt_tokens integer, completion_tokens integer, answer jsonb,
  key_id text, idempotency_key text, response jsonb);

CREATE FUNCTION settle(batch jsonb, at timestamptz)
RETURNS TABLE (settled_id uuid, ledger jsonb) LANGUAGE plpgsql AS $$
DECLARE done settlement[]; reversed settlement[]; repeated settlement[] := '{}'; asked integer; releases integer;
  purses jsonb;
BEGIN
  WITH item AS MATERIALIZED (
    -- Once each; where a batch holds both, the release counts.
    SELECT DISTINCT ON (i.server_id, i.id) *
    FROM jsonb_to_recordset(batch) AS i(server_id text, id uuid, units bigint, level text,
      prompt_tokens integer, completion_tokens integer, answer jsonb, key_id text, idempotency_key text, response jsonb)
    ORDER BY i.server_id, i.id, i.units NULLS FIRST
  ), gone AS (
    DELETE FROM reservations r USING item i WHERE r.server_id = i.server_id AND r.id = i.id
    RETURNING r.*, i.units, LEAST(COALESCE(i.units, 0), r.week_units + r.credit_units) AS cost, i.level,
      i.prompt_tokens, i.completion_tokens, i.answer, i.key_id, i.idempotency_key, i.response
  )
  SELECT (SELECT count(*) FROM item), (SELECT count(*) FROM item WHERE units IS NULL),
      COALESCE(array_agg(ROW(g.server_id, g.id, g.week_start, g.day, g.channel, g.units IS NULL,
      g.week_units, g.credit_units, LEAST(g.cost, g.week_units), GREATEST(g.cost - g.week_units, 0),
      g.level, g.prompt_tokens, g.completion_tokens, g.answer, g.key_id, g.idempotency_key, g.response
      )::settlement), '{}')
    INTO asked, releases, done FROM gone g;

  IF cardinality(done) < asked THEN
    SELECT r.done, r.reversed INTO repeated, reversed FROM settle_again(batch) r;
    done := done || reversed;
  END IF;
  IF releases > 0 THEN
    DELETE FROM idempotency y USING jsonb_to_recordset(batch) AS i(server_id text, id uuid, units bigint)
      WHERE i.units IS NULL AND y.server_id = i.server_id AND y.request_id = i.id AND y.state = 'running';
  END IF;

  PERFORM 1 FROM week_quotas q
    WHERE (q.server_id, q.week_start) IN (SELECT s.server_id, s.week_start FROM unnest(done) s)
    ORDER BY q.server_id COLLATE "C", q.week_start FOR UPDATE;
  UPDATE week_quotas q SET
      reserved = q.reserved - t.held, used = q.used + t.cost,
      api_reserved = q.api_reserved - t.api_held, api_used = q.api_used + t.api_cost
    FROM (SELECT s.server_id, s.week_start, sum(s.week_units) AS held, sum(s.week_cost) AS cost,
        COALESCE(sum(s.week_units) FILTER (WHERE s.channel = 'api'), 0) AS api_held,
        COALESCE(sum(s.week_cost) FILTER (WHERE s.channel = 'api'), 0) AS api_cost
      FROM unnest(done) s GROUP BY 1, 2) t
    WHERE q.server_id = t.server_id AND q.week_start = t.week_start;

  IF EXISTS (SELECT FROM unnest(done) s WHERE s.credit_units > 0 OR s.credit_cost <> 0) THEN
    PERFORM 1 FROM credit q WHERE q.server_id IN (SELECT s.server_id FROM unnest(done) s)
      ORDER BY q.server_id COLLATE "C" FOR UPDATE;
    UPDATE credit q SET reserved = q.reserved - t.held, balance = q.balance - t.cost
      FROM (SELECT s.server_id, sum(s.credit_units) AS held, sum(s.credit_cost) AS cost
        FROM unnest(done) s GROUP BY 1) t
      WHERE q.server_id = t.server_id;
  END IF;

  IF EXISTS (SELECT FROM unnest(done) s WHERE s.released AND s.day IS NOT NULL) THEN
    UPDATE day_counts d SET n = GREATEST(0, d.n - t.n)
      FROM (SELECT s.server_id, s.day, count(*) AS n FROM unnest(done) s WHERE s.released GROUP BY 1, 2) t
      WHERE d.server_id = t.server_id AND d.day = t.day AND d.kind = 'api';
  END IF;

  INSERT INTO charges (server_id, id, channel, level, prompt_tokens, completion_tokens, units,
      week_start, day, week_units, credit_units, at)
    SELECT s.server_id, s.id, s.channel, s.level, s.prompt_tokens, s.completion_tokens,
      s.week_cost + s.credit_cost, s.week_start, s.day, s.week_cost, s.credit_cost, at
    FROM unnest(done) s WHERE NOT s.released;

  INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, reason, used_ids,
      confidence, at)
    SELECT s.server_id, s.id, s.channel, s.level, a.engine, a.question, a.answer, a.needs_team, a.reason,
      a.used_ids, a.confidence, at
    FROM unnest(done) s, jsonb_to_record(s.answer) AS a(engine text, question text, answer text,
      needs_team boolean, reason text, used_ids text[], confidence real)
    WHERE NOT s.released AND jsonb_typeof(s.answer) = 'object';

  -- Read once for each server of the batch (100 of 150 us an item were spent here), and the same for the
  -- answer and for its stored outcome, whatever credit is granted meanwhile.
  SELECT jsonb_object_agg(jsonb_build_array(x.server_id, x.week_start, x.day)::text,
      ledger_of(x.server_id, x.week_start, x.day))
    INTO purses
    FROM (SELECT DISTINCT u.server_id, u.week_start, u.day FROM unnest(done || repeated) u) x;

  IF EXISTS (SELECT FROM unnest(done) s WHERE s.idempotency_key IS NOT NULL) THEN
    UPDATE idempotency y SET state = 'done', expires_at = at + interval '24 hours', response = s.response,
        ledger = purses -> jsonb_build_array(s.server_id, s.week_start, s.day)::text
      FROM unnest(done) s
      WHERE s.response IS NOT NULL AND y.server_id = s.server_id AND y.key_id = s.key_id
        AND y.idempotency_key = s.idempotency_key AND y.request_id = s.id;
    DELETE FROM idempotency y USING unnest(done) s
      WHERE s.response IS NULL AND y.server_id = s.server_id AND y.key_id = s.key_id
        AND y.idempotency_key = s.idempotency_key AND y.request_id = s.id;
  END IF;

  RETURN QUERY SELECT s.id, purses -> jsonb_build_array(s.server_id, s.week_start, s.day)::text
    FROM unnest(done || repeated) s;
END $$;

CREATE FUNCTION settle_again(batch jsonb, OUT done settlement[], OUT reversed settlement[]) LANGUAGE plpgsql AS $$
BEGIN
  WITH item AS (
    SELECT * FROM jsonb_to_recordset(batch) AS i(server_id text, id uuid, units bigint) WHERE i.units IS NULL
  ), gone AS (
    DELETE FROM charges c USING item i WHERE c.server_id = i.server_id AND c.id = i.id
      AND NOT EXISTS (SELECT FROM idempotency y WHERE y.server_id = c.server_id AND y.request_id = c.id)
    RETURNING c.*
  ), unsaid AS (
    DELETE FROM answers a USING gone g WHERE a.server_id = g.server_id AND a.id = g.id
  )
  SELECT COALESCE(array_agg(ROW(g.server_id, g.id, g.week_start, g.day, g.channel, true, 0, 0, -g.week_units,
      -g.credit_units, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::settlement), '{}')
    INTO reversed FROM gone g;

  SELECT COALESCE(array_agg(ROW(c.server_id, c.id, c.week_start, c.day, c.channel, false, 0, 0, 0, 0,
      NULL, NULL, NULL, NULL, NULL, NULL, NULL)::settlement), '{}')
    INTO done
    FROM charges c JOIN jsonb_to_recordset(batch) AS i(server_id text, id uuid, units bigint)
      ON i.server_id = c.server_id AND i.id = c.id
    WHERE i.units IS NOT NULL;
END $$;
