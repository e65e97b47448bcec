import { LEVEL_LIMITS } from '../../domain/limits.ts';
import { toCleanName } from '../../domain/text.ts';
import type { ContextFact, Level } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { toData } from '../search/passages.ts';
import { fitText } from './fit-text.ts';
import type { Answer, Question } from './question.ts';

/** Facts about a customer fill at most this share of the prompt, each fact an equal part of it. */
const CONTEXT_PART = 1 / 4;
/** A label and its frame; the rest of a fact's part is for its value. */
const TOKENS_OF_LABEL = 40;

/** Tokens of all facts at most, whatever they are. */
export function boundOfContext(level: Level): number {
  return LEVEL_LIMITS[level].promptTokens * CONTEXT_PART;
}

export function renderContext(facts: readonly ContextFact[], level: Level): string {
  if (facts.length === 0) return '';
  const room = Math.floor(boundOfContext(level) / facts.length);
  const shown = facts.map(({ label, value }) => ({
    label: toCleanName(label),
    value: fitText(value, room - TOKENS_OF_LABEL),
  }));
  return `<context>${toData(shown)}</context>\n`;
}

/** Whether an answer may say in any words what is kept nowhere, as facts or in a picture: then no text of it is kept. */
export function mayRepeatContext({ context, images }: Question): boolean {
  return Boolean(context?.length) || images !== undefined;
}

type Sealed = { sealed: string };

/**
 * An answer as it is stored for a retry: unreadable where it may repeat the context, or holds personal data that the
 * record does not.
 */
export function sealAnswer(
  { seal }: Core,
  question: Question,
  { kept, told }: { kept: Answer; told: Answer },
): Answer | Sealed {
  if (!mayRepeatContext(question) && kept.answer === told.answer) return told;
  return { sealed: seal.close(JSON.stringify(told), placeOf(question)).toString('base64') };
}

type SealPlace = Pick<Question, 'idempotencyKey'> & { server: { id: string }; key: { id: string } | null };

/** @returns null for one that was sealed with another secret of the installation. */
export function openAnswer({ seal }: Core, place: SealPlace, stored: unknown): Answer | null {
  const { sealed } = stored as Partial<Sealed>;
  if (sealed === undefined) return stored as Answer;
  const opened = seal.open(Buffer.from(sealed, 'base64'), placeOf(place));
  return opened === null ? null : (JSON.parse(opened) as Answer);
}

function placeOf({ server, key, idempotencyKey }: SealPlace): string {
  return `answer:${JSON.stringify([server.id, key?.id, idempotencyKey])}`;
}
