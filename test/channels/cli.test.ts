import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTable } from '../../src/channels/cli/print.ts';
import { admitAdministration } from '../../src/core/answering/admission/admission.ts';
import { authenticateAdmin } from '../../src/core/owners/admin-keys.ts';
import { authenticate } from '../../src/core/owners/keys.ts';
import { ask, NOON } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { runOn } from './cli-setup.ts';

const app = useApp();

const run = (...argv: string[]) => runOn(async () => app.core, argv);
const runWith = (files: Record<string, string>, ...argv: string[]) =>
  runOn(async () => app.core, argv, files);

/** The result of a command that must succeed, as a machine reads it. */
// biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
async function json(...argv: string[]): Promise<any> {
  const { code, out, err } = await run(...argv, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^[^\n]+\n$/);
  return JSON.parse(out);
}

const SHIP = {
  id: 'ship',
  title: 'Wie miete ich ein Schiff?',
  text: 'Ein Schiff mietest du am Hafen beim Kapitän.',
  link: 'https://salzkai.example.org/schiff',
  language: 'de',
};
const RULES = { id: 'rules', title: 'Rules', text: 'Be kind to everyone on board.' };
const toLines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

test('a server is added, changed, shown, listed, exported and deleted', async () => {
  const added = await json(
    ...['server', 'add', '--id', 'harbour', '--name', 'Salzkai', '--members', '250'],
    ...['--joined', '2026-03-01', '--plan', 'premium', '--level', 'V1.5', '--language', 'de'],
  );
  expect(added).toMatchObject({
    ...{ id: 'harbour', name: 'Salzkai', plan: 'premium', level: 'V1.5', language: 'de' },
    ...{ members: 250, joined: '2026-03-01T00:00:00.000Z', active: true },
  });

  const changed = await json(
    ...[
      'server',
      'set',
      'harbour',
      '--bot-name',
      'Kai',
      '--topics',
      'crew, black flag ',
      '--active',
      'false',
    ],
    ...['--avatar', 'https://salzkai.example.org/kai.png', '--tone', 'dry', '--instructions', 'Say ahoy.'],
  );
  expect(changed).toEqual({
    ...added,
    ...{ bot_name: 'Kai', topics: ['crew', 'black flag'], active: false, tone: 'dry' },
    ...{ avatar: 'https://salzkai.example.org/kai.png', instructions: 'Say ahoy.' },
    revision: added.revision + 1,
  });
  expect(await json('server', 'show', 'harbour')).toEqual(changed);
  expect(await json('server', 'list')).toContainEqual(changed);
  expect((await run('server', 'show', 'harbour')).out).toMatch(
    /^id +harbour\nname +Salzkai\nplan +premium\n/,
  );

  const { out } = await run('server', 'export', 'harbour');
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ lotse_export: 1, server: 'harbour' });
  expect(lines.at(-1).counts).toMatchObject({ servers: 1, api_keys: 0 });

  expect(await json('server', 'delete', 'harbour', '--yes')).toEqual({ deleted: 'harbour' });
  expect(await json('server', 'list')).not.toContainEqual(changed);
});

test('a server is shown with what was set in Discord, in words', async () => {
  const { id } = await app.addServer({ channels: { '17': 'forum', '18': 'off' }, teach_roles: ['5', '6'] });
  const { out } = await run('server', 'show', id);
  expect(out).toMatch(/^channels +17 forum, 18 off$/m);
  expect(out).toMatch(/^teach_roles +5, 6$/m);
});

test('an empty text removes avatar and topics, and what is not given stays', async () => {
  const { id } = await app.addServer({ avatar: 'https://a.example/a.png', topics: ['a'], tone: 'dry' });
  expect(await json('server', 'set', id, '--avatar', '', '--topics', '')).toMatchObject({
    ...{ avatar: null, topics: [], tone: 'dry', members: 100 },
  });
});

test('a key is printed on its own, works, and is never shown again', async () => {
  const { id } = await app.addServer();
  const { code, out, err } = await run('key', 'create', id, '--name', 'Tickets');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^lts_[0-9A-Za-z]{38}\n$/);
  const key = out.trim();
  expect((await authenticate(app.core, key)).server.id).toBe(id);

  for (const noun of ['key', 'server'].map((name) => [name, name === 'key' ? 'list' : 'export', id])) {
    const text = (await run(...noun)).out + (await run(...noun, '--json')).out;
    expect(text).toContain('Tickets');
    expect(text).not.toContain(key.slice(4, -4));
  }
});

