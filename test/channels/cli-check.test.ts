import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { runOn } from './cli-setup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const run = (...argv: string[]) => runOn(async () => app.core, ['knowledge', 'check', ...argv]);

test('knowledge check lists the entries that contradict each other, for people and for machines', async () => {
  const { id } = await app.addServer();
  expect(await run(id)).toEqual({
    code: 0,
    out: 'No two entries of this server contradict each other, as far as words tell.\n',
    err: '',
  });
  await app.addKnowledge(id, [
    { id: 'ship', title: 'Versand', text: 'Der Versand dauert 2 bis 3 Werktage. Wir packen gut.' },
    { id: 'deliver', title: 'Lieferung\u001b[31m', text: 'Die Lieferung braucht 5 Werktage.' },
  ]);
  const { code, out, err } = await run(id);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('Pairs of entries that contradict each other: 1\n\nLieferung [31m (deliver)\n');
  expect(out).toContain('\nVersand (ship)\n  Der Versand dauert 2 bis 3 Werktage.\n');
  const json = await run(id, '--json');
  expect(JSON.parse(json.out)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: 'duration',
      one: {
        id: 'deliver',
        title: 'Lieferung\u001b[31m',
        text: 'Die Lieferung braucht 5 Werktage.',
        values: ['5 Werktage'],
      },
      other: {
        ...{ id: 'ship', title: 'Versand', text: 'Der Versand dauert 2 bis 3 Werktage.' },
        values: ['2 bis 3 Werktage'],
      },
    },
  ]);
});

test('knowledge check of a server that is not there fails and says so', async () => {
  expect(await run('nowhere')).toMatchObject({ code: 1, out: '' });
});
