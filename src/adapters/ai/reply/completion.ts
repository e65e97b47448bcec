import { z } from 'zod';
import type { TokenUsage } from '../../../domain/types.ts';
import { BackendFault, type FaultKind, isFilteredBody } from '../fault.ts';
import { findCompletion, type MessageTexts, readMessage } from './envelope.ts';
import { type FoundReply, findReply } from './find-reply.ts';
import { type FormKeys, isRecord, type ReplySchema, type ReplyValues, readForm } from './form.ts';
import { listThoughtMarks } from './thoughts.ts';

export type Finish = 'stop' | 'length' | 'content_filter' | 'refusal';

export interface Completion {
  /** Keys of the schema that the reply has, each of its type or null; the caller checks which are required. */
  content: ReplyValues;
  /** Null: the backend sent none, or nonsense. */
  usage: TokenUsage | null;
  finish: Finish;
  /** It thought aloud, or its backend counted tokens of thought. */
  hasThinking: boolean;
  /** It was asked without the pictures that were given, because its backend refused them. */
  isBlind?: boolean;
}

const chatBody = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.unknown().optional(),
        message: z.unknown().optional(),
        delta: z.unknown().optional(),
        text: z.unknown().optional(),
      }),
    )
    .min(1),
  usage: z.unknown().optional(),
});

/** More is nonsense and would not fit into the ledger's columns. */
const tokenCount = z.int().nonnegative().max(100_000_000);
const completionUsage = z.object({
  prompt_tokens: tokenCount,
  completion_tokens: tokenCount,
  total_tokens: tokenCount.nullish().catch(null),
  cache_read_input_tokens: tokenCount.nullish().catch(null),
  cache_creation_input_tokens: tokenCount.nullish().catch(null),
  prompt_tokens_details: z.object({ cached_tokens: tokenCount }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: tokenCount }).nullish().catch(null),
});
/** `reasoning_tokens` are part of `completion_tokens`. */
const thinkingUsage = z.object({
  completion_tokens_details: z.object({ reasoning_tokens: z.number().positive() }),
});

const FINISHES: [RegExp, Finish][] = [
  [/filter|safety|sensitive|prohibited|blocklist|recitation|spii|guardrail|moderation/i, 'content_filter'],
  [/refus/i, 'refusal'],
  [/length|max_?(?:output_?)?tokens/i, 'length'],
];

const FAULTS: Record<'refused' | 'empty' | 'cut' | 'unreadable', [FaultKind, string]> = {
  refused: ['filtered', 'AI model refused to answer, or a content filter did'],
  empty: ['unreadable', 'AI backend sent an empty answer'],
  cut: ['cut', 'AI answer was cut at the output limit'],
  unreadable: ['unreadable', 'AI answer is not in the form asked for'],
};

type CallFacts = Pick<Completion, 'usage' | 'hasThinking'>;
const NOTHING_KNOWN: CallFacts = { usage: null, hasThinking: false };

/** @throws ZodError; BackendFault */
export function readCompletion(body: unknown, schema: ReplySchema): Completion {
  const parsed = chatBody.safeParse(findCompletion(body));
  if (!parsed.success) throw isFilteredBody(body) ? toFault('refused', NOTHING_KNOWN) : parsed.error;
  const { choices, usage: reported } = parsed.data;
  const messages = choices.map(readChoice);
  // We ask for one choice, but if the first is empty another may hold the reply.
  const saying = messages.findIndex(({ spoken }) => spoken.length > 0);
  const place = Math.max(0, saying);
  const message = messages[place] ?? readMessage({});
  const usage = readUsage(reported);
  const finish = readFinish(choices[place]?.finish_reason);
  const hasThinking = isThinking(message) || thinkingUsage.safeParse(reported).success;
  const facts = { usage, hasThinking };
  if (finish === 'content_filter' || finish === 'refusal') throw toFault('refused', facts);
  const form = readForm(schema);
  const found = findIn(message, form, finish);
  if (!found && message.spoken.length === 0 && isFilteredBody(body)) throw toFault('refused', facts);
  if (!found) throw explainMissing(message, finish, facts);
  // A draft among cut-off thoughts is no reply.
  if (found.isCut || (finish === 'length' && found.isThought)) throw toFault('cut', facts);
  // A complete reply with zero tokens was not counted.
  return { content: found.reply, usage: usage?.completionTokens === 0 ? null : usage, finish, hasThinking };
}

function readChoice({ message, delta, text }: z.infer<typeof chatBody>['choices'][number]): MessageTexts {
  const said = message ?? delta ?? text;
  return readMessage(isRecord(said) ? said : { content: said });
}

