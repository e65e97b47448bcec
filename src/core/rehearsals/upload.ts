import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as store from '../../adapters/db/learning/rehearsals.ts';
import { IsolateError } from '../../adapters/isolate.ts';
import type { RehearsalFault, RehearsalFormat } from '../../domain/rehearsals.ts';
import {
  MAX_REHEARSED,
  REHEARSAL_FORMATS,
  REHEARSAL_SHARE,
  REHEARSALS_KEPT,
} from '../../domain/rehearsals.ts';
import { truncate } from '../../domain/text.ts';
import type { Core } from '../core.ts';
import { takePlace } from '../knowledge/import/import.ts';
import { tellsAnything } from '../learning/suggestions/learn.ts';
import { prepareText } from '../learning/suggestions/texts.ts';
import { invalid } from '../owners/invalid-input.ts';
import { getServer } from '../owners/servers.ts';
import { runInSlices, type Steps } from '../runtime/slices.ts';
import type { ReadConversation } from './reading/conversation.ts';
import type { AboutFiles, ReadFiles } from './reading/read-isolated.ts';
import { noRehearsal } from './report.ts';

export const READER = new URL('./reading/read-isolated.ts', import.meta.url).href;
const MAX_NAME_CHARACTERS = 200;

export const shareSchema = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a percentage such as 10 or 2.5')
  .transform(Number)
  .pipe(z.number().positive('must be above 0').max(100, 'must be 100 or less'))
  .default(REHEARSAL_SHARE);

export const formatSchema = z.enum(REHEARSAL_FORMATS, {
  error: `must be one of ${REHEARSAL_FORMATS.join(', ')}`,
});

/** What a sentence about the file says; it begins with the file. */
export const FILE_FAULTS: Readonly<Record<RehearsalFault, string>> = {
  empty: 'is empty',
  unknown:
    'has no conversations in the export format of Zendesk, Intercom, Freshdesk, Chatwoot or Zammad, and is not a ticket transcript in HTML',
  no_customer: 'has no conversation in which a customer wrote',
  too_slow: 'takes too long to read',
  too_much_memory: 'takes too much memory to read',
  failed: 'cannot be read',
};

export interface RehearsedFiles {
  name: string;
  files: readonly Uint8Array[];
  format: RehearsalFormat | null;
  share: number;
}

export interface Begun {
  rehearsal: store.Rehearsal;
  /** The file was there before: what waits of it goes on under the new share. */
  isGoingOn: boolean;
}

/**
 * Keeps the newest 500 conversations of an export or of transcripts, without personal data that is known by its form or
 * as a name of theirs. The same file again goes on where it rests. @throws AppError('not_found' | 'too_many_uploads'),
 * 'invalid_input' with `file` and `details.fault`, or `rehearsals`: no more are kept
 */
export async function startRehearsal(
  core: Core,
  serverId: string,
  { name, files, format, share }: RehearsedFiles,
  signal?: AbortSignal,
): Promise<Begun> {
  await getServer(core, serverId);
  const bytes = Buffer.concat(files);
  const digest = hash('sha256', bytes, 'base64');
  const before = await goOn(core, serverId, { digest, share });
  if (before) return before;
  const lengths = files.map(({ length }) => length);
  const read = await takePlace(serverId, () => readAway(core, { format, lengths }, bytes, signal));
  if (read.format === null) throw refuse(read.isEmpty ? 'empty' : 'unknown');
  if (read.conversations.length === 0) throw refuse('no_customer');
  const conversations = await runInSlices(clean(read.conversations));
  const rehearsal = {
    ...newRehearsal(core, { name, digest, share }),
    ...{ format: read.format, leftOut: read.skipped },
  };
  await store.insertRehearsal(core.database, serverId, rehearsal, conversations);
  return { rehearsal, isGoingOn: false };
}

/** What stands of every new one. */
export function newRehearsal(core: Core, given: Pick<store.Rehearsal, 'name' | 'digest' | 'share'>) {
  return {
    ...{ ...given, id: randomUUID(), name: truncate(given.name, MAX_NAME_CHARACTERS) },
    ...{ createdAt: new Date(core.clock()), channelId: null, isRead: true },
    ...{ fault: null, restsUntil: null, restsFor: null },
  };
}

/** @returns null where it has to begin. @throws AppError('invalid_input') with `rehearsals`: no more are kept */
export async function goOn(
  core: Core,
  serverId: string,
  { digest, share }: { digest: string; share: number },
): Promise<Begun | null> {
  const kept = await store.readRehearsals(core.database, serverId);
  const same = kept.find((one) => one.digest === digest);
  if (same && (!same.isRead || (await store.countWaiting(core.database, serverId, same.id)) > 0)) {
    // What a process held that died counts to the share until it is released.
    await core.ledger.sweep();
    await store.resume(core.database, serverId, same.id, share);
    return { rehearsal: { ...same, share, restsUntil: null, restsFor: null }, isGoingOn: true };
  }
  if (kept.length < REHEARSALS_KEPT) return null;
  throw invalid('rehearsals', `A server keeps ${REHEARSALS_KEPT} rehearsals; delete one first.`);
}

/** Goes on at once where it rests. @throws AppError('not_found') */
export async function changeShare(
  core: Core,
  serverId: string,
  id: string,
  share: number,
): Promise<store.Rehearsal> {
  const found = await store.findRehearsal(core.database, serverId, id);
  if (!found) throw noRehearsal();
  await store.resume(core.database, serverId, id, share);
  return found;
}

async function readAway(
  core: Core,
  about: AboutFiles,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<ReadFiles> {
  try {
    const [pack] = await core.isolate.run({ module: READER, about, bytes }, signal);
    return JSON.parse(String(pack));
  } catch (error) {
    if (!(error instanceof IsolateError)) throw error;
    core.log.debug({ err: error }, 'rehearsed file not read');
    throw refuse(error.fault);
  }
}

function refuse(fault: RehearsalFault) {
  return invalid('file', `The file ${FILE_FAULTS[fault]}.`, { details: { fault } });
}

/** @returns the newest 500, as they are kept. */
export function* clean(conversations: readonly ReadConversation[]): Steps<store.NewConversation[]> {
  const kept: store.NewConversation[] = [];
  for (const { messages, teamAnswers, at, names } of conversations.slice(-MAX_REHEARSED)) {
    const told = teamAnswers.find(tellsAnything) ?? teamAnswers[0];
    kept.push({
      messages: messages.map((said) => ({ ...said, content: prepareText(said.content, names) })),
      teamAnswer: told === undefined ? null : prepareText(told, names),
      at: at === null ? null : new Date(at),
    });
    yield;
  }
  return kept;
}
