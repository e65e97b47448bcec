import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { listTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { type Actor, listActions, recordAction, removeOldActions } from '../../src/core/members/audit.ts';
import { optOut } from '../../src/core/members/privacy.ts';
import { deleteServer } from '../../src/core/owners/servers.ts';
import { runOn } from '../channels/cli-setup.ts';
import { found, type OpenServer, openServer, startSettled } from '../channels/discord/commands/setup.ts';
import type { Community } from '../channels/discord/setup.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { FakeMember } from '../support/discord.ts';
import { countRuns } from '../support/runs.ts';
import { useApp } from '../support/use-app.ts';

const OPERATOR: Actor = { channel: 'cli', memberId: null, memberName: null };
const ADA: Actor = { channel: 'dashboard', memberId: '4711', memberName: 'Ada' };

/** Action and subject of every entry, oldest first. */
async function told({ core }: TestApp, serverId: string): Promise<string[]> {
  const entries = await listActions(core, serverId, { limit: 1_000 });
  return entries.toReversed().map(({ action, subject }) => `${action} ${subject}`);
}

describe('the log of a server', () => {
  const app = useApp();
  const record = (serverId: string, subject: string | null, actor = OPERATOR) =>
    recordAction(app.core, { serverId, actor, action: 'key.created', subject });

  test('says who did what and when, newest first, only for its server', async () => {
    const [{ id }, other] = [await app.addServer(), await app.addServer()];
    await record(id, 'web …abcd', ADA);
    app.clock.now += 1;
    await recordAction(app.core, { serverId: id, actor: OPERATOR, action: 'server.exported' });
    await record(other.id, 'theirs');
    expect(await listActions(app.core, id, { limit: 10 })).toEqual([
      {
        ...{ id: expect.stringMatching(/^\d+$/), at: new Date(app.clock.now), channel: 'cli' },
        ...{ memberId: null, memberName: null, action: 'server.exported', subject: null },
      },
      {
        ...{ id: expect.any(String), at: new Date(app.clock.now - 1), channel: 'dashboard' },
        ...{ memberId: '4711', memberName: 'Ada', action: 'key.created', subject: 'web …abcd' },
      },
    ]);
  });

  test('is read page by page without gaps or repetitions, whatever is added in the meantime', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (isSameMoment, limit) => {
          const { id } = await app.addServer();
          for (const [index, isSame] of isSameMoment.entries()) {
            if (!isSame) app.clock.now += 1;
            await record(id, String(index));
          }
          const seen: (string | null)[] = [];
          let before: string | undefined;
          for (;;) {
            const page = await listActions(app.core, id, { before, limit });
            seen.push(...page.map(({ subject }) => subject));
            before = page.at(-1)?.id;
            if (before === undefined) break;
            await record(id, 'meanwhile');
          }
          expect(seen).toEqual(isSameMoment.map((_, index) => String(index)).reverse());
        },
      ),
      { numRuns: countRuns(20), endOnFailure: true },
    );
  });

  test.each([
    '',
    'x',
    '-1',
    '99999999999999999999',
    "1' OR true",
    '0',
  ])('contains nothing before %j', async (before) => {
    const { id } = await app.addServer();
    await record(id, 'one');
    expect(await listActions(app.core, id, { before, limit: 10 })).toEqual([]);
  });

  test('contains no entry of another server under its id', async () => {
    const [{ id }, other] = [await app.addServer(), await app.addServer()];
    await record(id, 'mine');
    await record(other.id, 'theirs');
    const [theirs] = await listActions(app.core, other.id, { limit: 1 });
    expect(await listActions(app.core, id, { before: theirs?.id, limit: 10 })).toEqual([]);
  });

  test.each([
    ['with marks that move a line', 'a\nb\u0000c\u202Ed', 'a b�c d'],
    ['that is too long', 'x'.repeat(250), `${'x'.repeat(199)}…`],
    ['of signs of two units', '👍'.repeat(201), `${'👍'.repeat(199)}…`],
    ['with half a sign', '\uD800', '�'],
    ['of blanks', '  ', null],
  ])('keeps a subject as one line of 200 characters: one %s', async (_, subject, kept) => {
    const { id } = await app.addServer();
    await record(id, subject);
    expect(await listActions(app.core, id, { limit: 1 })).toMatchObject([{ subject: kept }]);
  });

  test('is deleted with its server, and a late record does not fail', async () => {
    const { id } = await app.addServer();
    await record(id, 'one');
    await deleteServer(app.core, id);
    app.logged.length = 0;
    await record(id, 'late');
    expect(await listActions(app.core, id, { limit: 1 })).toEqual([]);
    expect(app.logged).toEqual([]);
  });

  test('names nobody who opted out', async () => {
    const { id } = await app.addServer();
    await optOut(app.core, '815');
    await record(id, 'one', { channel: 'discord', memberId: '815', memberName: 'Quiet' });
    expect(await listActions(app.core, id, { limit: 1 })).toMatchObject([
      { channel: 'discord', memberId: null, memberName: null, subject: 'one' },
    ]);
  });

  test('deletes what was recorded before a given moment, and nothing later', async () => {
    const { id } = await app.addServer();
    await record(id, 'old');
    app.clock.now += 2;
    await record(id, 'new');
    await removeOldActions(app.core.database, new Date(app.clock.now - 1));
    expect(await told(app, id)).toEqual(['key.created new']);
  });
});

