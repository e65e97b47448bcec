import { z } from 'zod';
import * as store from '../../adapters/db/owners/audit.ts';
import { toCleanName } from '../../domain/text.ts';
import { boundsOf } from '../../domain/time.ts';
import { AUDIT_ACTIONS, type AuditAction, type KnowledgeEntry } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { mayBeNamed } from './privacy.ts';

export { type AuditEntry, removeOldActions } from '../../adapters/db/owners/audit.ts';

export const AUDIT_DAYS = 365;
const MAX_SUBJECT_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 100;

/** Without member: the operator, the payment provider or, by the name that it was given, whom a link let in. */
export interface Actor {
  channel: store.AuditEntry['channel'];
  memberId: string | null;
  memberName: string | null;
}

/**
 * Never throws: a failure is logged. Members who opted out, or had their data deleted this minute, are not named.
 * @param entry.subject never a secret nor words of a member; cut to 200 characters.
 */
export async function recordAction(
  core: Core,
  entry: { serverId: string; actor: Actor; action: AuditAction; subject?: string | null },
): Promise<void> {
  const { serverId, actor, action, subject = null } = entry;
  try {
    const named = await toNamed(core, actor);
    await store.insertAction(core.database, serverId, {
      ...{ at: new Date(core.clock()), action, subject: toLine(subject, MAX_SUBJECT_CHARACTERS) },
      ...named,
    });
    await forgetUnnamed(core, named);
  } catch (error) {
    core.log.warn({ err: error, server: serverId, action }, 'action not recorded');
  }
}

export async function toNamed(core: Core, { channel, memberId, memberName }: Actor): Promise<Actor> {
  if (memberId !== null && !(await mayBeNamed(core, memberId)))
    return { channel, memberId: null, memberName: null };
  return { channel, memberId, memberName: toLine(memberName, MAX_NAME_CHARACTERS) };
}

/** An opt-out or a deletion meanwhile may not have seen the entry. */
export async function forgetUnnamed(core: Core, { memberId }: Pick<Actor, 'memberId'>): Promise<void> {
  if (memberId !== null && !(await mayBeNamed(core, memberId)))
    await store.forgetActor(core.database, memberId);
}

/** Channels where nobody is named. */
export const UNNAMED_CHANNELS = ['cli', 'api', 'payment'] as const;

const querySchema = z.object({
  before: z.string().optional(),
  /** The id of a member, or a channel without members. */
  who: z
    .union([z.enum(UNNAMED_CHANNELS), z.string().regex(/^\d{1,20}$/)])
    .optional()
    .catch(undefined),
  what: z.enum(AUDIT_ACTIONS).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
});

/** Reads what an address asks for; a filter that there is not is left out. */
export function toAuditQuery(
  given: Readonly<Record<string, string | undefined>>,
): z.infer<typeof querySchema> {
  return querySchema.parse(given);
}

/**
 * Newest first.
 * @param slice.before id of the last entry seen; nothing stands below an unknown one.
 * @param slice.zone of the clock by which `from` and `to` are days
 */
export async function listActions(
  core: Core,
  serverId: string,
  slice: z.infer<typeof querySchema> & { zone?: string; limit: number },
): Promise<store.AuditEntry[]> {
  const { before, who = null, what = null, from, to, zone = 'UTC', limit } = slice;
  if (before !== undefined && !/^\d{1,15}$/.test(before)) return [];
  const last = before === undefined ? null : Number(before);
  const since = from === undefined ? null : new Date(boundsOf(from, zone).startsAt);
  const until = to === undefined ? null : new Date(boundsOf(to, zone).endsAt);
  return store.listActions(core.database, serverId, { before: last, limit, who, what, since, until });
}

/** Members who did something that is still listed, by name. */
export function listActors(core: Core, serverId: string) {
  return store.listActors(core.database, serverId);
}

export function nameKey({ name, last4 }: { name: string; last4: string }): string {
  return `${name} …${last4}`.trim();
}

/** The title of a taught entry may be a member's words, which can be deleted, so its id stands for it. */
export function nameEntry(entry: Pick<KnowledgeEntry, 'id' | 'title' | 'source'>): string {
  return entry.source === 'training' ? entry.id : entry.title;
}

/** Null where nothing is left. */
function toLine(text: string | null, characters: number): string | null {
  const line = [...toCleanName(text ?? '')];
  if (line.length === 0) return null;
  return line.length <= characters ? line.join('') : `${line.slice(0, characters - 1).join('')}…`;
}
