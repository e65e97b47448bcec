import { type ChatMessage, type Language, TEAM_REASONS, type TeamReason } from '../../domain/types.ts';
import { words } from '../search/words/analyse.ts';
import { areClearlyIn } from '../search/words/language.ts';
import { runAtOnce, runInSlices, type Steps } from '../slices.ts';
import { LANGUAGE_RULES } from './languages/languages.ts';
import { acceptsPerson } from './offer.ts';
import type { ReasonRules } from './pattern.ts';
import { RuleBook } from './rule-book.ts';
import { ACCOUNT } from './rules/account.ts';
import { BAN } from './rules/ban.ts';
import { LEGAL_CLAIMS, PAYMENT_CLAIMS } from './rules/claims.ts';
import { ACCOUNT_COMPLAINTS, BAN_COMPLAINTS } from './rules/complaints.ts';
import { CALLS, DISTRESS } from './rules/distress.ts';
import { GRIEVANCES, TEAM_COMPLAINTS } from './rules/grievance.ts';
import { HUMAN } from './rules/human.ts';
import { LEGAL } from './rules/legal.ts';
import { PAYMENT } from './rules/payment.ts';
import { SAFETY } from './rules/safety.ts';
import { SELF_HARM } from './rules/self-harm.ts';
import { SLANG } from './rules/slang.ts';
import { foldWord, splitSentences } from './text.ts';

/** The rules for German and English. */
const MAIN_RULES: readonly ReasonRules[] = [
  ...[SAFETY, SELF_HARM, SLANG, DISTRESS, LEGAL, LEGAL_CLAIMS, PAYMENT, PAYMENT_CLAIMS],
  ...[BAN, BAN_COMPLAINTS, ACCOUNT, ACCOUNT_COMPLAINTS, HUMAN, CALLS],
  ...[GRIEVANCES, TEAM_COMPLAINTS],
];

/** Every rule there is. */
export const REASON_RULES: readonly ReasonRules[] = [...MAIN_RULES, ...LANGUAGE_RULES];

/** Compiled with the first ticket, so that commands without tickets do not pay for it. */
let mainBook: RuleBook | null = null;
/** The rules of the other languages, compiled with the first ticket in one of them: 180 ms and 12 MB. */
let languageBook: RuleBook | null = null;

/**
 * Why the team must see this ticket, based on what the customer wrote in any turn; null if nothing
 * says so. Deterministic: a ticket can add a reason but never remove one. The assistant's turns do not count.
 * The fullest ticket takes 100 to 300 ms, so it is read in slices.
 */
export function findTeamReason(
  messages: readonly ChatMessage[],
  ownerTopics: readonly string[] = [],
): Promise<TeamReason | null> {
  return runInSlices(readTicket(messages, ownerTopics));
}

/** The same in one go. */
export function detectTeamReason(
  messages: readonly ChatMessage[],
  ownerTopics: readonly string[] = [],
): TeamReason | null {
  return runAtOnce(readTicket(messages, ownerTopics));
}

/** The same step by step. */
export function* readTicket(
  messages: readonly ChatMessage[],
  ownerTopics: readonly string[],
): Steps<TeamReason | null> {
  const turns = messages.filter(({ role }) => role === 'user');
  mainBook ??= new RuleBook(MAIN_RULES);
  const reasons = [mainBook.reasonOf(yield* mainBook.findInTicket(messages))];
  if (turns.some(mayBeInOtherLanguage)) {
    languageBook ??= new RuleBook(LANGUAGE_RULES);
    reasons.push(languageBook.reasonOf(yield* languageBook.findInTicket(messages)));
  }
  const reason = TEAM_REASONS.find((known) => reasons.includes(known));
  if (reason) return reason;
  if (acceptsPerson(messages)) return 'asked_for_human';
  return (yield* mentionsTopic(turns, ownerTopics)) ? 'owner_topic' : null;
}

const MAIN_LANGUAGES: readonly Language[] = ['de', 'en'];
/** So much of a message shows its language. */
const SAMPLE_CHARACTERS = 2_000;
/** Earlier messages of a ticket come again as the same objects. */
const inOtherLanguage = new WeakMap<ChatMessage, boolean>();

/** Whether a message is not clearly German or English. */
function mayBeInOtherLanguage(message: ChatMessage): boolean {
  const known = inOtherLanguage.get(message);
  if (known !== undefined) return known;
  const sample = words(message.content.slice(0, SAMPLE_CHARACTERS));
  // A lone word says nothing by itself.
  const isOther = sample.length > 1 && !areClearlyIn(sample, MAIN_LANGUAGES);
  inOtherLanguage.set(message, isOther);
  return isOther;
}

function* mentionsTopic(turns: readonly ChatMessage[], topics: readonly string[]): Steps<boolean> {
  const wanted = topics.map(foldWord).filter((topic) => topic !== '');
  if (wanted.length === 0) return false;
  for (const { content } of turns) {
    const sentences = splitSentences(content).map((sentence) => ` ${sentence.replaceAll(' ,', '')} `);
    if (wanted.some((topic) => sentences.some((sentence) => sentence.includes(` ${topic} `)))) return true;
    yield;
  }
  return false;
}
