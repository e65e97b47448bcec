import { beforeAll, describe, expect, test } from 'vitest';
import type { Access, CommandOption } from '../../../../commands/command.ts';
import { COMMANDS } from '../../../../commands/commands.ts';
import { keepDraft } from '../../../../src/core/answering/drafts.ts';
import { addEntry } from '../../../../src/core/knowledge/knowledge.ts';
import { addLink } from '../../../../src/core/knowledge/links.ts';
import { listGaps } from '../../../../src/core/learning/gaps.ts';
import { suggest } from '../../../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../../../src/core/learning/test-questions/test-questions.ts';
import { findAnswerOfReply } from '../../../../src/core/members/message-claims.ts';
import { createKey } from '../../../../src/core/owners/keys.ts';
import type { FakeMember, InteractionHandle } from '../../../support/discord.ts';
import type { OpenServer } from './setup.ts';
import { button, expectNothingDone, form, found, openServer, TYPED, useSettled } from './setup.ts';

const GONE = '3b0f6d2e-6e0b-4c56-8f0a-0d7f6f3f9b11';

const home = useSettled();

const expectRefused = (use: () => InteractionHandle, line: RegExp) => expectNothingDone(home, use, line);

const VERBS = ['approve', 'force', 'edit', 'reject', 'revert', 'merge', 'proof'];
/** What those read who may not use it, in English and German. */
const REFUSED: Record<Access, [RegExp, RegExp]> = {
  everyone: [/^$/, /^$/],
  admin: [/right “Manage Server”/, /Recht „Server verwalten“/],
  teacher: [/Only members with a teaching role/, /nur Mitglieder mit einer Lehr-Rolle/],
  team: [/Only the team can do this/, /Das darf nur das Team/],
};
const FIELDS = { question: 'Forged?', answer: 'Forged.', title: 'Forged', text: 'Forged', name: 'Forged' };

