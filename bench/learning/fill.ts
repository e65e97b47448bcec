import { randomUUID } from 'node:crypto';
import type { Core } from '../../src/core/core.ts';
import { importKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { addServer } from '../../src/core/owners/servers.ts';
import { createRandom, pickOne, type Random } from '../random.ts';
import { makeCorpus } from '../search/corpus.ts';

const ROWS_PER_STATEMENT = 1_000;
/** Every third question or suggestion says in other words what one before it said. */
const REPEATED = 1 / 3;
const MAX_DISTANCE = 30;
const DAY_MS = 86_400_000;
/** Answers are spread over so many days before today. */
const ANSWER_DAYS = 30;

export interface Sizes {
  entries: number;
  suggestions: number;
  /** Answers that were handed over for want of knowledge, of the last day. */
  openQuestions: number;
  /** Other answers, of the last 30 days, half of each channel. */
  answered: number;
  tests: number;
  seed: number;
}

/** Makes a premium server with knowledge, suggestions that wait, recorded answers and test questions. */
export async function fillServer(core: Core, serverId: string, sizes: Sizes) {
  const count = sizes.suggestions + sizes.openQuestions + sizes.tests;
  const corpus = makeCorpus(sizes.entries, count, sizes.seed);
  const random = createRandom(sizes.seed, 'repeats');
  const questions = repeatSome(corpus.questions, random);
  const texts = corpus.entries.map(({ text }) => text);
  const kept = questions.slice(0, 200);
  const next = () => questions.pop() ?? '';
  await addServer(core, serverId, { name: 'Learned', plan: 'premium' });
  const text = corpus.entries.map((entry) => JSON.stringify(entry)).join('\n');
  await importKnowledge(core, { serverId, text, format: 'jsonl' });
  await insertSuggestions(core, serverId, sizes.suggestions, () => [next(), pickOne(random, texts)]);
  await insertAnswers(core, serverId, sizes, next);
  await insertTests(core, serverId, sizes.tests, () => [next(), pickOne(random, texts).slice(0, 20)]);
  return { questions: kept, texts };
}

function repeatSome(questions: readonly string[], random: Random): string[] {
  return questions.map((question, index) => {
    const earlier = questions[index - 1 - Math.floor(random() * MAX_DISTANCE)];
    return random() < REPEATED && earlier ? `${earlier.split(' ').toReversed().join(' ')}?` : `${question}?`;
  });
}

/** One millisecond after the other, the first a day ago. */
const yesterday = (index: number) => new Date(Date.now() - DAY_MS + index);

async function insertSuggestions(core: Core, serverId: string, count: number, make: () => [string, string]) {
  const rows = Array.from({ length: count }, (_, index) => {
    const [question, answer] = make();
    return {
      ...{ server_id: serverId, id: `${index}`.padStart(10, '0'), question, answer },
      ...{ source: 'reply', author_role: null, conflicts: '[]', created_at: yesterday(index) },
    };
  });
  await insertAll(core, 'training', rows);
}

async function insertAnswers(core: Core, serverId: string, sizes: Sizes, next: () => string) {
  const { openQuestions, answered } = sizes;
  const common = () => ({ server_id: serverId, id: randomUUID(), level: 'V1', engine: 'extractive' });
  const open = Array.from({ length: openQuestions }, (_, index) => ({
    ...common(),
    ...{ channel: 'api', question: next(), answer: 'I do not know.', needs_team: true },
    ...{ reason: 'not_in_knowledge', used_ids: [], confidence: 0.1, at: yesterday(index) },
  }));
  const others = Array.from({ length: answered }, (_, index) => ({
    ...common(),
    ...{ channel: index % 2 === 0 ? 'api' : 'discord', question: `Question ${index}`, answer: 'Yes.' },
    ...{ needs_team: false, reason: null, used_ids: ['e1'], confidence: 0.9 },
    at: new Date(Date.now() - (index / answered) * ANSWER_DAYS * DAY_MS),
  }));
  await insertAll(core, 'answers', [...open, ...others]);
}

async function insertTests(core: Core, serverId: string, count: number, make: () => [string, string]) {
  const rows = Array.from({ length: count }, (_, index) => {
    const [question, expected] = make();
    return {
      ...{ server_id: serverId, id: `${index}`.padStart(10, '0'), question, expected },
      ...{ needs_team: index % 2 === 0, created_at: yesterday(index) },
    };
  });
  await insertAll(core, 'test_questions', rows);
}

async function insertAll(
  core: Core,
  table: 'training' | 'answers' | 'test_questions',
  rows: readonly object[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows.slice(start, start + ROWS_PER_STATEMENT);
    await core.database.kysely
      .insertInto(table)
      .values(values as never)
      .execute();
  }
}
