import type { z } from 'zod';
import * as store from '../../adapters/db/knowledge/changes.ts';
import { findEntry } from '../../adapters/db/knowledge/knowledge.ts';
import { changeSuggestions } from '../../adapters/db/learning/suggestion-changes.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_KNOWLEDGE_ENTRIES } from '../../domain/limits.ts';
import type { KnowledgeEntry, KnowledgeSource, Language } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { invalid, parseGiven } from '../owners/invalid-input.ts';
import { getServer } from '../owners/servers.ts';
import {
  entrySchema,
  fullKnowledge,
  isSameContent,
  lastDayOf,
  missingEntry,
  PAGE_ENTRY_PREFIX,
  toEntry,
  versionOf,
} from './entry.ts';
import { toWordings, withoutOwn } from './wordings.ts';

/** Begins the ids of entries that an approval made. */
const APPROVED_PREFIX = 'training:';

/** `validUntil` is an ISO date, valid to its end, or a moment. */
interface GivenEntry {
  serverId: string;
  title: string;
  text: string;
  link?: string | null;
  language?: Language | null;
  validUntil?: string | null;
  /** Other wordings; those it has stay if left out. */
  questions?: readonly string[] | null;
  /** The wordings that are the owner's from now on, whoever proposed them. */
  own?: readonly string[];
}

/**
 * Adds one entry; a known title is refused, never overwritten. @throws AppError('not_found' | 'already_exists', its
 * `details.id` | 'invalid_input' with the field, or `entries` when the server is full, as `param`)
 */
export async function addEntry(
  core: Core,
  input: GivenEntry & { source?: KnowledgeSource },
): Promise<KnowledgeEntry> {
  const { serverId, source = 'manual' } = input;
  await getServer(core, serverId);
  const entry = toEntry(core, parse(input), { source, provenance: {} });
  const outcome = await store.insertEntry(core.database, serverId, entry, MAX_KNOWLEDGE_ENTRIES);
  if (outcome.kind === 'exists') throw knownTitle(outcome.id);
  if (outcome.kind === 'full') throw fullKnowledge();
  return { ...entry, id: outcome.id };
}

/**
 * Changes an entry; its id, its source and its provenance stay. @param input.version from `versionOf`, to refuse a
 * change in between. @throws AppError('not_found' | 'already_exists', its `details.id` | 'invalid_input' with the
 * field, `source` (a link brought it) or `version` as `param`)
 */
export async function changeEntry(
  core: Core,
  input: GivenEntry & { entryId: string; version?: string },
): Promise<KnowledgeEntry> {
  const { serverId, entryId, version } = input;
  await getServer(core, serverId);
  refuseEntryOfLink(entryId);
  const given = parse(input);
  const wanted = { id: entryId, title: given.title, limit: MAX_KNOWLEDGE_ENTRIES };
  return store.writeEntry(core.database, serverId, wanted, ({ stored, titled }) => {
    if (!stored) throw missingEntry(entryId);
    const isSameDay = given.valid_until === lastDayOf(core, stored);
    const changed = {
      ...restate(core, stored, given, input.own),
      ...(isSameDay ? { validUntil: stored.validUntil } : {}),
    };
    if (isSameContent(stored, changed)) return stored;
    if (version !== undefined && version !== versionOf(stored))
      throw invalid('version', `The entry ${entryId} was changed in the meantime.`);
    if (titled !== null) throw knownTitle(titled);
    return changed;
  });
}

/** `sourceSystem`: what the caller calls itself; what is there stays if left out. */
interface PutInput extends Omit<GivenEntry, 'serverId' | 'own'> {
  entryId: string;
  sourceSystem?: string | null | undefined;
}

type Put = ReturnType<typeof readPut>;

export interface PutResult {
  entry: KnowledgeEntry;
  outcome: 'added' | 'changed' | 'unchanged';
}

/**
 * Makes an entry of this id say exactly this; only the other wordings that owner and model found here stay. A new one
 * counts as imported. @throws AppError('already_exists', its `details.id` | 'invalid_input' with the field, `source`
 * (the id of a link) or `entries` (the server is full) as `param`)
 */
export async function putEntry(
  core: Core,
  { serverId, ...input }: PutInput & { serverId: string },
): Promise<PutResult> {
  const put = readPut(input);
  const wanted = { ...put.wanted, limit: MAX_KNOWLEDGE_ENTRIES };
  let outcome: PutResult['outcome'] = 'unchanged';
  const entry = await store.writeEntry(core.database, serverId, wanted, (found) => {
    const planned = planPut(core, put, found);
    ({ outcome } = planned);
    return planned.entry;
  });
  return { entry, outcome };
}

