import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeServer } from '../../src/core/owners/servers.ts';
import { listDeliveries, redeliver } from '../../src/core/webhooks/webhooks.ts';
import { type Hooked, startHooked } from '../core/webhooks/setup.ts';
import {
  findMissing,
  INTERPRETERS,
  type Language,
  startScripted,
  tellMissing,
} from '../support/sample-programs.ts';
import { ROOT } from './documents.ts';

/** The program in each language, by the ending of its name. */
const ENDINGS = { curl: 'sh', node: 'mjs', python: 'py', php: 'php' } satisfies Record<Language, string>;

interface Ran {
  printed: string;
  code: number | null;
}

const KNOWN = 'How do I join the server?';
const UNKNOWN = 'Is there a map editor?';
const SECONDS = 1_000;

let hooked: Hooked;
let server: { id: string; key: string; secret: string };
let folder: string;
beforeAll(async () => {
  hooked = await startHooked();
});
beforeEach(async () => {
  await hooked.reset();
  server = await hooked.addHooked();
  await changeServer(hooked.app.core, server.id, { language: 'en' });
  await hooked.app.addKnowledge(server.id, [
    { id: 'join', title: KNOWN, text: 'Open the launcher and press **Join**.' },
  ]);
  folder = mkdtempSync(join(tmpdir(), 'lotse-loop-'));
  return () => rmSync(folder, { recursive: true });
});
afterAll(() => hooked.stop());

const ticket = (content: string, fields = {}) => ({
  ...{ id: '4711', customer: 'Kim', context: [{ label: 'Plan', value: 'Premium' }] },
  messages: [{ role: 'user', name: 'Kim', content }],
  ...fields,
});