test('keys are created, listed and revoked in the shapes of the contract', async () => {
  const { id } = await app.addServer();
  const made = await json('key', 'create', id, '--name', 'Shop', '--test');
  expect(Object.keys(made)).toEqual(['id', 'key', 'name', 'scope', 'last4']);
  expect(made.key).toMatch(/^lts_test_/);
  const list = await json('key', 'list', id);
  expect(list).toContainEqual({
    ...{ id: made.id, name: 'Shop', last4: made.key.slice(-4), scope: 'chat', test: true, observe: false },
    ...{ created_at: expect.stringMatching(/^\d{4}-.*Z$/), last_used_at: null, revoked_at: null },
  });

  expect(await json('key', 'revoke', id, made.id)).toEqual({ revoked: made.id });
  const [revoked] = (await json('key', 'list', id)).filter((key: { id: string }) => key.id === made.id);
  expect(revoked.revoked_at).toBe(new Date(NOON).toISOString());
  await expect(authenticate(app.core, made.key)).rejects.toMatchObject({ code: 'invalid_api_key' });
  const again = await run('key', 'revoke', id, made.id);
  expect(again).toEqual({ code: 3, out: '', err: 'This server has no such key, or it is revoked.\n' });
});

test('a key of scope admin belongs to no server, is printed once and revoked', async () => {
  const { code, out, err } = await run('key', 'create', '--scope', 'admin', '--name', 'Shop');
  expect([code, out, err]).toEqual([0, expect.stringMatching(/^lts_admin_[0-9A-Za-z]{38}\n$/), '']);
  const key = out.trim();
  const id = await authenticateAdmin(app.core, key);
  await admitAdministration(app.core, id);
  const list = await json('key', 'list');
  expect(list).toContainEqual({
    ...{ id, name: 'Shop', scope: 'admin', last4: key.slice(-4) },
    ...{ created_at: new Date(NOON).toISOString(), last_used_at: new Date(NOON).toISOString() },
    revoked_at: null,
  });
  expect(JSON.stringify(list) + (await run('key', 'list')).out).not.toContain(key.slice(10, -4));
  expect(await json('key', 'revoke', '--admin', id)).toEqual({ revoked: id });
  await expect(authenticateAdmin(app.core, key)).rejects.toMatchObject({ code: 'invalid_api_key' });
  expect((await run('key', 'revoke', '--admin', id)).code).toBe(3);
});

test('a key belongs to a server or is of scope admin, never both', async () => {
  const { id } = await app.addServer();
  const wrong: [string, ...string[]][] = [
    ['SERVER: must be left out: a key of scope admin is for all servers', 'create', id, '--scope', 'admin'],
    ['SERVER: is required', 'create'],
    ['--observe: works only with a key of a server', 'create', '--scope', 'admin', '--observe'],
    ['--test: works only with scope chat', 'create', '--scope', 'admin', '--test'],
    ['SERVER: is required', 'revoke'],
    ['KEY_ID: is required', 'revoke', id],
    ['SERVER: cannot be combined with --admin', 'revoke', id, '--admin', 'abc'],
  ];
  for (const [said, ...argv] of wrong)
    expect(await run('key', ...argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(said) });
});

test('a key has a scope, and no test key has that of the knowledge', async () => {
  const { id } = await app.addServer();
  expect(await json('key', 'create', id, '--scope', 'knowledge')).toMatchObject({ scope: 'knowledge' });
  const scopes = (await json('key', 'list', id)).map((key: { scope: string }) => key.scope);
  expect(scopes.toSorted()).toEqual(['chat', 'knowledge']);
  expect((await run('key', 'list', id)).out).toMatch(/ knowledge +live /);
  const wrong = await run('key', 'create', id, '--scope', 'all');
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^--scope: /)]);
  const refused = await run('key', 'create', id, '--scope', 'knowledge', '--test');
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('must not change real knowledge')]);
  expect(await json('key', 'list', id)).toHaveLength(2);
});

test('the same credit reference twice changes nothing', async () => {
  const { id } = await app.addServer();
  const grant = ['credit', 'grant', id, '12.5', '--reference', 'invoice 7'];
  expect(await json(...grant)).toEqual({ granted: true, balance_units: 250_000 });
  expect(await json(...grant)).toEqual({ granted: false, balance_units: 250_000 });
  expect((await run(...grant)).out).toBe(
    'This reference was granted before; nothing changed. The balance is 250,000 units.\n',
  );
  expect(await json('usage', id)).toMatchObject({ credit_percent: 12.5, credit: { balance_units: 250_000 } });
});