test('a failure to record is logged and blocks nobody', async () => {
  const app = await startApp();
  const { id } = await app.addServer();
  await app.core.database.kysely.schema.dropTable('audit_log').execute();
  await recordAction(app.core, {
    serverId: id,
    actor: ADA,
    action: 'key.created',
    subject: 'secret subject',
  });
  expect(app.logged).toMatchObject([{ level: 'warn', fields: { server: id, action: 'key.created' } }]);
  expect(Object.keys(app.logged[0]?.fields ?? {}).toSorted()).toEqual(['action', 'err', 'server']);
  await app.stop();
});

describe('the command line records', () => {
  const app = useApp();
  let id: string;
  beforeAll(async () => {
    ({ id } = await app.addServer());
  });
  const FILE = '{"id": "one", "title": "One", "text": "Text one."}';
  const run = async (...argv: string[]) => {
    const { code, out } = await runOn(async () => app.core, [...argv, '--json'], { 'k.jsonl': FILE });
    // An export is lines of JSON, whatever is asked for.
    const [whole] = argv[1] === 'export' ? out.split('\n') : [out];
    return { code, value: whole ? JSON.parse(whole) : null };
  };

  test('what every writing verb did, without secrets, but no reads and no refusals', async () => {
    const key = await run('key', 'create', id, '--name', 'Web');
    const ending = key.value.last4;
    await run('key', 'revoke', id, key.value.id);
    await run('credit', 'grant', id, '12.5', '--reference', 'INV-1');
    await run('knowledge', 'import', id, 'k.jsonl');
    await run('knowledge', 'remove', id, 'one');
    await run('link', 'add', id, 'https://docs.example/help');
    await run('link', 'remove', id, 'https://docs.example/help');
    const made = await run('training', 'add', id, '--question', 'Opening hours?', '--answer', 'From nine.');
    await run('training', 'edit', id, made.value.id, '--answer', 'From ten.');
    await run('training', 'approve', id, made.value.id);
    await run('training', 'revert', id, made.value.id);
    await run('training', 'reject', id, made.value.id);
    const question = await run('test', 'add', id, '--question', 'Open?', '--needs-team', 'true');
    await run('test', 'remove', id, question.value.id);
    await run('server', 'set', id, '--level', 'V2', '--tone', 'dry', '--alerts-channel', '77');
    await run('server', 'set', id, '--alerts-channel', 'none');
    await run('server', 'export', id);
    const expected = [
      `key.created Web …${ending}`,
      `key.revoked Web …${ending}`,
      'credit.granted 12.5 % INV-1',
      'knowledge.imported k.jsonl +1 ~0',
      'knowledge.removed One',
      'link.added https://docs.example/help',
      'link.removed https://docs.example/help',
      `training.suggested ${made.value.id}`,
      `training.edited ${made.value.id}`,
      `training.approved ${made.value.id}`,
      `training.reverted ${made.value.id}`,
      `training.rejected ${made.value.id}`,
      'test.added Open?',
      'test.removed Open?',
      'persona.changed tone: – → dry',
      'persona.changed level: V1 → V2',
      'alerts.changed alerts_channel: – → 77',
      'alerts.changed alerts_channel: 77 → –',
      'server.exported null',
    ];
    expect((await told(app, id)).map(sortNames)).toEqual(expected.map(sortNames));

    for (const argv of [
      ['key', 'list', id],
      ['key', 'revoke', id, key.value.id],
      ['credit', 'grant', id, '12.5', '--reference', 'INV-1'],
      ['knowledge', 'list', id],
      ['knowledge', 'remove', id, 'one'],
      ['link', 'remove', id, 'https://docs.example/help'],
      ['training', 'approve', id, made.value.id],
      ['test', 'remove', id, question.value.id],
      ['server', 'set', id, '--alerts-channel', 'general'],
      ['server', 'show', id],
      ['usage', id],
    ]) {
      await run(...argv);
    }
    expect(await told(app, id)).toHaveLength(expected.length);
    const entries = await listActions(app.core, id, { limit: 100 });
    expect(entries.every(({ channel, memberId }) => channel === 'cli' && memberId === null)).toBe(true);
    expect(JSON.stringify(entries)).not.toContain(key.value.key);
  });

  test('that a server was added', async () => {
    await run('server', 'add', '--id', 'harbour', '--name', 'Harbour');
    expect(await told(app, 'harbour')).toEqual(['server.added Harbour']);
  });
});

