import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { BACKUP_TABLES, NOT_BACKED_UP, readShape } from '../../src/adapters/db/operations/backup.ts';
import { deleteMember, optOut } from '../../src/core/members/privacy.ts';
import { exportServer, importServer } from '../../src/core/operations/backup/backup.ts';
import { listUnknownTypes } from '../../src/core/operations/backup/format.ts';
import { deleteServer, getServer } from '../../src/core/owners/servers.ts';
import { readUsage } from '../../src/core/quota/usage.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { countRuns } from '../support/runs.ts';
import { dumpKept, findInTables } from '../support/tables.ts';
import { exportText, fillServer, importText, MEMBER, QUESTION, rowsOf } from './backup-setup.ts';

let source: TestApp;
let target: TestApp;
beforeAll(async () => {
  source = await startApp();
  target = await startApp();
});
afterAll(async () => {
  await source.stop();
  await target.stop();
});

/** Rows of a server as the database prints them, but for columns that no file holds or holds otherwise. */
async function readTables({ core }: TestApp, id: string) {
  const tables: Record<string, string[]> = {};
  for (const { name, owner, without = {}, instead = {} } of BACKUP_TABLES) {
    const hidden = [owner, ...Object.keys(without), ...Object.keys(instead)];
    const { rows } = await sql<{ row: string }>`SELECT (to_jsonb(t) - ${hidden}::text[])::text AS row
      FROM ${sql.table(name)} t WHERE ${sql.ref(`t.${owner}`)} = ${id} ORDER BY 1`.execute(
      core.database.kysely,
    );
    tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Rows of a server that tell of an answer whose words are not there. */
async function detailsWithoutWords(id: string): Promise<number> {
  const { rows } = await sql`SELECT FROM answer_details d JOIN answers a
    ON a.server_id = d.server_id AND a.id = d.answer_id
    WHERE d.server_id = ${id} AND a.question IS NULL`.execute(target.core.database.kysely);
  return rows.length;
}

/** The file with another last line, as whoever changed it on purpose would write it. */
function seal(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  const counts: Record<string, number> = {};
  for (const line of lines.slice(1)) {
    const table = /^\{"table":"([^"]+)"/.exec(line)?.[1];
    if (table) counts[table] = (counts[table] ?? 0) + 1;
  }
  const checksum = createHash('sha256').update(text).digest('hex');
  return `${text}${JSON.stringify({ counts, checksum })}\n`;
}

describe('The list of what an export holds', () => {
  test('names every table of the schema once, included or left out with a reason', async () => {
    const { rows } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public'`.execute(source.core.database.kysely);
    const named = [...BACKUP_TABLES.map(({ name }) => name), ...Object.keys(NOT_BACKED_UP)];
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    expect(Object.values(NOT_BACKED_UP).filter((reason) => reason.length < 5)).toEqual([]);
  });

  test('names existing columns, and can check every type', async () => {
    const { rows } = await sql<{ name: string; column: string }>`
      SELECT table_name AS name, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public'`.execute(source.core.database.kysely);
    const known = new Set(rows.map(({ name, column }) => `${name}.${column}`));
    const spoken = BACKUP_TABLES.flatMap(({ name, owner, without, instead, hiddenFromOwners = [] }) =>
      [owner, ...Object.keys(without ?? {}), ...Object.keys(instead ?? {}), ...hiddenFromOwners].map(
        (column) => `${name}.${column}`,
      ),
    );
    expect(spoken.filter((column) => !known.has(column))).toEqual([]);
    const { columns } = await readShape(source.core.database);
    expect(listUnknownTypes([...columns.values()].flat())).toEqual([]);
  });

  test('names rows by what is unique in their table', async () => {
    const { rows } = await sql<{ name: string; columns: string[] }>`
      SELECT i.indrelid::regclass::text AS name, array_agg(a.attname::text ORDER BY k.place) AS columns
      FROM pg_index i, unnest(i.indkey::smallint[]) WITH ORDINALITY AS k(number, place), pg_attribute a
      WHERE i.indisunique AND a.attrelid = i.indrelid AND a.attnum = k.number
      GROUP BY i.indexrelid, i.indrelid`.execute(source.core.database.kysely);
    for (const { name, owner, key } of BACKUP_TABLES) {
      const columns = key.flatMap(([expression]) => /t\.(\w+)/.exec(expression)?.[1] ?? []);
      const whole = [...new Set([owner, ...columns])].toSorted();
      const unique = rows.filter((row) => row.name === name).map((row) => row.columns.toSorted());
      expect(unique, name).toContainEqual(whole);
    }
  });
});

describe('A server that is restored into an empty database', () => {
  test('is the same row by row: keys, usage, credit, knowledge and every other table', async () => {
    const { id, key } = await fillServer(source);
    const other = await fillServer(source);
    const before = await dumpKept(source.core);
    const file = await exportText(source.core, id);
    expect(await dumpKept(source.core)).toEqual(before);
    expect(file).not.toContain(other.id);
    expect(file).not.toContain(key);
    const counts = JSON.parse(file.trimEnd().split('\n').at(-1) ?? '').counts;
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);

    const imported = await importText(target.core, file);
    expect(imported).toMatchObject({ server: id, leftOut: {} });
    expect(imported.rows).toEqual(counts);
    expect(await readTables(target, id)).toEqual(await readTables(source, id));
    expect(rowsOf(await exportText(target.core, id))).toEqual(rowsOf(file));

    const [was, is] = [await source.chat(key, ask(QUESTION)), await target.chat(key, ask(QUESTION))];
    expect([is.status, is.body.answer]).toEqual([200, was.body.answer]);
    expect(is.body.sources).toEqual(was.body.sources);
    expect((await target.status(other.key)).status).toBe(401);
  });

  test('has its usage and credit, except for what answers in progress held', async () => {
    const { id, key } = await fillServer(source);
    const held = await readUsage(source.core, await getServer(source.core, id));
    expect(held.week.reserved_units).toBe(700);
    await importText(target.core, await exportText(source.core, id));
    const { kysely } = source.core.database;
    await sql`UPDATE week_quotas SET reserved = 0, api_reserved = 0 WHERE server_id = ${id}`.execute(kysely);
    await sql`UPDATE credit SET reserved = 0 WHERE server_id = ${id}`.execute(kysely);
    await sql`UPDATE day_counts SET n = n - 1 WHERE server_id = ${id}`.execute(kysely);
    const free = await readUsage(source.core, await getServer(source.core, id));
    expect(await readUsage(target.core, await getServer(target.core, id))).toEqual(free);
    expect((await target.status(key)).body.usage).toEqual((await source.status(key)).body.usage);
    expect(await target.core.ledger.sweep()).toBe(0);
  });

  test('is restored with unfinished work stopped', async () => {
    const { id } = await fillServer(source);
    await importText(target.core, await exportText(source.core, id));
    const { kysely } = target.core.database;
    const of = (table: 'links' | 'handled_messages') =>
      kysely
        .selectFrom(table as 'links')
        .select('state')
        .where('server_id', '=', id)
        .execute();
    expect(await of('links')).toEqual([{ state: 'queued' }]);
    expect((await of('handled_messages')).map(({ state }) => `${state}`).toSorted()).toEqual([
      'answered',
      'dropped',
    ]);
    const [server] = await kysely.selectFrom('servers').selectAll().where('id', '=', id).execute();
    expect(server).toMatchObject({ on_discord: false, active: true });
  });

  test('gets a new search index if an older one with the same id was searched before', async () => {
    const { id, key } = await fillServer(source);
    const file = await exportText(source.core, id);
    // As often changed as what comes back, and with an index in memory that says something else.
    await source.addKnowledge(id, [{ id: 'join', title: QUESTION, text: 'Climb over the fence.' }]);
    expect((await source.chat(key, ask(QUESTION))).body.answer).toContain('fence');
    await deleteServer(source.core, id);
    await importText(source.core, file);
    expect((await source.chat(key, ask(QUESTION))).body.answer).toContain('Press Join');
  });

  test('gets another id with --as, without its ids at the payment provider', async () => {
    const { id, key } = await fillServer(source);
    const file = await exportText(source.core, id);
    const as = `${id}-2`;
    const imported = await importText(target.core, file, as);
    expect(imported).toMatchObject({ server: as, leftOut: { subscriptions: 1 } });
    const { subscriptions, ...rest } = await readTables(source, id);
    expect(await readTables(target, as)).toEqual({ ...rest, subscriptions: [] });
    expect(subscriptions).toHaveLength(1);
    expect((await target.chat(key, ask(QUESTION))).status).toBe(200);
    await expect(getServer(target.core, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is restored in whatever chunks the file arrives', async () => {
    const { id } = await fillServer(source);
    const file = await exportText(source.core, id);
    await importText(target.core, file, undefined, 7);
    expect(await readTables(target, id)).toEqual(await readTables(source, id));
  });

  test('can come from an older version if missing fields have a default', async () => {
    const { id } = await fillServer(source);
    const [header = '', ...rows] = (await exportText(source.core, id)).trimEnd().split('\n').slice(0, -1);
    const older = rows.map((line) =>
      line.replace(/,"topic_called_at":null|,"question_is_derived":false/g, ''),
    );
    expect(older).not.toEqual(rows);
    await importText(
      target.core,
      seal([header.replace(/"schema":"[^"]+"/, '"schema":"0009-payments"'), ...older]),
    );
    expect(await readTables(target, id)).toEqual(await readTables(source, id));
  });

  test('does not bring back members who opted out or had their data deleted since', async () => {
    for (const goes of [optOut, deleteMember]) {
      const { id } = await fillServer(source);
      const file = await exportText(source.core, id);
      expect(file).toContain(`"${MEMBER}"`);
      target.clock.now += 1;
      const other = await fillServer(target);
      await goes(target.core, MEMBER);
      await importText(target.core, file);
      const left = (await findInTables(target.core, id)).filter((row) => row.includes(`,${MEMBER},`));
      expect(left).toEqual([]);
      const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM answers
        WHERE server_id = ${id} AND question = ${QUESTION}`.execute(target.core.database.kysely);
      expect(rows).toEqual([{ n: 0 }]);
      expect(await detailsWithoutWords(id)).toBe(0);
      const taught = await target.core.database.kysely
        .selectFrom('training')
        .select('state')
        .where('server_id', '=', id)
        .where('answer', 'like', '%northern pier%')
        .execute();
      expect(taught).toEqual([{ state: 'suspended' }]);
      await deleteServer(target.core, other.id);
      await sql`DELETE FROM opt_outs`.execute(target.core.database.kysely);
    }
  });

  test('keeps no question longer than RETENTION_DAYS', async () => {
    const { id } = await fillServer(source);
    const { kysely } = source.core.database;
    await kysely.updateTable('answers').set({ comment: 'Why?' }).where('server_id', '=', id).execute();
    const file = await exportText(source.core, id);
    const now = target.clock.now;
    target.clock.now += (target.core.config.RETENTION_DAYS + 1) * 86_400_000;
    await importText(target.core, file);
    target.clock.now = now;
    const answers = await target.core.database.kysely
      .selectFrom('answers')
      .select(['question', 'answer', 'comment'])
      .where('server_id', '=', id)
      .execute();
    expect(answers).toEqual(answers.map(() => ({ question: null, answer: null, comment: null })));
    expect(await detailsWithoutWords(id)).toBe(0);
  });

  test('has nothing beside answers whose words its file does not hold', async () => {
    const { id } = await fillServer(source);
    const file = await exportText(source.core, id);
    const lines = file.trimEnd().split('\n').slice(0, -1);
    const without = lines.map((line) => {
      const { table, row } = JSON.parse(line);
      if (table !== 'answers') return line;
      return JSON.stringify({ table, row: { ...row, question: null, answer: null } });
    });
    expect(without).not.toEqual(lines);
    expect((await importText(target.core, seal(without))).rows.answer_details).toBe(2);
    expect(await detailsWithoutWords(id)).toBe(0);
  });
});

describe('An import that is refused', () => {
  let file = '';
  let lines: string[] = [];
  let id = '';
  beforeAll(async () => {
    ({ id } = await fillServer(source));
    file = await exportText(source.core, id);
    lines = file.trimEnd().split('\n');
    await fillServer(target);
  });

  /** Nothing of it is there, and everybody else is as before. */
  async function refuse(text: string, expected: object | RegExp, as?: string) {
    const before = await dumpKept(target.core);
    const refusal = await importText(target.core, text, as).then(
      () => null,
      (error: { code: string; message: string }) => error,
    );
    const wanted =
      expected instanceof RegExp
        ? { code: 'invalid_input', message: expect.stringMatching(expected) }
        : expected;
    expect(refusal).toMatchObject(wanted);
    expect(await dumpKept(target.core)).toEqual(before);
  }
  const at = (table: string) => lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
  const changed = (table: string, change: (line: string) => string) =>
    lines.slice(0, -1).map((line, index) => (index === at(table) ? change(line) : line));

  test('leaves nothing behind if the file was cut off anywhere', async () => {
    for (const cut of [lines[0]?.length ?? 0, Math.floor(file.length / 2), file.length - 1])
      await refuse(file.slice(0, cut), /cut|valid JSON/);
    await refuse(`${lines.slice(0, -1).join('\n')}\n`, /closing line is missing/);
    await refuse('', /empty|cut/);
  });

  test('reports a line that was changed, is missing or appears twice', async () => {
    await refuse(file.replace('Press Join', 'Press Exit'), /was changed/);
    await refuse(
      file.replace(`${lines[at('knowledge')]}\n`, ''),
      /says 3 rows of "knowledge", but there are 2/,
    );
    await refuse(file.replace(/^(\{"table":"knowledge".*\n)/m, '$1$1'), /but there are 4/);
    await refuse(`${file}{}\n`, /comes after the closing line/);
  });

  test('names the line and what is wrong with it', async () => {
    const line = (table: string) => `line ${at(table) + 1} `;
    const cases: [string, (line: string) => string, string][] = [
      [
        'knowledge',
        (text) => text.replace('"knowledge"', '"recipes"'),
        'belongs to an unknown table "recipes"',
      ],
      [
        'knowledge',
        (text) => text.replace('"title"', '"colour"'),
        'has a column "colour" that knowledge does not',
      ],
      ['knowledge', (text) => text.replace(/"title":"[^"]*",/, ''), 'lacks the column title of knowledge'],
      [
        'knowledge',
        (text) => text.replace(/"title":"[^"]*"/, '"title":7'),
        'does not fit knowledge: title: ',
      ],
      [
        'knowledge',
        (text) => text.replace(/"updated_at":"[^"]*"/, '"updated_at":"soon"'),
        'updated_at: must be',
      ],
      [
        'knowledge',
        (text) => text.replace('"source":"import"', '"source":"magic"'),
        'was refused by the database',
      ],
      ['knowledge', (text) => text.replace('Press', '\\u0000'), 'was refused by the database'],
      ['week_quotas', (text) => text.replace(/"used":\d+/, '"used":-1'), 'was refused by the database'],
      ['servers', (text) => text.replace(/"level": ?"V1"/, '"level":"V9"'), 'does not fit servers: settings'],
      ['answers', (text) => text.slice(0, -1), 'is not valid JSON'],
      ['answers', () => '[]', 'does not have the form'],
      [
        'pages',
        (text) => text.replace('"pages"', '"servers"'),
        'belongs to servers, whose rows ended earlier',
      ],
    ];
    for (const [table, change, reason] of cases)
      await refuse(seal(changed(table, change)), new RegExp(`${line(table)}.*${reason}`));
  });

  test('reads no line that would fill the memory', async () => {
    const long = seal(changed('knowledge', (line) => line.replace('Press', 'x'.repeat(10_000_000))));
    await refuse(long, /line \d+ is longer than 4 MB/);
  });

  test('recognises a file that is not an export, has another format, is newer, or is an owner’s copy', async () => {
    const [header = ''] = lines;
    const withHeader = (text: string) => seal([text, ...lines.slice(1, -1)]);
    await refuse('hello\n', /not an export of a server/);
    await refuse('{"id": "e1", "title": "An entry"}\n', /not an export of a server/);
    await refuse(withHeader(header.replace('"lotse_export":1', '"lotse_export":2')), /format is not 1/);
    await refuse(withHeader(header.replace(/"schema":"[^"]+"/, '"schema":"0999-next"')), /newer version/);
    await refuse(
      withHeader(header.replace(/"server":"[^"]+"/, '"server":"../x"')),
      /line 1 is wrong: server/,
    );
    await refuse(await exportText(source.core, id, 'copy'), /owner's copy/);
  });

  test('concerns a server that exists, or whose keys another one has', async () => {
    await importText(target.core, file);
    const taken = { code: 'already_exists', message: expect.stringContaining(`the id ${id} already exists`) };
    await refuse(file, taken);
    const shared = {
      code: 'already_exists',
      message: expect.stringContaining(`belongs to the server ${id}`),
    };
    await refuse(file, shared, 'somebody-else');
    await deleteServer(target.core, id);
    const both = await Promise.allSettled([
      importText(target.core, file, 'one'),
      importText(target.core, file, 'two'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const name of ['one', 'two']) await deleteServer(target.core, name).catch(() => undefined);
  });

  test('never accepts a damaged file as complete', async () => {
    const bytes = Buffer.from(file);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (place, change) => {
          const damaged = Buffer.from(bytes);
          damaged[place] = (damaged[place] ?? 0) ^ change;
          async function* open() {
            yield damaged;
          }
          await expect(importServer(target.core, { open, as: 'damaged' })).rejects.toMatchObject({
            name: 'AppError',
          });
        },
      ),
      { numRuns: countRuns(60), endOnFailure: true },
    );
    await expect(getServer(target.core, 'damaged')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('An export while others write', () => {
  test('always produces a file that can be imported', async () => {
    const { id, key } = await fillServer(source);
    const insert = (from: number) =>
      sql`
      INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, confidence, at)
      SELECT ${id}, gen_random_uuid(), 'api', 'V1', 'extractive', 'q' || n, 'a', false, 0.5, now()
      FROM generate_series(${from}::integer, ${from}::integer + 399) n`.execute(source.core.database.kysely);
    await insert(0);
    for (let round = 0; round < 6; round++) {
      const chunks: string[] = [];
      const { kysely } = source.core.database;
      for await (const chunk of exportServer(source.core, id, 'backup')) {
        chunks.push(chunk);
        await sql`DELETE FROM links WHERE server_id = ${id} AND id LIKE 'extra%'`.execute(kysely);
        const link = `extra-${chunks.length}`;
        await sql`INSERT INTO links (server_id, id, url, due_at) VALUES (${id}, ${link}, 'https://a.example', now())`.execute(
          kysely,
        );
        await sql`INSERT INTO pages (server_id, link_id, id, url, depth, state)
          SELECT ${id}, ${link}, 'p' || n, 'https://a.example', 0, 'fetched' FROM generate_series(1, 3) n`.execute(
          kysely,
        );
        await source.chat(key, ask(QUESTION));
        source.clock.now += 61_000;
      }
      const as = `during-${round}`;
      await importText(target.core, chunks.join(''), as);
      const { rows } = await sql<{ orphans: number }>`SELECT count(*)::integer AS orphans FROM pages p
        WHERE server_id = ${as} AND NOT EXISTS (SELECT FROM links l WHERE l.server_id = ${as} AND l.id = p.link_id)`.execute(
        target.core.database.kysely,
      );
      expect(rows).toEqual([{ orphans: 0 }]);
      await deleteServer(target.core, as);
    }
  });

  test.runIf(inject('database').url)('is a snapshot of one moment on PostgreSQL', async () => {
    const { id, key } = await fillServer(source);
    let still = '';
    const lines = exportServer(source.core, id, 'backup');
    const first = await lines.next();
    const second = await lines.next();
    const before = await readTables(source, id);
    await source.chat(key, ask(QUESTION));
    await source.addKnowledge(id, [{ id: 'late', title: 'Late', text: 'Too late.' }]);
    await sql`DELETE FROM links WHERE server_id = ${id}`.execute(source.core.database.kysely);
    for await (const chunk of lines) still += chunk;
    await importText(target.core, `${first.value}${second.value}${still}`);
    expect(await readTables(target, id)).toEqual(before);
  });

  test('blocks nobody while its reader pauses, and ends when the reader leaves', async () => {
    const { id, key } = await fillServer(source);
    const readers = Array.from({ length: 4 }, () => exportServer(source.core, id, 'backup'));
    for (const reader of readers) for (let n = 0; n < 3; n++) await reader.next();
    expect((await source.chat(key, ask(QUESTION))).status).toBe(200);
    for (const reader of readers) await reader.return(undefined);
    // More than there are connections: none was kept.
    for (let n = 0; n < 15; n++) {
      const reader = exportServer(source.core, id, 'backup');
      for (let line = 0; line < 3; line++) await reader.next();
      await reader.return(undefined);
    }
    expect((await source.status(key)).status).toBe(200);
  });
});
