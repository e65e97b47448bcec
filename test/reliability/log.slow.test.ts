import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type FakeDiscord, startDiscord } from '../support/discord.ts';
import { type ServingProcess, startProcess, startServing } from '../support/process.ts';
import { Visitor } from '../support/visitor.ts';

// Five processes one after the other, the first of which starts an engine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** Like `--disable-proto=delete` alone, but a process that has it all the same ends at once. */
const WITHOUT_PROTO = [
  '--disable-proto=delete',
  '--import',
  'data:text/javascript,if("__proto__" in {})process.exit(3)',
];
/** What would be a line of its own, or colour a terminal, if it were written as it is. */
const FORGED = '\r\n{"level":"fatal","msg":"forged"}\r\n\u001b[31m\u2028forged';
const CANARY = 'canary-of-what-people-write';
const TEXT = `${CANARY} How do I join? ${FORGED}`;
const SETTINGS = {
  OPENAI_API_KEY: 'sk-canary-of-the-backend-key',
  SESSION_SECRET: 'canary-that-signs-cookies-32-bytes',
  METRICS_TOKEN: 'canary-of-the-metrics-token',
  STRIPE_SECRET_KEY: 'canary-of-the-payment-key',
  STRIPE_WEBHOOK_SECRET: 'canary-of-the-payment-webhook',
};
const DATABASE_PASSWORD = 'canary-of-the-database-password';

let database: TestDatabase;
let ai: AiStub;
let discord: FakeDiscord;
let service: ServingProcess;
/** What only one person may know, beside the settings: keys, cookies, tokens of forms. */
const issued: string[] = [];
/** Statuses in the order in which they were seen, by what was done. */
const seen: Record<string, unknown> = {};
/** Everything the service wrote until its end, and its exit code. */
let written = '';
let code: number | null;

beforeAll(async () => {
  [database, ai, discord] = await Promise.all([
    createTestDatabase(),
    startAiStub(),
    startDiscord({ messageContent: true }),
  ]);
  const settings = {
    ...withPassword(database.settings),
    ...SETTINGS,
    ...discord.signInSettings,
    DISCORD_TOKEN: discord.token,
    OPENAI_BASE_URL: ai.url,
  };
  const guild = discord.addGuild({
    name: `Harbour ${FORGED}`,
    members: 120,
    joinedAt: new Date('2026-01-01T00:00:00Z'),
  });
  service = await startServing(settings, { node: WITHOUT_PROTO });
  await discord.ready();
  await discord.commandsRegistered();
  const cli = async (...args: string[]) => {
    const run = startProcess('src/cli.ts', settings, args, { node: WITHOUT_PROTO });
    expect([args, await run.exited, run.stderr()]).toEqual([args, 0, '']);
    return run.stdout().trim();
  };
  await cli('server', 'set', guild.id, '--plan', 'premium', '--instructions', TEXT);
  const key = await cli('key', 'create', guild.id, '--name', CANARY);
  issued.push(key);
  ai.reply({ answer: `Press Join. ${CANARY}`, needs_team: false, answerable: true, used: [] });
  await speakHttp(key);
  await speakDiscord(guild);
  await openPages(guild);
  seen['the command line'] = await cli('ask', guild.id, TEXT);
  service.child.kill('SIGTERM');
  code = await service.exited;
  written = service.stdout() + service.stderr();
});
afterAll(async () => {
  await service.kill();
  await Promise.all([ai.close(), discord.stop()]);
  await database.remove();
});

/** The server of the tests trusts whoever comes from this machine, whatever the password. */
function withPassword(settings: TestDatabase['settings']): Record<string, string> {
  const { DATABASE_URL, DATA_DIR = '' } = settings;
  if (!DATABASE_URL) return { DATA_DIR };
  return {
    ...settings,
    DATABASE_URL: Object.assign(new URL(DATABASE_URL), { password: DATABASE_PASSWORD }).href,
  };
}

/** Answers and every kind of refusal, each with the canary wherever a caller can write. */
async function speakHttp(key: string): Promise<void> {
  const wrong = `lts_${CANARY.replaceAll('-', 'x').padEnd(38, '0').slice(0, 38)}`;
  issued.push(wrong);
  const ticket = { messages: [{ role: 'user', content: TEXT, name: CANARY }], customer: CANARY };
  const send = async (path: string, body: unknown, fields: Record<string, string> = {}, method = 'POST') => {
    const response = await fetch(service.url + path, {
      method,
      body: body === null ? null : typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'User-Agent': CANARY,
        'X-Request-Id': CANARY,
        'X-Forwarded-For': CANARY,
        Cookie: `a=${CANARY}`,
        ...fields,
      },
    });
    await response.text();
    return response.status;
  };
  const path = `/api/v1/${encodeURIComponent(TEXT)}?${CANARY}=${encodeURIComponent(TEXT)}`;
  const once = { 'Idempotency-Key': CANARY };
  seen.http = [
    await send('/api/v1/chat', ticket),
    await send(`/api/v1/chat?key=${key}`, ticket, once),
    await send('/api/v1/status', null, {}, 'GET'),
    await send('/api/v1/chat', { ...ticket, messages: [{ role: CANARY, content: TEXT }] }),
    await send('/api/v1/chat', `{"${CANARY}`),
    await send('/api/v1/chat', ticket, { Authorization: `Bearer ${wrong}` }),
    await send(path, ticket),
    await send('/api/v1/chat', null, {}, 'DELETE'),
    await send('/api/v1/chat', `${CANARY}${' '.repeat(300_000)}`),
    await send('/api/v1/chat', TEXT, { 'Content-Type': `text/${CANARY}` }),
    await send('/api/v1/chat', { messages: [{ role: 'user', content: CANARY }] }, once),
  ];
  ai.fault(['status:500', 'not-json', 'not-http']);
  seen.failures = [];
  for (let n = 0; n < 3; n += 1) (seen.failures as number[]).push(await send('/api/v1/chat', ticket));
  ai.fault(null);
}

