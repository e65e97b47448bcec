import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { findAnswerOfReply } from '../../../src/core/members/message-claims.ts';
import { createKey, listKeys } from '../../../src/core/owners/keys.ts';
import { changeSettings, getServer } from '../../../src/core/owners/servers.ts';
import { readUsage } from '../../../src/core/quota/usage.ts';
import type { InteractionHandle } from '../../support/discord.ts';
import { QUESTION, startCommunity, useAnsweringCommunity } from './setup.ts';

const EPHEMERAL = 64;
const MENU = 3;

const home = useAnsweringCommunity();
beforeEach(() => {
  home.member.locale = 'en-US';
  home.ai.fault(null);
});

const ask = (question = QUESTION) => home.member.runs(home.channel, 'ask', { question });

async function readUnits() {
  const { week } = await readUsage(home.app.core, await getServer(home.app.core, home.guild.id));
  return { used: week.used_units, reserved: week.reserved_units };
}

/** What the bot wrote to an interaction after its acknowledgement, as method, part of the path, and flags. */
function webhookCalls({ token }: InteractionHandle) {
  return home.discord.requests
    .filter(({ path }) => path.includes(`/webhooks/`) && path.includes(token))
    .map(({ method, path, body }) => ({
      call: `${method} ${decodeURIComponent(path).split('?')[0]?.split('/').slice(4).join('/')}`,
      flags: (body as { flags?: number } | undefined)?.flags ?? 0,
    }));
}

const logOf = ({ id }: InteractionHandle) =>
  home.app.logged.filter(({ fields }) => fields.interaction === id);

/** Resolves when the bot has written about this interaction into its log. */
const logged = (use: InteractionHandle) => expect.poll(() => logOf(use), { interval: 5 }).not.toEqual([]);

describe('/ask', () => {
  test('is acknowledged while the AI stalls, and answered publicly when the AI replies', async () => {
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const use = ask();
    await use.ackedAfterMs;
    await home.ai.received(calls + 1);
    release();
    const answer = await use.reply();
    expect(answer.ephemeral).toBe(false);
    expect(answer.content).toMatch(/^> How do I join the server\?\n\nPress Join\.\n/);
    expect(answer.content).toMatch(/-# This answer was generated automatically by an AI\.$/);
    expect(answer.buttons.map(({ customId }) => customId.replace(/:[^:]+$/, ''))).toEqual([
      'answer:up',
      'answer:down',
      'answer:team',
    ]);
    await expect
      .poll(() => findAnswerOfReply(home.app.core, home.guild.id, answer.id))
      .toMatchObject({ askerId: home.member.id });
  });

  test('calls the team visibly, with one ping, when a person is needed', async () => {
    const role = home.guild.addRole({ name: 'Team', mentionable: true });
    await changeSettings(home.app.core, home.guild.id, () => ({ handover_role: role.id }));
    const channel = home.guild.addChannel();
    home.ai.reply({ answer: 'A person will look.', needs_team: true, answerable: true, used: [] });
    const answer = await home.member.runs(channel, 'ask', { question: QUESTION }).reply();
    const call = await home.discord.nextMessage(channel);
    expect(call).toMatchObject({ replyTo: answer.id, pinged: { roles: [role.id], users: [] } });
    expect(answer.buttons).toEqual([]);
  });

  test('lets the asker call the team later: a public line appears under the answer', async () => {
    const channel = home.guild.addChannel();
    const answer = await home.member.runs(channel, 'ask', { question: QUESTION }).reply();
    const find = () => findAnswerOfReply(home.app.core, home.guild.id, answer.id);
    await expect.poll(find).not.toBeNull();
    const use = home.member.presses(answer, 'Ask the team');
    expect(await use.nextFollowUp()).toMatchObject({ ephemeral: true });
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(answer.id);
  });

  test('reports a fault only to the asker, in their language and without its cause; nothing is charged', async () => {
    home.member.locale = 'de' as const;
    const before = await readUnits();
    home.ai.fault('status:500');
    const use = ask();
    await expect.poll(() => webhookCalls(use)).toHaveLength(2);
    expect(webhookCalls(use)).toEqual([
      { call: 'DELETE messages/@original', flags: 0 },
      { call: 'POST ', flags: EPHEMERAL },
    ]);
    const [line] = use.messages.slice(-1);
    expect(line?.content).toMatch(/KI antwortet nicht/);
    expect(line?.content).not.toMatch(/500|status/);
    expect(await readUnits()).toEqual(before);
    expect(logOf(use)).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ code: 'ai_unavailable' }),
      }),
    );
    expect(JSON.stringify(logOf(use).map(({ fields: { err: _, ...fields } }) => fields))).not.toContain(
      QUESTION,
    );
  });

  test('reports a fault in one public line if the announcement cannot be removed', async () => {
    home.ai.fault('status:500');
    home.discord.failNext({ method: 'DELETE', path: /original/, status: 403, code: 50013 });
    const use = ask();
    expect((await use.reply()).content).toMatch(/the AI is not responding/);
    expect(webhookCalls(use).at(-1)).toEqual({ call: 'PATCH messages/@original', flags: 0 });
  });

  test('costs nothing when its answer cannot be shown', async () => {
    const before = await readUnits();
    home.discord.failNext({ method: 'PATCH', path: /original/, status: 403, code: 50013 });
    const use = ask();
    await expect.poll(() => webhookCalls(use).at(-1)?.flags).toBe(EPHEMERAL);
    await expect.poll(readUnits).toEqual(before);
  });
});

