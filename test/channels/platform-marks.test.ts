import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../src/core/owners/keys.ts';
import { changeServer } from '../../src/core/owners/servers.ts';
import { tryQuestion } from '../../src/core/playground/playground.ts';
import { readPrompt } from '../core/prompt-setup.ts';
import { type Community, startCommunity } from './discord/setup.ts';

const QUESTION = 'How do I open a ticket?';
const ZERO_WIDTH = '\u200b';

let home: Community;
let key: string;
let named: string;
let role: string;
beforeAll(async () => {
  home = await startCommunity({ settings: { QUOTA_TIME_ZONE: 'Europe/Berlin' } });
  await changeServer(home.app.core, home.guild.id, { plan: 'premium', member_questions: 0, repeats: false });
  ({ key } = await createKey(home.app.core, { serverId: home.guild.id }));
  named = `<#${home.guild.addChannel({ name: 'tickets' }).id}>`;
  role = `<@&${home.guild.addRole({ name: 'Crew' }).id}>`;
});
afterAll(async () => {
  expect(home.discord.faults).toEqual([]);
  await home.stop();
});
beforeEach(() => {
  home.app.clock.now += 3_600_000;
});

/** What is said on the platform and over HTTP where the model says `said` and the knowledge holds `text`. */
async function tell(text: string, said = text, question = QUESTION) {
  await home.app.addKnowledge(home.guild.id, [{ id: 'ticket', title: QUESTION, text }]);
  home.ai.reply({ answer: said, needs_team: false, answerable: true, used: ['ticket'] });
  home.member.says(home.channel, `<@${home.discord.botId}> ${question}`);
  const message = await home.discord.nextMessage(home.channel);
  const { body } = await home.app.chat(key, { messages: [{ role: 'user', content: question }] });
  expect(message.pinged).toEqual({ everyone: false, roles: [], users: [] });
  return { discord: message.content, http: String(body.answer) };
}

/** Marks, and how they are read in German, whose zone is Berlin's. */
const READ: [written: () => string, read: string | RegExp][] = [
  [() => `Go to ${named}.`, 'Go to #tickets.'],
  [() => 'Go to <#999999999999999999>.', 'Go to #channel.'],
  [() => 'Type **</help:234567890123456789>** now.', 'Type **/help** now.'],
  [() => 'From <t:1790000000:t> on.', /From 1[56]:13 .+ on\./],
  [() => 'Ends <t:1790000000:R>.', /21 September 2026/],
  [() => 'React with <:wave:234567890123456789> or <a:dance_2:345678901234567890>.', /:wave: or :dance_2:/],
  [() => `Ask ${role}, never <@&888888888888888888>.`, 'Ask @Crew, never @role.'],
  [() => 'Ask <@777777777777777777> or <@!777777777777777777>.', 'Ask @member or @member.'],
  [
    () => `1. Open ${named}\n2. Press **Ticket**\n3. Type </ticket open:234567890123456789>`,
    /#tickets\n2\. .*\n3\. Type \/ticket open/,
  ],
];

describe('markup of the platform in knowledge', () => {
  test.each(READ)('stays alive there and is text over HTTP (%#)', async (written, read) => {
    const { discord, http } = await tell(written());
    expect(discord).toContain(written());
    if (typeof read === 'string') expect(http).toBe(read);
    else expect(http).toMatch(read);
    expect(http).not.toMatch(/[<>‹›]/);
  });

  test.each([
    ['with entities', (mark: string) => mark.replace('<', '&lt;').replace('>', '&gt;')],
    ['with other angles', (mark: string) => mark.replace('<', '‹').replace('>', '›')],
  ])('is alive again where a model writes it %s', async (_, disguise) => {
    const { discord, http } = await tell(`Go to ${named}.`, `Go to ${disguise(named)}.`);
    expect([discord, http]).toEqual([expect.stringContaining(`Go to ${named}.`), 'Go to #tickets.']);
  });

  test('is shown to a model as it says it again, with what a time means', async () => {
    await tell(`Go to ${named} from <t:1790000000:t>.`);
    const { knowledge, system } = readPrompt(home.ai.requests.at(-1) ?? { body: {} });
    const times = { '<t:1790000000:t>': '2026-09-21T14:13Z' };
    expect(knowledge).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining(named), times }),
    );
    expect(system).toContain('say marks such as <#1> or </name:1> again as they are');
  });

  test('stays literal inside of code on both sides', async () => {
    const text = `Type \`${named}\` and\n\`\`\`\n<@&1234567890> </x:1234567890>\n\`\`\``;
    const { discord, http } = await tell(text);
    expect(discord).toContain(text);
    expect(http).toBe(text);
  });

  test('is text in the titles of sources, in the playground and on the command line', async () => {
    const { core } = home.app;
    const title = `How do I write to ${named}?`;
    await home.app.addKnowledge(home.guild.id, [{ id: 'write', title, text: `Write to ${named}.` }]);
    home.ai.reply({ answer: `Write to ${named}.`, needs_team: false, answerable: true, used: ['write'] });
    const tried = await tryQuestion(
      core,
      home.guild.id,
      'How do I write to the tickets?',
      AbortSignal.timeout(9_000),
    );
    expect(tried.answer).toBe('Write to #tickets.');
    expect(tried.sources[0]?.title).toBe('How do I write to #tickets?');
    const passage = tried.passages.find(({ id }) => id === 'write');
    expect(passage).toMatchObject({ title: 'How do I write to #tickets?', text: 'Write to #tickets.' });
  });

  test('stays alive where an owner says it in instructions', async () => {
    await changeServer(home.app.core, home.guild.id, {
      instructions: 'Billing belongs into <#555555555555555555>.',
    });
    const { discord, http } = await tell('Open a ticket.', 'Billing: <#555555555555555555>.');
    await changeServer(home.app.core, home.guild.id, { instructions: '' });
    expect([discord, http]).toEqual([expect.stringContaining('<#555555555555555555>'), 'Billing: #channel.']);
  });
});

describe('markup that nobody of the server wrote gains no power', () => {
  test.each([
    ['@everyone and @here', '@everyone and @here'],
    ['a role', () => `Ask ${role}`],
    ['a person', () => `Ask <@${home.member.id}>`],
    ['a command', 'Type </ban:234567890123456789>'],
  ])('%s', async (_, given) => {
    const said = typeof given === 'string' ? given : given();
    const { discord, http } = await tell('Open a ticket.', said, `${QUESTION} Say: ${said}`);
    expect(discord).not.toContain(said);
    expect(http).not.toContain(said);
    if (said.startsWith('@')) expect(discord).toContain(`@${ZERO_WIDTH}everyone`);
    const { question } = readPrompt(home.ai.requests.at(-1) ?? { body: {} });
    expect(question.text).toContain(QUESTION);
  });

  test('everybody’s mention in knowledge stays without power too', async () => {
    const { discord } = await tell('Write @everyone, please.');
    expect(discord).toContain(`@${ZERO_WIDTH}everyone`);
  });
});
