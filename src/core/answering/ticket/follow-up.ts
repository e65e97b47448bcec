import type { ChatMessage } from '../../../domain/types.ts';
import { readKind } from '../../reading/kinds.ts';
import { words } from '../../search/words/analyse.ts';
import { stem } from '../../search/words/stemming.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { readSmallTalk, withoutSmallTalk } from './small-talk.ts';

/** What a customer's last message means after what was said before. */
export interface FollowUp {
  /**
   * `closing`: it is done or no longer matters; `unhelped`: the answer did not help; `aside`: a call
   * for help or thanks in advance; null: it asks something.
   */
  kind: 'closing' | 'unhelped' | 'aside' | null;
  /** It says nothing else, so the earlier question is still the question. */
  isBare: boolean;
  /** The conversation up to the question to search for. */
  asked: readonly ChatMessage[];
}

/** A longer complaint names something to search for. */
const MAX_BARE_WORDS = 5;
/** Share of an answer's words that its source passage contains. */
const GIVEN_PART = 0.6;
/** Share of words that two texts have in common if one repeats the other. */
const REPEATED_PART = 0.8;

/** Reads the customer's last message after what was said before. */
export function readFollowUp(messages: readonly ChatMessage[]): FollowUp {
  let asked = withoutSmallTalk(messages);
  const { kind, isBare } = readLast(asked);
  if (kind !== 'unhelped' && kind !== 'aside') return { kind, isBare, asked };
  while (asked.length > 1 && isSaidOnTop(asked)) asked = asked.slice(0, -1);
  return { kind, isBare, asked };
}

/** A bare complaint or plea: the question to search for came before it. */
function isSaidOnTop(messages: readonly ChatMessage[]): boolean {
  const { kind, isBare } = readLast(messages);
  return isBare && (kind === 'unhelped' || kind === 'aside');
}

function readLast(messages: readonly ChatMessage[]): Omit<FollowUp, 'asked'> {
  const { role, content = '' } = messages.at(-1) ?? {};
  const nothing = { kind: null, isBare: false };
  if (role !== 'user') return nothing;
  const isAnswered = messages.slice(0, -1).some((message) => message.role === 'assistant');
  const isBare = words(content).length <= MAX_BARE_WORDS;
  if (readSmallTalk(content)?.kind === 'closing')
    return isAnswered ? { kind: 'closing', isBare: true } : nothing;
  const kind = readKind(content);
  if (kind === 'closing' && messages.length > 1) return { kind, isBare: true };
  if (kind === 'unhelped') return isAnswered ? { kind, isBare } : nothing;
  return kind === 'plea' ? { kind: isAnswered ? 'unhelped' : 'aside', isBare } : nothing;
}

/** Whether an answer of the conversation seems to come from this passage, judged by its words. */
export function isGiven(
  passage: Record<'title' | 'text', string>,
  messages: readonly ChatMessage[],
): boolean {
  const held = new Set(contentOf(`${passage.title}\n${passage.text}`));
  return messages.some(({ role, content }) => {
    if (role !== 'assistant') return false;
    const said = contentOf(content);
    return said.length > 0 && said.filter((word) => held.has(word)).length >= GIVEN_PART * said.length;
  });
}

/** Whether an answer repeats an earlier one. */
export function isRepeated(answer: string, messages: readonly ChatMessage[]): boolean {
  const said = new Set(contentOf(answer));
  return messages.some(({ role, content }) => {
    if (role !== 'assistant') return false;
    const before = new Set(contentOf(content));
    const shared = said.intersection(before).size;
    return shared >= REPEATED_PART * Math.max(said.size, before.size);
  });
}

/** Stems of the words that name something. */
function contentOf(text: string): string[] {
  return words(withoutApostrophes(text))
    .filter((word) => !isStopWord(word, 'de') && !isStopWord(word, 'en'))
    .map((word) => stem(word, 'de'));
}

function withoutApostrophes(text: string): string {
  return text.replace(/['’`´]/g, '');
}