describe('an interaction', () => {
  test.each([
    ['was acknowledged elsewhere', 400, 40060],
    ['has expired', 404, 10062],
  ])('that %s has no effect and one log line', async (_, status, code) => {
    const calls = home.ai.requests.length;
    home.discord.failNext({ method: 'POST', path: /\/callback/, status, code });
    const use = ask();
    await logged(use);
    expect(logOf(use)).toMatchObject([{ level: 'warn' }]);
    await ask().reply();
    expect(home.ai.requests).toHaveLength(calls + 1);
    use.expire();
  });

  test('that arrives twice is answered once', async () => {
    const calls = home.ai.requests.length;
    const use = ask();
    await use.ackedAfterMs;
    home.discord.gateway.replayFrom(5);
    home.discord.gateway.closeAll();
    const resumed = () => home.discord.sessions.some(({ resumes }) => resumes > 0) || undefined;
    await home.discord.until(resumed, 'A resume');
    await home.discord.settled();
    await use.reply();
    await ask().reply();
    expect(home.ai.requests).toHaveLength(calls + 2);
    const callbacks = home.discord.requests.filter(({ path }) => path.includes(`${use.token}/callback`));
    expect(callbacks).toHaveLength(1);
  });

  test('is acknowledged while the database stalls', async () => {
    const free = await holdServers();
    const uses = [
      ask(),
      home.admin.runs(home.channel, 'usage'),
      home.admin.runs(home.channel, 'persona set'),
      home.admin.runs(home.channel, 'knowledge add'),
      home.member.forges(home.channel, button('answer:up:3b0f6d2e-6e0b-4c56-8f0a-0d7f6f3f9b11')),
    ];
    await Promise.all(uses.map((use) => use.ackedAfterMs));
    await free();
    await Promise.all(uses.map((use) => use.reply()));
  });

  test('finishes before the service stops', async () => {
    const own = await startCommunity();
    const release = own.ai.hold();
    const use = own.member.runs(own.channel, 'ask', { question: QUESTION });
    await own.ai.received(1);
    const stopped = own.app.stop();
    release();
    await use.reply();
    await stopped;
    expect(own.discord.faults).toEqual([]);
    await own.ai.close();
    await own.discord.stop();
  });
});

