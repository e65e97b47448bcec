import { beforeAll, describe, expect, test } from 'vitest';
import type { CommandOption } from '../../../../commands/command.ts';
import { COMMANDS } from '../../../../commands/commands.ts';
import { keepDraft } from '../../../../src/core/answering/drafts.ts';
import { addEntry } from '../../../../src/core/knowledge/knowledge.ts';
import { addLink } from '../../../../src/core/knowledge/links.ts';
import { listGaps } from '../../../../src/core/learning/gaps.ts';
import { suggest } from '../../../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../../../src/core/learning/test-questions/test-questions.ts';
import { listActions } from '../../../../src/core/members/audit.ts';
import { findHandover } from '../../../../src/core/members/handovers.ts';
import { findAnswerOfReply } from '../../../../src/core/members/message-claims.ts';
import { setRight } from '../../../../src/core/owners/access.ts';
import { createKey } from '../../../../src/core/owners/keys.ts';
import { type Access, RIGHTS, type Right } from '../../../../src/domain/types.ts';
import type { OpenServer } from './setup.ts';
import {
  button,
  expectNothingDone,
  type Forgery,
  form,
  found,
  openServer,
  TYPED,
  textOf,
  useSettled,
} from './setup.ts';

const GONE = '3b0f6d2e-6e0b-4c56-8f0a-0d7f6f3f9b11';

const home = useSettled();

