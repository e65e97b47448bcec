import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEntry, changeEntry, getEntry, importKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { questionsSchema, toWordings } from '../../../src/core/knowledge/wordings.ts';
import { exportServer, importServer } from '../../../src/core/operations/backup/backup.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { countRuns } from '../../support/runs.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startApp();
  other = await startApp();
});
afterAll(async () => {
  await app.stop();
  await other.stop();
});

const TITLE = 'Opening hours';
/** What somebody might type, with what breaks tables, lines, JSON and SQL. */
const wordings = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      'Q: a?',
      'a | b',
      '"',
      '\\',
      '{}',
      "','",
      'a,b',
      'NULL',
      '\u0000x',
      '\ud800',
      'x'.repeat(300),
      TITLE,
    ),
  ),
  { maxLength: 20 },
);

test('wordings that the schema takes survive adding, changing, importing and a restored export unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(wordings, async (given) => {
      const parsed = questionsSchema.safeParse(given);
      fc.pre(parsed.success);
      const { questions } = toWordings(TITLE, parsed.data ?? []);
      expect(questionsSchema.parse(questions)).toEqual(questions);
      const { id: serverId } = await app.addServer();
      const entry = { serverId, title: TITLE, text: 'Nine to five.' };
      const { id: entryId } = await addEntry(app.core, { ...entry, questions: given });
      const readQuestions = async (from: TestApp, id = entryId) =>
        (await getEntry(from.core, serverId, id)).questions;
      expect(await readQuestions(app)).toEqual(questions);
      await changeEntry(app.core, { ...entry, entryId, text: 'Ten to six.', questions });
      expect(await readQuestions(app)).toEqual(questions);
      const text = JSON.stringify({ id: 'copy', title: TITLE, text: 'x', questions });
      const { rejected, warnings } = await importKnowledge(app.core, { serverId, text, format: 'jsonl' });
      expect({ rejected, warnings }).toEqual({ rejected: [], warnings: [] });
      expect(await readQuestions(app, 'copy')).toEqual(questions);
      const lines: Uint8Array[] = [];
      for await (const line of exportServer(app.core, serverId, 'backup')) lines.push(Buffer.from(line));
      await importServer(other.core, { open: () => ReadableStream.from(lines) });
      expect(await readQuestions(other)).toEqual(questions);
    }),
    { numRuns: countRuns(40) },
  );
}, 60_000);
