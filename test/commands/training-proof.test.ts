import { describe, expect, test } from 'vitest';
import { proveOrNot } from '../../commands/training/list.ts';
import { training } from '../../commands/training/training.ts';
import { getSuggestion, suggest } from '../../src/core/learning/suggestions/suggestions.ts';
import { addTest } from '../../src/core/learning/test-questions/test-questions.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { act, invoke, textOf } from './setup.ts';

const app = useApp();

const teach = (serverId: string, given: { question?: string } = {}) =>
  suggest(app.core, { serverId, question: 'To Oslo?', answer: 'Nine days.', source: 'menu', ...given });
const list = (serverId: string) => training.run(app.core, invoke({ serverId, subcommand: 'list' }));
const press = (serverId: string, id: string, more: object = {}) =>
  act(app.core, training, id, { serverId, ...more });

describe('the proof', () => {
  test('is one line on the card, and its button lists question by question', async () => {
    const { id, key } = await app.addServer();
    await app.chat(key, ask('How long does delivery to Oslo take?'));
    const made = await teach(id, { question: 'How long does delivery to Oslo take?' });
    expect(textOf(await list(id))).toContain('-# Last question: would be answered instead of handed over');
    await app.chat(key, ask('Who painted the lighthouse?'));
    await addTest(app.core, id, { question: 'How long does delivery to Oslo take?', expected: 'nine days' });
    const card = textOf(await list(id));
    expect(card).toContain('-# Last 2 questions: 1 would be answered instead of handed over');
    expect(card).toContain('1 more test question would pass');
    const before = await getSuggestion(app.core, id, made.id);
    const reply = await press(id, `training:proof:${made.id}`, { language: 'de' });
    expect(reply).not.toHaveProperty('isReplacing');
    expect(textOf(reply)).toContain(
      'Testfrage “How long does delivery to Oslo take?”\n  „nine days“ fehlt → bestanden',
    );
    expect(textOf(reply)).toContain('ans Team (nicht im Wissen) → *How long does delivery to Oslo take?*');
    expect(textOf(reply)).not.toContain('lighthouse');
    expect(await getSuggestion(app.core, id, made.id)).toEqual(before);
  });

  test('with very many changes is one message with all of them in a file', async () => {
    const { id, key } = await app.addServer();
    for (let n = 0; n < 30; n++) {
      const question = `How long does delivery number ${n} to Oslo take? ${'* '.repeat(40)}`;
      await app.chat(key, ask(question));
      app.clock.now += 5_000;
    }
    const made = await teach(id, { question: 'How long does delivery to Oslo take?' });
    const reply = await press(id, `training:proof:${made.id}`);
    expect(textOf(reply).length).toBeLessThanOrEqual(2_000);
    const [file] = reply.kind === 'cards' ? (reply.files ?? []) : [];
    expect(file?.name).toBe(`${made.id}-proof.txt`);
    expect(file?.text.match(/^- /gm)?.length).toBeGreaterThan(20);
  });

  test('that takes too long or fails is left out, and the card is shown without it', async () => {
    const { id, key } = await app.addServer();
    await app.chat(key, ask('Who painted the lighthouse?'));
    const made = await teach(id);
    const signal = AbortSignal.abort();
    const reply = await training.run(app.core, invoke({ serverId: id, subcommand: 'list', signal }));
    expect(textOf(reply)).toMatch(/^\*\*To Oslo\?\*\*\nNine days\.\n-# From a message/);
    const use = invoke({ serverId: id });
    expect(await proveOrNot(app.core, use, made)).toMatchObject({ looked: 1 });
    const broken = { ...app.core, knowledgeIndexes: undefined as never };
    expect(await proveOrNot(broken, use, made)).toBeNull();
  });
});
