-- The ledger: every function that moves units, whole and as it runs. Loaded after every migration, so it drops what
-- was there before. Repeatable under kill -9: a reservation is held until one settle or release deletes its row.
DROP FUNCTION IF EXISTS admit(jsonb, timestamptz, date, date, timestamptz);
DROP FUNCTION IF EXISTS rehearsed_in(text, date);
DROP FUNCTION IF EXISTS spent_in(text, date, text);
DROP FUNCTION IF EXISTS ledger_of(text, date, date);
DROP FUNCTION IF EXISTS sweep(timestamptz);
DROP FUNCTION IF EXISTS settle(jsonb, timestamptz, uuid);
DROP FUNCTION IF EXISTS settle_again(jsonb);
DROP FUNCTION IF EXISTS give_back(text, uuid, timestamptz);
DROP TYPE IF EXISTS settlement;

-- admit: minute window, day count, weekly quota and credit for a batch of requests, in one round trip. The week row
-- is the server's mutex; rows are locked week -> credit -> day -> key window, servers in order, so two processes
-- never wait for each other in a circle. Learning and rehearsals never draw on credit, which the owner bought for
-- answers. The rehearsals of a week, and the questions of a place with a share, together get no more than their share of
-- it, never from credit; it is counted from their charges.
--
-- `batch` is [{server_id, quota, per_day, keys: [{key_id, is_test, channel, place, share, per_minute,
-- requests: [{id, wanted, least}]}]}], sorted by server_id. A test key has no day. Up to 120 hits a window are exact; above that a hit is
-- dated to the end of its half second, which can only refuse too early, never too late. Lists are read by place: a
-- cursor takes 10 us. Keys of scope admin come under the empty server_id: they have their minute and nothing else.
CREATE FUNCTION admit(batch jsonb, at timestamptz, week date, today date, expires timestamptz)
RETURNS TABLE (id uuid, outcome text, week_units bigint, credit_units bigint,
               minute_used integer, minute_oldest timestamptz, minute_free_at timestamptz, day_used integer)
LANGUAGE plpgsql AS $$
DECLARE
  server jsonb; server_key jsonb; requests jsonb; request jsonb;
  server_name text; key_name text; drawer text; place_name text; purse text;
  w week_quotas; c credit;
  day_n integer; per_day integer; per_minute integer; in_window integer; expired integer;
  win_hits timestamptz[]; win_counts integer[]; hit timestamptz; key_admitted boolean; has_day boolean;
  quota bigint; share bigint; wanted bigint; week_left bigint; granted bigint; spent bigint; spent_of jsonb;
  new_ids uuid[]; new_week bigint[]; new_credit bigint[]; new_drawers text[]; new_days date[]; new_places text[];
