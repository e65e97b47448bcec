import { hash } from 'node:crypto';
import { REPEAT_HOURS } from '../../domain/limits.ts';
import type { Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import type { PlanLimits } from '../quota/plan-limits.ts';
import { findKnowledgeIndex } from '../search/knowledge-index.ts';
import type { Answer, Question } from './question.ts';

const REPEAT_MS = REPEAT_HOURS * 3_600_000;

/** What is kept of an answer for whoever asks the same: nothing of who asked, of quota or of settings. */
export type KeptAnswer = Pick<
  Answer,
  'answer' | 'needsTeam' | 'teamReason' | 'sources' | 'confidence' | 'language'
> & {
  usedIds: string[];
  /** In milliseconds of the core's clock: a day, or until an entry expires. */
  validUntil: number;
};

/**
 * Under what an answer is kept; null for a question that is about more than its words: of a conversation or of
 * somebody, or where the owner wants each answered anew. Whatever an owner changes raises the revision.
 * @param asked.engine the model that answers.
 */
export function repeatKeyOf(
  { server, channel, key, messages, customer, context = [] }: Question,
  { planLimits, engine }: { planLimits: PlanLimits; engine: string },
): string | null {
  const [message, ...more] = messages;
  const isAlone = message !== undefined && more.length === 0 && !message.name;
  if (channel !== 'api' || !planLimits.settings.repeats || !isAlone) return null;
  if (customer || context.length > 0) return null;
  const text = foldQuestion(message.content);
  if (text === '') return null;
  const asked = [server.revision, planLimits.level, engine, key?.isTest === true, text];
  return `repeat:${server.id}:${hash('sha256', JSON.stringify(asked))}`;
}

/** Without case, blanks and end marks, which change no question. */
function foldQuestion(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^[ ¿¡]+|[ .!?…。！？]+$/gu, '');
}

/** The answer that was given to this question before; null where there is none. */
export async function findRepeat(core: Core, key: string | null): Promise<KeptAnswer | null> {
  if (key === null) return null;
  const [kept] = await core.cache.getMany<KeptAnswer>([key]);
  return kept && core.clock() < kept.validUntil ? kept : null;
}

/**
 * Keeps an answer for a day, or until an entry expires. One that the model withheld or handed over on its own may be
 * another one next time, so it is not kept, nor one whose knowledge has changed since. Never throws.
 */
export async function keepAnswer(
  core: Core,
  { key, server, answer, usedIds }: { key: string; server: Server; answer: Answer; usedIds: string[] },
): Promise<void> {
  const knowledge = findKnowledgeIndex(core, server);
  if (knowledge === null || answer.teamReason === 'model') return;
  const now = core.clock();
  const validUntil = Math.min(now + REPEAT_MS, knowledge.validUntil);
  const { answer: said, needsTeam, teamReason, sources, confidence, language } = answer;
  const kept: KeptAnswer = {
    ...{ answer: said, needsTeam, teamReason, sources, confidence, language },
    ...{ usedIds, validUntil },
  };
  await core.cache.setMany([{ key, value: kept }], validUntil - now);
}