describe('what nobody may do', () => {
  let server: OpenServer;
  let other: OpenServer;
  /** What a forged use would hit, by command and option, or by the beginning of a button's id. */
  let prey: Record<string, string>;
  beforeAll(async () => {
    server = await openServer(home);
    other = await openServer(home);
    prey = await plant(server);
  });

  /** Something of every kind that can be changed. */
  async function plant({ guild, channel, teachers, member }: OpenServer): Promise<Record<string, string>> {
    const { core } = home.app;
    const { id: serverId } = guild;
    const key = await createKey(core, { serverId });
    const entry = await addEntry(core, { serverId, title: `${TYPED}?`, text: 'Green.', link: null });
    const link = await addLink(core, serverId, `https://docs.example/${serverId}`);
    const suggestion = await suggest(core, {
      serverId,
      question: 'Why?',
      answer: 'Why not.',
      source: 'menu',
    });
    const test = await addTest(core, serverId, { question: 'Why?', expected: 'not' });
    home.ai.reply({ answer: 'I cannot tell.', needs_team: true, answerable: false, used: [] });
    await member.runs(channel, 'ask', { question: `Who painted the ${TYPED} lighthouse?` }).reply();
    home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
    const gap = await found(async () => (await listGaps(core, serverId))[0]);
    const said = member.says(channel, `${TYPED} comes back every day.`);
    const answer = await member.runs(channel, 'ask', { question: `How do I join ${TYPED}?` }).reply();
    const { answerId } = await found(() => findAnswerOfReply(core, serverId, answer.id));
    await keepDraft(core, { serverId, answerId, cardChannelId: channel.id });
    return {
      'key key': key.id,
      'knowledge entry': entry.id,
      'links url': link.url,
      'training id': suggestion.id,
      'team role': teachers.id,
      'channels channel': channel.id,
      'channels mode': 'off',
      'channels bot': member.id,
      'channels state': 'on',
      'learning state': 'on',
      'learning channel': channel.id,
      'learning days': '30',
      'drafts state': 'all',
      'limits questions': '1',
      'hours zone': 'Europe/Berlin',
      'hours monday': '09:00-17:00',
      'key scope': 'knowledge',
      'persona level': 'V2',
      'persona language': 'de',
      training: suggestion.id,
      gap: gap.answerId,
      tests: '2',
      'tests test': test.id,
      'tests needs_team': 'yes',
      'tests answers': 'real',
      knowledge: '2',
      answer: answerId,
      draft: answerId,
      correct: `${channel.id}:${answer.id}`,
      learn: `${channel.id}:${said.id}:${member.id}`,
      message: said.id,
      answered: answer.id,
    };
  }

  const TYPES = { string: 3, user: 6, channel: 7, role: 8 };
  const optionData = (command: string, { name, kind }: CommandOption) => ({
    name,
    type: TYPES[kind],
    value: prey[`${command} ${name}`] ?? 'Forged',
  });

  /** Every command, subcommand, button and form that is not for everyone, with data to forge it with. */
  const guarded = COMMANDS.flatMap(({ data, actions = {} }) => {
    const { name, access } = data;
    const own = data.subcommands ?? [{ name: '', options: data.options ?? [] }];
    const commands = own.map((sub) => ({
      title: `/${name} ${sub.name}`.trim(),
      access,
      data: () => {
        const options = (sub.options ?? []).map((option) => optionData(name, option));
        return {
          name,
          type: 1,
          options: data.subcommands ? [{ name: sub.name, type: 1, options }] : options,
        };
      },
    }));
    const menu = {
      title: name,
      access,
      data: () => {
        const id = (name === 'Learn from this' ? prey.message : prey.answered) ?? '';
        const author = server.member.state.user;
        const message = {
          id,
          channel_id: server.channel.id,
          author,
          content: 'x',
          attachments: [],
          embeds: [],
        };
        return { name, type: 3, target_id: id, resolved: { messages: { [id]: message } } };
      },
    };
    const pressed = Object.entries(actions).map(([id, action]) => ({
      title: id,
      access: action.access,
      data: () => {
        const whole = `${id}:${prey[id.split(':')[0] ?? ''] ?? ''}`;
        return /:(save|edited)$/.test(id) ? form(whole, FIELDS) : button(whole);
      },
    }));
    return [...(data.kind === 'slash' ? commands : [menu]), ...pressed];
  }).filter(({ access }) => access !== 'everyone');

  test('the list of guarded commands contains every command of the contract that is not for everyone', () => {
    expect(guarded.filter(({ title }) => title.startsWith('/'))).toHaveLength(45);
    expect(guarded.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        ...['Learn from this', 'Correct this answer', 'Was the team needed', 'mark:set'],
        ...['training:approve', 'correct:save'],
        ...['training:force', 'training:revert', 'training:merge', 'training:proof', 'tests:page'],
        ...['gap:answer', 'gap:save', 'gap:close', 'gap:more'],
        ...['draft:send', 'draft:edit', 'draft:edited', 'draft:discard', 'draft:learn'],
      ]),
    );
  });

  test.each(
    guarded,
  )('G66 · a member without the right forges $title: a refusal, and nothing changes', async ({
    access,
    data,
  }) => {
    const [line, inGerman] = REFUSED[access];
    await expectRefused(() => server.member.forges(server.channel, data()), line);
    const { state } = server.member;
    const powerless = { member: { ...state, permissions: '0' } };
    server.member.locale = 'de';
    await expectRefused(() => server.member.forges(server.channel, data(), powerless), inGerman);
    server.member.locale = 'en-US';
  });

  test.each(
    guarded.filter(({ access }) => access === 'admin'),
  )('G66 · a teacher who is not an admin forges $title: a refusal, and nothing changes', async ({ data }) => {
    await expectRefused(() => server.teacher.forges(server.channel, data()), /right “Manage Server”/);
  });

  const deleted: [string, () => Record<string, unknown>, RegExp][] = [
    [
      '/no-such-command',
      () => ({ name: 'no-such-command', type: 1, options: [] }),
      /do not know this command/,
    ],
    ['no:such-button', () => button('no:such-button'), /out of date/],
    ...['up', 'down', 'why', 'team', 'correct'].map((verb): (typeof deleted)[number] => [
      `answer:${verb}`,
      () => button(`answer:${verb}:${GONE}`),
      /is not stored/,
    ]),
    ...VERBS.map((verb): (typeof deleted)[number] => [
      `training:${verb}`,
      () => button(`training:${verb}:0123456789`),
      /no such suggestion/,
    ]),
    ...['answer', 'close'].map((verb): (typeof deleted)[number] => [
      `gap:${verb}`,
      () => button(`gap:${verb}:${GONE}`),
      /not open any more/,
    ]),
    ['gap:save', () => form(`gap:save:${GONE}`, FIELDS), /not open any more/],
    ...['send', 'edit', 'discard'].map((verb): (typeof deleted)[number] => [
      `draft:${verb}`,
      () => button(`draft:${verb}:${GONE}`),
      /draft is not there any more/,
    ]),
    ['draft:edited', () => form(`draft:edited:${GONE}`, FIELDS), /draft is not there any more/],
    ['answer:correction', () => form(`answer:correction:${GONE}`, FIELDS), /is not stored/],
    ['training:save', () => form('training:save:0123456789', FIELDS), /no such suggestion/],
    ['correct:save', () => form(`correct:save:${server.channel.id}:1`, FIELDS), /not an answer of mine/],
  ];
  test.each(
    deleted,
  )('G65 · %s of something that does not exist says so only to the person who pressed and changes nothing', async (_, data, line) => {
    const who = /correct/.test(String(data().custom_id)) ? server.teacher : server.admin;
    await expectRefused(() => who.forges(server.channel, data()), line);
  });

  const foreign: [string, () => [FakeMember, Record<string, unknown>], RegExp][] = [
    ...VERBS.map((verb): (typeof foreign)[number] => [
      `training:${verb}`,
      () => [other.admin, button(`training:${verb}:${prey.training}`)],
      /no such suggestion/,
    ]),
    [
      'training:save',
      () => [other.admin, form(`training:save:${prey.training}`, FIELDS)],
      /no such suggestion/,
    ],
    ...['answer', 'close'].map((verb): (typeof foreign)[number] => [
      `gap:${verb}`,
      () => [other.admin, button(`gap:${verb}:${prey.gap}`)],
      /not open any more/,
    ]),
    ['gap:save', () => [other.admin, form(`gap:save:${prey.gap}`, FIELDS)], /not open any more/],
    ...['send', 'edit', 'discard'].map((verb): (typeof foreign)[number] => [
      `draft:${verb}`,
      () => [other.admin, button(`draft:${verb}:${prey.draft}`)],
      /draft is not there any more/,
    ]),
    [
      'draft:edited',
      () => [other.admin, form(`draft:edited:${prey.draft}`, FIELDS)],
      /draft is not there any more/,
    ],
    [
      'draft:learn',
      () => [other.teacher, button(`draft:learn:${prey.draft}`)],
      /draft is not there any more/,
    ],
    [
      'answer:correction',
      () => [other.admin, form(`answer:correction:${prey.answer}`, FIELDS)],
      /is not stored/,
    ],
    ...['up', 'down', 'team', 'correct'].map((verb): (typeof foreign)[number] => [
      `answer:${verb}`,
      () => [other.admin, button(`answer:${verb}:${prey.answer}`)],
      /is not stored/,
    ]),
    [
      'correct:save',
      () => [other.teacher, form(`correct:save:${prey.correct}`, FIELDS)],
      /not an answer of mine/,
    ],
    ['/key revoke', () => [other.admin, given('key revoke', 'key')], /no such key/],
    ['/knowledge remove', () => [other.admin, given('knowledge remove', 'entry')], /no such entry/],
    ['/links remove', () => [other.admin, given('links remove', 'url')], /no such link/],
    ['/links crawl', () => [other.admin, given('links crawl', 'url')], /no such link/],
    ['/training approve', () => [other.admin, given('training approve', 'id')], /no such suggestion/],
    ['/training reject', () => [other.admin, given('training reject', 'id')], /no such suggestion/],
    ['/training edit', () => [other.admin, given('training edit', 'id')], /no such suggestion/],
    ['/training revert', () => [other.admin, given('training revert', 'id')], /no such suggestion/],
    ['/tests remove', () => [other.admin, given('tests remove', 'test')], /no such test question/],
  ];
  function given(path: string, option: string) {
    const [name = '', sub = ''] = path.split(' ');
    const options = [{ name: option, type: 3, value: prey[`${name} ${option}`] }];
    return { name, type: 1, options: [{ name: sub, type: 1, options }] };
  }
  test.each(
    foreign,
  )('G65 · %s with the ids of another server finds nothing and changes nothing', async (_, use, line) => {
    await expectRefused(() => {
      const [who, data] = use();
      return who.forges(other.channel, data);
    }, line);
  });
});
