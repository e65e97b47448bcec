import { z } from 'zod';
import type { TokenUsage } from '../../../domain/types.ts';
import { BackendFault } from '../fault.ts';
import { countsThinking, readUsage } from './usage.ts';

/** Why the backend says that it ended. */
export type Finish = 'stop' | 'length' | 'content_filter' | 'refusal';

/** The form a reply was asked for: its name and a JSON schema of one closed object. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

export interface Completion {
  /** Parsed JSON value of the message content; its shape is the caller's to check. */
  content: unknown;
  /** null: the backend sent none, or nonsense. */
  usage: TokenUsage | null;
  finish: Finish;
  /** Whether the model thought aloud, or its backend counted tokens that it thought with. */
  hasThinking: boolean;
}

const chatBody = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.unknown().optional(),
});

const FINISHES: [RegExp, Finish][] = [
  [/filter|safety|sensitive|prohibited|blocklist|recitation|spii|guardrail|moderation/i, 'content_filter'],
  [/refus/i, 'refusal'],
  [/length|max_?(?:output_?)?tokens/i, 'length'],
];

function readFinish(reason: string | null | undefined): Finish {
  return FINISHES.find(([pattern]) => pattern.test(reason ?? ''))?.[1] ?? 'stop';
}

/** What a chat completion holds of the reply asked for, and what it cost. @throws ZodError; BackendFault */
export function readCompletion(body: unknown, _form: ReplySchema): Completion {
  const { choices, usage: reported } = chatBody.parse(body);
  const choice = choices[0];
  const usage = readUsage(reported);
  const finish = readFinish(choice?.finish_reason);
  const hasThinking = countsThinking(reported);
  if (choice?.message.refusal || finish === 'content_filter' || finish === 'refusal') {
    throw new BackendFault('AI model refused to answer', 'filtered', { usage });
  }
  const text = stripFences(choice?.message.content ?? '');
  const isCut = finish === 'length';
  if (text === '') {
    const facts = { usage, hasThinking: hasThinking || isCut };
    throw new BackendFault('AI backend sent an empty answer', isCut ? 'cut' : 'unreadable', facts);
  }
  return { content: parseContent(text, isCut, { usage, hasThinking }), usage, finish, hasThinking };
}

function parseContent(
  text: string,
  isCut: boolean,
  facts: { usage: TokenUsage | null; hasThinking: boolean },
): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (isCut) throw new BackendFault('AI answer was cut at the output limit', 'cut', facts);
    throw new BackendFault('AI answer is not JSON', 'unreadable', facts);
  }
}

// By hand: a pattern with two open ends takes quadratic time on a megabyte of blanks.
function stripFences(content: string): string {
  const text = content.trim();
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text;
  return text.slice(3, -3).replace(/^json/i, '').trim();
}