/**
 * The same of many at once, one after the other and in one transaction. What refuses one stands in its place and
 * harms no other.
 */
export async function putEntries(
  core: Core,
  { serverId, entries }: { serverId: string; entries: readonly PutInput[] },
): Promise<(PutResult | AppError)[]> {
  const read = entries.map((input) => orRefusal(() => readPut(input)));
  const sound = read.filter((put): put is Put => !(put instanceof AppError));
  const places = { wanted: sound.map(({ wanted }) => wanted), limit: MAX_KNOWLEDGE_ENTRIES };
  const results = new Map<Put, PutResult | AppError>();
  await store.writeEntries(core.database, serverId, places, (found, index) => {
    const put = sound[index] as Put;
    const planned = orRefusal(() => planPut(core, put, found));
    results.set(put, planned);
    return planned instanceof AppError || planned.outcome === 'unchanged' ? null : planned.entry;
  });
  return read.map((put) => (put instanceof AppError ? put : (results.get(put) as PutResult | AppError)));
}

function orRefusal<Result>(act: () => Result): Result | AppError {
  try {
    return act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** @throws AppError as `putEntry` */
function readPut(input: PutInput) {
  refuseEntryOfLink(input.entryId);
  const given = parse(input);
  return { given, sourceSystem: input.sourceSystem, wanted: { id: input.entryId, title: given.title } };
}

/** @returns the stored entry itself where nothing changes. @throws AppError as `putEntry` */
function planPut(
  core: Core,
  { given, sourceSystem, wanted: { id } }: Put,
  { stored, titled, isFull }: store.FoundEntry,
): PutResult {
  const system = sourceSystem ? { system: sourceSystem } : {};
  const base = stored
    ? restate(core, stored, given)
    : toEntry(core, { ...given, id }, { source: 'import', provenance: {} });
  const entry = { ...base, provenance: { ...base.provenance, ...system } };
  const isSame = stored && isSameContent(stored, entry);
  if (isSame && stored.provenance.system === entry.provenance.system)
    return { entry: stored, outcome: 'unchanged' };
  if (titled !== null) throw knownTitle(titled);
  if (isFull && !stored) throw fullKnowledge();
  return { entry, outcome: stored ? 'changed' : 'added' };
}

function restate(
  core: Core,
  { id, source, provenance, questions, proposed }: KnowledgeEntry,
  given: z.infer<typeof entrySchema>,
  own?: readonly string[],
): KnowledgeEntry {
  return {
    ...toEntry(core, { ...given, id }, { source, provenance }),
    provenance,
    ...toWordings(given.title, given.questions ?? questions, withoutOwn(proposed, own)),
  };
}

/**
 * Removes an entry; the suggestion that made it counts as rejected. @throws AppError('not_found' | 'invalid_input',
 * `source`, for an entry of a link, which the next crawl would bring back)
 */
export async function removeKnowledge(core: Core, serverId: string, entryId: string): Promise<void> {
  await getServer(core, serverId);
  refuseEntryOfLink(entryId);
  if (await withdrawEntry(core, serverId, entryId)) return;
  if (!(await store.deleteKnowledge(core.database, serverId, entryId))) throw missingEntry(entryId);
}

/** Removes an entry that an approval made; its suggestion counts as rejected. @returns false for another entry. */
async function withdrawEntry(core: Core, serverId: string, entryId: string): Promise<boolean> {
  if (!entryId.startsWith(APPROVED_PREFIX)) return false;
  const id = entryId.slice(APPROVED_PREFIX.length);
  let isWithdrawn = false;
  await changeSuggestions(core.database, serverId, [id], ([stored]) => {
    isWithdrawn = stored?.state === 'approved' && stored.entryId === entryId;
    const decidedAt = new Date(core.clock());
    return isWithdrawn ? { changes: [{ id, state: 'rejected', decidedAt, dropsEntry: true }] } : {};
  });
  return isWithdrawn;
}

export async function getEntry(core: Core, serverId: string, entryId: string): Promise<KnowledgeEntry> {
  const entry = await findEntry(core.database, serverId, entryId);
  if (!entry) throw missingEntry(entryId);
  return entry;
}

function parse({ title, text, link, language, validUntil, questions }: Omit<GivenEntry, 'serverId'>) {
  return parseGiven(entrySchema, { title, text, link, language, valid_until: validUntil, questions });
}

export function refuseEntryOfLink(entryId: string): void {
  if (!entryId.startsWith(PAGE_ENTRY_PREFIX)) return;
  const message = 'This entry comes from a documentation link and would come back; remove the link instead.';
  throw invalid('source', message);
}

export function knownTitle(id: string): AppError {
  const message = `There is already an entry with this title: ${id}.`;
  return new AppError('already_exists', { message, details: { id } });
}