/** The order of names in a change says nothing. */
function sortNames(line: string): string {
  const [action = '', ...rest] = line.split(' ');
  return `${action} ${rest.join(' ').split(', ').toSorted().join(', ')}`;
}

describe('the bot records', () => {
  let home: Community;
  let server: OpenServer;
  let id: string;
  beforeAll(async () => {
    home = await startSettled();
    server = await openServer(home);
    id = server.guild.id;
  });
  afterAll(async () => {
    expect(home.discord.faults).toEqual([]);
    await home.stop();
  });
  const admin = (path: string, values: Parameters<FakeMember['runs']>[2] = {}) =>
    server.admin.runs(server.channel, path, values).reply();
  /** What was recorded since the last look. */
  let known = 0;
  async function news(): Promise<string[]> {
    const all = await told(home.app, id);
    const fresh = all.slice(known);
    known = all.length;
    return fresh;
  }

  test('who changed the setting, by id and name', async () => {
    await news();
    await admin('learning state', { state: 'on' });
    const [entry] = await listActions(home.app.core, id, { limit: 1 });
    expect(entry).toMatchObject({
      ...{ channel: 'discord', memberId: server.admin.id, memberName: 'Ada' },
      ...{ action: 'learning.changed', subject: 'learning: false → true' },
    });
  });

  test('every command that changes something, but none that only reads or is refused', async () => {
    await news();
    const made = await admin('key create', { name: 'Web' });
    const [ending = ''] = /(?<=lts_\w{34})\w{4}/.exec(made.content) ?? [];
    const [choice] = await server.admin.completes(server.channel, 'key revoke', { key: 'Web' });
    await admin('key revoke', { key: String(choice?.value) });
    await admin('persona set', { name: 'Kai', level: 'V2' });
    await admin('persona set', { name: 'Kai' });
    await admin('knowledge add', { title: 'Where?', text: 'Here.' });
    await admin('knowledge add', { title: 'Where?', text: 'Here.' });
    const [entry] = await server.admin.completes(server.channel, 'knowledge remove', { entry: 'Where' });
    await admin('knowledge remove', { entry: String(entry?.value) });
    await admin('links add', { url: 'https://docs.example/' });
    await admin('links crawl');
    await admin('links remove', { url: 'https://docs.example/' });
    await admin('links remove', { url: 'https://docs.example/' });
    await admin('channels set', { channel: server.channel, mode: 'off' });
    await admin('channels set', { channel: server.channel, mode: 'mention' });
    await admin('channels alerts', { channel: server.channel });
    await admin('channels alerts');
    const role = server.guild.addRole();
    await admin('team teach', { role });
    await admin('team handover', { role });
    await admin('team remove', { role });
    await admin('team remove', { role });
    await admin('tests add', { question: 'Open?', needs_team: 'yes' });
    const [test] = await listTests(home.app.core, id);
    await admin('tests remove', { test: test?.id ?? '' });
    for (const path of ['setup', 'usage', 'key list', 'persona show', 'knowledge list', 'channels list']) {
      await admin(path);
    }
    const channelId = server.channel.id;
    const [taught = ''] = (await server.settings()).teach_roles;
    expect(await news()).toEqual([
      `key.created Web …${ending}`,
      `key.revoked Web …${ending}`,
      'persona.changed bot_name: Lotse → Kai',
      'persona.changed level: V1 → V2',
      'knowledge.added Where?',
      'knowledge.removed Where?',
      ...['added', 'crawled', 'removed'].map((verb) => `link.${verb} https://docs.example/`),
      `channels.changed channels ${channelId}: – → off`,
      `channels.changed channels ${channelId}: off → –`,
      `alerts.changed alerts_channel: – → ${channelId}`,
      `alerts.changed alerts_channel: ${channelId} → –`,
      `team.changed teach_roles: ${taught} → ${taught}, ${role.id}`,
      `team.changed handover_role: – → ${role.id}`,
      `team.changed teach_roles: ${taught}, ${role.id} → ${taught}`,
      `team.changed handover_role: ${role.id} → –`,
      'test.added Open?',
      'test.removed Open?',
    ]);
  });

  test('what buttons and forms decide, by teachers too', async () => {
    await news();
    const said = server.member.says(server.channel, 'It opens at nine.');
    const form = await server.teacher.usesMenu('Learn from this', said).reply();
    await server.teacher.submits(form, { question: 'When open?' }).reply();
    expect((await listActions(home.app.core, id, { limit: 1 }))[0]).toMatchObject({
      memberId: server.teacher.id,
    });
    const card = await admin('training list');
    const [approve, edit] = card.buttons.map(({ customId }) => customId ?? '');
    const opened = await server.admin.presses(card, edit ?? '').reply();
    const edited = await server.admin.submits(opened, { answer: 'It opens at ten.' }).reply();
    const approved = await server.admin.presses(edited, approve ?? '').reply();
    const [undo] = approved.buttons.map(({ customId }) => customId ?? '');
    const back = await server.admin.presses(approved, undo ?? '').reply();
    await server.admin.presses(back, (undo ?? '').replace('revert', 'reject')).reply();
    const verbs = ['suggested', 'edited', 'approved', 'reverted', 'rejected'];
    // By its id: the words may be a member's, and are deleted with their data.
    const [, , suggestionId] = (approve ?? '').split(':');
    expect(await news()).toEqual(verbs.map((verb) => `training.${verb} ${suggestionId}`));
  });

  test('no member’s question in words when it is closed', async () => {
    await news();
    home.ai.reply({ answer: 'I do not know.', needs_team: true, answerable: false, used: [] });
    const asked = await server.member.runs(server.channel, 'ask', { question: 'A private matter?' }).reply();
    expect(asked.content).toContain('A private matter?');
    const card = await found(async () => {
      const listed = await admin('unanswered');
      return listed.buttons.length > 0 ? listed : null;
    });
    const close = card.buttons.find(({ customId }) => customId?.startsWith('gap:close'))?.customId ?? '';
    await server.admin.presses(card, close).reply();
    expect(await news()).toEqual(['gap.closed null']);
  });

  test('nothing by people without permission, and nothing that members do', async () => {
    await news();
    for (const person of [server.member, server.teacher]) {
      await person.runs(server.channel, 'learning state', { state: 'on' }).reply();
    }
    await suggest(home.app.core, { serverId: id, question: 'Own?', answer: 'Own.', source: 'reply' });
    await server.member.runs(server.channel, 'my-data export').reply();
    expect(await news()).toEqual([]);
  });

  test('no alert setting for a channel that the bot may not write to, or that takes no messages', async () => {
    await news();
    const hidden = server.guild.addChannel();
    hidden.setOverwrite({ id: home.discord.botId }, { deny: 1n << 11n });
    await home.discord.settled();
    expect((await admin('channels alerts', { channel: hidden })).content).toContain('`SendMessages`');
    const forum = server.guild.addChannel({ kind: 'forum' });
    await home.discord.settled();
    expect((await admin('channels alerts', { channel: forum })).content).toContain('Choose a text channel');
    expect([await news(), (await server.settings()).alerts_channel]).toEqual([[], null]);
  });
});
