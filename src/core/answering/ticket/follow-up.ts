import type { ChatMessage } from '../../../domain/types.ts';
import { readKind } from '../../reading/kinds.ts';
import { words } from '../../search/words/analyse.ts';
import { stem } from '../../search/words/stemming.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { asksAnybody, findSmallTalk, type SmallTalk, toSmallTalk, withoutSmallTalk } from './small-talk.ts';

/** The meaning of a customer's last message after the conversation before it. */
export interface FollowUp {
  /** `aside`: a call for help or early thanks; null: a question. */
  kind: 'closing' | 'unhelped' | 'aside' | null;
  /** It says nothing else, so the earlier question is still the question. */
  isBare: boolean;
  /** The conversation up to the question to search for. */
  asked: readonly ChatMessage[];
  /** The notice to answer with; null: it asks something. */
  talk: SmallTalk['kind'] | null;
}

/** A longer complaint names something to search for. */
const MAX_BARE_WORDS = 5;
/** Share of an answer's words that its source passage contains. */
const GIVEN_PART = 0.6;
/** Share of common words if one text repeats the other. */
const REPEATED_PART = 0.8;

export function readFollowUp(messages: readonly ChatMessage[]): FollowUp {
  const last = readLast(messages);
  const open = last.smallTalk ? withoutSmallTalk(messages) : messages;
  const { kind, isBare, smallTalk } = open.length === messages.length ? last : readLast(open);
  const talk = asksAnybody(messages, open) ? null : (smallTalk?.kind ?? null);
  if (talk || kind === 'closing') return { kind, isBare, asked: open, talk: talk ?? 'closing' };
  if (kind === null) return { kind, isBare, asked: open, talk };
  let asked = open;
  while (asked.length > 1 && isSaidOnTop(asked)) asked = asked.slice(0, -1);
  const isAlone = asked.at(-1) === messages.at(-1) || findSmallTalk(asked) !== null;
  return { kind, isBare, asked, talk: kind === 'aside' && isAlone ? 'greeting' : null };
}

/** A bare complaint or plea: the question to search for came before it. */
function isSaidOnTop(messages: readonly ChatMessage[]): boolean {
  const { kind, isBare } = readLast(messages);
  return isBare && (kind === 'unhelped' || kind === 'aside');
}

interface Last {
  kind: FollowUp['kind'];
  isBare: boolean;
  smallTalk: SmallTalk | null;
}

function readLast(messages: readonly ChatMessage[]): Last {
  const { role, content = '' } = messages.at(-1) ?? {};
  const said = readKind(content);
  const smallTalk = toSmallTalk(content, said);
  const isAnswered = messages.slice(0, -1).some((message) => message.role === 'assistant');
  const isBare = words(content).length <= MAX_BARE_WORDS;
  const nothing = { kind: null, isBare: false, smallTalk };
  if (role !== 'user') return nothing;
  if (smallTalk?.kind === 'closing')
    return isAnswered ? { kind: 'closing', isBare: true, smallTalk } : nothing;
  if (said === 'closing' && messages.length > 1) return { kind: 'closing', isBare: true, smallTalk };
  if (said === 'unhelped') return isAnswered ? { kind: said, isBare, smallTalk } : nothing;
  return said === 'plea' ? { kind: isAnswered ? 'unhelped' : 'aside', isBare, smallTalk } : nothing;
}

/** Tells by the words whether an answer of the conversation seems to come from this passage. */
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

export function isRepeated(answer: string, messages: readonly ChatMessage[]): boolean {
  const said = new Set(contentOf(answer));
  return messages.some(({ role, content }) => {
    if (role !== 'assistant') return false;
    const before = new Set(contentOf(content));
    const shared = said.intersection(before).size;
    return shared >= REPEATED_PART * Math.max(said.size, before.size);
  });
}

function contentOf(text: string): string[] {
  return words(text.replace(/['’`´]/g, ''))
    .filter((word) => !isStopWord(word, 'de') && !isStopWord(word, 'en'))
    .map((word) => stem(word, 'de'));
}
