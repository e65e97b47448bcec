import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addEntry, changeEntry, listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import {
  countTraining,
  listTraining,
  pageGroups,
  suggest,
} from '../../src/core/learning/suggestions/suggestions.ts';
import type { TestApp } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';

/** As a database that was made with the locale C, whose own `lower` knows only A to Z. */
async function lowerOnlyAscii({ database: { kysely } }: TestApp['core']): Promise<void> {
  for (const [table, column] of [
    ['knowledge', 'title'],
    ['training', 'question'],
    ['training', 'answer'],
  ])
    await sql`ALTER TABLE ${sql.table(table ?? '')} ALTER COLUMN ${sql.ref(column ?? '')} TYPE text COLLATE "C"`.execute(
      kysely,
    );
}

describe('On a database whose locale knows only A to Z', () => {
  const app = useApp();
  let serverId: string;
  beforeAll(async () => {
    await lowerOnlyAscii(app.core);
    ({ id: serverId } = await app.addServer());
  });

  test('suggestions are found in lower and upper case, umlauts included', async () => {
    const teach = (question: string, answer: string) =>
      suggest(app.core, { serverId, question, answer, source: 'menu' });
    const { id } = await teach('Was steht unter Über uns?', 'Wer wir sind, ÄMTER und Öffnungszeiten.');
    await teach('Wer malt die Schiffe an?', 'Ada.');
    for (const mentioning of ['über', 'ÜBER UNS', 'ämter', 'öffnung', 'Ämter und ÖFF']) {
      const found = await listTraining(app.core, serverId, 'pending', { mentioning });
      expect(found.map((one) => one.id)).toEqual([id]);
      expect(await countTraining(app.core, serverId, 'pending', mentioning)).toBe(1);
      expect(await pageGroups(app.core, serverId, { offset: 0, limit: 5, mentioning })).toMatchObject({
        ...{ total: 1, groups: [{ suggestion: { id } }] },
      });
    }
    const containing = await listTraining(app.core, serverId, 'pending', { containing: 'ÜBER' });
    expect(containing.map((one) => one.id)).toEqual([id]);
    expect(await listTraining(app.core, serverId, 'pending', { containing: 'ämter' })).toEqual([]);
  });

  test.each([
    ['Öffnung À la carte', 'öffnung à LA carte'],
    ['режим работы', 'Режим Работы'],
  ])('the title %j is recognised in other case too: %j', async (title, other) => {
    const { id } = await addEntry(app.core, { serverId, title, text: 'x' });
    const { id: entryId } = await addEntry(app.core, { serverId, title: `Beside ${title}`, text: 'x' });
    const refusal = { code: 'already_exists', context: { details: { id } } };
    const again = addEntry(app.core, { serverId, title: other, text: 'y' });
    await expect(again).rejects.toMatchObject(refusal);
    const change = changeEntry(app.core, { serverId, entryId, title: other, text: 'y' });
    await expect(change).rejects.toMatchObject(refusal);
    expect((await listKnowledge(app.core, serverId)).filter(({ text }) => text === 'y')).toEqual([]);
  });
});
