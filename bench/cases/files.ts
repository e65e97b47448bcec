import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LANGUAGES } from '../../src/domain/types.ts';

const language = z.enum(LANGUAGES);
const message = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  name: z.string().optional(),
});
/** A bare string is a message of the customer. */
const messages = z.array(
  z.union([z.string().transform((content) => ({ role: 'user' as const, content })), message]),
);
const reason = z.string().nullable();

const expected = z.object({
  status: z.number().default(200),
  needs_team: z.boolean().optional(),
  team_reason: z.union([reason, z.array(reason)]).optional(),
  /** One of these titles, or a part of one, is among the sources. */
  entry: z.union([z.string().transform((title) => [title]), z.array(z.string())]).optional(),
  no_entry: z.boolean().default(false),
  answer_contains: z.array(z.string()).default([]),
  answer_lacks: z.array(z.string()).default([]),
  units_min: z.number().optional(),
});
const head = z.object({ id: z.string(), kind: z.string(), note: z.string().default('') });

/** How a well-behaved model's reply is altered before it is put into a body. */
const alteration = z.object({
  set: z.record(z.string(), z.unknown()).default({}),
  drop: z.array(z.string()).default([]),
  booleans: z.object({ true: z.unknown(), false: z.unknown() }).optional(),
  used: z.unknown().optional(),
});
const backendReply = z.object({
  when: z.array(z.string()).default([]),
  status: z.number().default(200),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().optional(),
  form: z.literal('sse').optional(),
  /** The body as it is sent, if it is not or not quite JSON. */
  raw: z.string().optional(),
  encoding: z.literal('gzip').optional(),
  good: alteration.optional(),
});
const backendCase = head.extend({
  question: z.string().default('Do you ship to Austria?'),
  messages: messages.optional(),
  level: z.enum(['V1', 'V1.5', 'V2']).default('V1'),
  reply: z.array(backendReply).default([]),
  expected,
  /** The same as `expected.units_min`. */
  units_min: z.number().optional(),
  /** What the double does with its connections. */
  transport: z.literal('close_on_second_request_of_a_socket').optional(),
  /** The question is asked so many times. */
  questions: z.number().default(1),
  request_expectation: z
    .object({
      calls: z.number().optional(),
      second_question_calls: z.number().optional(),
      schema_stays: z.boolean().optional(),
    })
    .default({}),
});
const ticketCase = head.extend({
  knowledge: z.string(),
  messages,
  customer: z.string().optional(),
  expected,
});
const knowledgeCase = head.extend({
  file: z.string().default(''),
  format: z.enum(['md', 'jsonl', 'csv', 'html', 'page']),
  language: language.optional(),
  content_type: z.string().default('text/html'),
  /** A path that redirects to the page. */
  redirect_from: z.string().optional(),
  /** Pages by path; the entrance links them all. */
  files: z.record(z.string(), z.string()).default({}),
  ask: z
    .array(
      z.object({
        question: z.string(),
        expected_contains: z.array(z.string()).default([]),
        expected_lacks: z.array(z.string()).default([]),
        source_contains: z.array(z.string()).default([]),
        source_lacks: z.array(z.string()).default([]),
        needs_team: z.boolean().default(false),
      }),
    )
    .default([]),
  expected_entries: z.array(z.string()).default([]),
  expected_no_entries: z.array(z.string()).default([]),
  expected_count: z.number().optional(),
  expected_import: z.literal('taken_or_refused').optional(),
  expected_link: z.literal('failed').optional(),
  /** Of an entrance that leads on: the page below it is read. */
  expected: z.string().optional(),
});
const discordCase = head.extend({
  entry: z.object({ title: z.string(), text: z.string() }).optional(),
  ask: z.string().optional(),
  discord_answer_contains: z.array(z.string()).default([]),
  discord_answer_lacks: z.array(z.string()).default([]),
  http_answer_contains: z.array(z.string()).default([]),
  http_answer_lacks: z.array(z.string()).default([]),
  pings: z.number().optional(),
  say: z.array(z.string()).default([]),
  expected: z
    .object({ answers: z.number().optional(), pings: z.number().optional(), gaps: z.number().optional() })
    .default({}),
});
const base = z.object({
  base: z.string(),
  id: z.string(),
  title: z.string(),
  text: z.string(),
  language: language.optional(),
  fact: z.string(),
});
/** The base of tickets in further languages, whose lines name no base. */
const namelessBase = base
  .omit({ base: true, fact: true })
  .transform((entry) => ({ ...entry, base: 'multi', fact: '' }));
const wordingCase = z.object({
  id: z.string(),
  base: z.string(),
  question: z.string(),
  expected: z.string().nullable(),
  means: z.string().optional(),
});

/** Words of `audit`, `page` and `operator` are for people: that there is one is checked. */
const stripeCase = head.extend({
  events: z.array(z.string()),
  expected: z.object({
    credit_percent: z.number().optional(),
    credit_percent_at_most: z.number().optional(),
    audit: z.string().optional(),
    page: z.string().optional(),
    operator: z.string().optional(),
  }),
});

export type Expected = z.infer<typeof expected>;
export type BackendReply = z.infer<typeof backendReply>;
export type BackendCase = z.infer<typeof backendCase>;
export type TicketCase = z.infer<typeof ticketCase>;
export type KnowledgeCase = z.infer<typeof knowledgeCase>;
export type StripeCase = z.infer<typeof stripeCase>;
export type DiscordCase = z.infer<typeof discordCase>;
export type BaseEntry = z.infer<typeof base>;
export type WordingCase = z.infer<typeof wordingCase>;

/** All cases of a folder; a missing file has none. */
export interface CaseFolder {
  folder: string;
  backends: BackendCase[];
  tickets: TicketCase[];
  knowledge: KnowledgeCase[];
  stripe: StripeCase[];
  discord: DiscordCase[];
  bases: BaseEntry[];
  paraphrase: WordingCase[];
  crosslingual: WordingCase[];
}

/** @throws Error that names the first line that does not fit. */
export function readCases(folder: string): CaseFolder {
  const read = <Shape>(name: string, schema: z.ZodType<Shape>) =>
    readLines(join(folder, `${name}.jsonl`), schema);
  return {
    folder,
    backends: read('backends', backendCase),
    tickets: read('tickets', ticketCase),
    knowledge: read('knowledge', knowledgeCase),
    stripe: read('stripe', stripeCase),
    discord: read('discord', discordCase),
    bases: [...read('bases', base), ...read('base-multi', namelessBase)],
    paraphrase: read('paraphrase', wordingCase),
    crosslingual: read('crosslingual', wordingCase),
  };
}

function readLines<Shape>(path: string, schema: z.ZodType<Shape>): Shape[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = schema.safeParse(JSON.parse(line));
    if (parsed.success) return [parsed.data];
    throw new Error(`${path}:${index + 1}: ${z.prettifyError(parsed.error)}`);
  });
}
