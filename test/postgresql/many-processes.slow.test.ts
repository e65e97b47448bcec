import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listKeys } from '../../src/core/owners/keys.ts';
import { changeServer, getServer } from '../../src/core/owners/servers.ts';
import { goToDiscord } from '../channels/dashboard/setup.ts';
import { expectRefusal } from '../http/refusal.ts';
import { readCharges, readWeek } from '../support/books.ts';
import type { FakeChannel, FakeGuild, FakeMember } from '../support/discord.ts';
import {
  answerAtOnce,
  type Fleet,
  type Member,
  openFleet,
  PATIENT,
  sendAtOnce,
  tally,
} from '../support/fleet.ts';
import { Visitor } from '../support/visitor.ts';

// Processes start, and the bot waits two seconds for what else is said.
vi.setConfig({ testTimeout: 60_000 });

const QUOTA = 1_000_000;
/** 300 prompt tokens and 50 completion tokens on V1: 0.1 percent of what the API may use in a week. */
const COST = 500;

let fleet: Fleet;
let [api, dashboard, bot]: Member[] = [];
let guild: FakeGuild;
let channel: FakeChannel;
let member: FakeMember;
let owner: Visitor;
let keys: string[];
beforeAll(async () => {
  fleet = await openFleet({ PREMIUM_WEEKLY_UNITS: String(QUOTA) }, 'empty');
  answerAtOnce(fleet.ai, 300, 50);
  guild = fleet.discord.addGuild({
    name: 'Harbour',
    members: 120,
    joinedAt: new Date('2026-01-01T00:00:00Z'),
  });
  [channel, member] = [guild.addChannel(), guild.addMember()];
  [api, dashboard, bot] = await Promise.all(
    ['api', 'api,dashboard', 'bot,jobs'].map((roles) => fleet.start(roles)),
  );
  await fleet.discord.ready();
  const isKnown = () =>
    fleet.visit(({ core }) =>
      getServer(core, guild.id).then(
        () => true,
        () => false,
      ),
    );
  await vi.waitUntil(isKnown, PATIENT);
  await fleet.visit(({ core }) => changeServer(core, guild.id, { plan: 'premium', language: 'en' }));
  keys = await Promise.all(
    ['one', 'two', 'three'].map((name) => fleet.cli('key', 'create', guild.id, '--name', name)),
  );
  keys = keys.map((key) => key.trim());
  owner = new Visitor(at(dashboard).url);
  const back = await goToDiscord(owner, fleet.discord, guild.addMember({ isAdmin: true }));
  await owner.get(`${back.path}?${back.search}`);
  await owner.get(pathOf('knowledge'));
});
afterAll(() => fleet.close());

const pathOf = (page: string) => `/servers/${guild.id}/${page}`;

function at<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('not there');
  return value;
}

/** The first of the keys that nobody has revoked. */
const key = () => at(keys[0]);

/** Asks in Discord and waits for the bot's answer. */
async function askBot(question: string): Promise<void> {
  member.says(channel, `<@${fleet.discord.botId}> ${question}`);
  const { content } = await fleet.discord.nextMessage(channel);
  expect(content).toContain('Of course.');
}