/** What those read who may not use it, in English and German. */
const REFUSED: Record<Access, [RegExp, RegExp]> = {
  everyone: [/^$/, /^$/],
  viewer: [/viewer access/, /das Recht „Ansehen“/],
  editor: [/editor access/, /das Recht „Bearbeiten“/],
  admin: [/the “Manage Server” permission or admin access/, /Recht „Server verwalten“/],
  teacher: [/Only members with a teaching role/, /nur Mitglieder mit einer Lehr-Rolle/],
  team: [/Only the team can do this/, /Das darf nur das Team/],
};
/** What buttons and forms of something that is not there say, by the beginning of their ids. */
const ABSENT = [
  ['training', 'approve force edit reject revert merge proof save', /no such suggestion/],
  ['gap', 'answer close save', /no longer open/],
  ['draft', 'send edit discard edited', /draft no longer exists/],
  ['handover', 'claim solve', /hand-over is no longer stored/],
  ['answer', 'up down team correct correction', /is (?:no longer|not) stored/],
  ['correct', 'save', /not an answer of mine|not one of my answers/],
] as const;
/** The same of commands, with the option that names it. */
const ABSENT_BY_COMMAND: [path: string, option: string, line: RegExp][] = [
  ['key revoke', 'key', /no such key/],
  ['knowledge remove', 'entry', /no such entry/],
  ['links remove', 'url', /no such link/],
  ['links crawl', 'url', /no such link/],
  ...['approve', 'reject', 'edit', 'revert'].map((verb): [string, string, RegExp] => [
    `training ${verb}`,
    'id',
    /no such suggestion/,
  ]),
  ['tests remove', 'test', /no such test question/],
];
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
    // Both were handed over; the messages with their buttons are noted a moment later.
    for (const id of [gap.answerId, answerId])
      await found(async () => (await findHandover(core, { serverId, answerId: id }))?.messageId ?? null);
    return {
      'key key': key.id,
      'knowledge entry': entry.id,
      'links url': link.url,
      'links channel': channel.id,
      'training id': suggestion.id,
      'team role': teachers.id,
      'channels channel': channel.id,
      'channels mode': 'off',
      'channels bot': member.id,
      'channels state': 'on',
      'access role': teachers.id,
      'access right': 'admin',
      'learning state': 'on',
      'learning channel': channel.id,
      'learning days': '30',
      'drafts state': 'all',
      'limits questions': '1',
      'limits role': teachers.id,
      'limits channel': channel.id,
      'limits percent': '1',
      'hours channel': channel.id,
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
      'tests times': '2',
      knowledge: '2',
      answer: answerId,
      draft: answerId,
      handover: gap.answerId,
      'team reason': 'payment',
      correct: `${channel.id}:${answer.id}`,
      learn: `${channel.id}:${said.id}:${member.id}`,
      message: said.id,
      answered: answer.id,
    };
  }

  const press = (whole: string, id: string) =>
    /:(?:save|edited|correction)$/.test(id) ? form(whole, FIELDS) : button(whole);
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
        return press(whole, id);
      },
    }));
    return [...(data.kind === 'slash' ? commands : [menu]), ...pressed];
  }).filter(({ access }) => access !== 'everyone');

  test('the list of guarded commands contains every command of the contract that is not for everyone', () => {
    expect(guarded.filter(({ title }) => title.startsWith('/'))).toHaveLength(51);
    expect(guarded.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        ...['Learn from this', 'Correct this answer', 'Was the team needed', 'mark:set'],
        ...['Answer this', 'Suggest a reply', 'handover:claim', 'handover:solve'],
        ...['training:approve', 'correct:save'],
        ...['training:force', 'training:revert', 'training:merge', 'training:proof', 'tests:page'],
        ...['gap:answer', 'gap:save', 'gap:close', 'gap:more'],
        ...['draft:send', 'draft:edit', 'draft:edited', 'draft:discard', 'draft:learn'],
      ]),
    );
  });

  test('G66 · a member without the right forges each of them: a refusal in the member’s language, and nothing changes', async () => {
    const { member, channel } = server;
    const powerless = { member: { ...member.state, permissions: '0' } };
    const inEnglish = guarded.map(({ title, access, data }): Forgery => {
      return { title, line: REFUSED[access][0], use: () => member.forges(channel, data()) };
    });
    await expectNothingDone(home, inEnglish);
    member.locale = 'de';
    const inGerman = guarded.map(({ title, access, data }): Forgery => {
      return { title, line: REFUSED[access][1], use: () => member.forges(channel, data(), powerless) };
    });
    await expectNothingDone(home, inGerman);
    member.locale = 'en-US';
  });

  test('G66 · a teacher who is not an admin forges what is for admins: a refusal, and nothing changes', async () => {
    const ofTeachers = ['teacher', 'team'];
    const forAdmins = guarded.filter(({ access }) => !ofTeachers.includes(access));
    const forgeries = forAdmins.map(({ title, access, data }): Forgery => {
      return { title, line: REFUSED[access][0], use: () => server.teacher.forges(server.channel, data()) };
    });
    await expectNothingDone(home, forgeries);
  });

  /** Each right with those before it; the team's buttons and menus are open from editor on. */
  const REACHED: Record<Right, readonly Access[]> = {
    viewer: ['viewer'],
    editor: ['viewer', 'editor', 'teacher', 'team'],
    admin: ['viewer', 'editor', 'teacher', 'team', 'admin'],
  };
  const withRight = async (right: Right) => {
    const role = server.guild.addRole({ name: right });
    await setRight(home.app.core, server.guild.id, { role: role.id, right });
    return server.guild.addMember({ name: right, roles: [role] });
  };

  test.each(
    RIGHTS,
  )('a member of a role with the right %s forges what is beyond it: one sentence, and nothing changes', async (right) => {
    const member = await withRight(right);
    const beyond = guarded.filter(({ access }) => !REACHED[right].includes(access));
    const forgeries = beyond.map(({ title, access, data }): Forgery => {
      return { title, line: REFUSED[access][0], use: () => member.forges(server.channel, data()) };
    });
    await expectNothingDone(home, forgeries);
    expect(forgeries.length > 0).toBe(right !== 'admin');
  });

  test('a right that was taken away opens nothing from the next press on', async () => {
    const editor = await withRight('editor');
    const [role = ''] = editor.state.roles;
    const list = () => textOf(editor.runs(server.channel, 'training list'));
    expect(await list()).not.toMatch(REFUSED.editor[0]);
    await server.admin.runs(server.channel, 'access set', { role: { id: role }, right: 'none' }).reply();
    expect(await list()).toMatch(REFUSED.editor[0]);
  });

  test('a deleted role loses its right, and the audit log says so', async () => {
    const editor = await withRight('editor');
    const [role = ''] = editor.state.roles;
    server.guild.deleteRole({ id: role });
    await found(async () => !Object.hasOwn((await server.settings()).access, role) || null);
    const [last] = await found(async () => {
      const actions = await listActions(home.app.core, server.guild.id, { limit: 1 });
      return actions[0]?.subject === `access ${role}: editor → –` ? actions : null;
    });
    expect(last).toMatchObject({ action: 'access.changed', memberId: null });
  });

  const absent = ({ admin, teacher, channel }: OpenServer, idOf: (of: string) => string | undefined) =>
    ABSENT.flatMap(([of, verbs, line]) =>
      verbs.split(' ').map((verb): Forgery => {
        const title = `${of}:${verb}`;
        const who = of === 'correct' ? teacher : admin;
        return { title, line, use: () => who.forges(channel, press(`${title}:${idOf(of)}`, title)) };
      }),
    );

  test('G65 · what does not exist is said only to the person who pressed, and changes nothing', async () => {
    const { admin, channel } = server;
    const ids: Record<string, string> = { training: '0123456789', correct: `${channel.id}:1` };
    const unknown = { name: 'no-such-command', type: 1, options: [] };
    const gone = button(`answer:why:${GONE}`);
    await expectNothingDone(home, [
      ...absent(server, (of) => ids[of] ?? GONE),
      { title: 'command', line: /do not know this command/, use: () => admin.forges(channel, unknown) },
      { title: 'button', line: /out of date/, use: () => admin.forges(channel, button('no:such-button')) },
      { title: 'answer:why', line: /is (?:no longer|not) stored/, use: () => admin.forges(channel, gone) },
    ]);
  });

  test('G65 · a press or command with the ids of another server finds nothing and changes nothing', async () => {
    const { admin, teacher, channel } = other;
    const learn = () => teacher.forges(channel, button(`draft:learn:${prey.draft}`));
    await expectNothingDone(home, [
      ...absent(other, (of) => prey[of]),
      { title: 'draft:learn', line: /cannot learn this draft/, use: learn },
      ...ABSENT_BY_COMMAND.map(([path, option, line]): Forgery => {
        const [name = '', sub = ''] = path.split(' ');
        const options = [{ name: option, type: 3, value: prey[`${name} ${option}`] }];
        const data = { name, type: 1, options: [{ name: sub, type: 1, options }] };
        return { title: path, line, use: () => admin.forges(channel, data) };
      }),
    ]);
  });

  test.each(
    RIGHTS,
  )('a member of a role with the right %s is refused nothing that it reaches', async (right) => {
    const member = await withRight(right);
    const refusals = Object.values(REFUSED).flatMap(([line]) => (line.source === '^$' ? [] : [line]));
    for (const { title, access, data } of guarded) {
      if (!REACHED[right].includes(access)) continue;
      const { content } = await member.forges(server.channel, data()).reply();
      expect([title, refusals.filter((line) => line.test(content))]).toEqual([title, []]);
    }
  });
});
