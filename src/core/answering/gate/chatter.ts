import { hasQuestionMark } from '../../../domain/markdown/sentences.ts';
import { type ChatMessage, LANGUAGES } from '../../../domain/types.ts';
import { readKind } from '../../reading/kinds.ts';
import { words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { withoutAddresses, withoutMarks } from '../ticket/line.ts';
import { readSmallTalk } from '../ticket/small-talk.ts';

const MOST_CHARACTERS = 300;
const MOST_WORDS = 3;
const MOST_LETTERS = 4;
/** A number, or a letter alone. */
const SIGN = /^(?:\p{N}+|\p{L})$/u;
/** Letters that say little each; a few Chinese or Thai ones are a sentence. */
const ALPHABET = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u;
/** `haha`, `lololol`, `ㅋㅋㅋ`, `aaaah`. */
const REPETITION = /^(.{1,2}?)\1+.?$/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;

/**
 * The words of a last message too short to ask anything (`lol`, `gg`), none of a picture, number or letter alone.
 * null where it may say something. A word may still name something of the server's knowledge.
 */
export function readChatter(messages: readonly ChatMessage[]): string[] | null {
  const last = messages.at(-1);
  const said = last ? readShort(last.content) : null;
  if (!last || said === null || isOpen(messages.slice(0, -1), said, last.content)) return null;
  if (said.length === 0) return said;
  // `why`, `wo`: a function word may ask something.
  const asks = said.some((word) => LANGUAGES.some((language) => isStopWord(word, language)));
  const kind = readKind(last.content);
  return asks || (kind !== null && kind !== 'closing') ? null : said;
}

export function isRepetition(word: string): boolean {
  return REPETITION.test(word);
}

/** Its words if they are few and short, none if it consists of signs; null otherwise. */
function readShort(content: string): string[] | null {
  if (content.length > MOST_CHARACTERS) return null;
  const said = words(withoutAddresses(withoutMarks(content)));
  if (said.every((word) => SIGN.test(word))) return [];
  const isShort = (word: string) =>
    REPETITION.test(word) || (ALPHABET.test(word) && word.length <= MOST_LETTERS);
  return said.length <= MOST_WORDS && !hasQuestionMark(content) && said.every(isShort) ? said : null;
}

/** Tells whether a question waits before it: the customer's, or one that the assistant asked back. */
function isOpen(before: readonly ChatMessage[], said: readonly string[], content: string): boolean {
  const answered = before.findLastIndex(({ role }) => role === 'assistant');
  const waits = ({ content: earlier }: ChatMessage) =>
    readShort(earlier) === null && readSmallTalk(earlier) === null;
  if (before.slice(answered + 1).some(waits)) return true;
  const answer = before[answered]?.content;
  if (answer === undefined) return false;
  // A lone `?` or 👎 is about the answer; `1` may be what it offers.
  const offered = new Set(words(answer));
  const isAbout = said.length === 0 && (hasQuestionMark(content) || PICTOGRAPH.test(content));
  return hasQuestionMark(answer) || isAbout || words(content).some((word) => offered.has(word));
}
