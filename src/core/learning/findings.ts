import { hash } from 'node:crypto';
import type { ChatMessage, TeamReason } from '../../domain/types.ts';
import { decideTeamReason } from '../answering/conclusion.ts';
import { isCovered } from '../answering/extractive.ts';
import { recallByWords } from '../answering/recall.ts';
import { readMessageText } from '../answering/ticket/message-text.ts';
import { findTeamReason } from '../handover/handover.ts';
import type { Marks } from '../handover/nearness.ts';
import type { PlanLimits } from '../quota/plan-limits.ts';
import type { Steps } from '../runtime/slices.ts';
import type { KnowledgeIndex } from '../search/knowledge.ts';
import type { FoundPassage } from '../search/passages.ts';

/** The passages that the words of a question find, and who would have to answer it. */
export interface Found {
  passages: FoundPassage[];
  /** The reason in the question's own words, whatever is known. */
  ruleReason: TeamReason | null;
  teamReason: TeamReason | null;
}

/** An index in use never changes, so neither do its findings. */
const known = new WeakMap<KnowledgeIndex, Map<string, Found>>();
/** The questions of two levels, 50 of members and 200 of the owner each. */
const MAX_KNOWN = 500;

/** Looks each question up once as long as the index lasts. */
export function* findCurrent(
  knowledge: KnowledgeIndex,
  planLimits: PlanLimits,
  questions: readonly string[],
  marks: Marks,
): Steps<Found[]> {
  const found = yield* findSome(knowledge, planLimits, questions, { most: questions.length, marks });
  return found.filter((finding) => finding !== null);
}

/** Looks up those that are known and the first `most` others; null for the rest. */
export function* findSome(
  knowledge: KnowledgeIndex,
  planLimits: PlanLimits,
  questions: readonly string[],
  { most, marks }: { most: number; marks: Marks },
): Steps<(Found | null)[]> {
  const findings = known.get(knowledge) ?? new Map<string, Found>();
  known.set(knowledge, findings);
  const found: (Found | null)[] = [];
  let begun = 0;
  for (const question of questions) {
    // Only a digest: the question may be forgotten everywhere else before the index is.
    const key = hash('sha256', `${planLimits.levelLimits.passages} ${question}`, 'base64');
    let finding = findings.get(key) ?? null;
    if (!finding && begun < most) {
      begun += 1;
      finding = yield* findOne(knowledge, planLimits, question, marks);
      if (findings.size >= MAX_KNOWN) findings.clear();
      findings.set(key, finding);
    }
    found.push(finding);
  }
  return found;
}

function* findOne(
  knowledge: KnowledgeIndex,
  planLimits: PlanLimits,
  question: string,
  marks: Marks,
): Steps<Found> {
  const { words } = readMessageText(question);
  const ruleReason = findTeamReason([{ role: 'user', content: words }], planLimits.settings.topics, marks);
  yield;
  const found = findAgain(knowledge, planLimits, question, ruleReason);
  yield;
  return found;
}

/** Searches as an answer would, for a question whose own words are judged already. */
export function findAgain(
  knowledge: KnowledgeIndex,
  planLimits: PlanLimits,
  question: string,
  ruleReason: TeamReason | null,
): Found {
  const messages = toMessages(question);
  const passages = recallByWords(knowledge, messages, planLimits.levelLimits.passages);
  const answerable = isCovered({ messages, passages });
  const teamReason = decideTeamReason(ruleReason, { answerable, needsTeam: false });
  return { passages, ruleReason, teamReason };
}

/** Drops what a mail program put around the words. */
export function toMessages(question: string): ChatMessage[] {
  return [{ role: 'user', content: readMessageText(question).question }];
}
