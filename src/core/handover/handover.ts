import type { ChatMessage, TeamReason } from '../../domain/types.ts';
import { runAtOnce, runInSlices, type Steps } from '../slices.ts';
import { acceptsPerson } from './offer.ts';
import { RuleBook } from './rule-book.ts';
import { REASON_RULES } from './rules/reasons.ts';
import { foldWord, splitSentences } from './text.ts';
import { TicketReader } from './ticket-reader.ts';

let rules: { book: RuleBook; reader: TicketReader } | null = null;

/** Read with the first ticket, so that commands that see no ticket do not pay for it. */
function readRules() {
  rules ??= compileRules();
  return rules;
}

function compileRules() {
  const book = new RuleBook(REASON_RULES);
  return { book, reader: new TicketReader(book) };
}

/**
 * Why a person of the team must see this ticket, from what the customer wrote in any turn; null if nothing
 * says so. Deterministic: a ticket can add a reason, never take one away. The assistant's turns do not count.
 * The fullest ticket takes 100 to 300 ms, so it is read in slices; turns that were
 * read with an earlier one are not read again.
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
  const { book, reader } = readRules();
  const turns = messages.filter(({ role }) => role === 'user');
  const reason = book.reasonOf(yield* reader.findRule(messages));
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
