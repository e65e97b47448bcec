CREATE FUNCTION admit(batch jsonb, at timestamptz, week date, today date, expires timestamptz)
RETURNS TABLE (id uuid, outcome text, week_units bigint, credit_units bigint,
               minute_used integer, minute_oldest timestamptz, minute_free_at timestamptz, day_used integer)
LANGUAGE plpgsql AS $$
DECLARE
  server jsonb; server_key jsonb; request jsonb;
  server_name text; key_name text; drawer text;
  w week_quotas; c credit;
  day_n integer; per_day integer; per_minute integer; in_window integer; expired integer;
  win_hits timestamptz[]; win_counts integer[]; hit timestamptz; key_admitted boolean;
  quota bigint; share bigint; wanted bigint; week_left bigint; granted bigint;
  new_ids uuid[]; new_week bigint[]; new_credit bigint[]; new_drawers text[];
BEGIN
  FOR server IN SELECT value FROM jsonb_array_elements(batch) LOOP
    server_name := server->>'server_id';
    quota := (server->>'quota')::bigint;
    per_day := (server->>'per_day')::integer;
    new_ids := '{}'; new_week := '{}'; new_credit := '{}'; new_drawers := '{}';
    LOOP
      SELECT * INTO w FROM week_quotas q WHERE q.server_id = server_name AND q.week_start = week FOR UPDATE;
      EXIT WHEN FOUND;
      INSERT INTO week_quotas (server_id, week_start) VALUES (server_name, week) ON CONFLICT DO NOTHING;
    END LOOP;
    SELECT * INTO c FROM credit q WHERE q.server_id = server_name FOR UPDATE;
    SELECT n INTO day_n FROM day_counts d WHERE d.server_id = server_name AND d.day = today AND d.kind = 'api';
    day_n := COALESCE(day_n, 0);

    FOR server_key IN SELECT value FROM jsonb_array_elements(server->'keys') LOOP
      key_name := server_key->>'key_id';
      drawer := server_key->>'channel';
      share := (server_key->>'share')::bigint;
      per_minute := (server_key->>'per_minute')::integer;
      win_hits := '{}'; win_counts := '{}'; in_window := 0; key_admitted := false;
      IF key_name IS NOT NULL THEN
        PERFORM 1 FROM key_windows k WHERE k.server_id = server_name AND k.key_id = key_name FOR UPDATE;
        SELECT COALESCE(array_agg(h ORDER BY h), '{}'), COALESCE(array_agg(n ORDER BY h), '{}'), COALESCE(sum(n), 0)
          INTO win_hits, win_counts, in_window
          FROM key_windows k, unnest(k.hits, k.counts) AS u(h, n)
          WHERE k.server_id = server_name AND k.key_id = key_name
            AND h > at - interval '1 minute' AND h < at + interval '1 minute';
      END IF;

      FOR request IN SELECT value FROM jsonb_array_elements(server_key->'requests') LOOP
        id := (request->>'id')::uuid;
        week_units := 0; credit_units := 0;
        wanted := (request->>'wanted')::bigint;
        week_left := GREATEST(0, LEAST(quota - w.used - w.reserved,
          CASE WHEN drawer = 'api' THEN share - w.api_used - w.api_reserved ELSE quota END));
        granted := LEAST(wanted, week_left + COALESCE(c.balance - c.reserved, 0));
        IF key_name IS NOT NULL AND in_window >= per_minute THEN
          outcome := 'rate_limited_minute';
        ELSIF key_name IS NOT NULL AND day_n >= per_day THEN
          outcome := 'rate_limited_day';
        ELSIF granted < (request->>'least')::bigint THEN
          outcome := 'quota_exhausted';
        ELSE
          outcome := 'admitted';
          week_units := LEAST(granted, week_left);
          credit_units := granted - week_units;
          w.reserved := w.reserved + week_units;
          c.reserved := c.reserved + credit_units;
          IF drawer = 'api' THEN w.api_reserved := w.api_reserved + week_units; END IF;
          new_ids := new_ids || id; new_week := new_week || week_units;
          new_credit := new_credit || credit_units; new_drawers := new_drawers || drawer;
          IF key_name IS NOT NULL THEN
            day_n := day_n + 1;
            in_window := in_window + 1;
            hit := GREATEST(at, win_hits[cardinality(win_hits)]);
            IF per_minute > 120 THEN hit := GREATEST(hit, date_bin('500 ms', at, 'epoch') + interval '500 ms'); END IF;
            IF per_minute > 120 AND win_hits[cardinality(win_hits)] = hit THEN
              win_counts[cardinality(win_counts)] := win_counts[cardinality(win_counts)] + 1;
            ELSE
              win_hits := win_hits || hit; win_counts := win_counts || 1;
            END IF;
            key_admitted := true;
          END IF;
        END IF;
        minute_used := in_window; minute_oldest := win_hits[1]; day_used := day_n;
        minute_free_at := NULL;
        IF outcome = 'rate_limited_minute' THEN
          expired := 0;
          FOR i IN 1 .. cardinality(win_hits) LOOP
            expired := expired + win_counts[i];
            minute_free_at := win_hits[i] + interval '1 minute';
            EXIT WHEN in_window - expired < per_minute;
          END LOOP;
        END IF;
        RETURN NEXT;
      END LOOP;

      IF key_admitted THEN
        UPDATE key_windows k SET hits = win_hits, counts = win_counts, last_used_at = at
          WHERE k.server_id = server_name AND k.key_id = key_name;
      END IF;
    END LOOP;

    IF cardinality(new_ids) > 0 THEN
      INSERT INTO reservations (server_id, id, week_start, day, channel, week_units, credit_units, expires_at)
        SELECT server_name, r.i, week, CASE WHEN r.k = 'api' THEN today END, r.k, r.u, r.c, expires
        FROM unnest(new_ids, new_drawers, new_week, new_credit) AS r(i, k, u, c);
      UPDATE week_quotas q SET reserved = w.reserved, api_reserved = w.api_reserved
        WHERE q.server_id = server_name AND q.week_start = week;
      UPDATE credit q SET reserved = c.reserved WHERE q.server_id = server_name AND q.reserved <> c.reserved;
      IF 'api' = ANY (new_drawers) THEN
        INSERT INTO day_counts AS d (server_id, day, kind, n) VALUES (server_name, today, 'api', day_n)
          ON CONFLICT (server_id, day, kind) DO UPDATE SET n = EXCLUDED.n;
      END IF;
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION ledger_of(server text, week date, today date) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object(
      'used', COALESCE(w.used, 0), 'reserved', COALESCE(w.reserved, 0),
      'api_used', COALESCE(w.api_used, 0), 'api_reserved', COALESCE(w.api_reserved, 0),
      'credit_balance', COALESCE(c.balance, 0), 'credit_reserved', COALESCE(c.reserved, 0),
      'requests_today', COALESCE(d.n, 0))
    FROM (SELECT 1) AS one
    LEFT JOIN week_quotas w ON w.server_id = server AND w.week_start = week
    LEFT JOIN credit c ON c.server_id = server
    LEFT JOIN day_counts d ON d.server_id = server AND d.day = today AND d.kind = 'api');
