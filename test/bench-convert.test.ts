import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { convertFiles } from '../bench/eval/convert.ts';
import { type Base, readEvalFile } from '../bench/eval/files.ts';
import { SIDES, type Side } from '../bench/eval/sides.ts';

const folder = mkdtempSync(join(tmpdir(), 'convert-'));
afterAll(() => rmSync(folder, { recursive: true }));

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

function writeFile(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The one base of a set as `readEvalFile` reads what is printed. */
function readBase(source: string, paths: readonly string[], side: Side): Base & { name: string } {
  const file = readEvalFile(writeFile('out.jsonl', convertFiles(source, paths, side)));
  const [[name, base] = ['', undefined]] = file.bases;
  if (!base || file.bases.size > 1) throw new Error('not one base');
  return { ...base, name };
}

function countKinds({ questions }: Base, answerable: boolean): Record<string, number> {
  const kinds = questions.filter((one) => one.answerable === answerable).map(({ kind }) => kind ?? '');
  return Object.fromEntries(
    [...new Set(kinds)].map((kind) => [kind, kinds.filter((k) => k === kind).length]),
  );
}

/** An answerable question has its entry in the base; no other question has one. */
function expectJudged({ chunks, questions }: Base): void {
  const ids = new Set(chunks.map(({ id }) => id));
  expect(ids.size).toBe(chunks.length);
  for (const { answerable, relevant } of questions) {
    expect(relevant.length > 0).toBe(answerable);
    expect(relevant.filter((id) => !ids.has(id))).toEqual([]);
  }
}

/** Both halves, which share neither an entry nor a question. */
function readSides(source: string, paths: readonly string[]): (Base & { name: string })[] {
  const bases = SIDES.map((side) => readBase(source, paths, side));
  for (const base of bases) expectJudged(base);
  const texts = bases.flatMap(({ chunks }) => chunks.map(({ title, text }) => `${title}\n${text}`));
  const asked = bases.flatMap(({ questions }) => questions.map(({ id }) => id));
  expect(new Set(texts).size).toBe(texts.length);
  expect(new Set(asked).size).toBe(asked.length);
  return bases;
}

const sum = (bases: readonly Base[], part: 'chunks' | 'questions'): number =>
  bases.reduce((total, base) => total + base[part].length, 0);

/** Sixteen harbours of six paragraphs: a year that no other has, and a word that all have. */
function writeHarbours(name: string): string {
  const qas = (a: number, p: number) => [
    { id: `year-${a}-${p}`, question: 'Since when?', answers: [{ text: `1${a}${p}7`, answer_start: 1 }] },
    { id: `what-${a}-${p}`, question: 'What is it?', answers: [{ text: 'Harbour', answer_start: 2 }] },
  ];
  const paragraphs = (a: number) =>
    numbers(6).map((p) => ({ context: `Pier ${p} of harbour ${a} is from 1${a}${p}7.`, qas: qas(a, p) }));
  const data = numbers(16).map((a) => ({ title: `Old_harbour_${a}`, paragraphs: paragraphs(a) }));
  return writeFile(name, { version: '1.1', data });
}

function writeFaqs(): string {
  const rows = numbers(20).flatMap((n) => [
    `Wie melde ich Gerät ${n} ab?\t"Unter ""Geräte"",\nNummer ${n}."\thtml\tde`,
    `How do I log off device ${n}?\tUnder devices, number ${n}.\thtml\ten`,
  ]);
  const again = `Wie melde ich Gerät 3 ab?\tAm Schalter.\thtml\tde`;
  const twice = `Wie melde ich Gerät 4 ab?\t"Unter ""Geräte"",\nNummer 4."\thtml\tde`;
  return writeFile('faqs.tsv', ['question\tanswer\tanswer_html\tlang', ...rows, again, twice].join('\n'));
}

function writePairs(): string {
  const rows = numbers(20).flatMap((n) => [
    `Wie melde ich Gerät ${n} ab?,"Gerät ${n} abmelden, wie?",1`,
    `Wie melde ich Gerät ${n} ab?,Was kostet Gerät ${n}?,0`,
  ]);
  const shared = 'Wie melde ich Gerät 5 ab?,"Gerät 6 abmelden, wie?",1';
  const unknown = 'Wie spät ist es?,Wie viel Uhr ist es?,1';
  return writeFile('pairs_de.csv', ['question_1,question_2,similar', ...rows, shared, unknown].join('\n'));
}

/** Two conversations a passage; every conversation also has a label of its own. */
function writeTasks(): string {
  const labels = ['ANSWERABLE', 'PARTIAL', 'UNANSWERABLE', 'UNDERSPECIFIED'];
  const lines = numbers(40).map((n) => ({
    ...{ task_id: `task-${n}`, conversation_id: `talk-${n}`, answerability: [labels[n % 4]] },
    contexts:
      n % 4 === 2 ? [] : [{ document_id: `doc-${n}`, text: ` Locker ${n >> 1} is on deck ${n >> 1}.` }],
    input: numbers(n === 0 ? 23 : 3).map((turn) => ({
      ...{ speaker: turn % 2 === 0 ? 'user' : 'agent', text: `Turn ${turn} of ${n}` },
    })),
  }));
  return writeFile('reference.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

describe('A public set becomes an evaluation file', () => {
  test('SQuAD: every paragraph is an entry, and impossible questions are the ones to hand over', () => {
    const qas = (a: number) => [
      { id: `in-${a}`, question: 'Who?', answers: [{ text: 'Nobody' }], is_impossible: false },
      { id: `out-${a}`, question: 'Why?', answers: [], plausible_answers: [], is_impossible: true },
    ];
    const data = numbers(12).map((a) => ({
      title: `Light_house_${a}`,
      paragraphs: [{ context: `Lamp ${a}`, qas: qas(a) }],
    }));
    const bases = readSides('squad', [writeFile('dev-v2.0.json', { version: 'v2.0', data })]);
    expect([sum(bases, 'chunks'), sum(bases, 'questions')]).toEqual([12, 24]);
    for (const base of bases) {
      expect(base).toMatchObject({ name: 'squad2-en', language: 'en', licence: 'CC BY-SA 4.0' });
      expect(countKinds(base, true)).toEqual({ in_kb: base.chunks.length });
      expect(countKinds(base, false)).toEqual({ adversarial: base.chunks.length });
      expect(base.chunks[0]?.title).toContain('Light house');
    }
  });

  test('XQuAD: articles and paragraphs are left out, the same ones in both languages', () => {
    const [en, de] = ['xquad.en.json', 'xquad.de.json'].map((name) =>
      readSides('xquad', [writeHarbours(name)]),
    );
    for (const [n, base] of (en ?? []).entries()) {
      const { topic_absent: topics = 0, fact_absent: facts = 0 } = countKinds(base, false);
      const { in_kb: known = 0 } = countKinds(base, true);
      expect(topics).toBeGreaterThan(0);
      expect(facts).toBeGreaterThan(0);
      expect(known).toBe(2 * base.chunks.length);
      // What any entry that is left still says is not asked as if it were gone.
      const gone = base.questions.filter(({ kind }) => kind === 'fact_absent').map(({ id }) => id);
      expect(gone.filter((id) => !id.startsWith('year-'))).toEqual([]);
      const other = de?.[n];
      expect(other).toMatchObject({ name: 'xquad-de', language: 'de' });
      const plain = (ids: readonly string[]): string[] => ids.map((id) => id.replace(/-(en|de)\b/, ''));
      const idsOf = ({ chunks, questions }: Base) => [...chunks, ...questions].map(({ id }) => id);
      expect(plain(idsOf(other ?? base))).toEqual(plain(idsOf(base)));
    }
  });

  test('COVID-QA: FAQs that share a question or a wording stay together, other topics are asked beside', () => {
    const paths = [writeFaqs(), writePairs(), writeHarbours('xquad.de.json')];
    const bases = readSides('covid', paths);
    // One language; an entry that stands there twice is one, two answers to one question are two.
    expect(sum(bases, 'chunks')).toBe(21);
    for (const base of bases) {
      expect(base).toMatchObject({ name: 'covidfaq-de', language: 'de' });
      expect(countKinds(base, false).off_topic).toBeGreaterThan(0);
    }
    const asked = bases.flatMap(({ questions }) => questions.filter(({ kind }) => kind === 'in_kb'));
    expect(asked).toHaveLength(20);
    const relevantOf = (n: number) =>
      asked.find(({ messages }) => messages[0]?.content === `Gerät ${n} abmelden, wie?`)?.relevant;
    expect(relevantOf(3)).toHaveLength(2);
    expect(relevantOf(6)).toHaveLength(2);
    expect(relevantOf(7)).toHaveLength(1);
    const texts = bases.flatMap(({ chunks }) => chunks.map(({ text }) => text));
    expect(texts).toContain('Unter "Geräte",\nNummer 9.');
  });

  test('CLINC: an intent is an entry of thirty wordings, what is out of scope is handed over', () => {
    const said = (name: string, count: number) =>
      numbers(20).flatMap((i) => numbers(count).map((n) => [`${name} ${n} of ${i}`, `find_berth_${i}`]));
    const outside = numbers(20).map((n) => [`whistle tune ${n}`, 'oos']);
    const file = { train: said('book', 32), val: [], test: said('ask', 2), oos_train: [], oos_test: outside };
    const bases = readSides('clinc', [writeFile('data_full.json', file)]);
    expect([sum(bases, 'chunks'), sum(bases, 'questions')]).toEqual([20, 60]);
    for (const base of bases) {
      expect(countKinds(base, true)).toEqual({ in_kb: 2 * base.chunks.length });
      expect(countKinds(base, false).out_of_scope).toBeGreaterThan(0);
      expect(base.chunks[0]?.title).toContain('find berth');
      expect(base.chunks[0]?.text.split('. ')).toHaveLength(30);
    }
  });

  test('MTRAG-UN: a conversation keeps its label and stays with those that share a passage', () => {
    const bases = readSides('mtrag', [writeTasks()]);
    expect([sum(bases, 'chunks'), sum(bases, 'questions')]).toEqual([20, 40]);
    const kinds = bases.map((base) => [countKinds(base, true), countKinds(base, false)]);
    for (const [good, bad] of kinds) {
      expect(Object.keys(good ?? {}).sort()).toEqual(['answerable', 'partial']);
      expect(Object.keys(bad ?? {}).sort()).toEqual(['unanswerable', 'underspecified']);
    }
    const messages = bases.flatMap(({ questions }) => questions.map((question) => question.messages));
    expect(Math.max(...messages.map(({ length }) => length))).toBeLessThanOrEqual(20);
    for (const turns of messages) expect([turns[0]?.role, turns.at(-1)?.role]).toEqual(['user', 'user']);
  });

  test('the same files give the same lines', () => {
    const path = writeHarbours('xquad.en.json');
    expect(convertFiles('xquad', [path], 'dev')).toBe(convertFiles('xquad', [path], 'dev'));
  });
});

describe('A file that does not fit is told in one sentence', () => {
  const harbours = writeHarbours('xquad.fr.json');
  const broken: [what: string, source: string, content: string, name: string][] = [
    ['half of a JSON file', 'squad', '{"data": [{"title": "Pier"', 'half.json'],
    ['JSON of another shape', 'squad', '{"data": [{"title": "Pier"}]}', 'other.json'],
    ['no JSON at all', 'mtrag', '<html>\n<p>404</p>', 'page.jsonl'],
    ['a label that nobody knows', 'mtrag', '{"task_id": "1", "answerability": ["MAYBE"]}', 'label.jsonl'],
    ['utterances without an intent', 'clinc', '{"train": [["hi"]], "test": [], "oos_test": []}', 'bare.json'],
    ['nothing to hand over', 'clinc', '{"train": [], "test": [], "oos_test": []}', 'empty.json'],
    ['a name without a language', 'xquad', '{"data": []}', 'xquad.json'],
  ];
  test.each(broken)('%s', (_, source, content, name) => {
    const path = writeFile(name, content);
    expect(() => convertFiles(source, [path], 'dev')).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`));
  });

  test('a table without its columns, with a quote that never ends, or that is not there', () => {
    const faqs = writeFaqs();
    const convert = (table: string, pairs: string) => () =>
      convertFiles('covid', [table, pairs, harbours], 'dev');
    const columns = writeFile('columns_de.csv', 'a,b\n1,2\n');
    const quote = writeFile('quote_de.csv', 'question_1,question_2,similar\n"Wie,Was,1\n');
    expect(convert(faqs, columns)).toThrow(/^columns_de\.csv cannot be read: [^\n]+$/);
    expect(convert(faqs, quote)).toThrow(/^quote_de\.csv cannot be read: [^\n]+$/);
    expect(convert(join(folder, 'gone.tsv'), writePairs())).toThrow(/^gone\.tsv cannot be read: [^\n]+$/);
  });

  test('a set that nobody knows, or too few files', () => {
    expect(() => convertFiles('ships', [harbours], 'dev')).toThrow('ships is none of squad, xquad');
    expect(() => convertFiles('toString', [harbours], 'dev')).toThrow('toString is none of squad, xquad');
    expect(() => convertFiles('covid', [harbours], 'dev')).toThrow(
      'covid is made from files as faq_200327.tsv',
    );
  });
});
