import { hasQuestionMark } from '../../../domain/markdown/sentences.ts';
import type { ChatMessage } from '../../../domain/types.ts';
import { type CustomerKind, readKind } from '../../reading/kinds.ts';

/** A message that only greets, or only thanks, agrees or says goodbye. */
export interface SmallTalk {
  kind: 'greeting' | 'closing';
}

export const PICTOGRAPH = /\p{Extended_Pictographic}/gu;
const PICTURES_ALONE = /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)+$/u;
/** Others (👎, 😡, 🆘) say that something is wrong. */
const FRIENDLY = new Set('👍👌🙏❤🧡💛💚💙💜💕😊🙂😀😃😄😁😆😅😂😉😍🥰🤗😎🎉✅✔👏💪🤝🙌🫶☺💯👋🚀✨🔥');

export function readSmallTalk(text: string): SmallTalk | null {
  return toSmallTalk(text, readKind(text));
}

/** The same for a message whose kind is known. */
export function toSmallTalk(text: string, kind: CustomerKind | null): SmallTalk | null {
  const pictures = text.match(PICTOGRAPH) ?? [];
  if (!pictures.every((picture) => FRIENDLY.has(picture))) return null;
  if (pictures.length > 0 && PICTURES_ALONE.test(text)) return { kind: 'closing' };
  if (kind === 'greeting') return { kind };
  // `Works now?` is a question; `Hello?` is not.
  return (kind === 'thanks' || kind === 'closing') && !hasQuestionMark(text) ? { kind: 'closing' } : null;
}

/** A conversation up to the open question: an `ok` after a question does not remove it. */
export function withoutSmallTalk(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant');
  const waiting = messages.findLastIndex(
    ({ content }, index) => index > answered && readSmallTalk(content) === null,
  );
  return waiting < 0 ? messages : messages.slice(0, waiting + 1);
}

/** Reads the last message if it asks nothing and nothing before it waits for an answer. */
export function findSmallTalk(messages: readonly ChatMessage[]): SmallTalk | null {
  const open = withoutSmallTalk(messages);
  return asksAnybody(messages, open) ? null : readSmallTalk(open.at(-1)?.content ?? '');
}

/** `Hello?` after something was said asks whether anybody is there. */
export function asksAnybody(messages: readonly ChatMessage[], open: readonly ChatMessage[]): boolean {
  return messages.length > 1 && hasQuestionMark(open.at(-1)?.content ?? '');
}
