import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCandidates } from '../../src/core/knowledge/import/texts.ts';
import { cutIntoPieces, type Piece, renderEntry } from '../../src/core/search/passages.ts';
import { type QuestionFile, questionFile, questionsIn } from '../support/question-files.ts';
import { countRuns } from '../support/runs.ts';

const LIMIT = 2_000;
/** What may stand before the first word of a piece: marks of a list, a quote, a table or bold text. */
const MARKS = /^(?:\*\*|[-*+|>]|##|\d{1,3}\.)\s*/;

const toPieces = (entries: readonly { id?: string; title: string; text: string }[]): Piece[] =>
  cutIntoPieces(
    entries.map(({ id, title, text }, n) => ({
      ...{ id: id ?? `E${n}`, title, text, link: null, language: null },
      ...{ source: 'manual' as const, validUntil: null, provenance: {}, questions: [] },
    })),
  );

/** The pieces of a file that is imported as Markdown. */
function importFile({ text }: QuestionFile): Piece[] {
  const values = [...readCandidates(text, 'markdown')].flatMap(({ value }) => (value ? [value] : []));
  return toPieces(values as { title: string; text: string }[]);
}

/** The pieces of an entry that holds a whole page of questions, as a help desk exports it. */
function writeDown({ text }: QuestionFile): Piece[] {
  return toPieces([{ id: 'page', title: 'Help', text }]);
}

/** The words of answers in their order, without the header rows that pieces of a table repeat. */
const wordsOf = (texts: readonly string[]) =>
  texts
    .join('\n')
    .split('\n')
    .filter((line) => !/^\| (?:Q\d+s \| Q\d+n|---)/.test(line))
    .join('\n')
    .match(/\b[Qq]\d+(?:s|n|w\d*|lead)/g) ?? [];

const ofFile = (most: number, check: (file: QuestionFile) => void) =>
  fc.assert(fc.property(questionFile(most), check), { numRuns: countRuns(50) });

describe.each([
  ['a file of questions', importFile, 24_000],
  ['an entry of many questions', writeDown, 20_000],
])('a piece of %s', (_kind, read, most) => {
  test('belongs to exactly one question and names it in its title', () => {
    ofFile(most, (file) => {
      const pieces = read(file);
      if (pieces.length === 1) return;
      for (const { title, text } of pieces) {
        const [n = -1, ...others] = questionsIn(text);
        expect(others, text).toEqual([]);
        expect(title).toContain(file.questions[n]);
        expect(renderEntry({ id: 'E', title, text, link: null })).toContain(file.questions[n]);
      }
    });
  });

  test('begins at a paragraph, an item, a row or a sentence, never within one', () => {
    ofFile(most, (file) => {
      for (const { text } of read(file)) {
        const first = text
          .replace(MARKS, '')
          .replace(/^How does matter[^\n]*\s+/, '')
          .replace(/^A: /, '');
        expect(first.slice(0, 60)).toMatch(/^(?:Q: )?(?:Q\d+s|How does matter)/);
      }
    });
  });

  test('never ends with the words that lead in to a list or table', () => {
    ofFile(most, (file) => {
      for (const { text } of read(file)) expect(text.slice(-60)).not.toMatch(/lead:$/);
    });
  });

  test('belongs to a set that contains the whole text, each of at most 2,000 characters', () => {
    ofFile(most, (file) => {
      const pieces = read(file);
      expect(wordsOf(pieces.map(({ text }) => text))).toEqual(wordsOf([file.text]));
      for (const { text } of pieces) expect(text.length).toBeLessThanOrEqual(LIMIT);
    });
  });
});

test('headings within a long entry are in the title of every piece below them', () => {
  const chapter = (name: string, count: number) =>
    `## ${name}\n\n${`The ${name} is turned by hand until it clicks. `.repeat(count)}\n\n`;
  const pieces = toPieces([
    {
      title: 'Harbour manual',
      text: `Read all of it.\n\n${chapter('capstan', 70)}${chapter('windlass', 60)}`,
    },
  ]);
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces[0]?.title).toBe('Harbour manual');
  for (const { title, text } of pieces.slice(1)) {
    const name = text.lastIndexOf('windlass') > text.lastIndexOf('capstan') ? 'windlass' : 'capstan';
    expect(['Harbour manual › capstan', `Harbour manual › ${name}`]).toContain(title);
  }
  expect(pieces.at(-1)?.title).toBe('Harbour manual › windlass');
});

test('a question below titles that are too long is complete in the title of its entry', () => {
  const question = `How do I ${'really '.repeat(20)}return a parcel?`;
  const [candidate] = [
    ...readCandidates(`## ${'Returns and more '.repeat(18)}\n\n**${question}**\n\nSend it.\n`, 'markdown'),
  ];
  const { title = '' } = (candidate?.value ?? {}) as { title?: string };
  expect(title).toMatch(/^Returns and more [^›]*… › How do I/);
  expect(title.endsWith(question)).toBe(true);
  expect(title.length).toBeLessThanOrEqual(300);
});