END $$;

CREATE TYPE settled_reservation AS (
  server_id text, id uuid, week_start date, day date, channel text,
  week_units bigint, credit_units bigint, week_cost bigint, credit_cost bigint, released boolean);

CREATE FUNCTION settle(batch jsonb, at timestamptz)
RETURNS TABLE (settled_id uuid, ledger jsonb) LANGUAGE plpgsql AS $$
DECLARE done settled_reservation[];
BEGIN
  WITH item AS (
    SELECT * FROM jsonb_to_recordset(batch) AS i(server_id text, id uuid, units bigint)
  ), gone AS (
    DELETE FROM reservations r USING item i WHERE r.server_id = i.server_id AND r.id = i.id
    RETURNING r.*, CASE WHEN i.units IS NOT NULL THEN LEAST(i.units, r.week_units + r.credit_units) END AS cost
  )
  SELECT COALESCE(array_agg(ROW(g.server_id, g.id, g.week_start, g.day, g.channel, g.week_units, g.credit_units,
      LEAST(COALESCE(g.cost, 0), g.week_units), GREATEST(COALESCE(g.cost, 0) - g.week_units, 0),
      g.cost IS NULL)::settled_reservation), '{}')
    INTO done FROM gone g;

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

  IF EXISTS (SELECT FROM unnest(done) s WHERE s.credit_units > 0) THEN
    PERFORM 1 FROM credit q WHERE q.server_id IN (SELECT s.server_id FROM unnest(done) s WHERE s.credit_units > 0)
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
      week_start, week_units, credit_units, at)
    SELECT s.server_id, s.id, s.channel, i.level, i.prompt_tokens, i.completion_tokens,
      s.week_cost + s.credit_cost, s.week_start, s.week_cost, s.credit_cost, at
    FROM unnest(done) s
    JOIN jsonb_to_recordset(batch) AS i(server_id text, id uuid, level text, prompt_tokens integer,
      completion_tokens integer) ON i.server_id = s.server_id AND i.id = s.id
    WHERE NOT s.released;

  INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, reason, used_ids,
      confidence, at)
    SELECT s.server_id, s.id, s.channel, i.level, a.engine, a.question, a.answer, a.needs_team, a.reason,
      a.used_ids, a.confidence, at
    FROM unnest(done) s
    JOIN jsonb_to_recordset(batch) AS i(server_id text, id uuid, level text, answer jsonb)
      ON i.server_id = s.server_id AND i.id = s.id,
    jsonb_to_record(i.answer) AS a(engine text, question text, answer text, needs_team boolean, reason text,
      used_ids text[], confidence real)
    WHERE NOT s.released AND jsonb_typeof(i.answer) = 'object';

  UPDATE idempotency y SET state = 'done', expires_at = at + interval '24 hours',
      response = i.response, ledger = ledger_of(s.server_id, s.week_start, s.day)
    FROM unnest(done) s
    JOIN jsonb_to_recordset(batch) AS i(server_id text, id uuid, response jsonb, key_id text, idempotency_key text)
      ON i.server_id = s.server_id AND i.id = s.id
    WHERE i.idempotency_key IS NOT NULL AND y.server_id = s.server_id AND y.key_id = i.key_id
      AND y.idempotency_key = i.idempotency_key AND y.request_id = s.id;

  RETURN QUERY SELECT s.id, ledger_of(s.server_id, s.week_start, s.day) FROM unnest(done) s;
END $$;

CREATE FUNCTION sweep(at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE batch jsonb; freed integer;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('server_id', x.server_id, 'id', x.id)) INTO batch
    FROM (SELECT r.server_id, r.id FROM reservations r WHERE r.expires_at <= at
      ORDER BY r.expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED) x;
  SELECT count(*) INTO freed FROM settle(COALESCE(batch, '[]'), at);
  RETURN freed;
END $$;
