CREATE OR REPLACE FUNCTION admit(batch jsonb, at timestamptz, week date, today date, expires timestamptz)
RETURNS TABLE (id uuid, outcome text, week_units bigint, credit_units bigint,
               minute_used integer, minute_oldest timestamptz, minute_free_at timestamptz, day_used integer)
LANGUAGE plpgsql AS $$
DECLARE
  server jsonb; server_key jsonb; requests jsonb; request jsonb;
  server_name text; key_name text; drawer text;
  w week_quotas; c credit;
  day_n integer; per_day integer; per_minute integer; in_window integer; expired integer;
  win_hits timestamptz[]; win_counts integer[]; hit timestamptz; key_admitted boolean;
  quota bigint; share bigint; wanted bigint; week_left bigint; granted bigint;
  new_ids uuid[]; new_week bigint[]; new_credit bigint[]; new_drawers text[];
  version text; is_current boolean; is_valid boolean;
BEGIN
  FOR server_at IN 0 .. jsonb_array_length(batch) - 1 LOOP
    server := batch->server_at;
    server_name := server->>'server_id';
    quota := (server->>'quota')::bigint;
    per_day := (server->>'per_day')::integer;
    new_ids := '{}'; new_week := '{}'; new_credit := '{}'; new_drawers := '{}';
    version := server->>'version';
    is_current := version IS NULL
      OR EXISTS (SELECT FROM servers s WHERE s.id = server_name AND s.xmin::text = version);
    WHILE is_current LOOP
      SELECT * INTO w FROM week_quotas q WHERE q.server_id = server_name AND q.week_start = week FOR UPDATE;
      EXIT WHEN FOUND;
      INSERT INTO week_quotas (server_id, week_start) VALUES (server_name, week) ON CONFLICT DO NOTHING;
    END LOOP;
    SELECT * INTO c FROM credit q WHERE q.server_id = server_name FOR UPDATE;
    SELECT n INTO day_n FROM day_counts d WHERE d.server_id = server_name AND d.day = today AND d.kind = 'api';
    day_n := COALESCE(day_n, 0);

    FOR key_at IN 0 .. jsonb_array_length(server->'keys') - 1 LOOP
      server_key := server->'keys'->key_at;
      key_name := server_key->>'key_id';
      drawer := server_key->>'channel';
      share := (server_key->>'share')::bigint;
      per_minute := (server_key->>'per_minute')::integer;
      win_hits := '{}'; win_counts := '{}'; in_window := 0; key_admitted := false;
      is_valid := version IS NULL OR is_current AND EXISTS (SELECT FROM api_keys a
        WHERE a.server_id = server_name AND a.id = key_name AND a.revoked_at IS NULL);
      IF key_name IS NOT NULL THEN
        SELECT k.hits, k.counts INTO win_hits, win_counts FROM key_windows k
          WHERE k.server_id = server_name AND k.key_id = key_name FOR UPDATE;
        IF win_hits[1] <= at - interval '1 minute' OR win_hits[cardinality(win_hits)] >= at + interval '1 minute' THEN
          SELECT COALESCE(array_agg(h ORDER BY h), '{}'), COALESCE(array_agg(n ORDER BY h), '{}')
            INTO win_hits, win_counts
            FROM unnest(win_hits, win_counts) AS u(h, n)
            WHERE h > at - interval '1 minute' AND h < at + interval '1 minute';
        END IF;
        in_window := COALESCE((SELECT sum(n) FROM unnest(win_counts) AS u(n)), 0);
      END IF;

      requests := server_key->'requests';
      FOR request_at IN 0 .. jsonb_array_length(requests) - 1 LOOP
        request := requests->request_at;
        id := (request->>'id')::uuid;
        week_units := 0; credit_units := 0;
        wanted := (request->>'wanted')::bigint;
        week_left := GREATEST(0, LEAST(quota - w.used - w.reserved,
          CASE WHEN drawer = 'api' THEN share - w.api_used - w.api_reserved ELSE quota END));
        granted := LEAST(wanted, week_left + CASE WHEN drawer = 'learning' THEN 0 ELSE COALESCE(c.balance - c.reserved, 0) END);
        IF NOT is_valid THEN
          outcome := 'outdated';
        ELSIF key_name IS NOT NULL AND in_window >= per_minute THEN
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
      IF 0 < ANY (new_credit) THEN
        UPDATE credit q SET reserved = c.reserved WHERE q.server_id = server_name;
      END IF;
      IF 'api' = ANY (new_drawers) THEN
        INSERT INTO day_counts AS d (server_id, day, kind, n) VALUES (server_name, today, 'api', day_n)
          ON CONFLICT (server_id, day, kind) DO UPDATE SET n = EXCLUDED.n;
      END IF;
    END IF;
  END LOOP;
END $$;

ALTER FUNCTION settle(jsonb, timestamptz) RENAME TO settle_many;

CREATE FUNCTION settle_one(item jsonb, at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE one record; held record; cost bigint; week_cost bigint; credit_cost bigint;
BEGIN
  SELECT * INTO one FROM jsonb_to_record(item) AS i(server_id text, id uuid, units bigint, level text,
    prompt_tokens integer, completion_tokens integer, answer jsonb, idempotency_key text);
  IF one.units IS NULL OR one.idempotency_key IS NOT NULL THEN RETURN NULL; END IF;
  DELETE FROM reservations r WHERE r.server_id = one.server_id AND r.id = one.id RETURNING * INTO held;
  IF NOT FOUND THEN RETURN NULL; END IF;
  cost := LEAST(one.units, held.week_units + held.credit_units);
  week_cost := LEAST(cost, held.week_units);
  credit_cost := GREATEST(cost - held.week_units, 0);
  UPDATE week_quotas q SET
      reserved = q.reserved - held.week_units, used = q.used + week_cost,
      api_reserved = q.api_reserved - CASE WHEN held.channel = 'api' THEN held.week_units ELSE 0 END,
      api_used = q.api_used + CASE WHEN held.channel = 'api' THEN week_cost ELSE 0 END
    WHERE q.server_id = held.server_id AND q.week_start = held.week_start;
  IF held.credit_units > 0 THEN
    UPDATE credit q SET reserved = q.reserved - held.credit_units, balance = q.balance - credit_cost
      WHERE q.server_id = held.server_id;
  END IF;
  INSERT INTO charges (server_id, id, channel, level, prompt_tokens, completion_tokens, units,
      week_start, day, week_units, credit_units, at)
    VALUES (held.server_id, held.id, held.channel, one.level, one.prompt_tokens, one.completion_tokens, cost,
      held.week_start, held.day, week_cost, credit_cost, at);
  IF jsonb_typeof(one.answer) = 'object' THEN
    INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, reason, used_ids,
        confidence, at)
      SELECT held.server_id, held.id, held.channel, one.level, a.engine, a.question, a.answer, a.needs_team,
        a.reason, a.used_ids, a.confidence, at
      FROM jsonb_to_record(one.answer) AS a(engine text, question text, answer text, needs_team boolean,
        reason text, used_ids text[], confidence real);
  END IF;
  RETURN ledger_of(held.server_id, held.week_start, held.day);
END $$;

CREATE FUNCTION settle(batch jsonb, at timestamptz)
RETURNS TABLE (settled_id uuid, ledger jsonb) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF jsonb_array_length(batch) = 1 THEN
    ledger := settle_one(batch->0, at);
    IF ledger IS NOT NULL THEN
      settled_id := batch->0->>'id';
      RETURN NEXT;
      RETURN;
    END IF;
  END IF;
  RETURN QUERY SELECT * FROM settle_many(batch, at);
END $$;
