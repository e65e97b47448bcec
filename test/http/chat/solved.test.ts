import { expect, test } from 'vitest';
import { useApp } from '../../support/use-app.ts';

const app = useApp();
const user = (content: string) => ({ role: 'user', content });
const team = (content: string) => ({ role: 'assistant', content });
const [REFUND, JOIN] = ['I want a refund for the last month', 'How do I join the server?'];

/** A server and its ticket; `say` asks with everything said so far. */
async function openTicket(id = 'ticket-1') {
  const server = await app.addServer();
  await app.addKnowledge(server.id, [{ id: 'join', title: JOIN, text: 'Open the launcher and press Join.' }]);
  const say = async (messages: object[], conversation_id: string | null = id) =>
    (await app.chat(server.key, { messages, ...(conversation_id && { conversation_id }) })).body;
  const report = (answerId: string, outcome: string) =>
    fetch(`${app.url}/api/v1/answers/${answerId}/outcome`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ outcome }),
    });
  return { ...server, say, report };
}

test('a hand-over that is resolved is over: its old words call nobody in that conversation', async () => {
  const { say, report } = await openTicket();
  const first = await say([user(REFUND)]);
  expect(first).toMatchObject({ needs_team: true, team_reason: 'payment' });
  const asked = [user(REFUND), team(first.answer), user(JOIN)];
  const before = await say([user(REFUND), team(first.answer), user('Where do I join?')]);
  expect(before).toMatchObject({ needs_team: true, team_reason: 'payment' });
  expect((await report(first.id, 'resolved')).status).toBe(204);
  expect(await say(asked)).toMatchObject({ needs_team: false, kind: 'answer' });
  // Neither without the bot's own words, nor with what only the team was told.
  expect(await say([user(REFUND), user(JOIN)])).toMatchObject({ needs_team: false });
  const told = [user('And you charged me twice, I want that back too'), team('Done.')];
  expect(await say([user(REFUND), ...told, user(JOIN)])).toMatchObject({
    needs_team: false,
  });
});

test('words after it was solved call as ever, in every message that follows', async () => {
  const { say, report } = await openTicket();
  const first = await say([user(REFUND)]);
  await report(first.id, 'resolved');
  app.clock.now += 60_000;
  const talk = [user(REFUND), team(first.answer), user(JOIN)];
  const answer = await say(talk);
  expect(answer.needs_team).toBe(false);
  app.clock.now += 60_000;
  const more = [...talk, team(answer.answer), user('I was charged twice, give me my money back')];
  const again = await say(more);
  expect(again).toMatchObject({ needs_team: true, team_reason: 'payment' });
  app.clock.now += 60_000;
  expect(await say([...more, team(again.answer), user(JOIN)])).toMatchObject({ needs_team: true });
  expect(await say([user(REFUND)])).toMatchObject({ needs_team: true, team_reason: 'payment' });
});

test('a ticket that was reopened, another conversation, another server and one without an id are not solved', async () => {
  const { say, report } = await openTicket();
  const first = await say([user(REFUND)]);
  await report(first.id, 'resolved');
  const asked = [user(REFUND), team(first.answer), user(JOIN)];
  expect(await say(asked, 'ticket-2')).toMatchObject({ needs_team: true });
  expect(await say(asked, null)).toMatchObject({ needs_team: true });
  const other = await openTicket();
  expect(await other.say(asked)).toMatchObject({ needs_team: true });
  await report(first.id, 'reopened');
  expect(await say(asked)).toMatchObject({ needs_team: true });
});
