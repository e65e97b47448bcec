import type { ChatMessage } from '../../../domain/types.ts';
import { normalise, unify, words } from '../../search/words/analyse.ts';
import { stem } from '../../search/words/stemming.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { hasSign, isTalk } from './follow-up-signs.ts';
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

/** Longer messages tell their own story and are searched as they are. */
const MAX_CHARACTERS = 300;
/** Share of an answer's words that its source passage contains. */
const GIVEN_PART = 0.6;
/** Share of words that two texts have in common if one repeats the other. */
const REPEATED_PART = 0.8;

/** Classifies the customer's last message by its words, in German or English. */
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
  if (role !== 'user' || content.length > MAX_CHARACTERS) return nothing;
  const before = messages.slice(0, -1);
  const isAnswered = before.some((message) => message.role === 'assistant');
  const smallTalk = readSmallTalk(content);
  if (smallTalk)
    return isAnswered && smallTalk.kind === 'closing' ? { kind: 'closing', isBare: true } : nothing;
  const isBare = namesNothingNew(content, before);
  if (isAnswered && hasSign(content, 'unhelped')) return { kind: 'unhelped', isBare };
  if (isAnswered && endsAnyway(content)) return { kind: 'closing', isBare: true };
  const kind = isBare ? readBare(content, isAnswered, before.length > 0) : null;
  return { kind, isBare };
}

/** The question is withdrawn, or somebody is glad, although something new is named: `nvm, it was my headset`. */
function endsAnyway(text: string): boolean {
  const isOpen =
    text.includes('?') || (['plea', 'negative', 'wantsMore'] as const).some((sign) => hasSign(text, sign));
  const isGlad = hasSign(text, 'thanked') && hasSign(text, 'goes');
  return !isOpen && (isGlad || hasSign(text, 'takenBack') || hasSign(text, 'rejoiced'));
}

/** A message that names nothing and does not complain. */
function readBare(text: string, isAnswered: boolean, isLater: boolean): FollowUp['kind'] {
  if (isLater && hasSign(text, 'withdrawn')) return 'closing';
  if (hasSign(text, 'plea')) return isAnswered ? 'unhelped' : 'aside';
  if (text.includes('?') || hasSign(text, 'asks')) return null;
  if (hasSign(text, 'helped')) return isAnswered ? 'closing' : 'aside';
  if (!isAnswered) return null;
  if (hasSign(text, 'negative')) return 'unhelped';
  return hasSign(text, 'noted') ? 'closing' : null;
}

function namesNothingNew(text: string, before: readonly ChatMessage[]): boolean {
  const named = contentOf(text);
  // A stem is the beginning of its word, and most messages name something that stands nowhere before.
  const said = unify(normalise(withoutApostrophes(before.map(({ content }) => content).join('\n'))));
  if (!named.every((word) => said.includes(word))) return false;
  const known = new Set(before.flatMap(({ content }) => contentOf(content)));
  return named.every((word) => known.has(word));
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
    .filter((word) => !isStopWord(word, 'de') && !isStopWord(word, 'en') && !isTalk(unify(word)))
    .map((word) => stem(word, 'de'));
}

function withoutApostrophes(text: string): string {
  return text.replace(/['’`´]/g, '');
}