describe('who may', () => {
  test('use an admin command is decided by the payload, also for Administrator', async () => {
    const owner = home.guild.addMember({
      roles: [home.guild.addRole({ permissions: 8n })],
    });
    expect((await owner.runs(home.channel, 'usage').reply()).content).not.toMatch(/Manage Server/);
  });

  test('teach is decided by the role, not by being admin', async () => {
    const role = home.guild.addRole();
    await changeSettings(home.app.core, home.guild.id, () => ({ teach_roles: [role.id] }));
    const message = home.member.says(home.channel, 'Kits come back every day.');
    const refused = await home.admin.usesMenu('Learn from this', message).reply();
    expect(refused).toMatchObject({ ephemeral: true, content: expect.stringMatching(/teaching role/) });
    const teacher = home.guild.addMember({ roles: [role] });
    expect((await teacher.usesMenu('Learn from this', message).reply()).modal).not.toBeNull();
  });
});

describe('a forged or outdated interaction', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['a command that is not known', { name: 'no-such-command', type: 1, options: [] }],
    ['a command without its option', { name: 'ask', type: 1, options: [] }],
    [
      'an option that is too long',
      { name: 'ask', type: 1, options: [{ name: 'question', type: 3, value: 'x'.repeat(6_001) }] },
    ],
    [
      'a choice that is not offered',
      {
        name: 'learning',
        type: 1,
        options: [{ name: 'state', type: 1, options: [{ name: 'state', type: 3, value: 'maybe' }] }],
      },
    ],
    [
      'a menu that is not known',
      { name: 'No such menu', type: MENU, target_id: '1', resolved: { messages: {} } },
    ],
    ['a button that is not known', button('nothing:here')],
    ['a button named like a property of objects', button('__proto__:toString')],
    ['a select that is not known', { custom_id: 'gone:select', component_type: 3, values: ['x'] }],
    ['a form without its fields', { custom_id: 'knowledge:save', components: [], resolved: {} }],
  ];
  test.each(
    cases,
  )('with %s gets one ephemeral line and one log line, and changes nothing', async (_, data) => {
    const { revision } = await getServer(home.app.core, home.guild.id);
    const keys = await listKeys(home.app.core, home.guild.id);
    const use = home.admin.forges(home.channel, data);
    await use.ackedAfterMs;
    const line = await use.reply();
    expect(line.ephemeral).toBe(true);
    expect(line.content).not.toBe('');
    expect(logOf(use)).toHaveLength(1);
    expect((await getServer(home.app.core, home.guild.id)).revision).toBe(revision);
    expect(await listKeys(home.app.core, home.guild.id)).toEqual(keys);
  });

  test('outside a server gets a line that says so', async () => {
    const { user } = home.member.state;
    const outside = { guild_id: undefined, guild: undefined, member: undefined, user, context: 1 };
    const data = { name: 'usage', type: 1, options: [] };
    expect((await home.admin.forges(home.channel, data, outside).reply()).content).toMatch(
      /on a server only/,
    );
  });
});

test('completion offers nothing while the database stalls', async () => {
  await createKey(home.app.core, { serverId: home.guild.id, name: 'Website' });
  const complete = () => home.admin.completes(home.channel, 'key revoke', { key: '' });
  expect(await complete()).toHaveLength(1);
  const free = await holdServers();
  expect(await complete()).toEqual([]);
  await free();
});

function button(customId: string) {
  return { custom_id: customId, component_type: 2 };
}

/** Locks what every command reads, so that the core waits. @returns what lets it go on. */
async function holdServers(): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const freed = Promise.withResolvers<void>();
  const holding = home.app.core.database.kysely.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE servers IN ACCESS EXCLUSIVE MODE`.execute(transaction);
    locked.resolve();
    await freed.promise;
  });
  await locked.promise;
  return () => {
    freed.resolve();
    return holding;
  };
}

test('a press on a compatible server that says neither a language nor a thread is answered in English', async () => {
  const asked = home.member.says(home.channel, `<@${home.discord.botId}> How do I join?`);
  const answer = await home.discord.nextMessage(home.channel);
  expect(answer.replyTo).toBe(asked.id);
  const [button] = answer.buttons;
  const pressed = home.member.forges(
    home.channel,
    { component_type: 2, custom_id: button?.customId },
    {
      locale: undefined,
      message: { ...answer, raw: { ...answer.raw, thread: null } } as unknown as typeof answer,
    },
  );
  expect((await pressed.reply()).content).toMatch(/Thank you/);
});
