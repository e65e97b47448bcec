import { hash } from 'node:crypto';
import { findLogged } from '../../adapters/db/answering/answer-log.ts';
import * as store from '../../adapters/db/answering/drafts.ts';
import { readSources } from '../../adapters/db/webhooks/events.ts';
import { putBack } from '../../domain/personal-data/mask.ts';
import { type AuditAction, interfaceLanguageOf } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { type Actor, forgetUnnamed, toNamed } from '../members/audit.ts';
import { openTold } from '../members/told.ts';
import { getServer } from '../owners/servers.ts';
import { parseSettings, type Settings } from '../owners/settings.ts';
import { entryIdOf } from '../search/passages.ts';
import { NOTICES } from './notices.ts';
import type { Answer } from './question.ts';

/** Longer than the platform is waited for; then whoever was at a draft counts as dead. */
const LEASE_MS = 60_000;
/** The team is reminded of what nobody has touched for so long. */
const REMIND_MS = 24 * 60 * 60 * 1000;
/** At a time, so that all are looked at within their lease. */
const DUE_AT_ONCE = 10;

export type DraftKey = Pick<store.StoredDraft, 'serverId' | 'answerId'>;

export type Said = Pick<Answer, 'id' | 'kind' | 'language' | 'answer' | 'sources' | 'aiNotice' | 'needsTeam'>;

/** An answer that somebody of the team looks at before the asker sees it. */
export type AnswerDraft = Omit<store.StoredDraft, 'language'> & {
  /** null: its text was deleted. */
  said: Said | null;
  settings: Settings;
};

/** Writes down that an answer waits for the team; its card is posted next, or by whoever finds it due. */
export async function keepDraft(core: Core, draft: DraftKey & { cardChannelId: string }): Promise<void> {
  const now = core.clock();
  const times = { createdAt: new Date(now), dueAt: new Date(now + LEASE_MS) };
  await store.insertDraft(core.database, { ...draft, ...times });
}

/** @returns null: nothing of it is kept, or it belongs to another server. */
export async function findDraft(core: Core, key: DraftKey): Promise<AnswerDraft | null> {
  const stored = await store.findDraft(core.database, key);
  return stored && complete(core, stored);
}

/** More are not listed. */
export const MAX_WAITING_DRAFTS = 100;

/** Drafts that somebody of the team has to decide, those that have waited longest first. */
export function listWaiting(core: Core, serverId: string): Promise<store.StoredDraft[]> {
  return store.listWaiting(core.database, serverId, MAX_WAITING_DRAFTS);
}

/** With the sources as they are called now: those that are gone are no sources any more. */
async function complete(core: Core, stored: store.StoredDraft): Promise<AnswerDraft> {
  const { serverId, answerId: id, usedIds, answer, language: asked, ...rest } = stored;
  const settings = parseSettings((await getServer(core, serverId)).settings);
  const language = asked ?? settings.language;
  const entries = [...new Set(usedIds.map(entryIdOf))];
  const sources = answer === null ? [] : await readSources(core.database, serverId, entries);
  // The reader may still ask for the team, which has only looked at it.
  const shown = {
    id,
    kind: 'answer' as const,
    language,
    sources,
    aiNotice: NOTICES[language].ai,
    needsTeam: false,
  };
  const said = answer === null ? null : { ...shown, answer };
  return { ...rest, serverId, answerId: id, usedIds, answer, settings, said };
}

/** `decided`: by this call; `known`: by somebody before; `gone`: there is no text any more. */
export type DraftClaim = 'decided' | 'known' | 'gone';

