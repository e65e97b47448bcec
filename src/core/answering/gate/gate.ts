import { hasQuestionMark } from '../../../domain/markdown/sentences.ts';
import { type ChatMessage, LANGUAGES } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { findTeamReason } from '../../handover/handover.ts';
import type { Marks } from '../../handover/nearness.ts';
import { readKind } from '../../reading/kinds.ts';
import { getKnowledgeIndex } from '../../search/knowledge-index.ts';
import { knowsAnyWord } from '../../search/search.ts';
import { words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import type { Question } from '../question.ts';
import { withoutAddresses, withoutMarks } from '../ticket/line.ts';
import { PICTOGRAPH, readSmallTalk } from '../ticket/small-talk.ts';
import { isMachineMail } from './machine-mail.ts';

const MOST_CHARACTERS = 300;
const MOST_WORDS = 3;
const MOST_LETTERS = 4;
/** A number, or a letter alone. */
const SIGN = /^(?:\p{N}+|\p{L})$/u;
/** Letters that say little each; a few Chinese or Thai ones are a sentence. */
const ALPHABET = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u;
/** `haha`, `lololol`, `ㅋㅋㅋ`, `aaaah`. */
const REPETITION = /^(.{1,2}?)\1+.?$/u;
/** Words with less weight are not corrected. */
const EXACT_WEIGHT = 0.05;

/**
 * Tells, before reading and search, whether the last message may ask something: no mail of a program, no sign alone,
 * no short word unless the knowledge has it or it calls the team.
 * @param given.content the last message before it was decoded.
 */
export async function mayAsk(
  core: Core,
  { server, messages }: Pick<Question, 'server' | 'messages'>,
  given: { content: string; hasImages: boolean; topics: readonly string[]; marks: Marks },
): Promise<boolean> {
  const { content, hasImages, topics, marks } = given;
  const last = messages.at(-1);
  if (!last || isMachineMail(content) || isMachineMail(last.content)) return false;
  // `?` may ask about what a picture shows.
  if (hasImages) return true;
  const chatter = readChatter(messages);
  if (chatter === null) return true;
  if (chatter.length === 0) return false;
  const { index } = await getKnowledgeIndex(core, server);
  // `hehe` is no mistyped `here`.
  const sought = chatter.map((text) => ({ text, weight: REPETITION.test(text) ? EXACT_WEIGHT : 1 }));
  return knowsAnyWord(index, sought) || findTeamReason([last], topics, marks) !== null;
}

/** The same of a text alone, where no knowledge knows its words. */
export function mayAskAnywhere(content: string): boolean {
  const messages = [{ role: 'user' as const, content }];
  if (isMachineMail(content)) return false;
  return readChatter(messages) === null || findTeamReason(messages) !== null;
}

/** The words of a message too short to ask anything (`lol`), none of a sign; null where it may say something. */
function readChatter(messages: readonly ChatMessage[]): string[] | null {
  const last = messages.at(-1);
  const said = last ? readShort(last.content) : null;
  if (!last || said === null || isOpen(messages.slice(0, -1), said, last.content)) return null;
  if (said.length === 0) return said;
  // `why`, `wo`: a function word may ask something.
  const asks = said.some((word) => LANGUAGES.some((language) => isStopWord(word, language)));
  const kind = readKind(last.content);
  return asks || (kind !== null && kind !== 'closing') ? null : said;
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
  const isAbout = said.length === 0 && (hasQuestionMark(content) || content.search(PICTOGRAPH) >= 0);
  return hasQuestionMark(answer) || isAbout || words(content).some((word) => offered.has(word));
}
