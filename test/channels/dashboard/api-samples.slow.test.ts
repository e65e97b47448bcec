import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeServer } from '../../../src/core/owners/servers.ts';
import {
  findMissing,
  INTERPRETERS,
  type Language,
  startScripted,
  tellMissing,
} from '../../support/sample-programs.ts';
import { type Dashboard, startDashboard } from './setup.ts';

const run = promisify(execFile);

describe('On the API page', () => {
  let dashboard: Dashboard;
  let folder: string;
  beforeAll(async () => {
    dashboard = await startDashboard();
    folder = mkdtempSync(join(tmpdir(), 'lotse-samples-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await dashboard.stop();
  });

  /** Prints what a sample prints, read off the page as a person copies it. */
  async function runSample(name: Language, key: string, baseUrl = dashboard.app.url): Promise<string> {
    const page = await dashboard.visitor.get(dashboard.path('api'));
    const text = page.document.querySelector(`[data-sample=${name}]`)?.textContent ?? '';
    const own = dashboard.app.core.config.PUBLIC_URL;
    expect(text).toContain(`${own}/api/v1/chat`);
    const file = join(folder, name === 'node' ? 'ticket.mjs' : 'ticket');
    // The service is known by another port here than the one it took.
    writeFileSync(file, text.replaceAll(`${own}/`, `${baseUrl}/`));
    return (await run('env', [`LOTSE_API_KEY=${key}`, INTERPRETERS[name].command, file])).stdout;
  }

  for (const name of Object.keys(INTERPRETERS) as Language[]) {
    const missing = findMissing(INTERPRETERS[name].needs);

    describe.skipIf(missing.length > 0)(`the ${name} sample${tellMissing(missing)}`, () => {
      const addServer = async () => {
        const server = await dashboard.app.addServer({ language: 'en' });
        await dashboard.app.addKnowledge(server.id, [
          { id: 'join', title: 'How do I join the server?', text: 'Open the launcher and press **Join**.' },
        ]);
        return server;
      };

      test('prints the answer and the notice', async () => {
        const { key } = await addServer();
        const printed = await runSample(name, key);
        expect(printed).toContain('press **Join**');
        expect(printed).toMatch(/\n\nThis answer was generated automatically by an AI\.\n$/);
        expect(printed).not.toContain('For the team');
      });

      test('is answered and charged once when it is sent again', async () => {
        const { key } = await addServer();
        const first = await runSample(name, key);
        const { usage } = (await dashboard.app.status(key)).body;
        expect(usage.requests_today).toBe(1);
        expect(await runSample(name, key)).toBe(first);
        expect((await dashboard.app.status(key)).body.usage).toEqual(usage);
      });

      test('calls the team when the bot does not know', async () => {
        const { key } = await dashboard.app.addServer();
        expect(await runSample(name, key)).toContain('For the team: not_in_knowledge');
      });

      test('calls the team if the key is invalid or the server may not use the API', async () => {
        expect(await runSample(name, 'lts_wrong')).toContain('(status 401)');
        const { id, key } = await addServer();
        await changeServer(dashboard.app.core, id, { plan: 'free', members: 3 });
        expect(await runSample(name, key)).toContain('(status 403)');
      });

      test('waits as long as Retry-After says after 429 and 503, then has the answer', async () => {
        const stub = await startScripted([
          (response) => response.writeHead(503, { 'retry-after': '1' }).end('{}'),
          (response) => response.writeHead(429, { 'retry-after': '1' }).end('busy'),
          (response) => response.end('{"answer":"At last.","ai_notice":"An AI.","needs_team":false}'),
        ]);
        const begun = performance.now();
        expect(await runSample(name, 'key', stub.url)).toContain('At last.\n\nAn AI.');
        expect(performance.now() - begun).toBeGreaterThan(1_900);
        expect(new Set(stub.messageIds).size).toBe(1);
        stub.close();
      });

      test.each(
        Object.entries(NO_ANSWERS),
      )('calls the team for anything that is not an answer: %s', async (_, answer) => {
        const stub = await startScripted([answer]);
        const printed = await runSample(name, 'key', stub.url);
        expect(printed).toMatch(/^For the team: ./);
        expect(stub.messageIds).toHaveLength(1);
        stub.close();
      });

      test('does not wait until tomorrow, and says until when the quota is used up', async () => {
        const details = { resets_at: '2026-03-23T00:00:00.000Z', top_up_url: 'https://lotse.example/top-up' };
        const stub = await startScripted([
          (response) => response.writeHead(429, { 'retry-after': '40000' }).end('{}'),
          (response) =>
            response.writeHead(402).end(JSON.stringify({ error: { code: 'quota_exhausted', details } })),
        ]);
        expect(await runSample(name, 'key', stub.url)).toContain('For the team: ');
        expect(stub.messageIds).toHaveLength(1);
        const printed = await runSample(name, 'key', stub.url);
        expect(printed).toContain(`until ${details.resets_at}. Top up: ${details.top_up_url}`);
        stub.close();
      });
    });
  }
});

/** What stands in for an answer when something between the service and its caller goes wrong. */
const NO_ANSWERS: Record<string, (response: ServerResponse) => void> = {
  'a body that is cut': (response) => cut(response.writeHead(200, { 'content-length': '500' })),
  'a body without a length that is cut': (response) => cut(response.writeHead(200)),
  'an error whose body is cut': (response) => cut(response.writeHead(500, { 'content-length': '500' })),
  'a page': (response) => response.end('<html><body>Welcome</body></html>'),
  'an empty body': (response) => response.end(),
  'half a document': (response) => response.end('{"answer":"Half'),
  'an empty object': (response) => response.end('{}'),
  'a list': (response) => response.end('["answer"]'),
  null: (response) => response.end('null'),
  'a text': (response) => response.end('"answer"'),
  'the 402 of a proxy': (response) => response.writeHead(402).end('{"error":"Payment Required"}'),
  'an error of a proxy': (response) => response.writeHead(403).end('{"error":"Forbidden"}'),
};

function cut(response: ServerResponse): void {
  response.write('{"answer":"Half', () => response.destroy());
}