/** A mention and a command, each answered for all to see. */
async function speakDiscord(guild: ReturnType<FakeDiscord['addGuild']>): Promise<void> {
  const channel = guild.addChannel({ name: 'help' });
  const member = guild.addMember({ name: CANARY });
  const asked = member.says(channel, `<@${discord.botId}> ${TEXT}`);
  seen.mention = (await discord.nextMessage(channel)).replyTo === asked.id;
  seen['/ask'] = (await member.runs(channel, 'ask', { question: TEXT }).reply()).content.includes(
    'Press Join.',
  );
}

/** Signs in, looks at pages, makes a key, writes knowledge and asks. */
async function openPages(guild: ReturnType<FakeDiscord['addGuild']>): Promise<void> {
  const owner = guild.addMember({ name: `Ada ${CANARY}`, isAdmin: true });
  const visitor = new Visitor(service.url);
  discord.signIn.as(owner);
  const begun = await visitor.get('/login/discord?next=/servers');
  issued.push(...visitor.cookies.values());
  const agreed = await fetch(begun.location ?? '', { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? '');
  issued.push(...back.searchParams.values());
  await visitor.get(`${back.pathname}${back.search}`);
  const page = await visitor.get(`/servers/${guild.id}/ki`);
  issued.push(...visitor.cookies.values(), visitor.csrf);
  const made = await visitor.post(`/servers/${guild.id}/keys`, { name: CANARY });
  issued.push(made.text('[data-new-key]') ?? 'no key');
  const entry = { title: CANARY, text: `${TEXT} Press Join.`, link: '', language: 'en' };
  const added = await visitor.post(`/servers/${guild.id}/knowledge`, entry);
  const asked = await visitor.post(`/servers/${guild.id}/playground`, { question: TEXT });
  const refused = await visitor.post(`/servers/${guild.id}/playground`, { question: TEXT }, { csrf: CANARY });
  seen.pages = [page.status, made.status, added.status, asked.status, refused.status];
}

test('F55 · the scenario had answers, refusals and failures on every channel', () => {
  expect(seen).toEqual({
    http: [200, 200, 200, 400, 400, 401, 404, 405, 413, 415, 422],
    failures: [503, 503, 503],
    mention: true,
    '/ask': true,
    pages: [200, 200, 303, 200, 403],
    'the command line': expect.stringContaining('Press Join.'),
  });
  expect(issued.length).toBeGreaterThanOrEqual(8);
  expect(issued.filter((secret) => secret.length < 20)).toEqual([]);
  expect(code).toBe(0);
});

test('F55 · no key, token, password, cookie or word of anybody is in the log', () => {
  const secrets = [
    ...Object.values(SETTINGS),
    DATABASE_PASSWORD,
    discord.token,
    discord.signIn.clientSecret,
    ...issued,
  ];
  for (const secret of [...secrets, CANARY])
    expect([secret, written.includes(secret)]).toEqual([secret, false]);
});

/** Without a DATABASE_URL the operator's sign-in link is plain text, for the terminal. */
const NOTICE = /^(Sign in to the dashboard.*| {2}http:\/\/\S+|)$/;

test('F56 · whatever people write, each event is one line of JSON, and none is theirs', () => {
  const lines = written.split('\n').filter((line) => !NOTICE.test(line));
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(20);
  expect(events.filter(({ msg }) => msg === 'request failed')).toHaveLength(3);
  expect(events.filter(({ level, time, msg }) => !level || !time || !msg)).toEqual([]);
  expect(written).not.toContain('forged');
  expect(/[^\n\P{C}]/u.test(written), 'a control character').toBe(false);
});

test('nothing of the service, the command line, the bot or a page needs __proto__', () => {
  expect(service.child.spawnargs).toEqual(expect.arrayContaining(WITHOUT_PROTO));
  expect(code).toBe(0);
  expect(written).not.toContain('unhandled rejection');
  expect(discord.faults).toEqual([]);
});
