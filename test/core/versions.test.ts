import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  changeEntry,
  listVersions,
  putEntry,
  removeKnowledge,
  restoreVersion,
} from '../../src/core/knowledge/knowledge.ts';
import { approve, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { listActions } from '../../src/core/members/audit.ts';
import { deleteMember } from '../../src/core/members/privacy.ts';
import { forgetMessages } from '../../src/core/members/provenance.ts';
import { keepHouse } from '../../src/core/operations/housekeeping.ts';
import { changeServer, deleteServer } from '../../src/core/owners/servers.ts';
import { runOn } from '../channels/cli-setup.ts';
import { UNABORTED } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();
const DAY_MS = 86_400_000;

const run = (...argv: string[]) => runOn(async () => app.core, argv);

async function addHours(text = 'We open at nine.') {
  const { id: serverId } = await app.addServer();
  await app.addKnowledge(serverId, [{ id: 'hours', title: 'When do you open?', text }]);
  return serverId;
}

const change = (serverId: string, text: string, title = 'When do you open?') =>
  changeEntry(app.core, { serverId, entryId: 'hours', title, text });

async function countVersions(serverId: string): Promise<number> {
  const { rows } = await sql`SELECT FROM knowledge_versions WHERE server_id = ${serverId}
    UNION ALL SELECT FROM setting_versions WHERE server_id = ${serverId}`.execute(app.core.database.kysely);
  return rows.length;
}

test('every way to write an entry leaves what it said before, and an import of the same leaves nothing', async () => {
  const { core } = app;
  const serverId = await addHours();
  await change(serverId, 'We open at ten.');
  await putEntry(core, { serverId, entryId: 'hours', title: 'Opening', text: 'We open at ten.' });
  await app.addKnowledge(serverId, [
    { id: 'hours', title: 'Opening', text: 'At eleven.', link: 'https://example.org' },
  ]);
  await app.addKnowledge(serverId, [
    { id: 'hours', title: 'Opening', text: 'At eleven.', link: 'https://example.org' },
  ]);
  await removeKnowledge(core, serverId, 'hours');
  const history = await listVersions(core, serverId, 'hours');
  expect(history.map(({ changed, entry }) => [entry?.text, changed])).toEqual([
    ['At eleven.', ['removed']],
    ['We open at ten.', ['text', 'link']],
    ['We open at ten.', ['title']],
    ['We open at nine.', ['text']],
    [undefined, ['added']],
  ]);
  await expect(listVersions(core, serverId, 'never')).rejects.toMatchObject({ code: 'not_found' });
});

test('two changes in one transaction are one version: what others could see', async () => {
  const serverId = await addHours();
  await app.core.database.kysely.transaction().execute(async (transaction) => {
    for (const text of ['unseen', 'At twelve.'])
      await sql`UPDATE knowledge SET text = ${text} WHERE server_id = ${serverId}`.execute(transaction);
    await sql`UPDATE servers SET revision = revision + 1 WHERE id = ${serverId}`.execute(transaction);
    await sql`UPDATE knowledge SET text = 'At one.' WHERE server_id = ${serverId}`.execute(transaction);
  });
  const [newest, ...older] = await listVersions(app.core, serverId, 'hours');
  expect(newest).toMatchObject({ entry: { text: 'We open at nine.' }, next: { text: 'At one.' } });
  expect(older).toHaveLength(1);
});

test('an entry is put back on the command line, also one that is gone, and the audit log tells', async () => {
  const serverId = await addHours();
  await change(serverId, 'We open at ten.');
  const listed = JSON.parse((await run('knowledge', 'versions', serverId, 'hours', '--json')).out);
  expect(listed[0]).toMatchObject({
    changed: ['text'],
    before: { text: 'We open at nine.' },
    after: { text: 'We open at ten.' },
  });
  const version = String(listed[0].version);
  for (let round = 0; round < 2; round += 1) {
    expect((await run('knowledge', 'restore', serverId, 'hours', version)).err).toBe('');
    expect((await run('knowledge', 'show', serverId, 'hours')).out).toContain('We open at nine.');
    await removeKnowledge(app.core, serverId, 'hours');
  }
  expect((await run('knowledge', 'versions', serverId, 'hours')).out).toMatch(
    /^version +until +changed +title +text\n/,
  );
  expect(await listActions(app.core, serverId, { limit: 1 })).toMatchObject([
    { action: 'knowledge.restored', subject: 'When do you open?' },
  ]);
  const added = String(listed[1].version);
  for (const [given, code, sentence] of [
    ['1', 3, /no version 1 of this entry/],
    [added, 1, /the entry did not exist yet/],
    ['x', 2, /VERSION: is not the number of a version/],
  ] as const) {
    const refused = await run('knowledge', 'restore', serverId, 'hours', given);
    expect(refused).toMatchObject({ code, err: expect.stringMatching(sentence) });
  }
});

test('a title that another entry has by now is not taken back', async () => {
  const serverId = await addHours();
  await change(serverId, 'We open at nine.', 'Opening');
  await app.addKnowledge(serverId, [{ id: 'other', title: 'When do you open?', text: 'Ask.' }]);
  const [newest] = await listVersions(app.core, serverId, 'hours');
  const restoring = restoreVersion(app.core, { serverId, entryId: 'hours', version: newest?.version ?? 0 });
  await expect(restoring).rejects.toMatchObject({ code: 'already_exists' });
});

test.each([
  ['their author is deleted', (_: string, memberId: string) => deleteMember(app.core, memberId)],
  [
    'their message is deleted',
    (serverId: string) =>
      forgetMessages(app.core, { serverId, messageIds: ['902'], reason: 'source_deleted' }),
  ],
])('taught words leave no version when %s, though their entry was changed and removed before', async (_, forget) => {
  const { core } = app;
  for (const isRemoved of [false, true]) {
    const { id: serverId } = await app.addServer();
    const memberId = String(4_000 + Math.floor(Math.random() * 1e9));
    const source = { part: 'answer' as const, messageId: '902', memberId, isOriginal: true };
    const lesson = { serverId, channelId: '17', source: 'reply' as const, sources: [source] };
    const { id } = await suggest(core, { ...lesson, question: 'Where is it?', answer: 'At the OnyxPier.' });
    await approve(core, serverId, id);
    const entryId = `training:${id}`;
    await changeEntry(core, { serverId, entryId, title: 'Where is it?', text: 'At the OnyxPier, north.' });
    if (isRemoved) await removeKnowledge(core, serverId, entryId);
    expect(JSON.stringify(await listVersions(core, serverId, entryId))).toContain('OnyxPier');
    const [newest] = await listVersions(core, serverId, entryId);
    const restoring = restoreVersion(core, { serverId, entryId, version: newest?.version ?? 0 });
    if (isRemoved) await expect(restoring).rejects.toMatchObject({ context: { param: 'source' } });
    else await restoring;
    await forget(serverId, memberId);
    const { rows } = await sql`SELECT FROM knowledge_versions WHERE server_id = ${serverId}
      AND entry::text LIKE '%Onyx%'`.execute(core.database.kysely);
    expect(rows).toEqual([]);
  }
});

test('versions are kept as long as an answer that may rest on them, and go with their server', async () => {
  const { core, clock } = app;
  const serverId = await addHours();
  await change(serverId, 'We open at ten.');
  await changeServer(core, serverId, { tone: 'Calm.' });
  const before = await countVersions(serverId);
  expect(before).toBe(3);
  const now = clock.now;
  clock.now = Date.now() + (core.config.RETENTION_DAYS - 1) * DAY_MS;
  await keepHouse(core, UNABORTED);
  expect(await countVersions(serverId)).toBe(before);
  clock.now += 2 * DAY_MS;
  await keepHouse(core, UNABORTED);
  expect(await countVersions(serverId)).toBe(0);
  clock.now = now;
  await change(serverId, 'We open at noon.');
  await deleteServer(core, serverId);
  expect(await countVersions(serverId)).toBe(0);
});
