import type { ChatMessage, TeamReason } from '../../domain/types.ts';
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

/** Every rule there is. */
export const REASON_RULES: readonly ReasonRules[] = [
  ...[SAFETY, SELF_HARM, SLANG, DISTRESS, LEGAL, LEGAL_CLAIMS, PAYMENT, PAYMENT_CLAIMS],
  ...[BAN, BAN_COMPLAINTS, ACCOUNT, ACCOUNT_COMPLAINTS, HUMAN, CALLS],
  ...[GRIEVANCES, TEAM_COMPLAINTS],
  ...LANGUAGE_RULES,
];

/** Compiled with the first ticket, so that commands without tickets do not pay for it. */
let book: RuleBook | null = null;

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
  book ??= new RuleBook(REASON_RULES);
  const turns = messages.filter(({ role }) => role === 'user');
  const reason = book.reasonOf(yield* book.findInTicket(messages));
  if (reason !== null) return reason;
  if (acceptsPerson(messages)) return 'asked_for_human';
  return (yield* mentionsTopic(turns, ownerTopics)) ? 'owner_topic' : null;
}

function* mentionsTopic(turns: readonly ChatMessage[], topics: readonly string[]): Steps<boolean> {
  const words = topics.map(foldWord).filter((topic) => topic !== '');
  if (words.length === 0) return false;
  for (const { content } of turns) {
    const sentences = splitSentences(content).map((sentence) => ` ${sentence.replaceAll(' ,', '')} `);
    if (words.some((topic) => sentences.some((sentence) => sentence.includes(` ${topic} `)))) return true;
    yield;
  }
  return false;
}