/** Decides an open draft: of all who try, in whichever process, one is told `decided`, and carries it out. */
export async function decideDraft(
  core: Core,
  decision: DraftKey & {
    state: 'sent' | 'discarded';
    pressId: string;
    text?: string;
    by?: Actor & { action: AuditAction };
  },
): Promise<DraftClaim> {
  const { serverId, answerId, state, pressId, text = null, by } = decision;
  const now = core.clock();
  const times = { at: new Date(now), dueAt: new Date(now + LEASE_MS) };
  const claim = { serverId, answerId, state, decisionId: pressId, text, ...times };
  const deed = by ? { ...(await toNamed(core, by)), action: by.action } : null;
  if (await store.decideDraft(core.database, claim, deed)) {
    if (deed) await forgetUnnamed(core, deed).catch(() => undefined);
    return 'decided';
  }
  const draft = await store.findDraft(core.database, { serverId, answerId });
  return draft === null || draft.answer === null ? 'gone' : 'known';
}

/** What the asker is told: with the personal data that stands in the draft as placeholders. */
export async function tellWithPersonalData<Told extends { serverId: string; answerId: string; said: Said }>(
  core: Core,
  draft: Told,
): Promise<Told> {
  const { serverId, answerId, said } = draft;
  const sent = (await findLogged(core.database, serverId, answerId))?.sent ?? null;
  const values = (sent && openTold(core, { serverId, id: answerId }, sent)?.values) ?? {};
  return { ...draft, said: { ...said, answer: putBack(said.answer, values) } };
}

/** Whether the asker knows nothing of a draft, as where the bot observes; so nobody waits for it. */
export function isSilent({ askedState, isCommand, replyIds, state }: AnswerDraft): boolean {
  return askedState === 'answered' && !isCommand && state !== 'sent' && replyIds?.length === 0;
}

/** The card stands; a day later the team is reminded of it. */
export function noteCard(core: Core, draft: AnswerDraft, cardIds: readonly string[]): Promise<void> {
  const dueAt = isSilent(draft) ? null : new Date(draft.createdAt.getTime() + REMIND_MS);
  return store.noteCard(core.database, draft, { cardIds, dueAt });
}

export function noteReminder(core: Core, draft: AnswerDraft): Promise<void> {
  const now = new Date(core.clock());
  return store.changeDraft(core.database, draft, { toldAt: now, dueAt: null, now });
}

/** Notes that the decision is carried out. @param replyIds of the messages that hold what was sent. */
export async function noteReplies(
  core: Core,
  draft: AnswerDraft,
  replyIds: readonly string[],
): Promise<void> {
  if (draft.state === 'sent' && replyIds.length > 0) await store.addReplies(core.database, draft, replyIds);
}

/** Its card says so too: nobody has to go on with it. */
export function endDraft(core: Core, draft: AnswerDraft): Promise<void> {
  return store.changeDraft(core.database, draft, { dueAt: null, now: new Date(core.clock()) });
}

export function findDecision(core: Core, draft: DraftKey) {
  return store.findDecision(core.database, draft);
}

/** It cannot be sent to anybody any more. */
export async function putAside(core: Core, draft: AnswerDraft): Promise<void> {
  await store.forgetDecision(core.database, draft);
  return store.changeDraft(core.database, draft, {
    state: 'discarded',
    dueAt: null,
    now: new Date(core.clock()),
  });
}

export function forgetDraft(core: Core, draft: DraftKey): Promise<void> {
  return store.deleteDraft(core.database, draft);
}

/** Drafts of these servers that somebody has to go on with, each for this process alone for a minute. */
export async function takeDueDrafts(core: Core, serverIds: readonly string[]): Promise<AnswerDraft[]> {
  const now = core.clock();
  const lease = { now: new Date(now), leaseUntil: new Date(now + LEASE_MS), limit: DUE_AT_ONCE };
  const taken = await store.takeDueDrafts(core.database, { serverIds, ...lease });
  return Promise.all(taken.map((stored) => complete(core, stored)));
}

/** In place of the id of an answer, which is too long for a nonce: at most 20 characters, the same in every process. */
export function nonceOf(purpose: string, answerId: string): string {
  return hash('sha256', `${purpose} ${answerId}`, 'base64url').slice(0, 20);
}

export function teamLanguageOf({ settings }: Pick<AnswerDraft, 'settings'>) {
  return interfaceLanguageOf(settings.language);
}
