import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { answerQuestion } from '../../src/core/answering/answer.ts';
import type { Question } from '../../src/core/answering/question.ts';
import { changeEntry, putEntry, removeKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { changeServer, getServer } from '../../src/core/owners/servers.ts';
import { runOn } from '../channels/cli-setup.ts';
import type { StubChatRequest } from '../support/ai-stub.ts';
import { ask, NOON, UNABORTED } from '../support/app.ts';
import { useAppWithAi } from '../support/use-app.ts';
import { sound } from './prompt-setup.ts';

const { app, stub } = useAppWithAi();
const HOUR_MS = 3_600_000;
const TOO_LONG = {
  status: 400,
  body: { error: { message: 'request (6012 tokens) exceeds the available context size (4096 tokens)' } },
};

beforeAll(() => stub.reply({ ...sound, needs_team: true }));

interface Asked {
  serverId: string;
  id: string;
  sent: unknown;
}

const run = (...argv: string[]) => runOn(async () => app.core, argv);
const replay = (serverId: string, id: string) => run('answers', 'replay', serverId, id, '--json');

/** The messages that asked for the last answer, not for a step on the way to it. */
function lastPrompt() {
  const isAnswer = ({ messages }: StubChatRequest) => messages[0]?.content.startsWith('You are the support');
  return stub.requests.map(({ body }) => body as StubChatRequest).findLast(isAnswer)?.messages;
}

function entriesOf(count: number) {
  const entry = (n: number) => ({
    id: `berth-${n}`,
    title: `When is berth ${n} open?`,
    text: `Berth ${n} opens at ${n} and costs ${n * 3} crowns. ${'The harbour master is at the quay. '.repeat({ 8: 2, 205: 0 }[count] ?? 12)}`,
    ...(n % 5 === 0 && { valid_until: new Date(NOON + n * HOUR_MS + 1).toISOString() }),
  });
  return Array.from({ length: count }, (_, n) => entry(n));
}

const SHAPES = [
  (n: number) => ask(`When is berth ${n} open, please?`),
  (n: number) => ({ ...ask(`What does berth ${n} cost?`), customer: 'Ada <Lovelace>' }),
  (n: number) => ({
    messages: [
      { role: 'assistant', content: 'Welcome to the harbour.' },
      { role: 'user', content: `I have a boat of ${n} metres.` },
      { role: 'user', name: 'Ole (Staff)', content: 'It needs a large berth.' },
      { role: 'user', name: 'Mia', content: `When is berth ${n} open?` },
    ],
  }),
  (n: number) => ({
    messages: [
      {
        role: 'user',
        content: `It is about berth ${n}. ${'The wind blew and the ropes were wet. '.repeat(180)}`,
      },
      { role: 'assistant', content: `Berth ${n} is fine. ${'We look after every rope. '.repeat(90)}` },
      { role: 'user', content: `When does berth ${n} open then?` },
    ],
  }),
  (n: number) =>
    ask(
      `When is berth ${n} open?\n\nOn Mon, 2 Mar 2026 at 10:00, Harbour <desk@example.org> wrote:\n> Berth ${n} is closed.`,
    ),
  (n: number) => ask(`I want a refund of my payment for berth ${n}. When is berth ${n} open?`),
] as const;

async function askAll(count: number, level: 'V1' | 'V1.5' | 'V2'): Promise<Asked[]> {
  const server = await app.addServer({
    level,
    name: `Harbour ${level}`,
    tone: 'Calm.',
    instructions: 'Say ahoy.',
  });
  await app.addKnowledge(server.id, entriesOf(count));
  const asked: Asked[] = [];
  for (let n = 0; n < 9; n += 1) {
    app.clock.now += HOUR_MS;
    stub.fault(n === 4 ? [TOO_LONG] : null);
    const { status, body } = await app.chat(server.key, SHAPES[n % SHAPES.length]?.(n));
    expect(status).toBe(200);
    asked.push({ serverId: server.id, id: body.id, sent: lastPrompt() });
    // The knowledge moves on between two questions, too.
    await putEntry(app.core, {
      serverId: server.id,
      entryId: `a-${n}`,
      title: `Extra ${n}`,
      text: `It is ${n}.`,
    });
  }
  asked.push(await askInPlace(server.id));
  return asked;
}

async function askInPlace(serverId: string): Promise<Asked> {
  const place_instructions = { '70': 'Only boats are spoken of here.' };
  const server = await changeServer(app.core, serverId, { place_instructions });
  const question: Question = {
    ...{ server, channel: 'discord', key: null, signal: UNABORTED },
    path: { channelId: '71', above: ['70'] },
    messages: [{ role: 'user', content: 'When is berth 3 open?' }],
  };
  const { answer } = await answerQuestion(app.core, question);
  return { serverId, id: answer.id, sent: lastPrompt() };
}

async function editEverything(serverId: string, round: number): Promise<void> {
  const { core } = app;
  const change = { title: `When is berth 1 open in week ${round}?`, text: `Never in week ${round}.` };
  await changeEntry(core, { serverId, entryId: 'berth-1', ...change });
  await removeKnowledge(core, serverId, `berth-${round + 2}`);
  await app.addKnowledge(serverId, [
    ...Array.from({ length: 12 }, (_, n) => ({
      id: `berth-${n}`,
      title: `Berth ${n} anew`,
      text: `Round ${round}`,
    })),
    { id: `aa-${round}`, title: `When is berth ${round} really open?`, text: 'At noon.' },
  ]);
  await changeServer(core, serverId, { tone: `Tone ${round}`, bot_name: `Bot ${round}`, instructions: '' });
  await changeServer(core, serverId, {
    name: `Name ${round}`,
    place_instructions: { '70': `Place ${round}` },
  });
}

test('sixty prompts of six shapes on three levels are made again, byte for byte, after many edits of everything', async () => {
  const asked: Asked[] = [];
  for (const level of ['V1', 'V1.5', 'V2'] as const)
    for (const count of [level === 'V2' ? 205 : 8, 240]) asked.push(...(await askAll(count, level)));
  expect(asked).toHaveLength(60);
  for (const serverId of new Set(asked.map((one) => one.serverId)))
    for (let round = 0; round < 3; round += 1) await editEverything(serverId, round);
  app.clock.now += 30 * HOUR_MS;
  // Another process has another canary.
  app.core.canary = 'f'.repeat(24);
  for (const { serverId, id, sent } of asked) {
    const { code, out, err } = await replay(serverId, id);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const said = JSON.parse(out);
    expect(said.messages).toEqual(sent);
    const digest = hash('sha256', JSON.stringify(sent));
    expect(said).toMatchObject({ prompt_digest: digest, kept_digest: digest });
  }
  const whole = asked.filter(({ sent }) => JSON.stringify(sent).includes('Extra 0'));
  expect(whole.length).toBeGreaterThan(20);
});

test('names, quoted text and what is beyond the kept turns stand nowhere readable', async () => {
  const { kysely } = app.core.database;
  const { rows } = await sql<{
    sent: string;
  }>`SELECT sent::text FROM answer_details WHERE sent ? 'sealed'`.execute(kysely);
  expect(rows.length).toBeGreaterThan(20);
  // None of these can stand in Base64 by chance.
  for (const word of ['Ada <', '"Mia"', '(Staff)', 'is closed', 'wind blew'])
    expect(rows.filter(({ sent }) => sent.includes(word))).toEqual([]);
});

test('an answer without its prompt is told in one sentence with 1, an unknown one with 3', async () => {
  const server = await app.addServer();
  await app.addKnowledge(server.id, entriesOf(3));
  const { core } = app;
  const { key: testKey } = await createKey(core, { serverId: server.id, isTest: true });
  const berth = ask('When is berth 2 open?');
  const given = { context: [{ label: 'Plan', value: 'Gold' }] };
  const other: Question = {
    ...{ server: await getServer(core, server.id), channel: 'discord', key: null, signal: UNABORTED },
    messages: [
      { role: 'user', name: 'Ole', content: 'I know berth 2.' },
      { role: 'user', name: 'Mia', content: 'When is berth 2 open?' },
    ],
  };
  const idOf = async (asking: Promise<{ body: { id: string } }>) => (await asking).body.id;
  const cases = [
    [await idOf(app.chat(server.key, { ...berth, ...given })), /made with a context/],
    [await idOf(app.chat(testKey, berth)), /with a test key/],
    [await idOf(app.chat(server.key, ask('👍'))), /no model was asked/],
    [
      (await answerQuestion(core, { ...other, isUnrecorded: true })).answer.id,
      /opted out, or it has been deleted/,
    ],
    [(await answerQuestion(core, other)).answer.id, /messages of other members/],
  ] as const;
  for (const [id, sentence] of cases) {
    const { code, err } = await run('answers', 'replay', server.id, id);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(sentence) });
  }
  expect((await replay(server.id, '00000000-0000-4000-8000-000000000000')).code).toBe(3);
});
