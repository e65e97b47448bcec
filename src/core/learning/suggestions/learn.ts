import type { Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import { findServer } from '../../../adapters/db/owners/servers.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../domain/limits.ts';
import { isQuestion, sentencesOf } from '../../../domain/markdown/sentences.ts';
import { toLine, truncateAtWord } from '../../../domain/text.ts';
import type { Core } from '../../core.ts';
import { parseSettings } from '../../owners/settings.ts';
import { words } from '../../search/words/analyse.ts';
import { isGreeting, isStopWord } from '../../search/words/stop-words.ts';
import { setOf } from '../similarity/stance.ts';
import { distil, type Raw } from './distil.ts';
import { makeSuggestion, prepareText, type SuggestInput } from './suggest.ts';

export interface Lesson {
  serverId: string;
  channelId: string;
  /** `moreMessageIds`: the question stood in several messages. */
  question: {
    messageId: string;
    moreMessageIds?: readonly string[];
    memberId: string;
    name: string;
    text: string;
  };
  /** `roleId` makes them trusted. */
  answer: { messageIds: readonly string[]; memberId: string; name: string; roleId: string; text: string };
}

/** Errors of `suggest` that are nobody's mistake: the lesson is not learned. */
const EXPECTED = new Set(['forbidden', 'invalid_input', 'not_found', 'server_inactive']);

/**
 * Makes a suggestion of a reply of the team, once however often it is delivered, and distils it. @param signal stops
 * the distilling alone. @returns null when it is not worth learning or not wanted. @throws
 * AppError('service_unavailable')
 */
export async function learn(core: Core, lesson: Lesson, signal: AbortSignal): Promise<Suggestion | null> {
  const { question, answer, serverId, channelId } = lesson;
  if (question.memberId === answer.memberId || answer.messageIds.length === 0) return null;
  const noted = await noteLesson(core, {
    ...{ serverId, channelId, source: 'reply', authorRole: answer.roleId },
    ...{ question: question.text, answer: answer.text, names: [question.name, answer.name] },
    sources: [
      ...[question.messageId, ...(question.moreMessageIds ?? [])].map((messageId) => {
        return { part: 'question' as const, messageId, memberId: question.memberId, isOriginal: true };
      }),
      ...answer.messageIds.map((messageId) => {
        return { part: 'answer' as const, messageId, memberId: answer.memberId, isOriginal: true };
      }),
    ],
  });
  if (!noted?.isNew) return noted?.suggestion ?? null;
  return distil(core, noted, signal);
}

/**
 * Notes a reply of the team as a suggestion in its own words; all learning without a command comes this way. @returns
 * null when it is not worth learning or not wanted; a new one can be distilled. @throws
 * AppError('service_unavailable')
 */
export async function noteLesson(core: Core, told: SuggestInput): Promise<(Raw & { isNew: boolean }) | null> {
  const { serverId, names = [] } = told;
  const prepared = prepareLesson(told);
  if (typeof prepared === 'string') return null;
  if (!(await isWanted(core, serverId, told.authorRole ?? null))) return null;
  const { asked, taught } = prepared;
  const made = await makeSuggestion(core, taught).catch((error: unknown) =>
    refuseUnexpected(core, serverId, error),
  );
  return made && { ...made, serverId, asked, names };
}

/**
 * Removes personal data and makes the question a title. @returns also all that was `asked`, or why it is not worth
 * learning.
 */
export function prepareLesson(
  told: SuggestInput,
): { asked: string; taught: SuggestInput } | 'small_talk' | 'unfit' {
  const { names = [] } = told;
  const asked = toLine(prepareText(told.question, names));
  const replied = prepareText(told.answer, names);
  if (!isWorthLearning({ question: asked, answer: replied })) return 'small_talk';
  if (replied.length > MAX_ENTRY_TEXT_CHARACTERS) return 'unfit';
  return { asked, taught: { ...told, question: toTitle(asked), answer: replied } };
}

/** @param roleId null for the holder of a key. */
async function isWanted(core: Core, serverId: string, roleId: string | null): Promise<boolean> {
  const server = await findServer(core.database, serverId);
  if (!server?.active) return false;
  const { learning, teach_roles } = parseSettings(server.settings);
  return learning && (roleId === null || teach_roles.includes(roleId));
}

function refuseUnexpected(core: Core, serverId: string, error: unknown): null {
  if (!(error instanceof AppError) || !EXPECTED.has(error.code)) throw error;
  core.log.debug(
    { server: serverId, code: error.code, param: error.context.param },
    'message not learned from',
  );
  return null;
}

/** A longer message is shortened to its questions, else to its beginning. */
function toTitle(text: string): string {
  if (text.length <= MAX_ENTRY_TITLE_CHARACTERS) return text;
  const questions = text.match(/[^.!?]+\?/g)?.map((sentence) => sentence.trim()) ?? [];
  const title = questions.length > 0 ? questions.join(' ') : text;
  return truncateAtWord(title, MAX_ENTRY_TITLE_CHARACTERS);
}

const MIN_ANSWER_WORDS = 3;

/** Words of people who meet, wait or thank: without others they tell nothing. */
const SOCIAL = setOf(
  `hallo hallöchen hi hey hello hiya moin servus yo tach morgen abend nacht morning evening night welcome willkommen
  gute guten gutes good danke dank dankeschön merci thanks thank thx ty tysm bitte please pls plz np problem gern gerne
  geschehen sorry entschuldigung moment momentchen sekunde sekunden second seconds sec secs minute minuten min gleich
  kurz brb afk gedulde geduld patience warte warten wait waiting hold check checke checken schau schaue schauen guck
  gucke gucken nachschauen nachsehen nachgucken look looking seh sehe frag frage fragen nachfragen question questions
  ask asking antworte antwort melde meld meldet kümmere kümmer kümmern kümmert dran drum drauf gebe geb leite weiter weitergeben
  weiterleiten forward pass along forwarded weitergegeben weitergeleitet wünsche wünsch schönen schönes tag day nice haha hahaha lol lmao xd hmm hm ahnung keine idk
  weiß weiss know unsure team support staff admin admins mod mods dev devs kollege kollegen colleague colleagues leute
  zusammen alle jemand jemanden someone anyone anybody somebody everyone everybody guys all help hilfe helfen hilf hilft spaß spass fun luck glück
  same true stimmt cool super great perfekt perfect top geil genau exactly freut freue glad happy feedback
  let lets one into mal ll ve re
  back zurück soon later später bald asap today heute tomorrow dm pm pn privat privately message nachricht`,
);
/** Neither tells anything nor makes a sentence social: `Yes, sure, you can.` */
const FILLERS = setOf(
  'ok okay oki sure klar ja nein yes no jo yep yeah nope natürlich course oh ah äh uh bro mate lol',
);

/** A single letter is one too: `a` is in neither list. */
const isFunctionWord = (word: string) =>
  /^\p{L}$/u.test(word) || isStopWord(word, 'de') || isStopWord(word, 'en');
const isSocial = (word: string) => SOCIAL.has(word) || isGreeting(word);

/** Whether a reply teaches something: rather too much than too little, since a person decides later. */
export function isWorthLearning({ question, answer }: { question: string; answer: string }): boolean {
  return hasTopic(question) && tellsAnything(answer);
}

/** Whether an answer says something beyond thanks, greetings, a request to wait or a question back. */
export function tellsAnything(answer: string): boolean {
  const told = sentencesOf(answer).filter((sentence) => !isAsking(sentence) && !isSmallTalk(sentence));
  return told.reduce((sum, sentence) => sum + words(sentence).length, 0) >= MIN_ANSWER_WORDS;
}

function hasTopic(question: string): boolean {
  return words(question).some((word) => !isFunctionWord(word) && !isSocial(word) && !FILLERS.has(word));
}

/** A question that ends in an address asks nothing: `https://docs.example/?page`. */
function isAsking(sentence: string): boolean {
  return isQuestion(sentence) && !/https?:\/\/\S+$/.test(sentence);
}

function isSmallTalk(sentence: string): boolean {
  // Code and words behind a slash are to be typed.
  if (/`[^`]+`|(?<!\S)[/!.][\p{L}]{2,}|https?:\/\//u.test(sentence)) return false;
  const telling = words(sentence).filter((word) => !isFunctionWord(word) && !FILLERS.has(word));
  return telling.length > 0 ? telling.every(isSocial) : words(sentence).every((word) => FILLERS.has(word));
}
