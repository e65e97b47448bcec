import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { importKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { type ApiAnswer, addTestServer, speakTo } from '../../test/support/app.ts';
import { makeFolder, openService } from '../cases/stage.ts';
import { replaceBetween } from './report.ts';

const [BEGIN, END] = ['<!-- chat -->', '<!-- /chat -->'];

/** An entry, or a question with the entry that answers it (null: none does) and a sign of that in the answer. */
const lineSchema = z.union([
  z.object({ id: z.string(), title: z.string(), text: z.string(), language: z.string() }),
  z.object({ question: z.string(), expected: z.string().nullable(), fact: z.string().optional() }),
]);
const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })).min(1) });

const VERDICTS = ['right', 'wrong', 'handed over rightly', 'handed over wrongly', 'no reply'] as const;
type Verdict = (typeof VERDICTS)[number];
/** What became of the questions, and how many of the answers would have been sent without a look. */
export interface ChatRun {
  model: string;
  counts: Record<Verdict, number>;
  sent: { right: number; wrong: number };
  seconds: number;
}

type Line = z.infer<typeof lineSchema>;
type Asked = Extract<Line, { question: string }>;

function readLines(): { entries: Exclude<Line, Asked>[]; questions: Asked[] } {
  const text = readFileSync(new URL('chat.jsonl', import.meta.url), 'utf8').trim();
  const lines = text.split('\n').map((line) => lineSchema.parse(JSON.parse(line)));
  return {
    entries: lines.filter((line) => 'title' in line),
    questions: lines.filter((line) => 'question' in line),
  };
}

/** Puts the questions of chat.jsonl to a running model, through the whole service. */
export async function measureChat(url: string, encoder: string | null): Promise<ChatRun> {
  const { entries, questions } = readLines();
  const model = await nameModel(url);
  const embeddings: Record<string, string> = encoder
    ? { EMBEDDING_BASE_URL: encoder, EMBEDDING_API_KEY: 'none', EMBEDDING_MODEL: await nameModel(encoder) }
    : {};
  using folder = makeFolder();
  await using service = await openService(folder.path, {
    ...{ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'none', MODEL_V1: model, AI_TIMEOUT_MS: '300000' },
    ...embeddings,
  });
  const { id, key } = await addTestServer(service.core, { level: 'V1', language: 'en', drafts: 'unsure' });
  const text = entries.map((entry) => JSON.stringify(entry)).join('\n');
  await importKnowledge(service.core, { serverId: id, text, format: 'jsonl' });
  const titleOf = new Map(entries.map((entry) => [entry.id, entry.title]));
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as ChatRun['counts'];
  const run: ChatRun = { model, counts, sent: { right: 0, wrong: 0 }, seconds: 0 };
  const startedAt = performance.now();
  for (const asked of questions) {
    const messages = [{ role: 'user', content: asked.question }];
    const answer = await speakTo(service.url).chat(key, { messages });
    const verdict = judge(asked, titleOf.get(asked.expected ?? ''), answer);
    counts[verdict] += 1;
    if ((verdict === 'right' || verdict === 'wrong') && !answer.body.draft) run.sent[verdict] += 1;
    console.log(`${verdict} | ${asked.question} | ${answer.body.answer ?? answer.body.error?.code}`);
  }
  run.seconds = (performance.now() - startedAt) / 1_000 / questions.length;
  return run;
}

function judge({ expected, fact }: Asked, title: string | undefined, { status, body }: ApiAnswer): Verdict {
  if (status !== 200) return 'no reply';
  if (body.needs_team) return expected === null ? 'handed over rightly' : 'handed over wrongly';
  const sources: { title: string }[] = body.sources;
  const isFound = sources.some((source) => source.title === title);
  return isFound && new RegExp(fact ?? '', 'i').test(body.answer) ? 'right' : 'wrong';
}

async function nameModel(url: string): Promise<string> {
  const response = await fetch(`${url}/models`);
  return modelsSchema.parse(await response.json()).data[0]?.id ?? '';
}

/** The part of the document about chat models. */
export function readChat(document: string): string {
  return document.slice(document.indexOf(BEGIN), document.indexOf(END) + END.length);
}

/** The document with the row of a model written anew. */
export function replaceChat(document: string, { model, counts, sent, seconds }: ChatRun): string {
  const cells = [
    ...VERDICTS.map((verdict) => counts[verdict]),
    ...[`${sent.right} / ${sent.wrong}`, `${seconds.toFixed(0)} s`],
  ];
  const row = `| \`${model}\` | ${cells.join(' | ')} |`;
  const part = readChat(document).split('\n').slice(1, -1);
  const others = part.filter((line) => !line.startsWith(`| \`${model}\``));
  const last = others.findLastIndex((line) => line.startsWith('|'));
  const lines = [BEGIN, ...others.slice(0, last + 1), row, ...others.slice(last + 1), END];
  return replaceBetween(document, [BEGIN, END], lines.join('\n'));
}
