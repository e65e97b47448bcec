CREATE OR REPLACE FUNCTION admit(batch jsonb, at timestamptz, week date, today date, expires timestamptz)
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
        granted := LEAST(wanted, week_left + CASE WHEN drawer = 'learning' THEN 0 ELSE COALESCE(c.balance - c.reserved, 0) END);
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
