import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listMarks, MAX_MARKS_PER_SERVER, markAnswer, unmark } from '../../src/core/learning/marks.ts';
import { leaveServers } from '../../src/core/members/arrivals.ts';
import { recordReplies } from '../../src/core/members/message-claims.ts';
import { deleteMember, exportMember, optOut } from '../../src/core/members/privacy.ts';
import { exportServer, importServer } from '../../src/core/operations/backup/backup.ts';
import { deleteServer, getServer } from '../../src/core/owners/servers.ts';
import { tryTicket } from '../../src/core/playground/playground.ts';
import { ask, FOR_GOOD, UNABORTED } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

const JOIN = 'How do I join the harbour as a sailor?';
const NEAR_JOIN = 'hello, how do i join the harbour as a sailor';
const CHARGED = 'I was charged twice and I want my money back';
const NEAR_CHARGED = 'I was charged twice and want my money back, please';
const SAD = 'I cut my arms every night and nobody knows';

async function addServer(repeats = false) {
  const server = await app.addServer({ repeats });
  await app.addKnowledge(server.id, [
    { id: 'join', title: JOIN, text: 'Press Join at the quay.' },
    { id: 'money', title: 'Charged twice: when do I get my money back?', text: 'Within nine days.' },
  ]);
  const hear = async (
    text: string,
  ): Promise<{ id: string; needs_team: boolean; team_reason: string | null }> => {
    app.clock.now += 61_000;
    return (await app.chat(server.key, ask(text))).body;
  };
  const say = (verdict: 'needed' | 'not-needed', answerId: string) =>
    markAnswer(app.core, { serverId: server.id, answerId, verdict });
  return { ...server, hear, say };
}

/** The same answer as one that a member of the chat got. */
function giveTo(serverId: string, answerId: string, memberId: string): Promise<unknown> {
  const replied = { channelId: '17', memberId, messageIds: [`8${memberId}`], replyIds: [`9${memberId}`] };
  return recordReplies(app.core, { serverId, answerId, ...replied });
}

