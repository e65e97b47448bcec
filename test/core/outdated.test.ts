import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkAnswers, listOutdated } from '../../src/core/answering/outdated/outdated.ts';
import { changeEntry, putEntry, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { approve, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { deleteMember } from '../../src/core/members/privacy.ts';
import { changeServer } from '../../src/core/owners/servers.ts';
import { runOn } from '../channels/cli-setup.ts';
import { ask, UNABORTED } from '../support/app.ts';
import { useAppWithAi } from '../support/use-app.ts';

const { app, stub } = useAppWithAi();
const DAY_MS = 86_400_000;

const says = (answer: string, ...used: string[]) =>
  stub.reply({ answer, needs_team: false, answerable: true, used });

/** A server whose answer rests on one entry. */
async function tell(text: string, answer: string, more: object = {}) {
  const server = await app.addServer();
  await app.addKnowledge(server.id, [{ id: 'pass', title: 'How much is the harbour pass?', text, ...more }]);
  says(answer, '1');
  const { body } = await app.chat(server.key, ask('How much is the harbour pass, please?'));
  expect(body.answer).toBe(answer);
  return { serverId: server.id, key: server.key, answerId: String(body.id) };
}

const PRICE = 'The harbour pass costs 12 euros. It is sold at the quay every day.';
const ANSWER = 'The harbour pass costs 12 euros. You get it at the quay.';

const change = (serverId: string, text: string) =>
  changeEntry(app.core, { serverId, entryId: 'pass', title: 'How much is the harbour pass?', text });

test('a changed price is told with what was said and what holds now, and no more once it is put back', async () => {
  const { serverId, answerId } = await tell(PRICE, ANSWER);
  expect(await listOutdated(app.core, serverId)).toEqual([]);
  await change(serverId, PRICE.replace('12', '15'));
  const run = await runOn(async () => app.core, ['outdated', serverId, '--json']);
  expect(JSON.parse(run.out)).toEqual([
    {
      ...{ answer: answerId, entry: 'pass', said: 'The harbour pass costs 12 euros.' },
      ...{ now: 'The harbour pass costs 15 euros.', at: expect.any(String), channel: 'api' },
    },
  ]);
  await change(serverId, PRICE);
  expect(await listOutdated(app.core, serverId)).toEqual([]);
});

test.each([
  ['a denial', PRICE.replace('It is sold', 'It is not sold'), 1],
  ['the sentence alone', 'The harbour pass costs 12 euros.', 1],
  [
    'other words for the same',
    'The pass for the harbour costs 12 euros; it is sold at the quay, every day.',
    0,
  ],
  ['another sentence beside them', `${PRICE} Dogs travel free of charge.`, 0],
  [
    'the price to one that another number still names',
    `${PRICE.replace('12', '9')} Since 2012: 12 quays.`,
    1,
  ],
  ['the price, and says the old one elsewhere', `${PRICE.replace('12', '9')} At night it is 12 euros.`, 1],
])('an entry that changes %s', async (_, text, count) => {
  const { serverId } = await tell(
    PRICE,
    'The harbour pass costs 12 euros. It is sold at the quay every day.',
  );
  await change(serverId, text);
  expect(await listOutdated(app.core, serverId)).toHaveLength(count);
});

test('an entry that is removed or expires makes its answers wrong, an answer that is too old is left alone', async () => {
  const { serverId } = await tell(PRICE, ANSWER);
  await removeKnowledge(app.core, serverId, 'pass');
  const [first] = await listOutdated(app.core, serverId);
  expect(first).toMatchObject({ said: 'The harbour pass costs 12 euros.', now: null });

  const day = new Date(app.clock.now + 5 * DAY_MS).toISOString();
  const expiring = await tell(PRICE, ANSWER, { valid_until: day });
  expect(await listOutdated(app.core, expiring.serverId)).toEqual([]);
  const { now } = app.clock;
  app.clock.now += 6 * DAY_MS;
  await checkAnswers(app.core, UNABORTED);
  expect((await listOutdated(app.core, expiring.serverId))[0]).toMatchObject({ entryId: 'pass', now: null });
  await changeServer(app.core, serverId, { outdated_days: 5 });
  expect(await listOutdated(app.core, serverId)).toEqual([]);
  app.clock.now = now;
});

test.each([
  ['five days', 1],
  ['2 days', 0],
])('a number in words is held against %s', async (by, count) => {
  const text = 'You get the pass at the quay two days before you leave.';
  const { serverId } = await tell(text, text);
  await change(serverId, text.replace('two days', by));
  expect(await listOutdated(app.core, serverId)).toHaveLength(count);
});

test('what another entry of the same answer still says holds', async () => {
  const { id: serverId, key } = await app.addServer();
  const other = { id: 'fees', title: 'Fees', text: 'All fees: the harbour pass costs 12 euros.' };
  await app.addKnowledge(serverId, [{ id: 'pass', title: 'Pass', text: PRICE }, other]);
  says('The harbour pass costs 12 euros.', '1', '2');
  await app.chat(key, ask('How much is the harbour pass?'));
  await putEntry(app.core, { serverId, entryId: 'pass', title: 'Pass', text: 'It is sold at the quay.' });
  expect(await listOutdated(app.core, serverId)).toEqual([]);
});

test('nothing of it stays when the words of the answer, or of the one who taught it, are deleted', async () => {
  const { core } = app;
  const { serverId, answerId } = await tell(PRICE, ANSWER);
  await change(serverId, PRICE.replace('12', '15'));
  expect(await listOutdated(core, serverId)).toHaveLength(1);
  const rows = async (id: string) =>
    (await sql`SELECT FROM outdated_claims WHERE server_id = ${id}`.execute(core.database.kysely)).rows
      .length;
  await sql`INSERT INTO handled_messages (server_id, message_id, channel_id, member_id, state, lease_until, at, answer_id)
    VALUES (${serverId}, '1', '2', '77', 'answered', now(), now(), ${answerId}::uuid)`.execute(
    core.database.kysely,
  );
  await deleteMember(core, '77');
  expect(await rows(serverId)).toBe(0);

  const { id, key } = await app.addServer();
  const sources = [{ part: 'answer' as const, messageId: '5', memberId: '78', isOriginal: true }];
  const lesson = { question: 'How much is the harbour pass?', answer: PRICE, channelId: '17' };
  const taught = await suggest(core, { ...lesson, serverId: id, source: 'reply', sources });
  await approve(core, id, taught.id);
  says(ANSWER, '1');
  await app.chat(key, ask('How much is the harbour pass?'));
  const entry = { entryId: `training:${taught.id}`, title: lesson.question, text: PRICE.replace('12', '15') };
  await changeEntry(core, { serverId: id, ...entry });
  expect(await listOutdated(core, id)).toHaveLength(1);
  await deleteMember(core, '78');
  expect(await rows(id)).toBe(0);
});
