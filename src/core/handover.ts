import type { ChatMessage, TeamReason } from '../domain/types.ts';
import { ACCOUNT } from './handover/account.ts';
import { BAN } from './handover/ban.ts';
import { LEGAL_CLAIMS, PAYMENT_CLAIMS } from './handover/claims.ts';
import { ACCOUNT_COMPLAINTS, BAN_COMPLAINTS } from './handover/complaints.ts';
import { CALLS, DISTRESS } from './handover/distress.ts';
import { GRIEVANCES } from './handover/grievance.ts';
import { HUMAN } from './handover/human.ts';
import { LEGAL } from './handover/legal.ts';
import { acceptsPerson } from './handover/offer.ts';
import { PAYMENT } from './handover/payment.ts';
import { RuleBook } from './handover/rule-book.ts';
import { SAFETY } from './handover/safety.ts';
import { foldWord, splitSentences } from './handover/text.ts';
import { runAtOnce, runInSlices, type Steps } from './slices.ts';

let rules: RuleBook | null = null;

/** Read with the first ticket, so that commands that see no ticket do not pay for it. */
function readRules(): RuleBook {
  rules ??= new RuleBook([
    ...[SAFETY, DISTRESS, LEGAL, LEGAL_CLAIMS, PAYMENT, PAYMENT_CLAIMS],
    ...[BAN, BAN_COMPLAINTS, ACCOUNT, ACCOUNT_COMPLAINTS, HUMAN, CALLS],
    GRIEVANCES,
  ]);
  return rules;
}

/**
 * Why a person of the team must see this ticket, from what the customer wrote in any turn; null if nothing
 * says so. Deterministic: a ticket can add a reason, never take one away. The assistant's turns do not count.
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
  const sentences: string[] = [];
  for (const { role, content } of messages) {
    if (role === 'user') for (const sentence of splitSentences(content)) sentences.push(sentence);
    yield;
  }
  const rule = yield* readRules().findRule(sentences);
  if (rule !== null) return rule.reason;
  if (acceptsPerson(messages)) return 'asked_for_human';
  return mentionsTopic(sentences, ownerTopics) ? 'owner_topic' : null;
}

function mentionsTopic(sentences: readonly string[], topics: readonly string[]): boolean {
  const words = topics.map(foldWord).filter((topic) => topic !== '');
  if (words.length === 0) return false;
  const text = sentences.map((sentence) => ` ${sentence.replaceAll(' ,', '')} `).join('|');
  return words.some((topic) => text.includes(` ${topic} `));
}
