import { hash } from 'node:crypto';
import { readUsableKnowledge } from '../../adapters/db/knowledge/knowledge.ts';
import type { ContradictingEntry, StoredContradiction, UsableEntry } from '../../domain/types.ts';
import { cutIntoPieces } from '../answering/passages.ts';
import type { Core } from '../core.ts';
import { REST_MS, runInSlices, type Steps } from '../slices.ts';
import type { Claim } from './claims/claim.ts';
import { readClaims } from './claims/claims.ts';
import { type Pair, pairUp } from './claims/pairs.ts';

/** Compares all usable entries of a server with each other. `validUntil`: when the first of them is no longer usable. */
export async function findContradictions(
  core: Core,
  serverId: string,
  now: Date,
): Promise<{ found: StoredContradiction[]; validUntil: Date | null }> {
  const read = await readAll(core, serverId, now);
  const pairs = await runInSlices(pairUp(read.claims), { restMs: REST_MS });
  return {
    found: pairs.map((pair) => toContradiction(pair, read.entries)),
    validUntil: Number.isFinite(read.validUntil) ? new Date(read.validUntil) : null,
  };
}

interface Read {
  claims: Claim[];
  /** What each entry with a claim is called, and a digest of what it says. */
  entries: Map<string, { title: string; digest: string }>;
  validUntil: number;
}

async function readAll(core: Core, serverId: string, now: Date): Promise<Read> {
  const read: Read = { claims: [], entries: new Map(), validUntil: Number.POSITIVE_INFINITY };
  for await (const entries of readUsableKnowledge(core.database, serverId, now))
    await runInSlices(readEntries(read, entries), { restMs: REST_MS });
  return read;
}

function* readEntries(read: Read, entries: readonly UsableEntry[]): Steps<void> {
  for (const entry of entries) {
    const { id, title, text, validUntil } = entry;
    read.validUntil = Math.min(read.validUntil, validUntil?.getTime() ?? Number.POSITIVE_INFINITY);
    const before = read.claims.length;
    for (const piece of cutIntoPieces([entry])) read.claims.push(...(yield* readClaims(piece)));
    if (read.claims.length > before) read.entries.set(id, { title, digest: digestOf(title, text) });
    yield;
  }
}

function toContradiction({ one, other }: Pair, entries: Read['entries']): StoredContradiction {
  const describe = ({ entryId, sentence, marks }: Claim): ContradictingEntry => ({
    ...{ id: entryId, title: entries.get(entryId)?.title ?? '', text: sentence, marks },
  });
  const digests = [one, other].map(({ entryId }) => `${entryId} ${entries.get(entryId)?.digest}`);
  const id = digestOf(...digests.toSorted());
  return { id, kind: one.kind, one: describe(one), other: describe(other) };
}

function digestOf(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 24);
}
