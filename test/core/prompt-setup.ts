import { countTokens } from 'gpt-tokenizer';
import { beforeEach, expect } from 'vitest';
import type { Level } from '../../src/domain/types.ts';
import { chatRequest } from '../support/ai-stub/protocol.ts';
import type { AiStub, RecordedRequest, StubChatRequest } from '../support/ai-stub.ts';
import type { TestApp } from '../support/app.ts';
import { useAppWithAi } from '../support/use-app.ts';

/** The answer's prompt taken apart; every block must be whole, so nothing can have broken out of one. */
export interface ReadPrompt {
  system: string;
  history: { role: string; name?: string; text: string; quoted?: string }[];
  knowledge: { id: string; title: string; text: string; link?: string }[];
  /** It stands before all turns; true also where there are none before the question. */
  isKnowledgeFirst: boolean;
  today: string;
  customer: string | null;
  context: { label: string; value: string }[] | null;
  handover: string | null;
  question: { name?: string; text: string; quoted?: string };
  /** `data:` addresses beside the question. */
  images: string[];
  model: string;
  outputTokens: number | undefined;
  /** As the chat format counts: every text exactly, and 4 around each message. */
  tokens: number;
}

/** A line of a user's or an assistant's message is one block. */
const BLOCK = /^<(knowledge|today|customer|context|handover|message)>([^<>]*)<\/\1>$/;
/** What stands where, all the way through: `k` knowledge, `t` today, `c` customer and context, `h` hand-over, `m` a message. */
const ORDER = /^(?:km*|m*k)tc{0,2}h?m$/;
/** Before a history that begins with an answer. */
const OPENING = 'The conversation begins with an answer.';

export function readPrompt({ body }: Pick<RecordedRequest, 'body'>): ReadPrompt {
  // A reply function of the stub is given what the stub has read.
  const isRead = (body as StubChatRequest).messages.some(({ images }) => images !== undefined);
  const { messages, model, max_tokens } = isRead ? (body as StubChatRequest) : chatRequest.parse(body);
  expect(messages.slice(0, -1).flatMap(({ images }) => images)).toEqual([]);
  const [system, ...turns] = messages;
  expect(system?.role).toBe('system');
  // Mistral, Gemma and others refuse anything else.
  for (const [index, { role }] of turns.entries()) expect(role).toBe(index % 2 === 0 ? 'user' : 'assistant');
  expect(turns.length % 2).toBe(1);
  if (turns[0]?.content === OPENING) turns.shift();
  const blocks = turns.flatMap(({ role, content }) =>
    content.split('\n').map((line) => readBlock(role, line)),
  );
  expect(blocks.map(({ kind }) => kind.charAt(0)).join('')).toMatch(ORDER);
  const said = blocks.filter(({ kind }) => kind === 'message').map(({ role, data }) => ({ role, ...data }));
  const { role: _, ...question } = said.pop() ?? {};
  const dataOf = (kind: string) => blocks.find((block) => block.kind === kind)?.data ?? null;
  return {
    system: system?.content ?? '',
    history: said,
    knowledge: dataOf('knowledge'),
    isKnowledgeFirst: blocks[0]?.kind === 'knowledge',
    today: dataOf('today'),
    customer: dataOf('customer'),
    context: dataOf('context'),
    handover: dataOf('handover'),
    question,
    images: messages.at(-1)?.images ?? [],
    model,
    outputTokens: max_tokens,
    tokens: messages.reduce((sum, { content }) => sum + countExactly(content) + 4, 0),
  };
}

function readBlock(role: string, line: string) {
  const [, kind, json] = BLOCK.exec(line) ?? [];
  if (kind === undefined || json === undefined) throw new Error(`no block of data: ${line.slice(0, 200)}`);
  return { role, kind, data: JSON.parse(json) };
}

/** The tokenizer's own count, special tokens being ordinary text. */
export function countExactly(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}

/** Which of the product's calls this is: its schema's name, or the path of an embeddings call. */
export function kindOf({ path, body }: RecordedRequest): string {
  const format = (body as StubChatRequest).response_format;
  return format?.type === 'json_schema' ? format.json_schema.name : path;
}

/** Runs `act` and gives its result with the backend calls it caused. */
export async function record<Result>(stub: AiStub, act: () => Promise<Result>) {
  const start = stub.requests.length;
  const result = await act();
  return { result, requests: stub.requests.slice(start) };
}

/** Asks and takes the answer's prompt apart. */
export async function askAndRead(app: TestApp, stub: AiStub, key: string, body: unknown) {
  const { result, requests } = await record(stub, () => app.chat(key, body));
  expect(result.status).toBe(200);
  const asked = requests.filter((request) => kindOf(request) === 'answer');
  expect(asked).toHaveLength(1);
  return { answer: result, prompt: readPrompt(asked[0] ?? { body: {} }), requests };
}

export const sound = { answer: 'Hello.', needs_team: false, answerable: true, used: [] as string[] };

/** The same for a request inside `stub.reply`. */
const formOf = (body: StubChatRequest) => kindOf({ path: '', headers: {}, body });

/** Tokens of a whole prompt. */
export const BUDGETS: [Level, number][] = [
  ['V1', 6_000],
  ['V1.5', 9_000],
  ['V2', 12_000],
];

const SENTENCE = 'The harbour master keeps a list of berths, fees and opening hours. ';
/** Text of `length` characters between two marks. */
export const words = (start: string, end: string, length: number) =>
  `${start} ${SENTENCE.repeat(Math.ceil(length / SENTENCE.length))}`.slice(0, length - end.length) + end;

/** Turns of `length` characters that say at both ends which one they are. */
export const turns = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => ({
    role: (count - index) % 2 === 1 ? ('user' as const) : ('assistant' as const),
    content: words(`begin-${index}`, ` end-${index}`, length),
  }));

/** 20 entries that all match a question about fees. */
export const ENTRIES = Array.from({ length: 20 }, (_, index) => ({
  id: `entry-${index}`,
  title: `Harbour fees ${index}`,
  text: words(`fees-${index}`, '.', 1_900),
}));

/** Half of the premium week, large enough that no test but those about it reaches its end. */
export const SHARE = 2_000_000_000;

/** The whole app in front of a stub that rewrites, answers soundly and counts tokens itself, for the tests of a file. */
export function useStubbedApp(): { stub: AiStub; app: TestApp } {
  const { stub, app } = useAppWithAi({
    LIMIT_PER_MINUTE: '100000',
    LIMIT_PER_DAY_PREMIUM: '100000',
    PREMIUM_WEEKLY_UNITS: String(2 * SHARE),
  });
  beforeEach(() => {
    stub.reply((request) => (formOf(request) === 'rewrite' ? { question: 'harbour fees?' } : sound));
    stub.usage('estimate');
  });
  return { stub, app };
}

/** A server with 3,600 characters of instructions and, unless told otherwise, 20 entries that all match. */
export async function addFullServer(app: TestApp, level: Level, entries: object[] = ENTRIES) {
  const server = await app.addServer({ level, instructions: 'Be kind. '.repeat(400) });
  if (entries.length > 0) await app.addKnowledge(server.id, entries);
  return server;
}
