import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../../commands/ask/ask.ts';
import type { Invocation } from '../../commands/command.ts';
import type { Reply } from '../../commands/reply.ts';
import { noteTeamCall } from '../../src/core/learning/feedback.ts';
import { recordReplies } from '../../src/core/members/message-claims.ts';
import { optOut } from '../../src/core/members/privacy.ts';
import { changeSettings } from '../../src/core/owners/servers.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { expectNothingCounted, readCharges } from '../support/books.ts';
import { controlsOf, invoke, newId, textOf } from './setup.ts';

let stub: AiStub;
let app: TestApp;
let serverId: string;
beforeAll(async () => {
  stub = await startAiStub();
  app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', FREE_WEEKLY_UNITS: '0' });
});
beforeEach(async () => {
  stub.reply({ answer: 'Visit the harbour office.', needs_team: false, answerable: true, used: ['join'] });
  serverId = (await app.addServer()).id;
  await app.addKnowledge(serverId, [{ id: 'join', title: 'How to join', text: 'Visit the harbour office.' }]);
});
afterAll(async () => {
  await app.stop();
  await stub.close();
});

const QUESTION = 'How do I join the crew?';

function askAs(memberId: string, more: Partial<Invocation> = {}): Invocation {
  const invoker = { id: memberId, name: 'Kim', isAdmin: false, roleIds: [] };
  return invoke({ serverId, invoker, options: { question: QUESTION }, ...more });
}

/** A question with its answer, as the channel leaves both behind. */
async function answerFor(memberId: string): Promise<{ answerId: string; messageId: string }> {
  const reply = await ask.run(app.core, askAs(memberId));
  if (reply.kind !== 'answer') throw new Error('no answer');
  const answerId = reply.answer.id;
  const messageId = newId();
  const what = { serverId, messageIds: [messageId], channelId: '100', memberId };
  await recordReplies(app.core, { ...what, answerId, replyIds: [newId()] });
  return { answerId, messageId };
}

function press(verb: 'up' | 'down' | 'why' | 'team', input: Invocation): Promise<Reply> {
  const action = ask.actions?.[`answer:${verb}`];
  if (!action) throw new Error(`no action for ${verb}`);
  return action.run(app.core, input);
}

async function readAnswer(id: string) {
  return app.core.database.kysely
    .selectFrom('answers')
    .select(['question', 'answer', 'feedback', 'team_asked_at'])
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .executeTakeFirst();
}

describe('/ask', () => {
  test('answers publicly from the server’s knowledge, and charges one Discord answer', async () => {
    expect(ask.isPublic).toBe(true);
    const before = stub.requests.length;
    const reply = await ask.run(app.core, askAs(newId()));
    expect(reply).toMatchObject({ kind: 'answer', answer: { answer: 'Visit the harbour office.' } });
    const answerId = reply.kind === 'answer' ? reply.answer.id : '';
    expect(reply).toMatchObject({ answer: { id: answerId, sources: [{ title: 'How to join' }] } });
    expect(await readCharges(app, serverId)).toMatchObject([{ id: answerId, channel: 'discord' }]);
    expect(JSON.stringify(stub.requests[before]?.body)).toContain('<customer>\\"Kim\\"</customer>');
    expect(await readAnswer(answerId)).toMatchObject({ question: QUESTION });
  });

  test('keeps neither question nor answer of a member who has opted out', async () => {
    const memberId = newId();
    await optOut(app.core, memberId);
    const reply = await ask.run(app.core, askAs(memberId));
    expect(reply).toMatchObject({ kind: 'answer', answer: { answer: 'Visit the harbour office.' } });
    const answerId = reply.kind === 'answer' ? reply.answer.id : '';
    expect(await readAnswer(answerId)).toMatchObject({ question: null, answer: null });
  });

  test.each([
    '   ',
    'x'.repeat(2_001),
  ])('refuses text that is not a question and counts nothing', async (question) => {
    await expectNothingCounted(app, serverId, () =>
      expect(ask.run(app.core, askAs(newId(), { options: { question } }))).rejects.toMatchObject({
        code: 'invalid_input',
        context: { message: expect.stringContaining('2,000') },
      }),
    );
  });

  test('is refused if the bot is switched off there, threads included, visible only to the asker', async () => {
    await changeSettings(app.core, serverId, () => ({ channels: { '55': 'off', '56': 'mention' } }));
    const german = 'In diesem Kanal bin ich ausgeschaltet. Frag mich bitte in einem anderen Kanal.';
    for (const place of [{ channelId: '55' }, { channelId: '77', above: ['55'] }]) {
      await expectNothingCounted(app, serverId, () =>
        expect(ask.run(app.core, askAs(newId(), { ...place, language: 'de' }))).rejects.toMatchObject({
          code: 'forbidden',
          context: { message: german },
        }),
      );
    }
    const threadSetItself = askAs(newId(), { channelId: '56', above: ['55'] });
    expect(await ask.run(app.core, threadSetItself)).toMatchObject({ kind: 'answer' });
  });
});

