import { describe, expect, test } from 'vitest';
import { readPrompt } from '../../core/prompt-setup.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { QUESTION, readsMessages, useAnsweringCommunity } from './setup.ts';

const home = useAnsweringCommunity();

/** A channel of its own, in the mode that an admin set by command. */
async function addChannel(mode?: 'every_message' | 'forum' | 'off'): Promise<FakeChannel> {
  const channel = home.guild.addChannel({ kind: mode === 'forum' ? 'forum' : 'text' });
  if (mode) {
    await home.admin.runs(home.channel, 'channels set', { channel, mode }).reply();
    // Until then messages that do not address the bot come without their text.
    if (mode !== 'off') await readsMessages(home.discord);
  }
  return channel;
}

const promptOfLast = () => readPrompt(home.ai.requests.at(-1) ?? { body: {} });

describe('an answer', () => {
  test('replies to the message, shows sources and ends with the notice; buttons follow, nobody is pinged', async () => {
    const channel = await addChannel();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    const answer = await home.discord.nextMessage(channel);
    expect(answer.replyTo).toBe(asked.id);
    expect(answer.content).toMatch(/^Press Join\.\n/);
    expect(answer.content).toContain('[How do I join the server?](<https://docs.example/join>)');
    expect(answer.content).toMatch(/-# This answer was generated automatically by an AI\.$/);
    expect(answer.allowedMentions).toMatchObject({ parse: [] });
    expect(answer.pinged).toEqual({ everyone: false, roles: [], users: [] });
    expect(JSON.stringify(answer.components)).toMatch(
      /"answer:up:[0-9a-f-]{36}".*"answer:down:[0-9a-f-]{36}".*"answer:team:[0-9a-f-]{36}"/,
    );
    const sent = home.discord.requests.filter(({ path }) => path === `/channels/${channel.id}/messages`);
    const once = { nonce: `${asked.id}-0`, enforce_nonce: true };
    expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining(once)]);
  });

  test('is in the language of the question, notice included', async () => {
    const channel = await addChannel();
    home.ai.reply({ answer: 'Drück auf Beitreten.', needs_team: false, answerable: true, used: [] });
    home.member.says(channel, `${home.mention} Wie komme ich denn auf den Server?`);
    const { content } = await home.discord.nextMessage(channel);
    expect(content).toMatch(/-# Diese Antwort wurde automatisch von einer KI erstellt\.$/);
  });

  test('of more than 2,000 characters comes in parts with complete code blocks, with the buttons under the last', async () => {
    const channel = await addChannel();
    const code = Array.from({ length: 120 }, (_, n) => `const line${n} = ${n};`).join('\n');
    home.ai.reply({
      answer: `Open the launcher and press Join:\n\n\`\`\`ts\n${code}\n\`\`\`\nDone.`,
      needs_team: false,
      answerable: true,
      used: ['join'],
    });
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    const parts = [await home.discord.nextMessage(channel), await home.discord.nextMessage(channel)];
    for (const { content } of parts) {
      expect(content.length).toBeLessThanOrEqual(2000);
      expect(content.match(/^```/gm)?.length ?? 0).toBe(2);
    }
    expect(parts[0]?.components).toEqual([]);
    expect(parts[1]?.components).not.toEqual([]);
    expect(parts[1]?.content).toContain('const line119');
  });

  test('shows typing at once, and not after it was sent', async () => {
    const channel = await addChannel();
    const release = home.ai.hold();
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    const typing = await home.discord.until(
      () => home.discord.typings.find(({ channelId }) => channelId === channel.id),
      'Typing',
    );
    release();
    const answer = await home.discord.nextMessage(channel);
    await home.discord.settled();
    expect(typing.at).toBeLessThan(answer.at);
    const later = home.discord.typings.filter(
      ({ channelId, at }) => channelId === channel.id && at > answer.at,
    );
    expect(later).toEqual([]);
  });
});

describe('what is answered', () => {
  test('in a channel of mode every_message every message, in a forum every message of its posts', async () => {
    const channel = await addChannel('every_message');
    home.member.says(channel, QUESTION);
    await home.discord.nextMessage(channel);
    const forum = await addChannel('forum');
    const post = home.guild.addThread(forum, {
      name: 'Joining',
      by: home.member,
      text: 'It does not let me in.',
    });
    await home.discord.nextMessage(post);
    expect(promptOfLast().question.text).toBe('Joining\n\nIt does not let me in.');
    home.member.says(post, 'What about mobile?');
    await home.discord.nextMessage(post);
    expect(promptOfLast().history.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'It does not let me in.'],
      ['assistant', 'Press Join.'],
    ]);
  });

  test('G64 · no bot, no webhook, not itself, no talk among members, nothing in a channel that is off', async () => {
    const channel = await addChannel();
    const off = await addChannel('off');
    const calls = home.ai.requests.length;
    const robot = home.guild.addMember({ name: 'Robo', isBot: true });
    robot.says(channel, `${home.mention} ${QUESTION}`);
    home.member.says(channel, `${home.mention} ${QUESTION}`, { webhook: true });
    home.member.says(channel, 'Nice weather today');
    home.member.says(channel, '@everyone look at this');
    home.member.says(off, `${home.mention} ${QUESTION}`);
    await home.discord.settled();
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.discord.nextMessage(channel);
    expect(home.ai.requests.length).toBe(calls + 1);
  });

  test('messages of one member in quick succession are one turn with one answer, to the last of them', async () => {
    const channel = await addChannel('every_message');
    const calls = home.ai.requests.length;
    home.member.says(channel, 'Hello');
    home.member.says(channel, 'I have a question');
    const last = home.member.says(channel, QUESTION);
    const answer = await home.discord.nextMessage(channel);
    await home.discord.settled();
    expect(answer.replyTo).toBe(last.id);
    expect(home.ai.requests.length).toBe(calls + 1);
    expect(promptOfLast().question.text).toBe(`Hello\nI have a question\n${QUESTION}`);
  });

  test('a message with nothing to read in it gets a line that says so, and costs nothing', async () => {
    const channel = await addChannel();
    const calls = home.ai.requests.length;
    home.member.says(channel, home.mention, { attachments: [{ name: 'screen.png' }] });
    expect((await home.discord.nextMessage(channel)).content).toMatch(/attachments/);
    home.member.says(channel, home.mention);
    expect((await home.discord.nextMessage(channel)).content).toMatch(/no text/);
    expect(home.ai.requests.length).toBe(calls);
  });
});

describe('the conversation', () => {
  test('in replies is read back, with the bot’s answers as its own and without notice and sources', async () => {
    const channel = await addChannel();
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    const first = await home.discord.nextMessage(channel);
    home.member.says(channel, 'And on mobile?', { replyTo: first });
    await home.discord.nextMessage(channel);
    const { history, question, customer } = promptOfLast();
    expect(history).toEqual([
      { role: 'user', text: QUESTION },
      { role: 'assistant', text: 'Press Join.' },
    ]);
    expect([question.text, customer]).toEqual(['And on mobile?', 'Mia']);
  });

  test('with several people contains their names', async () => {
    const channel = await addChannel();
    const other = home.guild.addMember({ name: 'Tom' });
    const said = other.says(channel, 'The launcher says error 7.');
    home.member.says(channel, `${home.mention} What can Tom do?`, { replyTo: said });
    await home.discord.nextMessage(channel);
    const { history, question } = promptOfLast();
    expect(history).toEqual([{ role: 'user', name: 'Tom', text: 'The launcher says error 7.' }]);
    expect(question).toEqual({ name: 'Mia', text: 'What can Tom do?' });
  });
});

describe('G57 · a message that is delivered again', () => {
  test('at once, or after a RESUME, is answered and charged once', async () => {
    const channel = await addChannel();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    home.discord.gateway.redeliver(asked);
    await home.discord.nextMessage(channel);
    home.discord.gateway.redeliver(asked);
    home.discord.gateway.replayFrom(3);
    home.discord.gateway.closeAll(4000);
    await home.discord.until(
      () => home.discord.sessions.some(({ resumes }) => resumes > 0) || undefined,
      'A resume',
    );
    await home.discord.settled();
    home.member.says(channel, `${home.mention} Something else?`);
    await home.discord.nextMessage(channel);
    const answers = home.discord.sent.filter(
      ({ channelId, replyTo }) => channelId === channel.id && replyTo === asked.id,
    );
    expect(answers).toHaveLength(1);
    const charges = await home.app.core.database.kysely
      .selectFrom('charges')
      .select('id')
      .where('server_id', '=', home.guild.id)
      .execute();
    const rows = await home.app.core.database.kysely
      .selectFrom('handled_messages')
      .select('answer_id')
      .where('answer_id', 'is not', null)
      .execute();
    expect(new Set(charges.map(({ id }) => id)).size).toBe(
      new Set(rows.map(({ answer_id }) => answer_id)).size,
    );
  });
});