describe('What an owner says of an answer', () => {
  test('the next near question follows in both directions, and again as before once it is taken back', async () => {
    const { id, hear, say } = await addServer();
    const joined = await hear(JOIN);
    expect(joined.needs_team).toBe(false);
    const needed = await say('needed', joined.id);
    expect(await hear(NEAR_JOIN)).toMatchObject({ needs_team: true, team_reason: 'asked_for_human' });
    const charged = await hear(CHARGED);
    expect(charged).toMatchObject({ needs_team: true, team_reason: 'payment' });
    const nobody = await say('not-needed', charged.id);
    expect((await hear(NEAR_CHARGED)).team_reason).not.toBe('payment');
    expect(await hear('My friend was robbed: you charged him twice, refund him')).toMatchObject({
      team_reason: 'payment',
    });
    await unmark(app.core, id, needed.id);
    await unmark(app.core, id, nobody.id);
    expect((await hear(NEAR_JOIN)).needs_team).toBe(false);
    expect((await hear(NEAR_CHARGED)).team_reason).toBe('payment');
  });

  test('also holds for what was answered before and would be repeated', async () => {
    const { hear, say } = await addServer(true);
    const joined = await hear(JOIN);
    expect((await hear(JOIN)).needs_team).toBe(false);
    await say('needed', joined.id);
    expect((await hear(JOIN)).needs_team).toBe(true);
  });

  test('never lowers safety, whatever is marked', async () => {
    const { hear, say } = await addServer();
    for (const text of [SAD, 'I want to kill myself']) {
      const answer = await hear(text);
      expect(answer.team_reason).toBe('safety');
      await say('not-needed', answer.id);
      expect((await hear(text)).team_reason).toBe('safety');
    }
  });

  test('counts on its server alone, from the next revision on, and in the playground', async () => {
    const [one, other] = [await addServer(), await addServer()];
    const { revision } = await getServer(app.core, one.id);
    await one.say('needed', (await one.hear(JOIN)).id);
    expect((await getServer(app.core, one.id)).revision).toBe(revision + 1);
    expect((await other.hear(NEAR_JOIN)).needs_team).toBe(false);
    const messages = [{ role: 'user' as const, content: NEAR_JOIN }];
    const [tried, elsewhere] = [
      await tryTicket(app.core, one.id, { messages }, UNABORTED),
      await tryTicket(app.core, other.id, { messages }, UNABORTED),
    ];
    expect(tried.reasons).toMatchObject([{ by: 'owner', words: expect.arrayContaining(['harbour']) }]);
    expect(elsewhere.reasons).toEqual([]);
    const foreign = markAnswer(app.core, {
      ...{ serverId: one.id, answerId: (await other.hear(JOIN)).id, verdict: 'needed' },
    });
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
    const [mark] = await listMarks(app.core, one.id);
    await expect(unmark(app.core, other.id, mark?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is kept once an answer, without personal data; the later verdict counts', async () => {
    const { id, hear, say } = await addServer();
    const answer = await hear(`${JOIN} I am jo@mail.example`);
    const first = await say('needed', answer.id);
    const second = await say('not-needed', answer.id);
    expect(second.id).toBe(first.id);
    const marks = await listMarks(app.core, id);
    expect(marks).toMatchObject([{ answerId: answer.id, isNeeded: false }]);
    expect(marks[0]?.text).toContain(JOIN);
    expect(JSON.stringify(marks)).not.toContain('mail.example');
  });

  test('of a ticket of several messages is about the one that says why, or the last that tells something', async () => {
    const { id, key, say } = await addServer();
    const messages = [
      { role: 'user', content: CHARGED },
      { role: 'assistant', content: 'The team will look at it.' },
      { role: 'user', content: 'thanks!' },
    ];
    const { body } = await app.chat(key, { messages });
    for (const verdict of ['not-needed', 'needed'] as const) {
      await say(verdict, body.id);
      expect(await listMarks(app.core, id)).toMatchObject([{ text: CHARGED }]);
    }
  });

  test('is refused beyond 500 answers; one of those may still change', async () => {
    const { id, hear, say } = await addServer();
    const answer = await hear(JOIN);
    await say('needed', answer.id);
    await sql`INSERT INTO handover_marks (server_id, id, answer_id, text, is_needed, created_at)
      SELECT ${id}, 'm' || n, gen_random_uuid(), 'Text ' || n, true, now()
      FROM generate_series(2, ${MAX_MARKS_PER_SERVER}) n`.execute(app.core.database.kysely);
    await expect(say('needed', (await hear(NEAR_JOIN)).id)).rejects.toMatchObject({
      ...{ code: 'invalid_input', context: { param: 'marks' } },
    });
    expect((await say('not-needed', answer.id)).isNeeded).toBe(false);
    expect(await listMarks(app.core, id)).toHaveLength(MAX_MARKS_PER_SERVER);
  });
});

describe('The words of a mark', () => {
  test.each([
    ['has their data deleted', (memberId: string) => deleteMember(app.core, memberId)],
    ['opts out', (memberId: string) => optOut(app.core, memberId)],
  ])('go when whoever asked %s, and nothing follows them any more', async (_, forget) => {
    const { id, hear, say } = await addServer();
    const memberId = String(Date.now());
    const [theirs, others] = [await hear(JOIN), await hear('Where do I moor my boat at night?')];
    await giveTo(id, theirs.id, memberId);
    await say('needed', theirs.id);
    await say('needed', others.id);
    expect((await exportMember(app.core, memberId)).marks).toMatchObject([{ text: JOIN, server_id: id }]);
    await forget(memberId);
    expect(await listMarks(app.core, id)).toMatchObject([{ answerId: others.id }]);
    expect((await hear(NEAR_JOIN)).needs_team).toBe(false);
    expect((await exportMember(app.core, memberId)).marks).toEqual([]);
    await expect(say('needed', theirs.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of members go when the bot is removed from the server, and all with the server', async () => {
    const { id, hear, say } = await addServer();
    const [theirs, others] = [await hear(JOIN), await hear('Where do I moor my boat at night?')];
    await giveTo(id, theirs.id, '77001');
    await say('needed', theirs.id);
    await say('needed', others.id);
    await leaveServers(app.core, [id], FOR_GOOD);
    expect(await listMarks(app.core, id)).toMatchObject([{ answerId: others.id }]);
    await deleteServer(app.core, id);
    const left = await sql`SELECT 1 FROM handover_marks WHERE server_id = ${id}`.execute(
      app.core.database.kysely,
    );
    expect(left.rows).toEqual([]);
  });

  test('come along with a backup, but not those of whoever opted out since', async () => {
    const { id, hear, say } = await addServer();
    const [theirs, others] = [await hear(JOIN), await hear('Where do I moor my boat at night?')];
    await giveTo(id, theirs.id, '77002');
    await say('needed', theirs.id);
    await say('not-needed', others.id);
    const parts: string[] = [];
    for await (const part of exportServer(app.core, id, 'backup')) parts.push(String(part));
    async function* open() {
      yield Buffer.from(parts.join(''));
    }
    await deleteServer(app.core, id);
    await importServer(app.core, { open, as: `${id}-copy` });
    expect(await listMarks(app.core, `${id}-copy`)).toHaveLength(2);
    await deleteServer(app.core, `${id}-copy`);
    await optOut(app.core, '77002');
    await importServer(app.core, { open });
    expect(await listMarks(app.core, id)).toMatchObject([{ answerId: others.id, isNeeded: false }]);
  });
});
