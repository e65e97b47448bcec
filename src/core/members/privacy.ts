import { hash, randomUUID } from 'node:crypto';
import { withdrawPosts } from '../../adapters/db/knowledge/posts.ts';
import * as store from '../../adapters/db/members/members.ts';
import { deleteSessionsOf } from '../../adapters/db/owners/sessions.ts';
import type { Core } from '../core.ts';
import { forgetWindows, readWindows } from './member-limit.ts';
import { type Loss, planLoss } from './provenance.ts';
import { openTold } from './told.ts';

/** Longer than anything takes that began before a deletion. */
const DELETION_MS = 60_000;

export async function exportMember(core: Core, memberId: string): Promise<Record<string, unknown>> {
  const [stored, limits] = await Promise.all([
    store.readMember(core.database, memberId),
    readWindows(core, memberId),
  ]);
  const questions = stored.questions.map(({ answer_id: id, sent, ...asked }) => {
    const told = sent && id ? openTold(core, { serverId: asked.server_id, id }, sent) : null;
    return { ...asked, ...(told?.messages && { messages: told.messages }) };
  });
  return { member_id: memberId, opted_out: await hasOptedOut(core, memberId), ...stored, questions, limits };
}

/** Signs the member out, too. Figures about answers stay. */
export async function deleteMember(core: Core, memberId: string) {
  const at = new Date(core.clock());
  await store.markDeletion(core.database, { memberHash: hashOf(memberId), mark: randomUUID(), at });
  await deleteSessionsOf(core.database, memberId);
  await forgetWindows(core, memberId);
  return forget(core, memberId);
}

async function forget(core: Core, memberId: string): Promise<{ answers: number; suggestions: number }> {
  await withdrawPosts(core.database, memberId);
  const loss: Loss = { reason: 'member_gone', at: new Date(core.clock()), of: { memberId } };
  return store.forgetMember(core.database, memberId, (stored) => planLoss(stored, loss));
}

/** Keeps and learns nothing more of this member, and deletes everything there is. */
export async function optOut(core: Core, memberId: string): Promise<void> {
  await store.addOptOut(core.database, hashOf(memberId), new Date(core.clock()));
  // Marked as a deletion too: an import of an earlier export must know of it after they have come back.
  await deleteMember(core, memberId);
}

export function optIn(core: Core, memberId: string): Promise<void> {
  return store.removeOptOut(core.database, hashOf(memberId));
}

export function hasOptedOut(core: Core, memberId: string): Promise<boolean> {
  return store.isOptedOut(core.database, hashOf(memberId));
}

/** The id by which a writer's words may be kept; null: they opted out, or are no member. */
export async function findAuthor(core: Core, memberId: string | null): Promise<string | null> {
  return memberId === null || (await hasOptedOut(core, memberId)) ? null : memberId;
}

/** Not after an opt-out, nor within a minute after a deletion, in which earlier work may end. */
export async function mayBeNamed(core: Core, memberId: string): Promise<boolean> {
  const since = new Date(core.clock() - DELETION_MS);
  return !(await store.isForgotten(core.database, hashOf(memberId), since));
}

/** For words written while their author opted out. */
export async function honourOptOut(core: Core, memberId: string): Promise<void> {
  if (await hasOptedOut(core, memberId)) await forget(core, memberId);
}

export interface Wishes {
  hasOptOut: boolean;
  /** Changes with each deletion. */
  deletions: string;
}

/** Asked before and after words are written: a deletion between may have missed them. */
export async function findWishes(core: Core, memberIds: readonly string[]): Promise<Wishes> {
  if (memberIds.length === 0) return { hasOptOut: false, deletions: '' };
  const { hasOptOut, marks } = await store.readWishes(core.database, [...new Set(memberIds)].map(hashOf));
  return { hasOptOut, deletions: marks.join() };
}

/** For words written while one of these opted out or had their data deleted. @param before of then */
export async function honourWishes(core: Core, memberIds: readonly string[], before: Wishes): Promise<void> {
  const after = await findWishes(core, memberIds);
  if (!after.hasOptOut && after.deletions === before.deletions) return;
  for (const memberId of new Set(memberIds))
    if (!(await mayBeNamed(core, memberId))) await forget(core, memberId);
}

/** A digest, so a deleted member is in no table by id. */
function hashOf(memberId: string): Buffer {
  return hash('sha256', `opt-out:${memberId}`, 'buffer');
}
