import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isRepeatEnded } from '../../adapters/db/answering/ratings.ts';
import { REPEAT_HOURS } from '../../domain/limits.ts';
import { toLine } from '../../domain/text.ts';
import type { Server } from '../../domain/types.ts';
import type { Core, Making } from '../core.ts';
import type { PlanLimits } from '../quota/plan-limits.ts';
import { findKnowledgeIndex } from '../search/knowledge-index.ts';
import type { Answer, Question } from './question.ts';

const REPEAT_MS = REPEAT_HOURS * 3_600_000;

/** An answer kept for others who ask the same: nothing about the asker, quota or settings. */
export type KeptAnswer = Pick<
  Answer,
  'answer' | 'needsTeam' | 'teamReason' | 'sources' | 'confidence' | 'language'
> & {
  /** The id of the first answer; feedback on it decides whether it is repeated. */
  id: string;
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
  { server, channel, key, messages, customer, context = [], images, isAnew }: Question,
  { planLimits, engine }: { planLimits: PlanLimits; engine: string },
): string | null {
  const [message, ...more] = messages;
  const isAlone = message !== undefined && more.length === 0 && !message.name;
  if (isAnew || channel !== 'api' || !planLimits.settings.repeats || !isAlone) return null;
  if (customer || context.length > 0 || images) return null;
  const text = foldQuestion(message.content);
  if (text === '') return null;
  const asked = [server.revision, planLimits.level, engine, key?.isTest === true, text];
  return `repeat:${server.id}:${hash('sha256', JSON.stringify(asked))}`;
}

/** Without case, blanks and end marks, which change no question. */
function foldQuestion(text: string): string {
  return toLine(text.normalize('NFC').toLowerCase()).replace(/^[ ¿¡]+|[ .!?…。！？]+$/gu, '');
}

/** The answer that was given to this question before; null where there is none, or somebody found it to be wrong. */
export async function findRepeat(
  core: Core,
  { key, server }: { key: string | null; server: Server },
): Promise<KeptAnswer | null> {
  if (key === null) return null;
  const [kept] = await core.cache.getMany<KeptAnswer>([key]);
  if (!kept || core.clock() >= kept.validUntil) return null;
  return (await isRepeatEnded(core.database, server.id, kept.id)) ? null : kept;
}

/** How long a cache that does not write may hold an answer. */
const WRITE_WITHIN_MS = 500;

/** The answer for others who ask the same: for a day, or until an entry expires; null where the knowledge changed since. */
export function keptOf(
  core: Core,
  { id, server, answer, usedIds }: { id: string; server: Server; answer: Answer; usedIds: string[] },
): KeptAnswer | null {
  const knowledge = findKnowledgeIndex(core, server);
  if (knowledge === null) return null;
  const validUntil = Math.min(core.clock() + REPEAT_MS, knowledge.validUntil);
  const { answer: said, needsTeam, teamReason, sources, confidence, language } = answer;
  return { id, answer: said, needsTeam, teamReason, sources, confidence, language, usedIds, validUntil };
}

/**
 * Keeps an answer. One that the model withheld or handed over on its own may be another one next time, so it is not
 * kept. Never throws; what a slow cache has not written in time it may write later.
 */
export async function keepAnswer(core: Core, key: string, kept: KeptAnswer): Promise<void> {
  if (kept.teamReason === 'model') return;
  const writing = core.cache.setMany([{ key, value: kept }], kept.validUntil - core.clock());
  await Promise.race([writing, delay(WRITE_WITHIN_MS, undefined, { ref: false })]);
}

/** Then everybody asks for themselves: such a question has no answer for all. */
const MOST_WAITS = 2;

/**
 * One of those who ask the same at once makes the answer; where that fails, the next of those who wait does, and then
 * all that are left.
 * @param asker.isAdmitted whoever holds units waits for nobody who may be waiting for those.
 */
export async function shareMaking(
  { makings }: Core,
  key: string,
  { signal, isAdmitted }: { signal: AbortSignal; isAdmitted: boolean },
): Promise<{ kept: KeptAnswer } | { admitted(): void; end(kept: KeptAnswer | null): void }> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const other = makings.get(key);
    if (!other || signal.aborted || (isAdmitted && !other.isAdmitted)) break;
    const kept = (await Promise.race([other.kept, untilAborted(signal)])) as KeptAnswer | null;
    if (kept) return { kept };
  }
  const { promise, resolve } = Promise.withResolvers<KeptAnswer | null>();
  const making: Making = { kept: promise, isAdmitted };
  if (!signal.aborted && !makings.has(key)) makings.set(key, making);
  return {
    admitted: () => {
      making.isAdmitted = true;
    },
    end: (kept) => {
      if (makings.get(key) === making) makings.delete(key);
      resolve(kept);
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