describe('votes', () => {
  test('of the asker are recorded, with the reason for a downvote', async () => {
    const memberId = newId();
    const { answerId } = await answerFor(memberId);
    await press('up', askAs(memberId, { args: [answerId] }));
    expect(await readAnswer(answerId)).toMatchObject({ feedback: 'up' });

    const reply = await press('down', askAs(memberId, { args: [answerId] }));
    expect(await readAnswer(answerId)).toMatchObject({ feedback: 'down' });
    const [select] = controlsOf(reply);
    expect(select).toMatchObject({ kind: 'select', id: `answer:why:${answerId}` });
    const values = select?.kind === 'select' ? select.options.map(({ value }) => value) : [];
    expect(values).toEqual(['wrong', 'outdated', 'unclear', 'other_question']);

    const thanks = await press('why', askAs(memberId, { args: [answerId], values: ['outdated'] }));
    expect(thanks).toMatchObject({ kind: 'cards', isReplacing: true });
    expect(controlsOf(thanks)).toEqual([]);
    expect(await readAnswer(answerId)).toMatchObject({ feedback: 'down:outdated' });
  });

  test('of others are refused with an explanation and change nothing', async () => {
    const { answerId } = await answerFor(newId());
    for (const verb of ['up', 'down', 'why'] as const) {
      const reply = await press(verb, askAs(newId(), { args: [answerId], values: ['wrong'] }));
      expect(textOf(reply)).toContain('Only the asker');
      expect(controlsOf(reply)).toEqual([]);
    }
    expect(await readAnswer(answerId)).toMatchObject({ feedback: null });
  });

  test('of members who have opted out are not kept, and they are told why', async () => {
    const { answerId } = await answerFor(newId());
    const memberId = newId();
    await optOut(app.core, memberId);
    const reply = await press('up', askAs(memberId, { args: [answerId] }));
    expect(textOf(reply)).toContain('You asked me to store nothing of yours');
    expect(await readAnswer(answerId)).toMatchObject({ feedback: null });
  });

  test('from another server, with an invalid id or with an unknown reason change nothing', async () => {
    const memberId = newId();
    const { answerId } = await answerFor(memberId);
    const admin = { id: memberId, name: 'Kim', isAdmin: true, roleIds: [] };
    const elsewhere = invoke({ serverId: (await app.addServer()).id, invoker: admin, args: [answerId] });
    const wrong = [
      press('up', elsewhere),
      press('down', elsewhere),
      press('up', askAs(memberId, { args: ["' OR 1=1"] })),
      press('down', askAs(memberId, { args: [] })),
      press('down', askAs(memberId, { args: [randomUUID()] })),
      press('why', askAs(memberId, { args: [answerId], values: ['rude'] })),
      press('why', askAs(memberId, { args: ['x'], values: ['wrong'] })),
    ];
    for (const reply of await Promise.all(wrong)) expect(textOf(reply)).toContain('no longer stored');
    expect(await readAnswer(answerId)).toMatchObject({ feedback: null });
  });
});

describe('“Ask the team”', () => {
  test('requests one call for an answer, which is recorded only once it was made', async () => {
    const asker = newId();
    const { answerId, messageId } = await answerFor(asker);
    const pressed = () => press('team', askAs(newId(), { args: [answerId], language: 'de' }));
    const call = { kind: 'team_call', answerId, messageId, askerId: asker, language: 'de' };
    for (let tries = 0; tries < 3; tries += 1) expect(await pressed()).toMatchObject(call);
    expect((await readAnswer(answerId))?.team_asked_at).toBeNull();
    await noteTeamCall(app.core, { serverId, answerId });
    expect(textOf(await pressed())).toContain('schon gefragt');
    expect((await readAnswer(answerId))?.team_asked_at).not.toBeNull();
  });

  test('says what to do if the answer is not known on this server', async () => {
    const { answerId } = await answerFor(newId());
    const other = (await app.addServer()).id;
    for (const input of [
      invoke({ serverId: other, args: [answerId] }),
      askAs(newId(), { args: ['nonsense'] }),
    ]) {
      const reply = await press('team', input);
      expect(textOf(reply)).toContain('write to them directly');
      expect(reply).not.toHaveProperty('effects');
    }
    expect((await readAnswer(answerId))?.team_asked_at).toBeNull();
  });
});
