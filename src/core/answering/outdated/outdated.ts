import * as store from '../../../adapters/db/answering/outdated.ts';
import { readHistories } from '../../../adapters/db/knowledge/versions.ts';
import type { EntryVersion, Server } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import { parseSettings } from '../../owners/settings.ts';
import type { Reading } from '../../runtime/readings.ts';
import { shareWork } from '../../runtime/shared-work.ts';
import { REST_MS, runInSlices, type Steps } from '../../runtime/slices.ts';
import { entryIdOf } from '../../search/passages.ts';
import { compareAnswer } from './compare.ts';

export type { ListedClaim } from '../../../adapters/db/answering/outdated.ts';

const DAY_MS = 24 * 3_600_000;
/** A process that dies while it looks holds up the next one no longer. */
const CLAIM_MS = 10 * 60_000;
/** Bounds one run of the job; the next comes a minute later. */
const SERVERS_PER_RUN = 100;
const ANSWERS_PER_PAGE = 200;

/** What people were told in the last days and the knowledge says otherwise by now. @throws AppError('not_found') */
export async function listOutdated(core: Core, serverId: string) {
  const server = await getServer(core, serverId);
  await shareWork(core, `outdated ${server.revision} ${server.id}`, () => lookAgain(core, server));
  return store.listOutdated(core.database, serverId, { since: sinceOf(core, server), limit: null });
}

/** The same as far as it was looked at, which happens within a minute. */
export function readOutdated(
  core: Core,
  server: Server,
  { limit, reading }: { limit: number; reading: Reading },
): Promise<store.ListedClaim[]> {
  const range = { since: sinceOf(core, server), limit };
  return reading.read((database) => store.listOutdated(database, server.id, range));
}

/** Looks again at the answers of servers whose entries changed or expired; each in one process of all. */
export async function checkAnswers(core: Core, signal: AbortSignal): Promise<void> {
  for (const { id } of await store.listUnlooked(core.database, new Date(core.clock()), SERVERS_PER_RUN)) {
    signal.throwIfAborted();
    await lookAgain(core, await getServer(core, id), signal);
  }
}

function sinceOf(core: Core, { settings }: Server): Date {
  return new Date(core.clock() - parseSettings(settings).outdated_days * DAY_MS);
}

async function lookAgain(core: Core, server: Server, signal?: AbortSignal): Promise<void> {
  const { database } = core;
  const now = new Date(core.clock());
  const until = new Date(now.getTime() + CLAIM_MS);
  const before = await store.claimLook(database, server.id, { now, until });
  if (!before) return;
  try {
    const entryIds = await store.listChangedEntries(database, server.id, before, now);
    if (entryIds.length > 0) await compareAnswers(core, server, { entryIds, now }, signal);
    await store.noteLook(database, server.id, { revision: server.revision, at: now });
  } catch (error) {
    // A claim that stays ends by itself.
    await store.noteLook(database, server.id).catch(() => undefined);
    throw error;
  }
}

async function compareAnswers(
  core: Core,
  server: Server,
  { entryIds, now }: { entryIds: readonly string[]; now: Date },
  signal?: AbortSignal,
): Promise<void> {
  const { database } = core;
  const page = { entryIds, since: sinceOf(core, server), limit: ANSWERS_PER_PAGE };
  for (let after: store.RestingAnswer | null = null; ; ) {
    signal?.throwIfAborted();
    const answers: store.RestingAnswer[] = await store.pageResting(database, server.id, { ...page, after });
    const used = new Set(answers.flatMap(({ usedIds }) => usedIds.map(entryIdOf)));
    const histories = await readHistories(database, server.id, { ids: [...used] });
    const claims = await runInSlices(comparePage(answers, histories, now), { restMs: REST_MS });
    const answerIds = answers.map(({ id }) => id);
    await store.saveOutdated(database, server.id, { answerIds, claims, at: now });
    if (answers.length < ANSWERS_PER_PAGE) return;
    after = answers.at(-1) ?? null;
  }
}

type Histories = Awaited<ReturnType<typeof readHistories>>;

function* comparePage(
  answers: readonly store.RestingAnswer[],
  histories: Histories,
  now: Date,
): Steps<store.OutdatedClaim[]> {
  const claims: store.OutdatedClaim[] = [];
  for (const { id, answer, language, usedIds, knowledgeRevision } of answers) {
    const known = [...new Set(usedIds.map(entryIdOf))].map((entryId) => histories.get(entryId) ?? []);
    const before = known.flatMap(
      (history) => history.find(({ until }) => until === null || until >= knowledgeRevision)?.entry ?? [],
    );
    const after = known.flatMap((history) => currentOf(history, now) ?? []);
    const isSame = sayOf(before) === sayOf(after);
    // An entry whose versions are gone by now cannot be held against anything.
    const found =
      isSame || before.length < known.length
        ? []
        : compareAnswer({ answer, language: language ?? 'en' }, before, after);
    claims.push(...found.map((one) => ({ ...one, answerId: id })));
    yield;
  }
  return claims;
}

function currentOf(history: NonNullable<ReturnType<Histories['get']>>, now: Date): EntryVersion | null {
  const last = history.at(-1);
  const entry = last?.until === null ? last.entry : null;
  if (entry?.status !== 'active') return null;
  return entry.valid_until !== null && Date.parse(entry.valid_until) <= now.getTime() ? null : entry;
}

function sayOf(entries: readonly EntryVersion[]): string {
  return JSON.stringify(entries.map(({ id, title, text, link }) => [id, title, text, link]));
}