BEGIN
  FOR server_at IN 0 .. jsonb_array_length(batch) - 1 LOOP
    server := batch->server_at;
    server_name := server->>'server_id';
    quota := (server->>'quota')::bigint;
    per_day := (server->>'per_day')::integer;
    new_ids := '{}'; new_week := '{}'; new_credit := '{}'; new_drawers := '{}'; new_days := '{}';
    new_places := '{}'; spent_of := '{}';
    IF server_name = '' THEN
      -- No week row keeps two processes from waiting for each other in a circle, so the keys are locked in order.
      PERFORM 1 FROM admin_keys k WHERE k.id IN (SELECT x->>'key_id' FROM jsonb_array_elements(server->'keys') AS x)
        ORDER BY k.id FOR UPDATE;
    END IF;
    LOOP
      EXIT WHEN server_name = '';
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
      place_name := server_key->>'place';
      -- What has a share of its own, and what all of it in this week cost and hold, with this batch.
      purse := CASE WHEN drawer = 'rehearsal' THEN drawer ELSE place_name END;
      spent := CASE WHEN purse IS NOT NULL THEN COALESCE((spent_of->>purse)::bigint,
        (SELECT s.used + s.held FROM spent_in(server_name, week, place_name) s)) END;
      share := (server_key->>'share')::bigint;
      per_minute := (server_key->>'per_minute')::integer;
      has_day := drawer = 'api' AND NOT COALESCE((server_key->>'is_test')::boolean, false);
      win_hits := '{}'; win_counts := '{}'; in_window := 0; key_admitted := false;
      IF key_name IS NOT NULL THEN
        IF server_name = '' THEN
          SELECT k.hits, k.counts INTO win_hits, win_counts FROM admin_keys k WHERE k.id = key_name FOR UPDATE;
        ELSE
          SELECT k.hits, k.counts INTO win_hits, win_counts FROM key_windows k
            WHERE k.server_id = server_name AND k.key_id = key_name FOR UPDATE;
        END IF;
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
        week_left := GREATEST(0, LEAST(quota - w.used - w.reserved, CASE WHEN purse IS NOT NULL THEN share - spent
          WHEN drawer = 'api' THEN share - w.api_used - w.api_reserved ELSE quota END));
        granted := LEAST(wanted, week_left +
          CASE WHEN purse IS NOT NULL OR drawer = 'learning' THEN 0 ELSE COALESCE(c.balance - c.reserved, 0) END);
        IF key_name IS NOT NULL AND in_window >= per_minute THEN
          outcome := 'rate_limited_minute';
        ELSIF key_name IS NOT NULL AND has_day AND day_n >= per_day THEN
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
          spent := spent + week_units;
          new_ids := new_ids || id; new_week := new_week || week_units;
          new_credit := new_credit || credit_units; new_drawers := new_drawers || drawer;
          new_days := new_days || CASE WHEN has_day THEN today END;
          new_places := new_places || place_name;
          IF key_name IS NOT NULL THEN
            IF has_day THEN day_n := day_n + 1; END IF;
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

      IF purse IS NOT NULL THEN spent_of := spent_of || jsonb_build_object(purse, spent); END IF;
      IF key_admitted AND server_name = '' THEN
        UPDATE admin_keys k SET hits = win_hits, counts = win_counts, last_used_at = at WHERE k.id = key_name;
      ELSIF key_admitted THEN
        UPDATE key_windows k SET hits = win_hits, counts = win_counts, last_used_at = at
          WHERE k.server_id = server_name AND k.key_id = key_name;
      END IF;
    END LOOP;

    IF cardinality(new_ids) > 0 AND server_name <> '' THEN
      INSERT INTO reservations (server_id, id, week_start, day, channel, week_units, credit_units, expires_at, place)
        SELECT server_name, r.i, week, r.d, r.k, r.u, r.c, expires, r.p
        FROM unnest(new_ids, new_days, new_drawers, new_week, new_credit, new_places) AS r(i, d, k, u, c, p);
      UPDATE week_quotas q SET reserved = w.reserved, api_reserved = w.api_reserved
        WHERE q.server_id = server_name AND q.week_start = week;
      IF 0 < ANY (new_credit) THEN
        UPDATE credit q SET reserved = c.reserved WHERE q.server_id = server_name;
      END IF;
      IF today = ANY (new_days) THEN
        INSERT INTO day_counts AS d (server_id, day, kind, n) VALUES (server_name, today, 'api', day_n)
          ON CONFLICT (server_id, day, kind) DO UPDATE SET n = EXCLUDED.n;
      END IF;
    END IF;
  END LOOP;
END $$;

-- spent_in: what the questions of a place, or with NULL the rehearsals, of a week cost without what was given back, and
-- hold. Deleting a rehearsal changes nothing of it.
CREATE FUNCTION spent_in(server text, week date, of_place text, OUT used bigint, OUT held bigint)
LANGUAGE sql STABLE AS $$
  SELECT (SELECT COALESCE(sum(x.week_units), 0) FROM (
      SELECT c.week_units FROM charges c WHERE of_place IS NULL
        AND c.server_id = server AND c.week_start = week AND c.channel = 'rehearsal' AND c.given_back_at IS NULL
      UNION ALL SELECT c.week_units FROM charges c
        WHERE c.server_id = server AND c.week_start = week AND c.place = of_place AND c.given_back_at IS NULL) x)::bigint,
    (SELECT COALESCE(sum(r.week_units), 0) FROM reservations r WHERE r.server_id = server AND r.week_start = week
      AND CASE WHEN of_place IS NULL THEN r.channel = 'rehearsal' ELSE r.place = of_place END)::bigint
$$;

-- ledger_of: what a server has left, the one source of every usage figure, in /chat, /status and on replay.
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

CREATE TYPE settlement AS (
  server_id text, id uuid, week_start date, day date, channel text, released boolean,
  week_units bigint, credit_units bigint, week_cost bigint, credit_cost bigint,
  level text, prompt_tokens integer, completion_tokens integer, answer jsonb,
  key_id text, idempotency_key text, response jsonb, place text);

