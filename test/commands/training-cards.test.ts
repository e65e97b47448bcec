import { describe, expect, test } from 'vitest';
import { type Shown, toCard } from '../../commands/training/card.ts';
import { training } from '../../commands/training/training.ts';
import { listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import {
  approve,
  getSuggestion,
  listTraining,
  type Suggestion,
  suggest,
} from '../../src/core/learning/suggestions/suggestions.ts';
import { deleteMember } from '../../src/core/members/privacy.ts';
import { forgetMessages } from '../../src/core/members/provenance.ts';
import type { SuspensionReason } from '../../src/domain/types.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { act, buttonsOf, cardsOf, formOf, invoke, textOf } from './setup.ts';

const app = useApp();

type Given = Partial<Parameters<typeof suggest>[1]>;
const teach = (serverId: string, given: Given = {}) =>
  suggest(app.core, { serverId, question: 'To Oslo?', answer: 'Nine days.', source: 'menu', ...given });
const list = (serverId: string, language: 'de' | 'en' = 'en') =>
  training.run(app.core, invoke({ serverId, subcommand: 'list', language }));
const press = (serverId: string, id: string, more: object = {}) =>
  act(app.core, training, id, { serverId, ...more });
const by = (messageId: string, memberId: string) => ({
  channelId: '11',
  sources: [{ part: 'answer' as const, messageId, memberId, isOriginal: true }],
});

describe('a card', () => {
  const SUGGESTION: Suggestion = {
    ...{ id: 'AAAAAAAAAA', question: '*'.repeat(300), answer: '_long_ '.repeat(2_800), state: 'suspended' },
    ...{ source: 'surge', authorRole: '3'.repeat(20), entryId: null, suspendedFor: 'source_deleted' },
    sources: [
      {
        part: 'answer',
        channelId: '1'.repeat(20),
        messageId: '2'.repeat(20),
        memberId: null,
        isOriginal: true,
      },
    ],
    ...{ conflicts: [], isQuestionDerived: false, isAnswerDerived: false, taught: '_said_ '.repeat(2_800) },
    wordings: Array.from({ length: 20 }, (_, n) => `${n} ${'*'.repeat(290)}`),
    ...{ createdAt: new Date('2026-03-18'), decidedAt: null },
  };
  const finding = { passages: [], needsTeam: true, teamReason: 'not_in_knowledge' as const };
  const changes = (['handed_over', 'answered', 'other_passages'] as const).map((kind) => ({
    ...{ question: 'Q?', count: 16, kind, before: finding, after: finding },
  }));
  const [passed, failed] = [
    { isPassed: true, faults: [] },
    { isPassed: false, faults: ['expected' as const] },
  ];
  const SHOWN: Shown = {
    ...{ suggestion: SUGGESTION, similarCount: 4_999, askedCount: 4_999 },
    conflicts: ['a', 'b', 'c', 'd'].map((entryId) => ({
      ...{ entryId, kind: 'contradicts', title: '|'.repeat(300), text: '~'.repeat(20_000) },
      why: '*'.repeat(300),
    })),
    unchecked: 'quota_exhausted',
    proof: {
      ...{ looked: 50, changes },
      tests: Array.from({ length: 200 }, (_, index) => ({
        ...{ id: String(index), question: 'T?' },
        ...(index % 2 ? { before: passed, after: failed } : { before: failed, after: passed }),
      })),
    },
  };
  const notice = { de: 'x'.repeat(170), en: 'x'.repeat(170) };
  const webUrl = 'https://discord.com';

  test.each([
    'de',
    'en',
  ] as const)('is one message even with everything at its longest, in %s', (language) => {
    for (const suspendedFor of [
      'source_deleted',
      'source_edited',
      'member_gone',
      'server_left',
    ] as SuspensionReason[]) {
      const shown = { ...SHOWN, suggestion: { ...SUGGESTION, suspendedFor } };
      const { card, files } = toCard({ language, serverId: '5'.repeat(20) }, shown, { webUrl, notice });
      expect(card.text.length).toBeLessThanOrEqual(2_000);
      expect(card.text).toContain('`AAAAAAAAAA`');
      expect(files).toEqual([
        {
          name: 'AAAAAAAAAA.txt',
          text: `${SUGGESTION.question}\n\n${SUGGESTION.answer}\n\n${SUGGESTION.taught}`,
        },
      ]);
    }
  });

  test('shows the current knowledge beside the suggestion, starting at the sentence about the same topic', () => {
    const text = `${'Filler about nothing. '.repeat(30)}Delivery to Oslo takes five days. More.`;
    const suggestion: Suggestion = {
      ...{ ...SUGGESTION, state: 'pending', suspendedFor: null, source: 'menu', question: 'To Oslo?' },
      answer: 'Delivery to Oslo takes nine days.',
    };
    const conflicts = [
      { entryId: 'e', kind: 'contradicts' as const, title: 'Shipping', text, why: 'Five days, not nine.' },
      { entryId: 'f', kind: 'same_question' as const, title: 'Oslo', text: 'x' },
    ];
    const counts = { similarCount: 0, askedCount: 0 };
    const shown: Shown = { suggestion, ...counts, conflicts, unchecked: null, proof: null };
    const { card } = toCard({ language: 'en', serverId: '1' }, shown, { webUrl });
    expect(card.text).toContain('**Suggested:** Delivery to Oslo takes nine days.');
    expect(card.text).toContain(
      '⚠️ **Existing entry**, with different facts (Shipping):\n> Delivery to Oslo takes five days. More.\n> Five days, not nine.\n-# Also: **Oslo**',
    );
  });
});

describe('near-duplicates', () => {
  const QUESTION = 'How long does delivery to Oslo take?';
  const teachThree = async (serverId: string) => [
    await teach(serverId, { question: QUESTION, answer: 'Nine days.' }),
    await teach(serverId, {
      question: 'How long does delivery to Oslo take',
      answer: 'About nine days by ship.',
    }),
    await teach(serverId, { question: 'how long does delivery to oslo take??', answer: 'Nine to ten days.' }),
  ];

  test('are one card with their count, and a button merges them into one', async () => {
    const { id } = await app.addServer();
    await teachThree(id);
    await teach(id, { question: 'Is there a garden?' });
    const reply = await list(id);
    expect(cardsOf(reply)).toHaveLength(2);
    expect(textOf(reply)).toContain('· suggested 3 times ·');
    const merge = buttonsOf(reply).filter((button) => button.startsWith('training:merge:'));
    expect(merge).toHaveLength(1);
    const merged = await press(id, String(merge[0]), { language: 'de' });
    expect(merged).toMatchObject({ isReplacing: true });
    expect(textOf(merged)).toContain('Zusammengelegt: 2 ähnliche Vorschläge');
    expect(textOf(merged)).toContain('Auch so gefragt: ');
    expect(buttonsOf(merged)).toContain(String(merge[0]).replace('merge', 'approve'));
    expect(buttonsOf(merged).join()).not.toContain('merge');
    expect(await listTraining(app.core, id, 'pending')).toHaveLength(2);
    expect(textOf(await press(id, String(merge[0])))).toContain('no similar open suggestions');
  });

  test('that would be too long together stay separate', async () => {
    const { id } = await app.addServer();
    for (const part of ['a', 'b']) {
      const answer = Array.from({ length: 1_400 }, (_, n) => `${part}${n} said.`).join(' ');
      await teach(id, { question: QUESTION, answer });
    }
    const [merge = ''] = buttonsOf(await list(id)).filter((button) => button.startsWith('training:merge:'));
    expect(textOf(await press(id, merge))).toContain('longer than 20000');
    expect(await listTraining(app.core, id, 'pending')).toHaveLength(2);
  });
});

describe('a suspended suggestion', () => {
  test('is listed after open ones with its reason, and can be approved again, edited or rejected', async () => {
    const { id } = await app.addServer();
    const made = await teach(id, by('501', '601'));
    await approve(app.core, id, made.id);
    await forgetMessages(app.core, { serverId: id, messageIds: ['501'], reason: 'source_deleted' });
    expect(await listKnowledge(app.core, id)).toEqual([]);
    const open = await teach(id, { question: 'Is there a garden?' });
    const reply = await list(id);
    expect(cardsOf(reply).map(({ text }) => text.split('\n')[0])).toEqual([
      '**Is there a garden?**',
      '⏸️ **Suspended:** the message that it comes from was deleted.',
    ]);
    expect(buttonsOf(reply)).toContain(`training:reject:${made.id}`);
    expect(formOf(await press(id, `training:edit:${made.id}`)).values.answer).toBe('Nine days.');
    expect(textOf(await press(id, `training:approve:${made.id}`))).toContain('Approved');
    expect(await listKnowledge(app.core, id)).toMatchObject([{ title: 'To Oslo?' }]);
    expect((await getSuggestion(app.core, id, open.id)).state).toBe('pending');
  });

  test('whose text was deleted with its author’s data says so, and can be approved once it is rewritten', async () => {
    const { id } = await app.addServer();
    const made = await teach(id, by('502', '602'));
    await approve(app.core, id, made.id);
    await deleteMember(app.core, '602');
    const reply = await list(id, 'de');
    expect(textOf(reply)).toContain('hat seine Daten gelöscht');
    expect(textOf(reply)).toContain('Die Antwort wurde mit ihrem Autor gelöscht');
    expect(textOf(reply)).not.toContain('Nine days');
    const refused = await press(id, `training:approve:${made.id}`);
    expect(textOf(refused)).toContain('cannot be approved yet');
    expect(buttonsOf(refused)).toContain(`training:edit:${made.id}`);
    const form = formOf(await press(id, `training:edit:${made.id}`));
    expect(form.values.answer).toBe('');
    await press(id, form.id, { fields: { question: 'To Oslo?', answer: 'Ten days by ship.' } });
    expect(textOf(await press(id, `training:approve:${made.id}`))).toContain('Approved');
    expect(await listKnowledge(app.core, id)).toMatchObject([{ text: 'Ten days by ship.' }]);
  });

  test('does not stop the list from continuing page by page', async () => {
    const { id } = await app.addServer();
    for (let number = 0; number < 7; number++) {
      const made = await teach(id, { question: `Old ${number}?`, ...by(`7${number}`, '603') });
      await approve(app.core, id, made.id);
    }
    const messageIds = Array.from({ length: 7 }, (_, number) => `7${number}`);
    await forgetMessages(app.core, { serverId: id, messageIds, reason: 'source_edited' });
    for (let number = 0; number < 4; number++) await teach(id, { question: `New ${number}?` });
    const seen: string[] = [];
    for (let reply = await list(id); ; ) {
      const buttons = buttonsOf(reply);
      seen.push(...buttons.filter((button) => button.startsWith('training:approve:')));
      const more = buttons.find((button) => button.startsWith('training:more:'));
      if (!more) break;
      expect(textOf(reply)).toContain('4 suggestions are open, 7 suspended');
      reply = await press(id, more);
    }
    expect([seen.length, new Set(seen).size]).toEqual([11, 11]);
    const others = (await listTraining(app.core, id, 'pending')).slice(1);
    for (const other of others) await press(id, `training:reject:${other.id}`);
    expect(textOf(await list(id))).toContain('1 suggestion is open, 7 suspended');
  });
});

describe('the draft of a surge', () => {
  test('says how many asked, and can be approved only once it has an answer', async () => {
    const { id, key } = await app.addServer();
    for (let number = 0; number < 6; number++)
      await app.chat(key, ask('Why is the harbour gate closed today?'));
    await expect.poll(() => listTraining(app.core, id, 'pending')).toHaveLength(1);
    const reply = await list(id);
    expect(textOf(reply)).toContain('This was asked 6 times.');
    expect(textOf(reply)).toContain('There is no answer yet');
    const [draft] = await listTraining(app.core, id, 'pending');
    const refused = await press(id, `training:approve:${draft?.id}`, { language: 'de' });
    expect(textOf(refused)).toContain('lässt sich noch nicht übernehmen');
    expect(await listKnowledge(app.core, id)).toEqual([]);
    expect(textOf(await press(id, `training:proof:${draft?.id}`))).toContain('cannot be approved yet');
    const form = formOf(await press(id, `training:edit:${draft?.id}`));
    const question = String(form.values.question);
    const saved = await press(id, form.id, { fields: { question, answer: 'A storm is coming.' } });
    expect(textOf(saved)).toContain('A storm is coming.');
    await press(id, `training:approve:${draft?.id}`);
    expect(await listKnowledge(app.core, id)).toMatchObject([{ text: 'A storm is coming.' }]);
  });
});