test('usage shows what the API shows, and the units behind it', async () => {
  const { id, key } = await app.addServer();
  await app.chat(key, ask('Who is the captain?'));
  const { week, credit, ...usage } = await json('usage', id);
  expect(usage).toEqual((await app.status(key)).body.usage);
  expect(usage.requests_today).toBe(1);
  expect(week).toMatchObject({
    ...{ start: '2026-03-16', quota_units: 4_000_000, reserved_units: 0, api_reserved_units: 0 },
    ...{ used_units: expect.any(Number), api_used_units: week.used_units },
  });
  expect(week.used_units).toBeGreaterThan(0);
  expect(credit).toEqual({ balance_units: 0, reserved_units: 0, given_back_units: 0 });
  expect((await run('usage', id)).out).toContain('requests today       1 of 1,000\n');
});

test('knowledge is imported, updated, listed and removed', async () => {
  const { id } = await app.addServer();
  const files = {
    'k.jsonl': toLines(SHIP, RULES),
    'k2.jsonl': toLines(SHIP, { ...RULES, text: 'No fire.' }),
  };
  const load = async (file: string) =>
    JSON.parse((await runWith(files, 'knowledge', 'import', id, file, '--json')).out);
  const sound = { unit: 'line', rejected: [], warnings: [] };
  expect(await load('k.jsonl')).toEqual({ added: 2, updated: 0, unchanged: 0, ...sound });
  expect(await load('k2.jsonl')).toEqual({ added: 0, updated: 1, unchanged: 1, ...sound });
  const facts = { source: 'import', valid_until: null, expired: false, questions: [], proposed: [] };
  const at = new Date(NOON).toISOString();
  expect(await json('knowledge', 'list', id)).toEqual([
    {
      ...facts,
      id: 'rules',
      title: 'Rules',
      language: 'en',
      link: null,
      provenance: { file: 'k2.jsonl', line: 2, at },
    },
    { ...SHIP, ...facts, text: undefined, provenance: { file: 'k.jsonl', line: 1, at } },
  ]);
  expect(await json('knowledge', 'remove', id, 'rules')).toEqual({ removed: 'rules' });
  expect((await run('knowledge', 'list', id)).out.trim().split('\n')).toHaveLength(2);
  const again = await run('knowledge', 'remove', id, 'rules');
  expect(again).toEqual({ code: 3, out: '', err: 'There is no entry with the id rules.\n' });
});

test('knowledge add takes other wordings one by one, and list and show name them', async () => {
  const { id } = await app.addServer();
  const given = ['--title', 'Delivery', '--text', 'Nine days.', '--link', 'https://a.example/'];
  const wordings = ['--question', 'When does it arrive?', '--question', 'Delivery time'];
  const added = await json('knowledge', 'add', id, ...given, ...wordings, '--valid-until', '2026-12-31');
  const questions = ['When does it arrive?', 'Delivery time'];
  expect(added).toMatchObject({ title: 'Delivery', source: 'manual', questions, proposed: [] });
  expect(await json('knowledge', 'list', id)).toEqual([{ ...added, expired: false }]);
  expect(await json('knowledge', 'show', id, added.id)).toEqual({ ...added, text: 'Nine days.' });
  const shown = (await run('knowledge', 'show', id, added.id)).out;
  for (const part of [
    'Delivery',
    'Nine days.',
    'https://a.example/',
    '  When does it arrive?\n  Delivery time',
  ])
    expect(shown).toContain(part);
  const many = Array.from({ length: 21 }, (_, n) => ['--question', `q${n}`]).flat();
  const refused = await run('knowledge', 'add', id, '--title', 'Fees', '--text', 'Ten.', ...many);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^questions: .*20/) });
  const again = await run('knowledge', 'add', id, ...given);
  expect(again).toMatchObject({ code: 1, err: `There is already an entry with this title: ${added.id}.\n` });
});

test('bad lines are listed and the others imported; with --strict nothing is', async () => {
  const { id } = await app.addServer();
  const text = `${toLines(SHIP)}\n{"title": oops\n\n${toLines({ title: '', text: 'x' }, SHIP)}`;
  const argv = ['knowledge', 'import', id, 'bad.jsonl', '--strict'];
  const human = await runWith({ 'bad.jsonl': text }, ...argv);
  expect(human).toMatchObject({ code: 1, out: '' });
  expect(human.err).toMatch(
    /^Nothing was imported, 3 rejected:\n {2}line 2: .+\n {2}line 4: .+\n {2}line 5: .+\n$/,
  );

  const machine = await runWith({ 'bad.jsonl': text }, ...argv, '--json');
  expect(machine.code).toBe(1);
  const result = JSON.parse(machine.out);
  expect(result).toMatchObject({ added: 0, updated: 0, unchanged: 0 });
  expect(result.rejected.map(({ line }: { line: number }) => line)).toEqual([2, 4, 5]);
  expect(await json('knowledge', 'list', id)).toEqual([]);

  const lenient = await runWith({ 'bad.jsonl': text }, 'knowledge', 'import', id, 'bad.jsonl');
  expect([lenient.code, lenient.err]).toEqual([0, '']);
  expect(lenient.out).toMatch(
    /^Imported: 1 added, 0 updated, 0 unchanged\.\nWarnings: 3\n {2}line 2: .+\n {2}line 4: .+\n {2}line 5: .+\n$/,
  );
  expect(await json('knowledge', 'list', id)).toHaveLength(1);
});