-- settle: deletes reservations and books what they cost, week first, the rest on credit; the cost never exceeds the
-- reservation, and a late settle lands in the week that reserved. Repeatable: what was settled before gives its
-- ledger again and changes nothing. `units` NULL releases, as if the request had never been let in: the reservation
-- and the day count are given back; a charge that nobody heard of is reversed, unless its answer waits under an
-- Idempotency-Key for the next try or for a webhook; a claim of such a key that is still running goes with it.
--
-- `batch` is [{server_id, id, units, level, prompt_tokens, completion_tokens, answer, key_id, idempotency_key,
-- response}], read once: parsing it four times took half of the time. Planned once for a connection: planning anew
-- for each batch took a fifth of a batch of one. Every row is looked up by its index: a plan that was made while few
-- reservations stood there would read the whole table for each batch, with all that came and went since a VACUUM.
--
-- `heard_as` names the batch: its charges stand in `unheard_charges` until the process says that it heard of them.
CREATE FUNCTION settle(batch jsonb, at timestamptz, heard_as uuid DEFAULT NULL)
RETURNS TABLE (settled_id uuid, ledger jsonb) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
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
      g.level, g.prompt_tokens, g.completion_tokens, g.answer, g.key_id, g.idempotency_key, g.response,
      g.place)::settlement), '{}')
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
    -- Credit that was held and is free again pays a debt first: balance - debt falls by the cost alone.
    UPDATE credit q SET reserved = q.reserved - t.held,
        balance = GREATEST(q.balance - q.debt - t.cost, q.reserved - t.held),
        debt = GREATEST(q.debt - q.balance + t.cost + q.reserved - t.held, 0)
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
      week_start, day, week_units, credit_units, at, key_id, place)
    SELECT s.server_id, s.id, s.channel, s.level, s.prompt_tokens, s.completion_tokens,
      s.week_cost + s.credit_cost, s.week_start, s.day, s.week_cost, s.credit_cost, at, s.key_id, s.place
    FROM unnest(done) s WHERE NOT s.released;

  IF heard_as IS NOT NULL THEN
    INSERT INTO unheard_charges (batch, at, items)
      SELECT heard_as, settle.at, jsonb_agg(jsonb_build_object('server_id', s.server_id, 'id', s.id))
      FROM unnest(done) s WHERE NOT s.released HAVING count(*) > 0;
  END IF;

  INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, reason, used_ids,
      confidence, language, is_draft, is_repeated, conversation_id, metadata, at)
    SELECT s.server_id, s.id, CASE WHEN a.is_test THEN 'test' ELSE s.channel END, s.level, a.engine, a.question,
      a.answer, a.needs_team, a.reason, a.used_ids, a.confidence, a.language, COALESCE(a.is_draft, false),
      COALESCE(a.is_repeated, false), a.conversation_id, a.metadata, at
    FROM unnest(done) s, jsonb_to_record(s.answer) AS a(engine text, question text, answer text,
      needs_team boolean, reason text, used_ids text[], confidence real, language text, is_test boolean,
      is_draft boolean, is_repeated boolean, conversation_id text, metadata jsonb)
    WHERE NOT s.released AND jsonb_typeof(s.answer) = 'object';

  INSERT INTO answer_details (server_id, answer_id, turns, history, passages, is_whole, took_ms, sent,
      knowledge_revision)
    SELECT s.server_id, s.id, d.turns, d.history, d.passages, d.is_whole, d.took_ms, d.sent, d.knowledge_revision
    FROM unnest(done) s, jsonb_to_record(s.answer->'details') AS d(turns integer, history jsonb, passages jsonb,
      is_whole boolean, took_ms integer, sent jsonb, knowledge_revision bigint)
    WHERE NOT s.released AND jsonb_typeof(s.answer->'details') = 'object';

  -- Read once for each server of the batch (100 of 150 us an item were spent here), and the same for the
  -- answer and for its stored outcome, whatever credit is granted meanwhile.
  SELECT jsonb_object_agg(jsonb_build_array(x.server_id, x.week_start, x.day)::text,
      ledger_of(x.server_id, x.week_start, x.day))
    INTO purses
    FROM (SELECT DISTINCT u.server_id, u.week_start, u.day FROM unnest(done || repeated) u) x;

  -- Whoever ends the reservation of a question that is heard later also says how it ended, once.
  IF EXISTS (SELECT FROM unnest(done) s JOIN async_questions q ON q.server_id = s.server_id AND q.id = s.id) THEN
    WITH ended AS (
      UPDATE async_questions q SET outcome = CASE WHEN s.released OR s.response IS NULL
          THEN jsonb_build_object('error', COALESCE(s.response->>'error', 'service_unavailable'))
          ELSE jsonb_build_object('answer', s.response,
            'ledger', purses -> jsonb_build_array(s.server_id, s.week_start, s.day)::text) END
        FROM unnest(done) s WHERE q.server_id = s.server_id AND q.id = s.id AND q.outcome IS NULL
      RETURNING q.server_id, q.id, q.outcome ? 'error' AS has_failed
    )
    INSERT INTO webhook_deliveries (server_id, webhook_id, id, type, subject, created_at, due_at)
      SELECT e.server_id, h.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''),
        CASE WHEN e.has_failed THEN 'answer.failed' ELSE 'answer.created' END, e.id::text, at, at
      FROM ended e JOIN webhooks h ON h.server_id = e.server_id
      -- Also where an address was switched off since, which hears of it when it is on again. Whoever waits for an
      -- answer hears that there is none.
      WHERE h.types IS NULL OR 'answer.created' = ANY(h.types) OR (e.has_failed AND 'answer.failed' = ANY(h.types))
      ON CONFLICT DO NOTHING;
  END IF;

  -- In the same transaction as the answer: neither is there without the other.
  IF EXISTS (SELECT FROM unnest(done) s JOIN webhooks h ON h.server_id = s.server_id) THEN
    INSERT INTO webhook_deliveries (server_id, webhook_id, id, type, subject, created_at, due_at)
      SELECT s.server_id, h.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.type, s.id::text, at, at
      FROM unnest(done) s
      JOIN webhooks h ON h.server_id = s.server_id
      CROSS JOIN LATERAL (VALUES
        ('answer.handed_over', (s.answer->>'needs_team')::boolean),
        ('question.unanswered', s.answer->>'reason' = 'not_in_knowledge'
          AND NOT COALESCE((s.answer->>'is_test')::boolean, false))) AS e(type, holds)
      WHERE NOT s.released AND jsonb_typeof(s.answer) = 'object' AND e.holds AND takes_event(h, e.type)
      ON CONFLICT DO NOTHING;
  END IF;

  IF EXISTS (SELECT FROM unnest(done) s WHERE s.idempotency_key IS NOT NULL) THEN
    -- No key of a caller has a blank: those are derived from a conversation, whose same words may be meant anew later.
    UPDATE idempotency y SET state = 'done', response = s.response, expires_at = at + CASE
        WHEN s.idempotency_key LIKE '% %' THEN interval '10 minutes' ELSE interval '24 hours' END,
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