/** The answer that a ticket got, as it is stored. */
function readAnswer(printed: string) {
  const [, id = ''] = /^Answer: ([0-9a-f-]{36})$/m.exec(printed) ?? [];
  return hooked.app.core.database.kysely
    .selectFrom('answers')
    .select(['id', 'feedback', 'comment', 'outcome'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

for (const language of Object.keys(INTERPRETERS) as Language[]) {
  const { command, needs } = INTERPRETERS[language];
  const missing = findMissing(needs);
  const program = `docs/samples/loop.${ENDINGS[language]}`;

  /** One call of the program, with its input and with the secrets in the environment. */
  async function run(words: string[], input: unknown, settings: Record<string, string> = {}): Promise<Ran> {
    const all = {
      ...{ LOTSE_URL: hooked.app.url, LOTSE_API_KEY: server.key, LOTSE_WEBHOOK_SECRET: server.secret },
      ...settings,
    };
    const set = Object.entries(all).map(([setting, value]) => `${setting}=${value}`);
    const child = spawn('env', [...set, command, ROOT + program, ...words], { cwd: folder });
    child.stdin.on('error', () => undefined).end(typeof input === 'string' ? input : JSON.stringify(input));
    const ended = new Promise<number | null>((done) => child.once('close', done));
    const [printed] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
    return { printed, code: await ended };
  }

  describe.skipIf(missing.length > 0)(`${program}${tellMissing(missing)}`, () => {
    describe('with a ticket', () => {
      test('answers the customer, and what it reports of the answer is stored', async () => {
        const { printed } = await run(['ticket'], ticket(KNOWN));
        expect(printed).toMatch(/^To the customer: .*press \*\*Join\*\*/);
        expect(printed).toContain('\n\nThis answer was generated automatically by an AI.\n');
        expect(printed).not.toContain('the team');
        const { id } = await readAnswer(printed);
        const said = { answer_id: id, outcome: 'reopened', helpful: false, comment: 'No such button.' };
        expect(await run(['outcome'], said)).toEqual({ printed: 'Reported.\n', code: 0 });
        const stored = { feedback: 'down', comment: 'No such button.', outcome: 'reopened' };
        expect(await readAnswer(printed)).toEqual({ id, ...stored });
      });

      test('gets the same answer when it is run again, which is counted once', async () => {
        const first = await run(['ticket'], ticket(KNOWN));
        expect(await run(['ticket'], ticket(KNOWN))).toEqual(first);
        expect((await hooked.app.status(server.key)).body.usage.requests_today).toBe(1);
      });

      test('leaves a draft for the team where the owner wants one', async () => {
        await changeServer(hooked.app.core, server.id, { drafts: 'all' });
        const { printed } = await run(['ticket'], ticket(KNOWN));
        expect(printed).toMatch(/^Draft for the team: .*press \*\*Join\*\*/);
        expect(printed).not.toContain('To the customer');
      });

      test('calls the team when the bot does not know, and reports what the team answered', async () => {
        const { printed } = await run(['ticket'], ticket(UNKNOWN));
        expect(printed).toContain('\nFor the team: not_in_knowledge\n');
        const { id } = await readAnswer(printed);
        const said = { answer_id: id, outcome: 'team_answered', team_answer: 'Yes: „Karten“ → "Editor".' };
        expect((await run(['outcome'], said)).code).toBe(0);
        expect(await readAnswer(printed)).toMatchObject({ outcome: 'team_answered', feedback: null });
      });

      test('calls the team when there is no answer, whatever the reason', async () => {
        const failing: [object, Record<string, string>][] = [
          [ticket(KNOWN), { LOTSE_API_KEY: 'lts_wrong' }],
          [ticket(KNOWN), { LOTSE_URL: 'http://127.0.0.1:1' }],
          [ticket(KNOWN), { LOTSE_URL: `${hooked.app.url}/docs?` }],
          // What is sent as context is checked, so it was sent.
          [ticket(KNOWN, { context: [{ label: '', value: '' }] }), {}],
        ];
        for (const [input, settings] of failing) {
          expect(await run(['ticket'], input, settings)).toEqual({
            printed: expect.stringMatching(/^For the team: The bot did not answer \(.+\)\.\n$/),
            code: 0,
          });
        }
      });

      test('waits as long as Retry-After says after 429 and 503, and asks for the same answer again', async () => {
        const answer = { answer: 'At last.', ai_notice: 'An AI.', draft: false, needs_team: false, id: 'x' };
        const scripted = await startScripted([
          (response) => response.writeHead(503, { 'retry-after': '1' }).end('{}'),
          (response) => response.writeHead(429, { 'retry-after': '1' }).end('busy'),
          (response) => response.end(JSON.stringify(answer)),
        ]);
        const begun = performance.now();
        const { printed } = await run(['ticket'], ticket(KNOWN), { LOTSE_URL: scripted.url });
        expect(printed).toContain('To the customer: At last.\n\nAn AI.\n');
        expect(performance.now() - begun).toBeGreaterThan(1_900);
        expect(new Set(scripted.messageIds)).toEqual(new Set(['ticket-4711-message-1']));
        scripted.close();
      });

      test('calls the team at once where the wait would be longer than a minute', async () => {
        const scripted = await startScripted([
          (response) => response.writeHead(429, { 'retry-after': '40000' }).end('{}'),
        ]);
        const { printed } = await run(['ticket'], ticket(KNOWN), { LOTSE_URL: scripted.url });
        expect(printed).toMatch(/^For the team: The bot did not answer \(.*429.*\)\.\n$/);
        expect(scripted.messageIds).toHaveLength(1);
        scripted.close();
      });

      test('sends the last twenty messages of a longer one', async () => {
        const talk = Array.from({ length: 24 }, (_, at) => ({
          ...{ role: at % 2 === 0 ? 'assistant' : 'user', content: KNOWN },
        }));
        const { printed } = await run(['ticket'], ticket('', { messages: talk }));
        expect(printed).toContain('To the customer: ');
      });

      test('fails when an outcome cannot be reported', async () => {
        const said = { answer_id: '00000000-0000-4000-8000-000000000000', outcome: 'resolved' };
        const { printed, code } = await run(['outcome'], said);
        expect([printed.includes('Reported'), code]).toEqual([false, 1]);
      });
    });

    describe('K91 · with an event', () => {
      const sign = (
        at = Date.now(),
        body = '{"type":"webhook.test","data":{"brief":{"text":"Hi","link":"x"}}}',
      ) => {
        const id = 'msg_0123456789abcdef';
        const signature = new Webhook(server.secret).sign(id, new Date(at), body);
        return { id, timestamp: String(Math.floor(at / SECONDS)), signature, body };
      };
      const take = (event: ReturnType<typeof sign>, settings = {}) =>
        run(['webhook', event.id, event.timestamp, event.signature], event.body, settings);
      const refused = (reason: string, code: number) => ({ printed: `Refused: ${reason}\n`, code });

      test('that the service sends tells the team what to act on, once, also when it is sent again; changed entries are nothing to act on', async () => {
        const printed: string[] = [];
        hooked.receiver.answer((response, { id, headers, body }) => {
          const fields = [id, headers['webhook-timestamp'] ?? '', headers['webhook-signature'] ?? ''];
          void run(['webhook', ...fields], body).then((ran) => {
            printed.push(ran.printed);
            response.writeHead(ran.code === 1 ? 401 : 200).end();
          });
        });
        await run(['ticket'], ticket('I want my money back! Größe: 5 €'));
        await hooked.deliver();
        const { answer_id } = hooked.receiver.received[0]?.event.data ?? {};
        const link = `https://lotse.example/servers/${server.id}/answers/${answer_id}`;
        const told = `For the team: answer.handed_over: I want my money back! Größe: 5 € ${link}\n`;
        expect([printed, hooked.receiver.types()]).toEqual([
          [told, ''],
          ['answer.handed_over', 'knowledge.changed'],
        ]);
        const delivery = (await listDeliveries(hooked.app.core, server.id)).at(-1);
        await redeliver(hooked.app.core, server.id, delivery?.id ?? '');
        await hooked.deliver();
        expect(printed.slice(2)).toEqual(['Refused: handled before\n']);
        expect(await listDeliveries(hooked.app.core, server.id)).toMatchObject([
          { state: 'delivered', status: 200, type: 'knowledge.changed' },
          { state: 'delivered', status: 200, type: 'answer.handed_over' },
        ]);
      });

      test('is taken within five minutes, and with any of several signatures', async () => {
        const event = sign(Date.now() - 270 * SECONDS);
        const several = `v1,${Buffer.alloc(32, 7).toString('base64')} ${event.signature}`;
        const taken = { printed: 'For the team: webhook.test: Hi x\n', code: 0 };
        expect(await take({ ...event, signature: several })).toEqual(taken);
      });

      test('that is forged is refused: with another body, id, time, secret, version or no signature', async () => {
        const event = sign();
        const forged = [
          { ...event, body: event.body.replace('Hi', 'Ho') },
          { ...event, id: 'msg_fedcba9876543210' },
          { ...event, timestamp: String(Number(event.timestamp) + 1) },
          { ...event, signature: event.signature.replace('v1,', 'v2,') },
          { ...event, signature: event.signature.slice(0, -4) },
          { ...event, signature: 'v1,' },
          { ...event, signature: '' },
        ];
        for (const one of forged) expect(await take(one)).toEqual(refused('forged', 1));
        const other = { LOTSE_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}` };
        expect(await take(event, other)).toEqual(refused('forged', 1));
        expect((await take(event)).code).toBe(0);
      });

      test('that is late or early by more than five minutes is refused', async () => {
        for (const seconds of [-330, 330])
          expect(await take(sign(Date.now() + seconds * SECONDS))).toEqual(refused('late', 1));
      });

      test('that is replayed is refused', async () => {
        const event = sign();
        expect((await take(event)).code).toBe(0);
        expect(await take(event)).toEqual(refused('handled before', 2));
        // Signed anew by us, as a repeated delivery is.
        expect(await take(sign(Date.now() - 60 * SECONDS))).toEqual(refused('handled before', 2));
      });

      test('is not taken without a secret', async () => {
        const event = sign();
        // What everybody can sign.
        const signed = createHmac('sha256', '').update(`${event.id}.${event.timestamp}.${event.body}`);
        const signature = `v1,${signed.digest('base64')}`;
        const { printed, code } = await take({ ...event, signature }, { LOTSE_WEBHOOK_SECRET: '' });
        expect([printed.includes('For the team'), code === 0]).toEqual([false, false]);
      });
    });
  });
}
