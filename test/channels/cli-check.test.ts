import { expect, test } from 'vitest';
import { useApp } from '../support/use-app.ts';
import { runOn } from './cli-setup.ts';

const app = useApp();

const run = (...argv: string[]) => runOn(async () => app.core, ['knowledge', 'check', ...argv]);

test('knowledge check lists the entries that contradict each other, for people and for machines', async () => {
  const { id } = await app.addServer();
  expect(await run(id)).toEqual({
    code: 0,
    out: 'No two entries of this server contradict each other, going only by the figures in them.\n',
    err: '',
  });
  await app.addKnowledge(id, [
    { id: 'ship', title: 'Wie lange dauert der Versand?', text: 'Der Versand dauert 2 bis 3 Werktage.' },
    { id: 'deliver', title: 'wie lange dauert der Versand\u001b[m', text: 'Er braucht 5 Werktage.' },
    {
      ...{ id: 'other', title: 'Lieferung', questions: ['Wie lange dauert der Versand?'] },
      text: 'Wir liefern 2 bis 3 Werktage nach dem Kauf.',
    },
  ]);
  await app.addKnowledge(id, [
    { id: 'deliver', title: 'Wie lange dauert der Versand', text: 'Er braucht\u001b[m 5 Werktage.' },
  ]);
  const { code, out, err } = await run(id);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('Pairs of entries that contradict each other: 2\n\n');
  expect(out).toContain('Wie lange dauert der Versand (deliver)\n  Er braucht [m 5 Werktage.\n');
  expect(out).toContain('\nWie lange dauert der Versand? (ship)\n  Der Versand dauert 2 bis 3 Werktage.\n');
  const json = await run(id, '--json');
  const pair = { a: 'deliver', why: '5 ≠ 2', id: expect.stringMatching(/^[0-9a-f]{24}$/) };
  expect(JSON.parse(json.out)).toEqual([
    { ...pair, b: 'other', a_title: 'Wie lange dauert der Versand', b_title: 'Lieferung' },
    {
      ...{ ...pair, b: 'ship', a_title: 'Wie lange dauert der Versand' },
      b_title: 'Wie lange dauert der Versand?',
    },
  ]);
});
