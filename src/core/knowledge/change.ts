import type { z } from 'zod';
import * as store from '../../adapters/db/knowledge/changes.ts';
import { findEntry } from '../../adapters/db/knowledge/knowledge.ts';
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
import { withdrawEntry } from './withdrawal.ts';
import { toWordings, withoutOwn } from './wordings.ts';

/** What an owner says in an entry; `validUntil` is an ISO date, valid to its end, or a moment. */
interface GivenEntry {
  serverId: string;
  title: string;
  text: string;
  link?: string | null;
  language?: Language | null;
  validUntil?: string | null;
  /** Other wordings; left out: those it has stay. */
  questions?: readonly string[] | null;
  /** Those of them that are the owner's from now on, whoever proposed them. */
  own?: readonly string[];
}

/**
 * Adds one entry. What stands there already is never overwritten: a title that is known is refused.
 * @throws AppError('not_found' | 'already_exists', its `details.id`), or 'invalid_input' with the faulty field as
 * `param` (`entries`: the server is full).
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
 * Changes what an entry says; its id, its source and where it comes from stay. The next question is answered with it.
 * @param input.version what `versionOf` gave for the entry that was looked at; left out: whatever stands there.
 * @throws AppError('not_found' | 'already_exists', its `details.id`), or 'invalid_input' with the faulty field as
 * `param` (`source`: it comes from a documentation link; `version`: it was changed meanwhile).
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
      throw invalid('version', `The entry ${entryId} was changed meanwhile.`);
    if (titled !== null) throw knownTitle(titled);
    return changed;
  });
}

/**
 * Makes an entry of this id say exactly this: what is left out is as in a new one, but for the other wordings, for
 * those that owner and model found here are unknown to who keeps the knowledge elsewhere. One that says it already
 * stays untouched. A new one counts as imported.
 * @throws AppError('already_exists', its `details.id`), or 'invalid_input' with the faulty field as `param`
 * (`source`: such an id is of a documentation link; `entries`: the server is full).
 */
export async function putEntry(
  core: Core,
  input: GivenEntry & { entryId: string },
): Promise<{ entry: KnowledgeEntry; outcome: 'added' | 'changed' | 'unchanged' }> {
  const { serverId, entryId } = input;
  refuseEntryOfLink(entryId);
  const given = parse(input);
  const wanted = { id: entryId, title: given.title, limit: MAX_KNOWLEDGE_ENTRIES };
  let outcome: 'added' | 'changed' | 'unchanged' = 'added';
  const entry = await store.writeEntry(core.database, serverId, wanted, ({ stored, titled, isFull }) => {
    const added = { source: 'import' as const, provenance: {} };
    const put = stored ? restate(core, stored, given) : toEntry(core, { ...given, id: entryId }, added);
    outcome = stored === null ? 'added' : isSameContent(stored, put) ? 'unchanged' : 'changed';
    if (stored && outcome === 'unchanged') return stored;
    if (titled !== null) throw knownTitle(titled);
    if (isFull) throw fullKnowledge();
    return put;
  });
  return { entry, outcome };
}

/** A stored entry with other words: its id, its source and where it comes from stay. */
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
 * What an approved suggestion made counts as rejected then.
 * @throws AppError('not_found'), or 'invalid_input' (`source`) for what a link brings: it would come back with the
 * next crawl.
 */
export async function removeKnowledge(core: Core, serverId: string, entryId: string): Promise<void> {
  await getServer(core, serverId);
  refuseEntryOfLink(entryId);
  if (await withdrawEntry(core, serverId, entryId)) return;
  if (!(await store.deleteKnowledge(core.database, serverId, entryId))) throw missingEntry(entryId);
}

/** @throws AppError('not_found') */
export async function getEntry(core: Core, serverId: string, entryId: string): Promise<KnowledgeEntry> {
  const entry = await findEntry(core.database, serverId, entryId);
  if (!entry) throw missingEntry(entryId);
  return entry;
}

function parse({ title, text, link, language, validUntil, questions }: GivenEntry) {
  return parseGiven(entrySchema, { title, text, link, language, valid_until: validUntil, questions });
}

/** @throws AppError('invalid_input', `source`) */
export function refuseEntryOfLink(entryId: string): void {
  if (!entryId.startsWith(PAGE_ENTRY_PREFIX)) return;
  const message = 'This entry comes from a documentation link and would come back; remove the link instead.';
  throw invalid('source', message);
}

function knownTitle(id: string): AppError {
  const message = `There is an entry with this title already: ${id}.`;
  return new AppError('already_exists', { message, details: { id } });
}
