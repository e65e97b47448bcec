import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { deleteRehearsal, rehearse } from '../../src/core/rehearsals/rehearsals.ts';
import { readReport } from '../../src/core/rehearsals/report.ts';
import { EXPORTS } from '../core/rehearsals/files.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { UNABORTED } from '../support/app.ts';
import { readBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeFolder, startProcess } from '../support/process.ts';
import { countRuns } from '../support/runs.ts';
import { visit } from '../support/twin.ts';

const QUOTA = 4_000_000;
const SHARE = 25;
const CONVERSATIONS = countRuns(500);
/** By then every claim and reservation of a process that died has expired. */
const EXPIRED_MS = 200_000;
const FERRY = { id: 'ferry', title: 'How long does the ferry take?', text: 'The ferry takes 40 minutes.' };

let database: TestDatabase;
let ai: AiStub;
let settings: Record<string, string>;
let folder: string;
beforeAll(async () => {
  [database, ai] = await Promise.all([createTestDatabase(), startAiStub()]);
  folder = makeFolder();
  ai.usage({ promptTokens: 400, completionTokens: 100 });
  ai.reply({ answer: FERRY.text, needs_team: false, answerable: true, used: ['ferry'] });
  settings = {
    ...database.settings,
    ...{ OPENAI_BASE_URL: ai.url, OPENAI_API_KEY: 'k', SESSION_SECRET: 's'.repeat(32) },
    ...{ PREMIUM_WEEKLY_UNITS: String(QUOTA), QUOTA_TIME_ZONE: 'UTC' },
  };
  // The first process makes the schema.
  await startProcess('src/cli.ts', settings, ['server', 'list']).exited;
});
afterAll(async () => {
  await ai.close();
  await database.remove();
});

const talks = Array.from({ length: CONVERSATIONS }, (_, n) => ({
  asked: `How long does the ferry to island ${n} take?`,
  told: 'The ferry takes 40 minutes.',
}));

describe.each(Object.entries(EXPORTS))('An export of %s', (name, write) => {
  test('is asked again once each although its process is killed twice, within its share, and nothing is left after deletion', async () => {
    const file = join(folder, `${name}.json`);
    await writeFile(file, write(talks));
    const { id } = await visit(settings, async ({ core, addServer }) => {
      const server = await addServer({ language: 'en' });
      const text = JSON.stringify(FERRY);
      await importKnowledge(core, { serverId: server.id, text, format: 'jsonl', isStrict: true });
      return server;
    });
    const argv = ['rehearse', id, file, '--share', String(SHARE)];
    for (let kills = 0; kills < 2; kills += 1) {
      const asked = ai.requests.length;
      const command = startProcess('src/cli.ts', settings, argv);
      await ai.received(asked + Math.ceil(CONVERSATIONS / 5));
      await command.kill();
    }
    await visit(
      settings,
      async (visitor) => {
        const { core } = visitor;
        await core.ledger.sweep();
        // Two at once, as two processes do.
        await Promise.all([rehearse(core, { signal: UNABORTED }), rehearse(core, { signal: UNABORTED })]);
        const report = await readReport(core, id);
        expect(report).toMatchObject({
          ...{ state: 'done', conversations: CONVERSATIONS, waiting: 0, format: name },
          outcomes: { answered: CONVERSATIONS, failed: 0 },
        });
        const books = await readBooks(visitor, id);
        expect(books.reservations).toEqual([]);
        const [week] = books.week_quotas;
        expect(Number(week?.used)).toBeLessThanOrEqual((QUOTA * SHARE) / 100);
        // Of each killed process one answer may have been charged whose result was not written yet.
        expect(books.charges.length - CONVERSATIONS).toBeLessThanOrEqual(2);
        await deleteRehearsal(core, id, report.id);
        for (const table of ['rehearsals', 'rehearsed_conversations'] as const)
          expect(await core.database.kysely.selectFrom(table).selectAll().execute()).toEqual([]);
      },
      EXPIRED_MS,
    );
  });
});
