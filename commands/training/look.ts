import type { Core } from '../../src/core/core.ts';
import { listGaps } from '../../src/core/learning/gaps.ts';
import { type Proof, prove } from '../../src/core/learning/proof.ts';
import { isSimilar } from '../../src/core/learning/similarity/similarity.ts';
import {
  describeConflicts,
  getSuggestion,
  listGroups,
  type Suggestion,
} from '../../src/core/learning/suggestions/suggestions.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Invocation, Texts } from '../command.ts';
import type { Reply } from '../reply.ts';
import { type Shown, toCard } from './card.ts';
import { isWhole } from './words.ts';

/** A surge is among them. */
const LARGEST_GAPS = 20;

/** null: there is none with this id on this server. */
export async function find(core: Core, serverId: string, id: string): Promise<Suggestion | null> {
  return getSuggestion(core, serverId, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  });
}

/** Ids of the open near-duplicates of a suggestion, without itself. */
export async function findSimilar(
  core: Core,
  serverId: string,
  { id, state }: Pick<Suggestion, 'id' | 'state'>,
): Promise<string[]> {
  if (state !== 'pending') return [];
  const groups = await listGroups(core, serverId);
  const ids = groups.map(({ suggestion, similar }) => [suggestion, ...similar].map((one) => one.id));
  return ids.find((group) => group.includes(id))?.filter((other) => other !== id) ?? [];
}

/** All that the card of a suggestion says. */
export async function look(
  core: Core,
  input: Pick<Invocation, 'serverId' | 'signal'>,
  suggestion: Suggestion,
  similarCount: number,
): Promise<Shown> {
  const conflicts = await describeConflicts(core, input.serverId, suggestion);
  const askedCount = suggestion.source === 'surge' ? await countAsked(core, input.serverId, suggestion) : 0;
  const proof = await proveOrNot(core, input, suggestion);
  return { suggestion, similarCount, askedCount, conflicts, proof };
}

/** How many of the questions that are still open are like this one. */
async function countAsked(core: Core, serverId: string, { question }: Suggestion): Promise<number> {
  const gaps = await listGaps(core, serverId, { limit: LARGEST_GAPS });
  return gaps.find((gap) => isSimilar(gap.question, question))?.count ?? 0;
}

/** What approving would change; null when that cannot be told now: the card stands without it. */
export async function proveOrNot(
  core: Core,
  { serverId, signal }: Pick<Invocation, 'serverId' | 'signal'>,
  suggestion: Suggestion,
): Promise<Proof | null> {
  if (!isWhole(suggestion) || signal.aborted) return null;
  const { entryId, question, answer } = suggestion;
  try {
    return await prove(core, serverId, { entryId, question, answer });
  } catch (error) {
    core.log.warn({ err: error, server: serverId }, 'suggestion shown without proof');
    return null;
  }
}

/** The card of one suggestion, in the place of the one that a button was on. @param notice one line above it. */
export async function replaceCard(
  core: Core,
  input: Invocation,
  suggestion: Suggestion,
  notice?: Texts,
): Promise<Reply> {
  const similar = await findSimilar(core, input.serverId, suggestion);
  const shown = await look(core, input, suggestion, similar.length);
  const webUrl = core.config.DISCORD_WEB_URL;
  const { card, files } = toCard(input, shown, { webUrl, ...(notice ? { notice } : {}) });
  return { kind: 'cards', cards: [card], files, isReplacing: true };
}