-- settle_again: the items of a batch whose reservation is gone. Charges that are to be released are deleted and come
-- back as `reversed`, with their cost below zero, or zero where it was given back before; those that are only asked for once more as `done`.
CREATE FUNCTION settle_again(batch jsonb, OUT done settlement[], OUT reversed settlement[]) LANGUAGE plpgsql AS $$
BEGIN
  WITH item AS (
    SELECT * FROM jsonb_to_recordset(batch) AS i(server_id text, id uuid, units bigint) WHERE i.units IS NULL
  ), gone AS (
    DELETE FROM charges c USING item i WHERE c.server_id = i.server_id AND c.id = i.id
      AND NOT EXISTS (SELECT FROM idempotency y WHERE y.server_id = c.server_id AND y.request_id = c.id)
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.server_id = c.server_id
        AND d.type = 'answer.created' AND d.subject = c.id::text)
    RETURNING c.*
  ), unsaid AS (
    DELETE FROM answers a USING gone g WHERE a.server_id = g.server_id AND a.id = g.id
  ), unexplained AS (
    DELETE FROM answer_details d USING gone g WHERE d.server_id = g.server_id AND d.answer_id = g.id
  )
  SELECT COALESCE(array_agg(ROW(g.server_id, g.id, g.week_start, g.day, g.channel, true, 0, 0,
      CASE WHEN g.given_back_at IS NULL THEN -g.week_units ELSE 0 END,
      CASE WHEN g.given_back_at IS NULL THEN -g.credit_units ELSE 0 END, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::settlement), '{}')
    INTO reversed FROM gone g;

  SELECT COALESCE(array_agg(ROW(c.server_id, c.id, c.week_start, c.day, c.channel, false, 0, 0, 0, 0,
      NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::settlement), '{}')
    INTO done
    FROM charges c JOIN jsonb_to_recordset(batch) AS i(server_id text, id uuid, units bigint)
      ON i.server_id = c.server_id AND i.id = c.id
    WHERE i.units IS NOT NULL;
END $$;

-- give_back: the units of an answer that went out without the team and did not hold, once and within 72 hours, to the
-- week and the credit that they came from; a week that is over gets back its own, which is of no use to the new one.
-- Of one key (or Discord) in 24 hours at most ten answers, or a tenth of them where that is more. The charge stays.
-- Locked as everywhere, charge -> week -> credit; the credit row keeps give-backs of two weeks apart.
CREATE FUNCTION give_back(server text, charge uuid, at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE c charges; asked bigint; given bigint;
BEGIN
  SELECT q.* INTO c FROM charges q
    WHERE q.server_id = server AND q.id = charge AND q.given_back_at IS NULL AND q.units > 0
      AND q.at >= give_back.at - interval '72 hours'
      AND EXISTS (SELECT FROM answers a WHERE a.server_id = server AND a.id = charge
        AND NOT a.needs_team AND NOT a.is_draft)
    FOR NO KEY UPDATE OF q;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM 1 FROM week_quotas q WHERE q.server_id = server AND q.week_start = c.week_start FOR UPDATE;
  PERFORM 1 FROM credit q WHERE q.server_id = server FOR UPDATE;
  SELECT count(*) INTO asked FROM charges q WHERE q.server_id = server AND q.channel = c.channel
    AND q.key_id IS NOT DISTINCT FROM c.key_id AND q.units > 0 AND q.at > give_back.at - interval '24 hours';
  SELECT count(*) INTO given FROM charges q WHERE q.server_id = server AND q.channel = c.channel
    AND q.key_id IS NOT DISTINCT FROM c.key_id AND q.given_back_at > give_back.at - interval '24 hours';
  IF given >= GREATEST(10, asked / 10) THEN RETURN false; END IF;

  UPDATE charges q SET given_back_at = give_back.at WHERE q.server_id = server AND q.id = charge;
  UPDATE week_quotas q SET used = q.used - c.week_units,
      api_used = q.api_used - CASE WHEN c.channel = 'api' THEN c.week_units ELSE 0 END
    WHERE q.server_id = server AND q.week_start = c.week_start;
  UPDATE credit q SET balance = GREATEST(q.balance - q.debt + c.credit_units, q.reserved),
      debt = GREATEST(q.reserved - (q.balance - q.debt + c.credit_units), 0)
    WHERE q.server_id = server;
  RETURN true;
END $$;

-- sweep: gives back what processes that died had reserved, and charges that nobody will hear of: two sweeps ten
-- seconds apart both found them old, so a process that lives has said in between that it heard of its own, also
-- where the database was away before. What is being settled is left alone.
CREATE FUNCTION sweep(at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE batch jsonb; freed integer;
BEGIN
  WITH expired AS (
    SELECT r.server_id, r.id FROM reservations r WHERE r.expires_at <= at
      ORDER BY r.expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED
  ), doubted AS (
    SELECT u.batch FROM unheard_charges u WHERE u.doubted_at <= sweep.at - interval '10 seconds'
      LIMIT 100 FOR UPDATE SKIP LOCKED
  ), unheard AS (
    DELETE FROM unheard_charges u USING doubted d WHERE u.batch = d.batch RETURNING u.items
  )
  SELECT jsonb_agg(x.item) INTO batch FROM (
    SELECT jsonb_build_object('server_id', e.server_id, 'id', e.id) AS item FROM expired e
    UNION ALL SELECT jsonb_array_elements(u.items) FROM unheard u) x;
  UPDATE unheard_charges u SET doubted_at = sweep.at WHERE u.batch IN (SELECT o.batch FROM unheard_charges o
    WHERE o.doubted_at IS NULL AND o.at <= sweep.at - interval '10 seconds' FOR UPDATE SKIP LOCKED);
  SELECT count(*) INTO freed FROM settle(COALESCE(batch, '[]'), at);
  RETURN freed;
END $$;