test('--preview says what an import would do, in words and for programs, and writes nothing', async () => {
  const { id } = await app.addServer();
  await runWith({ 'k.jsonl': toLines(SHIP, RULES) }, 'knowledge', 'import', id, 'k.jsonl');
  const before = await json('knowledge', 'list', id);
  const given = {
    'k.jsonl': `${toLines({ ...SHIP, text: 'New words.' }, RULES, { title: 'C', text: 'x' })}\n{no`,
  };
  const argv = ['knowledge', 'import', id, 'k.jsonl', '--preview'];
  const human = await runWith(given, ...argv);
  expect([human.code, human.err]).toEqual([0, '']);
  expect(human.out).toBe(
    `Nothing was written. An import would do this: 1 added, 1 updated, 1 unchanged.\n  ~ ${SHIP.title}\n  + C\nWarnings: 1\n  line 4: is not JSON\n`,
  );
  expect(JSON.parse((await runWith(given, ...argv, '--json')).out)).toMatchObject({
    ...{ preview: true, added: 1, updated: 1, unchanged: 1, unit: 'line', rejected: [] },
    entries: [
      { change: 'updated', text: 'New words.' },
      { change: 'added', title: 'C' },
    ],
  });
  const refused = await runWith(given, ...argv, '--strict');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('line 4: is not JSON')]);
  expect(await json('knowledge', 'list', id)).toEqual(before);
});

test('expired entries are marked and can be listed separately', async () => {
  const { id } = await app.addServer();
  const past = { ...RULES, valid_until: '2026-03-17' };
  const files = { 'k.jsonl': toLines(past, { ...SHIP, valid_until: '2026-03-18' }) };
  await runWith(files, 'knowledge', 'import', id, 'k.jsonl');
  expect(await json('knowledge', 'list', id)).toMatchObject([
    { id: 'rules', valid_until: '2026-03-18T00:00:00.000Z', expired: true },
    { id: 'ship', valid_until: '2026-03-19T00:00:00.000Z', expired: false },
  ]);
  expect(await json('knowledge', 'list', id, '--expired')).toMatchObject([{ id: 'rules' }]);
  expect((await run('knowledge', 'list', id)).out).toContain('expired 2026-03-18 00:00');
});

test('ask answers with the passages behind it and costs nothing', async () => {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [SHIP, RULES]);
  const before = await json('usage', id);
  const answer = await json('ask', id, 'Wie miete ich ein Schiff?');
  expect(answer).toMatchObject({
    ...{ needs_team: false, team_reason: null, level: 'V1', engine: 'extractive' },
    sources: [{ title: SHIP.title, url: SHIP.link }],
    answer: expect.stringContaining('am Hafen'),
  });
  expect(answer.passages[0]).toEqual({
    ...SHIP,
    link: undefined,
    language: undefined,
    score: expect.any(Number),
  });
  const { out } = await run('ask', id, 'I want a refund!');
  expect(out).toMatch(/\nneeds team +yes \(payment\)\n/);
  expect(await json('usage', id)).toEqual(before);
});

test('the 101st question of a day is refused, and the next day there are answers again', async () => {
  const { id } = await app.addServer();
  const counted = { server_id: id, day: '2026-03-18', kind: 'playground' as const, n: 99 };
  await app.core.database.kysely.insertInto('day_counts').values(counted).execute();
  expect((await run('ask', id, 'Ahoy?')).code).toBe(0);
  const refused = await run('ask', id, 'Ahoy?', '--json');
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('used up for today') });
  app.clock.now += 24 * 3600 * 1000;
  expect((await run('ask', id, 'Ahoy?')).code).toBe(0);
  app.clock.now = NOON;
});

test('--json works before the noun, after it and at the end', async () => {
  const { id } = await app.addServer();
  const expected = (await run('key', 'list', id, '--json')).out;
  expect(JSON.parse(expected)).toHaveLength(1);
  expect((await run('--json', 'key', 'list', id)).out).toBe(expected);
  expect((await run('key', '--json', 'list', id)).out).toBe(expected);
});

test('no stored text breaks a table row or reaches the terminal as a control sequence', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string()), { minLength: 1 }), (rows) => {
      const lines = toTable([['a', 'b'], ...rows, ['\u001b[2J\u009b31m', 'x\u202ey\r\n']]).split('\n');
      expect(lines).toHaveLength(rows.length + 2);
      expect(lines.join('')).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
    }),
  );
});
