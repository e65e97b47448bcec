import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { changeSuggestions } from '../../../adapters/db/learning/suggestion-changes.ts';
import * as store from '../../../adapters/db/learning/suggestions.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_PENDING_SUGGESTIONS } from '../../../domain/limits.ts';
import type { TrainingSource } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { questionsSchema, withoutTwins } from '../../knowledge/wordings.ts';
import { findWishes } from '../../members/privacy.ts';
import { invalid, parseGiven } from '../../owners/invalid-input.ts';
import { idFrom } from '../../owners/key-format.ts';
import { getServer } from '../../owners/servers.ts';
import { chatIdSchema } from '../../owners/settings.ts';
import { findConflicts } from './conflicts.ts';
import { removePersonalData, toDraftSchema, toTextSchema } from './texts.ts';

export { prepareText } from './texts.ts';

const MAX_SOURCES = 50;
const FULL = `At most ${MAX_PENDING_SUGGESTIONS} suggestions can wait on a server; decide on some first.`;

const originSchema = z.object({
  channelId: chatIdSchema.nullish().transform((id) => id ?? null),
  authorRole: chatIdSchema.nullish().transform((id) => id ?? null),
  sources: z
    .array(
      z.object({
        part: z.enum(['question', 'answer', 'wording']),
        channelId: chatIdSchema.nullish().transform((id) => id ?? null),
        messageId: z
          .union([chatIdSchema, z.literal('')])
          .nullish()
          .transform((id) => id || null),
        memberId: chatIdSchema.nullish().transform((id) => id ?? null),
        isOriginal: z.boolean(),
      }),
    )
    .max(MAX_SOURCES)
    .default([]),
  wordings: questionsSchema.default([]),
});

export interface SuggestInput {
  serverId: string;
  question: string;
  /** Empty only for a draft of a surge. */
  answer: string;
  source: TrainingSource;
  channelId?: string | null;
  sources?: readonly {
    part: 'question' | 'answer' | 'wording';
    /** Where its message stands, if elsewhere. */
    channelId?: string | null;
    messageId?: string | null;
    memberId?: string | null;
    /** The message itself holds the words; false: they were written about it. */
    isOriginal: boolean;
  }[];
  /** Without personal data. */
  wordings?: readonly string[];
  /** The role that makes the author trusted. */
  authorRole?: string | null;
  /** The names of the asker and the author, to be removed. */
  names?: readonly string[];
  isQuestionDerived?: boolean;
  isAnswerDerived?: boolean;
  /** The answer that the team's outcome replaces. */
  answerId?: string;
}

/**
 * Notes a taught answer, without personal data, for an admin to decide. The same answer from the same messages, or to
 * the same answer of the bot, is one suggestion, whatever became of it; for a reply the messages alone decide. @throws
 * AppError('not_found' | 'server_inactive' | 'forbidden' (an author opted out) | 'invalid_input')
 */
export async function suggest(core: Core, input: SuggestInput): Promise<store.Suggestion> {
  const { suggestion } = await makeSuggestion(core, input);
  return suggestion;
}

type Insert = (
  ...adding: Parameters<typeof store.insertSuggestion>
) => ReturnType<typeof store.insertSuggestion>;

/** `isNew` only for the one call that made it. */
export async function makeSuggestion(
  core: Core,
  input: SuggestInput,
  insert: Insert = insertFor(input),
): Promise<{ suggestion: store.Suggestion; isNew: boolean }> {
  const { serverId, source } = input;
  const server = await getServer(core, serverId);
  const clean = (given: string) => removePersonalData(given, input.names);
  const text = parseGiven(source === 'surge' ? toDraftSchema(clean) : toTextSchema(clean), input);
  const { channelId, authorRole, sources, wordings } = parseGiven(originSchema, input);
  const memberIds = sources.flatMap(({ memberId }) => memberId ?? []);
  const before = await findWishes(core, memberIds);
  refuse(before.hasOptOut);
  const id = input.answerId
    ? idFrom(JSON.stringify([source, serverId, input.answerId, text.answer]))
    : idFor(serverId, source, sources, text.answer);
  const made: store.Suggestion = {
    ...{ id, ...text, source, authorRole, state: 'pending', entryId: null, suspendedFor: null },
    sources: sources.map((one) => ({
      ...one,
      channelId: one.messageId === null ? null : (one.channelId ?? channelId),
    })),
    conflicts: await findConflicts(core, server, text),
    isQuestionDerived: input.isQuestionDerived ?? false,
    isAnswerDerived: input.isAnswerDerived ?? false,
    taught: null,
    wordings: withoutTwins(wordings, text.question),
    ...{ createdAt: new Date(core.clock()), decidedAt: null },
  };
  const outcome = await insert(core.database, serverId, made, MAX_PENDING_SUGGESTIONS);
  if (outcome === 'full') throw invalid('suggestions', FULL);
  if (outcome === 'left') throw new AppError('server_inactive');
  // A concurrent opt-out or deletion may not have seen this row.
  const after = await findWishes(core, memberIds);
  const isRevoked = after.hasOptOut || after.deletions !== before.deletions;
  if (isRevoked && outcome === 'added')
    await changeSuggestions(core.database, serverId, [id], () => ({ deletedIds: [id] }));
  refuse(isRevoked);
  const suggestion = await store.findSuggestion(core.database, serverId, id);
  if (!suggestion) throw new AppError('not_found', { message: 'This suggestion has been deleted.' });
  return { suggestion, isNew: outcome === 'added' };
}

function insertFor({ answerId }: SuggestInput): Insert {
  if (answerId === undefined) return store.insertSuggestion;
  return (database, ...adding) => store.replaceSuggestion(database, answerId, ...adding);
}

function refuse(isUnwanted: boolean): void {
  if (!isUnwanted) return;
  throw new AppError('forbidden', { message: 'The author of this text opted out of learning.' });
}

/** Derives the id from the messages; without a message each is one of its own. */
function idFor(
  serverId: string,
  source: TrainingSource,
  sources: readonly { part: string; messageId: string | null }[],
  answer: string,
): string {
  const ofAnswer = sources.filter(({ part }) => part === 'answer');
  const ofQuestion = sources.filter(({ part }) => part === 'question');
  const known = (ofAnswer.length > 0 ? ofAnswer : ofQuestion).flatMap(({ messageId }) => messageId ?? []);
  const messageIds = [...new Set(known)].sort();
  // Processes may disagree on how many messages a reply has; it is still the same reply.
  const origin = source === 'reply' ? [serverId, messageIds[0]] : [serverId, messageIds, answer];
  return idFrom(messageIds.length === 0 ? randomUUID() : JSON.stringify(origin));
}
