import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../../src/domain/types.ts';

const language = z.enum(LANGUAGES);
const message = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });

const chunkLine = z.object({
  type: z.literal('chunk'),
  kb: z.string(),
  id: z.string(),
  lang: language.nullish(),
  title: z.string().default(''),
  text: z.string(),
  /** Other wordings of what it answers. */
  questions: z.array(z.string()).default([]),
});
const questionLine = z.object({
  type: z.literal('question'),
  kb: z.string(),
  id: z.string(),
  question: z.string().default(''),
  messages: z.array(message).min(1).optional(),
  relevant: z.array(z.string()).default([]),
  answerable: z.boolean().default(true),
  kind: z.string().optional(),
});
const ticketLine = z.object({
  type: z.undefined().optional(),
  id: z.string(),
  lang: language.catch('en'),
  text: z.string().default(''),
  messages: z.array(message).min(1).optional(),
  needs_team: z.boolean(),
  category: z.string().default('none'),
});
const baseLine = z.object({
  type: z.literal('kb'),
  kb: z.string(),
  lang: z.string().default(''),
  source: z.string().default(''),
  licence: z.string().default(''),
});
const anyLine = z.union([chunkLine, questionLine, baseLine, ticketLine]);

export type Chunk = z.infer<typeof chunkLine>;
export type Message = z.infer<typeof message>;
export interface Question {
  id: string;
  messages: Message[];
  relevant: string[];
  answerable: boolean;
  /** Why it can or cannot be answered, as the file calls it. */
  kind?: string | undefined;
}
export interface Ticket {
  id: string;
  language: Language;
  messages: Message[];
  needsTeam: boolean;
  category: string;
}
/** A knowledge base with its questions, and where it comes from. */
export interface Base {
  language: string;
  source: string;
  licence: string;
  chunks: Chunk[];
  questions: Question[];
}
/** What an evaluation file holds: knowledge bases with questions, or tickets, or both. */
export interface EvalFile {
  bases: Map<string, Base>;
  tickets: Ticket[];
}

/** Reads a .jsonl or .jsonl.gz file; throws an Error that names the first line that does not fit. */
export function readEvalFile(path: string): EvalFile {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const file: EvalFile = { bases: new Map(), tickets: [] };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() !== '') addLine(file, line, `${path}:${index + 1}`);
  }
  return file;
}

function addLine(file: EvalFile, line: string, place: string): void {
  const parsed = anyLine.safeParse(JSON.parse(line));
  if (!parsed.success) throw new Error(`${place}: not a line of an evaluation file`);
  const entry = parsed.data;
  if (entry.type === undefined) {
    const { id, lang, category, needs_team: needsTeam } = entry;
    const messages = entry.messages ?? asTurn(entry.text);
    file.tickets.push({ id, language: lang, category, needsTeam, messages });
    return;
  }
  const base = file.bases.get(entry.kb) ?? {
    ...{ language: '', source: '', licence: '' },
    ...{ chunks: [], questions: [] },
  };
  file.bases.set(entry.kb, base);
  if (entry.type === 'kb') Object.assign(base, pickAbout(entry));
  else if (entry.type === 'chunk') base.chunks.push(entry);
  else base.questions.push({ ...entry, messages: entry.messages ?? asTurn(entry.question) });
}

function pickAbout({ lang, source, licence }: z.infer<typeof baseLine>): Omit<Base, 'chunks' | 'questions'> {
  return { language: lang, source, licence };
}

function asTurn(content: string): Message[] {
  return [{ role: 'user', content }];
}
