import { type ChatMessage, TEAM_REASONS, type TeamReason } from '../../domain/types.ts';
import { acceptsOffer } from '../reading/kinds.ts';
import { type FoundReason, guessReason, readReasons, readReasonsInSteps } from '../reading/reader.ts';
import { runAtOnce, type Steps } from '../runtime/slices.ts';
import { fold, unify, words } from '../search/words/analyse.ts';
import { findNearest, findShared, type Mark, type Marks, NO_MARKS } from './nearness.ts';

/** A text near to one for which nobody was needed may be so much surer of a reason, and still gives none. */
const SURER = 0.2;
const SURE = 0.5;
const SHOWN_WORDS = 5;

/**
 * Why the team must see this ticket, by what the customer wrote in any turn; null if nothing says so. Deterministic:
 * text in a ticket can add a reason but never remove one. The assistant's turns do not count.
 * @param ownerTopics words that the owner wants the team to see.
 * @param marks answers that the owner looked at; texts near to theirs follow them.
 */
export function findTeamReason(
  messages: readonly ChatMessage[],
  ownerTopics: readonly string[] = [],
  marks: Marks = NO_MARKS,
): TeamReason | null {
  return explainTeamReasons(messages, ownerTopics, marks)[0]?.reason ?? null;
}

/** The same with everything that was found, gravest first, and the words that say so. */
export function explainTeamReasons(
  messages: readonly ChatMessage[],
  ownerTopics: readonly string[] = [],
  marks: Marks = NO_MARKS,
): FoundReason[] {
  return runAtOnce(explainInSteps(messages, ownerTopics, marks));
}

export function* explainInSteps(
  messages: readonly ChatMessage[],
  ownerTopics: readonly string[],
  marks: Marks,
): Steps<FoundReason[]> {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const found = readMarked(said, yield* readReasonsInSteps(said), marks);
  if (found.length > 0) return found;
  if (acceptsPerson(messages)) return [{ reason: 'asked_for_human', score: 1, words: [], by: 'model' }];
  const topic = findTopic(said, ownerTopics);
  return topic === null ? [] : [{ reason: 'owner_topic', score: 1, words: [topic], by: 'owner' }];
}

/**
 * Judges the messages by the owner's verdicts on others: nothing is learned from one near to a text that
 * needed nobody, and one near to a text that needed the team does too. Safety and plain rules stand above both.
 */
function readMarked(said: readonly string[], found: FoundReason[], marks: Marks): FoundReason[] {
  if (marks.marks.length === 0) return found;
  const near = said.map((text) => ({ text, nearest: findNearest(marks, text) }));
  const kept = near.filter(({ text, nearest }) => !nearest || !needsNobody(text, nearest.mark));
  if (kept.length < said.length) {
    const rest = readReasons(kept.map(({ text }) => text).join('\n')).filter(isDeniable);
    found.splice(0, found.length, ...found.filter((one) => !isDeniable(one)), ...rest);
    found.sort((one, other) => TEAM_REASONS.indexOf(one.reason) - TEAM_REASONS.indexOf(other.reason));
  }
  if (found.length > 0) return found;
  const needed = near.findLast(({ nearest }) => nearest?.mark.isNeeded);
  if (!needed?.nearest) return [];
  const { mark, likeness } = needed.nearest;
  const reason = guessReason(needed.text) ?? 'asked_for_human';
  const score = Math.round(100 * likeness) / 100;
  return [{ reason, score, words: findShared(needed.text, mark.text, SHOWN_WORDS), by: 'owner' }];
}

/** Whether an owner may say that a reason was none. */
function isDeniable({ reason, by }: FoundReason): boolean {
  return by === 'model' && reason !== 'safety';
}

/** Whether a text is none that needs somebody much more surely than the marked one: "I was" instead of "can I be". */
function needsNobody(text: string, mark: Mark): boolean {
  if (mark.isNeeded) return false;
  const findSurest = (said: string) =>
    Math.max(
      SURE,
      ...readReasons(said)
        .filter(isDeniable)
        .map(({ score }) => score),
    );
  return findSurest(text) <= findSurest(mark.text) + SURER;
}

/** Whether the customer said yes when the assistant offered a person. */
function acceptsPerson(messages: readonly ChatMessage[]): boolean {
  return messages.some(({ role, content }, index) => {
    const before = messages[index - 1];
    return role === 'user' && before?.role === 'assistant' && acceptsOffer(before.content, content);
  });
}

function findTopic(said: readonly string[], topics: readonly string[]): string | null {
  if (topics.length === 0) return null;
  const lines = said.map(spell);
  const isNamed = (topic: string) => topic.trim() !== '' && lines.some((line) => line.includes(spell(topic)));
  return topics.find(isNamed) ?? null;
}

/** Words between blanks, so that `ban` is not found in `urban`. */
function spell(text: string): string {
  return ` ${words(text)
    .map((word) => fold(unify(word)))
    .join(' ')} `;
}