/** The prompt of the answer to a question that was asked once, without who asked and what is new in every process. */
function promptFor(question: string): string {
  const prompts = fleet.ai.requests.map(({ body }) => JSON.stringify(body));
  const asked = prompts.filter((prompt) => prompt.includes(question));
  expect(asked).toHaveLength(1);
  const rest = at(asked[0])
    .replaceAll(question, 'QUESTION')
    .replace(/<customer>\\"[^<]*<\/customer>\\n/, '');
  return rest.replaceAll(/[0-9a-f]{24}/g, 'CANARY');
}

describe('several processes on one database that was empty when they all started', () => {
  test('B17 · created one schema, and each is ready', async () => {
    for (const one of [api, dashboard]) {
      expect((await fetch(`${at(one).url}/readyz`)).status).toBe(200);
      expect((await at(one).status(key())).status).toBe(200);
    }
    const lines = [api, dashboard, bot].flatMap((one) => at(one).log());
    expect(lines.filter(({ msg }) => msg === 'database schema updated')).toHaveLength(1);
  });

  test('E38 · admit 20 of 60 simultaneous requests on one key, whichever process takes them', async () => {
    const server = await fleet.visit(({ addServer }) => addServer());
    const both = [at(api), at(dashboard)];
    const ask = () =>
      both.flatMap((one) => Array.from({ length: 30 }, (_, n) => one.chat(server.key, `Question ${n}?`)));
    const { sent } = await fleet.visit((visitor) =>
      sendAtOnce(visitor, { serverId: server.id, processes: both.length }, ask),
    );
    const answers = await Promise.all(sent);
    expect(tally(answers)).toEqual({ 200: 20, 429: 40 });
    for (const answer of answers) if (answer.status === 429) expectRefusal(answer, 'rate_limited_minute');
    const charges = await fleet.visit((visitor) => readCharges(visitor, server.id));
    expect(charges.map(({ units }) => units)).toEqual(Array(20).fill(COST));
  });

  test('share a server’s daily count: of 20 requests at once, the five that are left are admitted', async () => {
    const server = await fleet.visit(({ addServer }) => addServer());
    const both = [at(api), at(dashboard)];
    const ask = () =>
      both.flatMap((one) => Array.from({ length: 10 }, (_, n) => one.chat(server.key, `Today ${n}?`)));
    const { sent } = await fleet.visit(async (visitor) => {
      const { core } = visitor;
      const day = core.calendar.dayOf(core.clock()).key;
      const used = core.config.LIMIT_PER_DAY_PREMIUM - 5;
      const counted = { server_id: server.id, day, kind: 'api' as const, n: used };
      await core.database.kysely.insertInto('day_counts').values(counted).execute();
      return sendAtOnce(visitor, { serverId: server.id, processes: both.length }, ask);
    });
    const answers = await Promise.all(sent);
    expect(tally(answers)).toEqual({ 200: 5, 429: 15 });
    for (const answer of answers) if (answer.status === 429) expectRefusal(answer, 'rate_limited_day');
    expect((await at(api).status(server.key)).body.usage.requests_today).toBe(1_000);
  });

  test('use one quota for Discord and the API: what one process spends is missing in all', async () => {
    // So much is used that what Discord takes is no longer there for the API.
    const used = QUOTA * 0.6;
    await fleet.visit(async ({ core }) => {
      const week = core.calendar.weekOf(core.clock()).key;
      await core.database.query(
        null,
        `INSERT INTO week_quotas (server_id, week_start, used) VALUES ($1, $2, $3)
         ON CONFLICT (server_id, week_start) DO UPDATE SET used = EXCLUDED.used`,
        [guild.id, week, used],
      );
    });
    const shown = async () => {
      const both = await Promise.all([at(api).status(key()), at(dashboard).status(key())]);
      return both.map(({ body }) => body.usage.available_percent);
    };
    expect(await shown()).toEqual([80, 80]);
    await askBot('Who pays for this?');
    await expect.poll(shown, PATIENT).toEqual([79.9, 79.9]);
    expect((await at(api).chat(key(), 'And for that?')).body.usage.available_percent).toBe(79.8);
    expect(await shown()).toEqual([79.8, 79.8]);
    const [week, charges] = await fleet.visit((visitor) =>
      Promise.all([readWeek(visitor, guild.id), readCharges(visitor, guild.id)]),
    );
    expect(week).toEqual({ used: used + 2 * COST, api_used: COST, reserved: 0, api_reserved: 0 });
    expect(charges.map(({ channel: by }) => by).toSorted()).toEqual(['api', 'discord']);
  });

  test('answer with the same persona and knowledge, including a change made in another process a moment ago', async () => {
    const changed = [
      await owner.post(pathOf('persona'), { bot_name: 'Captain Salt' }),
      await owner.post(pathOf('knowledge'), {
        title: 'When does the ferry leave?',
        text: 'It leaves at seven. Of course.',
      }),
    ];
    expect(changed.map(({ status, text }) => [status, text('[role=alert]')])).toEqual([
      [303, undefined],
      [303, undefined],
    ]);
    await at(api).chat(key(), 'When does the ferry leave, number one?');
    await askBot('When does the ferry leave, number two?');
    const [inApi, inBot] = ['one', 'two'].map((n) => promptFor(`When does the ferry leave, number ${n}?`));
    expect(inApi).toContain('Captain Salt');
    expect(inApi).toContain('It leaves at seven.');
    expect(inBot).toBe(inApi);

    const list = await owner.get(pathOf('knowledge'));
    const entry = list.document.querySelector('[data-entry] a')?.getAttribute('href') ?? '';
    const edited = await owner.post(entry, {
      title: 'When does the ferry leave?',
      text: 'It leaves at noon. Of course.',
    });
    expect(edited.status).toBe(303);
    await at(api).chat(key(), 'When does the ferry leave, number three?');
    await askBot('When does the ferry leave, number four?');
    for (const n of ['three', 'four']) {
      const prompt = promptFor(`When does the ferry leave, number ${n}?`);
      expect(prompt).toContain('It leaves at noon.');
      expect(prompt).not.toContain('It leaves at seven.');
    }
  });

  test('E41 · refuse a key from the next request on after another process revoked it', async () => {
    const ids = new Map(
      (await fleet.visit(({ core }) => listKeys(core, guild.id))).map(({ name, id }) => [name, id]),
    );
    const [first, second] = [at(keys[1]), at(keys[2])];
    expect((await at(api).status(first)).status).toBe(200);
    expect((await owner.post(pathOf(`keys/${ids.get('two')}/revoke`))).status).toBe(303);
    for (const one of [api, dashboard]) expectRefusal(await at(one).chat(first, 'Hi'), 'invalid_api_key');
    expect((await at(api).status(second)).status).toBe(200);
    await fleet.cli('key', 'revoke', guild.id, at(ids.get('three')));
    for (const one of [dashboard, api]) expectRefusal(await at(one).chat(second, 'Hi'), 'invalid_api_key');
    expect((await at(dashboard).chat(key(), 'Still there?')).status).toBe(200);
  });
});