function readFinish(reason: unknown): Finish {
  const said = typeof reason === 'string' ? reason : '';
  return FINISHES.find(([pattern]) => pattern.test(said))?.[1] ?? 'stop';
}

/** Some servers take a whole reply, or its beginning, for thoughts. */
function findIn({ spoken, thoughts }: MessageTexts, form: FormKeys, finish: Finish): FoundReply | null {
  for (const said of spoken) {
    const found = findReply(typeof said === 'string' ? said : JSON.stringify(said), form);
    if (found) return found;
  }
  if (thoughts === '' || finish === 'length') return null;
  const [said] = spoken;
  const joined = typeof said === 'string' ? findReply(thoughts + said, form) : null;
  return joined ?? (spoken.length === 0 ? findReply(thoughts, form) : null);
}

function explainMissing({ spoken, refusal }: MessageTexts, finish: Finish, facts: CallFacts): BackendFault {
  const isEmpty = spoken.length === 0;
  if (refusal !== '') return toFault('refused', facts);
  // Hidden thoughts took the output up to the limit.
  if (finish === 'length') return toFault('cut', { ...facts, hasThinking: facts.hasThinking || isEmpty });
  return toFault(isEmpty ? 'empty' : 'unreadable', facts);
}

function isThinking({ spoken, thoughts }: MessageTexts): boolean {
  if (thoughts !== '') return true;
  return spoken
    .filter((said) => typeof said === 'string')
    .some((said) => /^[\s\S]{0,200}<\|channel\|>analysis/.test(said) || listThoughtMarks(said).length > 0);
}

function toFault(fault: keyof typeof FAULTS, facts: CallFacts): BackendFault {
  const [kind, message] = FAULTS[fault];
  return new BackendFault(message, kind, facts);
}

/**
 * Null if the backend reports nothing, nonsense or zero. Some count cached or thinking tokens beside the two counts:
 * the total tells, or a part that is larger than its whole.
 */
function readUsage(usage: unknown): TokenUsage | null {
  const { data } = completionUsage.safeParse(usage);
  if (!data) return null;
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = data;
  const apart = (data.cache_read_input_tokens ?? 0) + (data.cache_creation_input_tokens ?? 0);
  const read = Math.max(data.cache_read_input_tokens ?? 0, data.prompt_tokens_details?.cached_tokens ?? 0);
  const cached = Math.max(apart, read);
  const thought = data.completion_tokens_details?.reasoning_tokens ?? 0;
  const untold = Math.max(0, (total ?? 0) - prompt - completion);
  const isCachedApart = cached > 0 && (cached > prompt || (apart > 0 && untold >= cached));
  const promptTokens = prompt + (isCachedApart ? cached : 0);
  const rest = Math.max(0, untold - (isCachedApart ? cached : 0));
  const completionTokens = completion + Math.max(rest, thought > completion ? thought : 0);
  if (promptTokens === 0) return null;
  return { promptTokens, completionTokens, cachedTokens: Math.min(read, promptTokens) };
}

const embeddingsBody = z.object({
  data: z.array(z.object({ index: z.int().nonnegative().nullish(), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ prompt_tokens: tokenCount }).nullish().catch(null),
});

/**
 * In the order of the texts: by `index`, or by position if no item has one.
 * @throws ZodError; BackendFault when a vector is missing, of another size or not finite.
 */
export function readEmbeddings(
  body: unknown,
  count: number,
): { vectors: Float32Array[]; usage: TokenUsage | null } {
  const { data, usage } = embeddingsBody.parse(body);
  const isNumbered = data.some(({ index }) => typeof index === 'number');
  const ordered = isNumbered ? data.toSorted((a, b) => (a.index ?? -1) - (b.index ?? -1)) : data;
  const fault = (what: string) => new BackendFault(`AI backend ${what}`, 'unreadable');
  if (isNumbered && ordered.some(({ index }, place) => index !== place))
    throw fault('numbered its embeddings wrongly');
  if (ordered.length !== count) throw fault('sent more or fewer embeddings than it was asked for');
  const vectors = ordered.map(({ embedding }) => Float32Array.from(embedding));
  const size = vectors[0]?.length;
  if (vectors.some((vector) => vector.length !== size)) throw fault('sent embeddings of different sizes');
  // 1e39 is finite in JSON but not in 32 bits.
  if (!vectors.every((vector) => vector.every(Number.isFinite)))
    throw fault('sent an embedding that is not finite');
  return { vectors, usage: usage ? { promptTokens: usage.prompt_tokens, completionTokens: 0 } : null };
}
