import { beforeEach, describe, expect, test } from 'vitest';
import { addEntry, changeEntry, getEntry, importKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { importProposing, proposeForMany, proposeWordings } from '../../../src/core/learning/proposals.ts';
import { NOON, startApp } from '../../support/app.ts';
import { expectNothingCounted, readCharges, readWeek, setUsed } from '../../support/books.ts';
import { useAppWithAi } from '../../support/use-app.ts';

const QUOTA = 40_000;
/** 400 prompt tokens and 100 completion tokens on V1. */
const COST = 800;
const PROPOSED = ['When are you open?', 'Can I come on Sunday?'];
const GIVEN = { title: 'Opening hours', text: 'Nine to five, never on Sundays.' };
const never = new AbortController().signal;

const { app, stub } = useAppWithAi({
  ...{ MODEL_V1: 'small', MODEL_V2: 'large' },
  PREMIUM_WEEKLY_UNITS: String(QUOTA),
});
beforeEach(() => {
  app.clock.now = NOON;
  stub.fault(null);
  stub.usage({ promptTokens: 400, completionTokens: 100 });
  stub.reply({ questions: PROPOSED });
});

async function startWith(questions: string[] = []) {
  const { id: serverId } = await app.addServer({ level: 'V2' });
  const { id: entryId } = await addEntry(app.core, { serverId, ...GIVEN, questions });
  const propose = () => proposeWordings(app.core, { serverId, entryId }, never);
  const read = () => getEntry(app.core, serverId, entryId);
  return { serverId, entryId, propose, read };
}

describe('Wordings that a model proposes', () => {
  test('stand behind those of the owner, marked, for one charge to the week', async () => {
    const { serverId, propose, read } = await startWith(['Open?']);
    expect(await propose()).toEqual(PROPOSED);
    expect(await read()).toMatchObject({ ...GIVEN, questions: ['Open?', ...PROPOSED], proposed: PROPOSED });
    expect(await readWeek(app, serverId)).toMatchObject({ used: COST, reserved: 0 });
    expect(await readCharges(app, serverId)).toHaveLength(1);
    const body = stub.requests.at(-1)?.body as { model: string; messages: { content: string }[] };
    expect(body.model).toBe('small');
    expect(body.messages[1]?.content).toContain('Nine to five, never on Sundays.');
  });

  test('are at most five, clean, new and no longer than a title', async () => {
    const { propose, read } = await startWith(['Open?']);
    const proposals = [
      'OPEN?',
      'opening  hours',
      'Call +49 171 1234567?',
      ' ',
      'a'.repeat(301),
      'Line\nbreak?',
    ];
    stub.reply({ questions: [...proposals, ...['b', 'c', 'd', 'e', 'f']] });
    expect(await propose()).toEqual(['Call …?', 'Line break?', 'b', 'c', 'd']);
    expect((await read()).questions).toHaveLength(6);
  });

  test('fill the room that is left and put nothing out; a full entry costs nothing', async () => {
    const own = Array.from({ length: 19 }, (_, n) => `Own ${n}`);
    const { serverId, propose, read } = await startWith(own);
    expect(await propose()).toEqual(PROPOSED.slice(0, 1));
    expect((await read()).questions).toEqual([...own, PROPOSED[0]]);
    const { used } = await readWeek(app, serverId);
    await expect(propose()).rejects.toMatchObject({ code: 'invalid_input', context: { param: 'questions' } });
    expect((await readWeek(app, serverId)).used).toBe(used);
  });

  test('are left out when the entry says something else by then', async () => {
    const { serverId, entryId, propose, read } = await startWith();
    stub.reply(async () => {
      await changeEntry(app.core, { serverId, entryId, title: GIVEN.title, text: 'Always.' });
      return { questions: PROPOSED };
    });
    expect(await propose()).toEqual([]);
    expect(await read()).toMatchObject({ text: 'Always.', questions: [], proposed: [] });
  });

  test('are not to be had from a broken reply, and nothing is charged then', async () => {
    const { serverId, propose, read } = await startWith();
    stub.reply({ wordings: PROPOSED });
    await expectNothingCounted(app, serverId, async () => {
      await expect(propose()).rejects.toMatchObject({ code: 'ai_unavailable' });
    });
    expect((await read()).questions).toEqual([]);
  });

  test('are refused where learning has used up its half of the week', async () => {
    const { serverId, propose, read } = await startWith();
    await setUsed(app, serverId, QUOTA / 2);
    await expect(propose()).rejects.toMatchObject({ code: 'quota_exhausted' });
    expect((await read()).questions).toEqual([]);
  });

  test('are none for what a link brings, for what is gone, and without a backend', async () => {
    const { serverId } = await startWith();
    const of = (entryId: string) => proposeWordings(app.core, { serverId, entryId }, never);
    await expect(of('page:a:b')).rejects.toMatchObject({ context: { param: 'source' } });
    await expect(of('gone')).rejects.toMatchObject({ code: 'not_found' });
    const plain = await startApp();
    const { id } = await plain.addServer();
    const entry = await addEntry(plain.core, { serverId: id, ...GIVEN });
    const given = { serverId: id, entryId: entry.id };
    await expect(proposeWordings(plain.core, given, never)).rejects.toMatchObject({
      context: { param: 'backend' },
    });
    await plain.stop();
  });
});

describe('An import that has wordings proposed', () => {
  const line = (n: number) => JSON.stringify({ id: `e${n}`, title: `Entry ${n}`, text: `Text ${n}.` });

  test('asks once for each entry that is new or changed, and an import of the same file keeps them', async () => {
    const { id: serverId } = await app.addServer();
    const load = (text: string) =>
      importProposing(app.core, serverId, () =>
        importKnowledge(app.core, { serverId, text, format: 'jsonl' }),
      );
    expect(await load(`${line(1)}\n${line(2)}`)).toMatchObject({
      ...{ added: 2, proposed: { entries: 2, wordings: 4, fault: null } },
    });
    expect(await load(`${line(1)}\n${line(2)}`)).toMatchObject({
      ...{ unchanged: 2, proposed: { entries: 0, wordings: 0, fault: null } },
    });
    expect(await getEntry(app.core, serverId, 'e1')).toMatchObject({
      questions: PROPOSED,
      proposed: PROPOSED,
    });
  });

  test('is whole when the backend is not: it says what was left out', async () => {
    const { id: serverId } = await app.addServer();
    stub.reply('nothing');
    const text = `${line(1)}\n${line(2)}`;
    const imported = await importProposing(app.core, serverId, () =>
      importKnowledge(app.core, { serverId, text, format: 'jsonl' }),
    );
    expect(imported).toMatchObject({
      ...{ added: 2, proposed: { entries: 0, wordings: 0, fault: { code: 'ai_unavailable' } } },
    });
  });

  test('goes on after an entry that is full or gone', async () => {
    const { serverId, entryId } = await startWith(Array.from({ length: 20 }, (_, n) => `Own ${n}`));
    const other = await addEntry(app.core, { serverId, title: 'Fees', text: 'Ten.' });
    const done = await proposeForMany(app.core, serverId, [entryId, 'gone', other.id], never);
    expect(done).toEqual({ entries: 1, wordings: 2, fault: null });
  });
});
