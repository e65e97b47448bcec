import { describe, expect, test } from 'vitest';
import { training } from '../../commands/training/training.ts';
import { listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import {
  approve,
  getSuggestion,
  reject,
  type Suggestion,
  suggest,
} from '../../src/core/learning/suggestions/suggestions.ts';
import { useApp } from '../support/use-app.ts';
import { act, buttonsOf, cardsOf, formOf, invoke, textOf } from './setup.ts';

const app = useApp();

type Given = Partial<Parameters<typeof suggest>[1]>;
const teach = (serverId: string, given: Given = {}) =>
  suggest(app.core, { serverId, question: 'To Oslo?', answer: 'Nine days.', source: 'menu', ...given });
const run = (serverId: string, subcommand: string, id = '', language: 'de' | 'en' = 'en') =>
  training.run(app.core, invoke({ serverId, subcommand, options: { id }, language }));
const press = (serverId: string, id: string, more: object = {}) =>
  act(app.core, training, id, { serverId, ...more });
const stateOf = async (serverId: string, { id }: Suggestion) =>
  (await getSuggestion(app.core, serverId, id)).state;
const isDecision = (id: string) => /^training:(approve|edit|reject):[0-9A-Za-z]{10}$/.test(id);

describe('/training list', () => {
  test('H72 · shows question, answer, source, role and age, with its buttons', async () => {
    const { id } = await app.addServer();
    const sources = [{ part: 'answer' as const, messageId: '22', memberId: '33', isOriginal: false }];
    const origin = { channelId: '11', sources, authorRole: '44' };
    const made = await teach(id, { ...origin, question: 'Is *this* it?', source: 'correction' });
    const reply = await run(id, 'list', '', 'de');
    const age = `<t:${made.createdAt.getTime() / 1000}:R>`;
    expect(textOf(reply).split('\n')).toEqual([
      '**Is \\*this\\* it?**',
      'Nine days.',
      expect.stringContaining('noch keine Fragen'),
      `-# [Korrektur einer Antwort](<https://discord.com/channels/${id}/11/22>) · <@&44> · ${age} · \`${made.id}\``,
    ]);
    expect(buttonsOf(reply)).toEqual(
      ['approve', 'edit', 'reject', 'proof', 'same'].map((verb) => `training:${verb}:${made.id}`),
    );
  });

  test('shows only pending ones, five at a time and each once, while others are decided', async () => {
    const { id } = await app.addServer();
    expect(textOf(await run(id, 'list'))).toContain('nothing to decide');
    const made: Suggestion[] = [];
    for (let number = 0; number < 12; number++) made.push(await teach(id, { question: `Number ${number}?` }));
    await reject(app.core, id, made[0]?.id ?? '');
    const seen: string[] = [];
    for (let reply = await run(id, 'list'); ; ) {
      const buttons = buttonsOf(reply);
      seen.push(...buttons.filter(isDecision).filter((button) => button.includes(':approve:')));
      expect(cardsOf(reply).length).toBeLessThanOrEqual(6);
      const more = buttons.find((button) => button.startsWith('training:more:'));
      if (!more) break;
      for (const shown of seen) await press(id, shown).catch(() => undefined);
      reply = await press(id, more);
      expect(reply).toMatchObject({ isReplacing: true });
    }
    expect([seen.length, new Set(seen).size]).toEqual([11, 11]);
  });
});

describe('a button', () => {
  test('approves, and the card shows the result', async () => {
    const { id } = await app.addServer();
    const made = await teach(id);
    const reply = await press(id, `training:approve:${made.id}`);
    expect(reply).toMatchObject({ isReplacing: true });
    expect(textOf(reply)).toContain('Approved: **To Oslo?**');
    expect(buttonsOf(reply)).toEqual([`training:revert:${made.id}`]);
    expect(await listKnowledge(app.core, id)).toMatchObject([{ title: 'To Oslo?', text: 'Nine days.' }]);
  });

  test('reverts an approval, and the card is open again', async () => {
    const { id } = await app.addServer();
    const made = await teach(id);
    await press(id, `training:approve:${made.id}`);
    const reply = await press(id, `training:revert:${made.id}`, { language: 'de' });
    expect(reply).toMatchObject({ isReplacing: true });
    expect(textOf(reply)).toContain('verwendet es nicht mehr');
    expect(buttonsOf(reply)).toContain(`training:approve:${made.id}`);
    expect([await stateOf(id, made), await listKnowledge(app.core, id)]).toEqual(['pending', []]);
    expect(textOf(await press(id, `training:revert:${made.id}`))).toBe('**To Oslo?** is open.');
  });

  test('decides once when two admins press at the same time', async () => {
    const { id } = await app.addServer();
    const made = await teach(id);
    const verbs = ['approve', 'approve', 'force', 'reject'];
    const replies = await Promise.all(verbs.map((verb) => press(id, `training:${verb}:${made.id}`)));
    const told = replies.map(textOf).filter((text) => /Approved:|Rejected:/.test(text));
    expect(told).toHaveLength(1);
    expect(['approved', 'rejected']).toContain(await stateOf(id, made));
    const undone = await Promise.all([1, 2].map(() => press(id, `training:revert:${made.id}`)));
    if ((await stateOf(id, made)) === 'pending')
      expect(undone.filter((reply) => textOf(reply).includes('open again'))).toHaveLength(1);
  });

  test('edits in a form, and the card shows the new text with its buttons', async () => {
    const { id } = await app.addServer();
    const made = await teach(id);
    const form = formOf(await press(id, `training:edit:${made.id}`));
    expect(form).toEqual({
      id: `training:save:${made.id}`,
      values: { question: 'To Oslo?', answer: 'Nine days.' },
    });
    const reply = await press(id, form.id, { fields: { question: 'To Oslo by ship?', answer: 'Ten days.' } });
    expect(reply).toMatchObject({ isReplacing: true });
    expect(textOf(reply)).toMatch(/^\*\*To Oslo by ship\?\*\*\nTen days\./);
    expect(buttonsOf(reply).filter(isDecision)).toHaveLength(3);
    expect(await stateOf(id, made)).toBe('pending');
  });

  test('that saves an invalid text keeps the card and returns the text', async () => {
    const { id } = await app.addServer();
    const made = await teach(id);
    const reply = await press(id, `training:save:${made.id}`, { fields: { question: ' ', answer: 'Ten.' } });
    expect(textOf(reply)).toContain('1 to 300');
    expect(reply).not.toHaveProperty('isReplacing');
    expect(reply).toMatchObject({ files: [{ text: 'Ten.' }] });
    expect(await getSuggestion(app.core, id, made.id)).toEqual(made);
  });

  test('opens no form for an answer that would not fit into it', async () => {
    const { id } = await app.addServer();
    const made = await teach(id, { answer: 'x'.repeat(4_001) });
    expect(textOf(await press(id, `training:edit:${made.id}`))).toContain('longer than 4000');
  });

  test.each([
    'approve',
    'reject',
    'edit',
    'save',
    'merge',
  ])('to %s a decided suggestion says so instead', async (verb) => {
    const { id } = await app.addServer();
    const made = await teach(id);
    await approve(app.core, id, made.id);
    const fields = { question: 'Q?', answer: 'A' };
    const reply = await press(id, `training:${verb}:${made.id}`, { fields });
    expect(reply).toMatchObject({
      isReplacing: true,
      cards: [{ text: '**To Oslo?** is already approved.' }],
    });
    expect(await listKnowledge(app.core, id)).toMatchObject([{ title: 'To Oslo?' }]);
  });

  test.each([
    ...['approve', 'force', 'revert', 'merge', 'proof'],
    ...['reject', 'edit', 'save'],
  ])("to %s what is gone or another server's says so", async (verb) => {
    const [mine, other] = [await app.addServer(), await app.addServer()];
    const made = await teach(other.id);
    const fields = { question: 'Q?', answer: 'A' };
    for (const id of [made.id, 'AAAAAAAAAA', "x'--", '']) {
      const reply = await press(mine.id, `training:${verb}:${id}`, { fields, language: 'de' });
      expect(textOf(reply)).toContain('gibt es nicht');
      expect(reply).toMatchObject({ isReplacing: true });
    }
    expect(await getSuggestion(app.core, other.id, made.id)).toEqual(made);
  });
});

describe('/training approve, reject, edit and revert', () => {
  const complete = (serverId: string, subcommand: string, typed: string) =>
    training.complete?.(app.core, { serverId, language: 'en', subcommand, option: 'id', typed });

  test('decide the suggestion chosen by a part of its question', async () => {
    const { id } = await app.addServer();
    const [first, second] = [await teach(id), await teach(id, { question: `To BERGEN ${'x'.repeat(200)}?` })];
    expect(await complete(id, 'approve', '')).toHaveLength(2);
    const [found] = (await complete(id, 'approve', 'bergen')) ?? [];
    expect([found?.value, found?.name.length]).toEqual([second.id, 100]);
    expect(await complete(id, 'revert', '')).toEqual([]);
    expect(textOf(await run(id, 'approve', second.id))).toContain('Approved');
    expect(textOf(await run(id, 'reject', first.id))).toContain('Rejected');
    expect(await complete(id, 'approve', '')).toEqual([]);
    expect(textOf(await run(id, 'approve', first.id, 'de'))).toBe('**To Oslo?** ist schon abgelehnt.');
    expect(textOf(await run(id, 'reject', 'nothing'))).toContain('no such suggestion');
    expect(await complete(id, 'revert', 'berg')).toMatchObject([{ value: second.id }]);
    expect(textOf(await run(id, 'revert', second.id))).toContain('open again');
    expect(await listKnowledge(app.core, id)).toEqual([]);
  });

  test('open the form of the chosen one', async () => {
    const { id } = await app.addServer();
    const made = await teach(id);
    const use = { subcommand: 'edit', options: {} };
    expect([training.opensForm?.(use), training.opensForm?.({ ...use, subcommand: 'list' })]).toEqual([
      true,
      false,
    ]);
    expect(formOf(await run(id, 'edit', made.id)).id).toBe(`training:save:${made.id}`);
    expect(textOf(await run(id, 'edit', 'nothing'))).toContain('no such suggestion');
  });
});
