import { afterAll, describe, expect, test } from 'vitest';
import { chatResponseSchema } from '../../../src/channels/http/contract.ts';
import { ask, startApp } from '../../support/app.ts';
import { readCharges, readWeek } from '../../support/books.ts';

const app = await startApp();
afterAll(() => app.stop());

const entry = (id: string, language: 'de' | 'en', title: string, text: string, link?: string) => ({
  ...{ id, language, title, text },
  ...(link && { link }),
});
const HOURS = 'The harbour office is open from 9 to 17.';
const ENTRIES = [
  entry('hours', 'en', 'Opening hours', HOURS, 'https://example.org/hours'),
  entry('boot', 'de', 'Boot mieten', 'Ein Boot mietest du am Steg drei beim Hafenmeister.'),
];

async function serverWithKnowledge() {
  const server = await app.addServer({ language: 'en' });
  await app.addKnowledge(server.id, ENTRIES);
  return server;
}

describe('POST /api/v1/chat answers 200', () => {
  test('with every field of the specification and nothing undocumented', async () => {
    const { key } = await serverWithKnowledge();
    const answer = await app.chat(key, ask('When is the harbour office open?'));
    expect(answer.status).toBe(200);
    expect(chatResponseSchema.strict().parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toMatchObject({
      answer: expect.stringContaining('from 9 to 17'),
      needs_team: false,
      team_reason: null,
      sources: [{ title: 'Opening hours', url: 'https://example.org/hours' }],
      bot: { name: 'Lotse', avatar: expect.stringMatching(/^http/) },
      level: 'V1',
      usage: {
        requests_today: 1,
        requests_per_day: 1000,
        requests_per_minute: 20,
        premium: true,
        credit_percent: 0,
      },
      ai_notice: 'This answer was generated automatically by an AI.',
    });
    expect(answer.body.usage.available_percent).toBeLessThan(100);
  });

  test('in the language of the question, notice included', async () => {
    const { key } = await serverWithKnowledge();
    const answer = await app.chat(key, ask('Wo kann ich ein Boot mieten?'));
    expect(answer.body.answer).toContain('Steg drei');
    expect(answer.body.ai_notice).toBe('Diese Antwort wurde automatisch von einer KI erstellt.');
  });

  test('from the entry in the language of the question, when both languages have one', async () => {
    const { id, key } = await app.addServer({ language: 'de' });
    await app.addKnowledge(id, [
      entry('de', 'de', 'Backup einspielen', 'Das Backup spielt das Team abends ein.'),
      entry('en', 'en', 'Restore a backup', 'The team restores the backup in the evening.'),
    ]);
    expect((await app.chat(key, ask('Wer spielt das Backup ein?'))).body.answer).toContain('abends');
    expect((await app.chat(key, ask('Who restores the backup?'))).body.answer).toContain('in the evening');
  });

  test('and hands over what the knowledge does not cover', async () => {
    const { key } = await serverWithKnowledge();
    const answer = await app.chat(key, ask('Which university did Kepler attend?'));
    expect(answer.body).toMatchObject({ needs_team: true, team_reason: 'not_in_knowledge', sources: [] });
  });

  test('with the headers of the contract and none for browsers', async () => {
    const { key } = await serverWithKnowledge();
    const { headers } = await app.chat(key, ask('When is the office open?'), {
      headers: { Origin: 'https://evil.example' },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=20;w=60, "day";q=1000;w=86400');
    expect(headers.get('ratelimit')).toBe('"minute";r=19;t=60, "day";r=999;t=43200');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('B18 · to NUL, lone surrogates, null names and unknown fields', async () => {
    const { key } = await serverWithKnowledge();
    const body = `{"messages":[{"role":"user","content":"office \\u0000 \\ud800 open?","name":null,"level":"V2"}],"customer":"A\\u0000B","premium":true}`;
    const answer = await app.chat(key, body);
    expect(answer.status).toBe(200);
    expect(answer.body.level).toBe('V1');
  });

  test('and charges exactly what the ledger says', async () => {
    const { id, key } = await serverWithKnowledge();
    await app.chat(key, ask('When is the harbour office open?'));
    const charges = await readCharges(app, id);
    const [{ units = 0, prompt_tokens = 0, completion_tokens = 0 } = {}] = charges;
    expect([charges.length, units]).toEqual([1, prompt_tokens + 4 * completion_tokens]);
    expect(await readWeek(app, id)).toEqual({ used: units, api_used: units, reserved: 0, api_reserved: 0 });
  });
});

test('an Idempotency-Key gives the stored response again, byte for byte and uncharged, for a day', async () => {
  const { key } = await serverWithKnowledge();
  const headers = { 'Idempotency-Key': 'ticket-1' };
  const first = await app.chat(key, ask('When is the harbour office open?'), { headers });
  await app.chat(key, ask('Something else entirely?'));
  const replay = await app.chat(key, ask('When is the harbour office open?'), { headers });
  expect([replay.status, JSON.stringify(replay.body)]).toEqual([200, JSON.stringify(first.body)]);
  expect((await app.status(key)).body.usage.requests_today).toBe(2);
  app.clock.now += 25 * 3600 * 1000;
  expect((await app.chat(key, ask('Another question'), { headers })).status).toBe(200);
});
