import * as store from '../../../adapters/db/knowledge/knowledge.ts';
import { IsolateError } from '../../../adapters/isolate.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_KNOWLEDGE_ENTRIES } from '../../../domain/limits.ts';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import { runInSlices } from '../../runtime/slices.ts';
import { fullKnowledge, isSameContent } from '../entry.ts';
import { addProposals, toWordings } from '../wordings.ts';
import { checkCandidates, type ImportedEntry, type ReadImport } from './check.ts';
import type { ImportFormat } from './formats.ts';
import { type Explained, explain } from './issues.ts';
import type { ReadPack } from './read-isolated.ts';
import type { Candidate, ImportUnit } from './record.ts';
import { readCandidates } from './texts.ts';

const READER = new URL('./read-isolated.ts', import.meta.url).href;

interface ImportOptions {
  serverId: string;
  file?: string;
  format: ImportFormat;
  isStrict?: boolean;
  /** Told how many of all entries are written, a thousand at a time. */
  onWritten?: (written: number, all: number) => void;
}

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
}

export interface ImportResult extends ImportCounts {
  /** Counted by the numbers of rejections and warnings. */
  unit: ImportUnit;
  rejected: Explained[];
  warnings: Explained[];
  /** The added and changed entries. */
  writtenIds: string[];
}

/** One is read while the others wait in memory; no server keeps the others out. */
const MAX_READING = 5;
const MAX_READING_PER_SERVER = 2;
const RETRY_SECONDS = 5;

/** The servers of the files that are read or wait. */
const reading: string[] = [];

/**
 * Reads a file in a process of its own with caps of time, memory and output. The result says what it holds or why it
 * was refused; nothing is written.
 * @throws AppError('too_many_uploads'), or the reason of `signal`.
 */
export async function readImport(
  core: Core,
  input: ImportOptions & { bytes: Uint8Array },
  signal?: AbortSignal,
): Promise<ReadImport> {
  return takePlace(input.serverId, () => readAway(core, input, signal));
}

/** Reads a file of any kind while there is room for it. @throws AppError('too_many_uploads') */
export async function takePlace<Result>(serverId: string, read: () => Promise<Result>): Promise<Result> {
  const own = reading.filter((one) => one === serverId).length;
  if (reading.length >= MAX_READING || own >= MAX_READING_PER_SERVER)
    throw new AppError('too_many_uploads', { retryAfterSeconds: RETRY_SECONDS });
  reading.push(serverId);
  try {
    return await read();
  } finally {
    reading.splice(reading.indexOf(serverId), 1);
  }
}

async function readAway(
  core: Core,
  { bytes, format, file, isStrict }: ImportOptions & { bytes: Uint8Array },
  signal?: AbortSignal,
): Promise<ReadImport> {
  const task = { module: READER, about: { format, name: file }, bytes };
  const packs = await core.isolate.run(task, signal).catch((error: unknown) => {
    if (!(error instanceof IsolateError)) throw error;
    core.log.debug({ err: error, format }, 'imported file not read');
    return [toFault(format, error)];
  });
  const [first] = packs;
  const source = { format: first ? open(first).format : format, file, isStrict };
  return runInSlices(checkCandidates(core, openAll(packs), source));
}

function toFault(format: ImportFormat, { fault }: IsolateError): ReadPack {
  return { format, candidates: [{ line: 1, fault: fault === 'failed' ? 'broken' : fault }] };
}

/** One pack after the other, so that nobody waits for all of them. */
function* openAll(packs: readonly (Buffer | ReadPack)[]): Generator<Candidate> {
  for (const pack of packs) yield* open(pack).candidates;
}

function open(pack: Buffer | ReadPack): ReadPack {
  return Buffer.isBuffer(pack) ? JSON.parse(pack.toString()) : pack;
}

/**
 * Imports a file; the same id updates. Faulty lines are warnings where others are sound; nothing is written if the
 * whole file cannot be read, or with `isStrict` any of it.
 * @throws AppError('not_found'), or 'invalid_input' with `entries` as `param` if the server has no room.
 */
export async function importFile(
  core: Core,
  input: ImportOptions & { bytes: Uint8Array },
): Promise<ImportResult> {
  await getServer(core, input.serverId);
  return write(core, input, await readImport(core, input));
}

/** The same for trusted text, such as the demo's, in this process. */
export async function importKnowledge(
  core: Core,
  input: ImportOptions & { text: string },
): Promise<ImportResult> {
  await getServer(core, input.serverId);
  const { text, format, file } = input;
  return write(
    core,
    input,
    await runInSlices(checkCandidates(core, readCandidates(text, format, file), input)),
  );
}

async function write(core: Core, input: ImportOptions, read: ReadImport): Promise<ImportResult> {
  const { serverId, onWritten } = input;
  const said = {
    unit: read.unit,
    rejected: read.rejected.map((issue) => explain(issue, read.unit)),
    warnings: read.warnings.map((issue) => explain(issue, read.unit)),
  };
  if (read.rejected.length > 0) return { added: 0, updated: 0, unchanged: 0, writtenIds: [], ...said };
  return { ...(await writeImport(core, serverId, read.entries, onWritten)), ...said };
}

/** @throws AppError('invalid_input') with `entries` as `param` if the server has no room. */
export async function writeImport(
  core: Core,
  serverId: string,
  entries: readonly ImportedEntry[],
  onWritten?: ImportOptions['onWritten'],
): Promise<ImportCounts & { writtenIds: string[] }> {
  const makePlan = (stored: KnowledgeEntry[]) => {
    const plan = planImport(stored, entries);
    requireRoom(stored.length + plan.added.length);
    return { writes: [...plan.added, ...plan.updated], counts: countPlan(plan) };
  };
  const { writes, counts } = await store.changeKnowledge(core.database, serverId, makePlan, onWritten);
  return { ...counts, writtenIds: writes.map(({ id }) => id) };
}

export function requireRoom(total: number): void {
  if (total > MAX_KNOWLEDGE_ENTRIES) throw fullKnowledge(`; this would make ${total}`);
}

interface ImportPlan {
  added: KnowledgeEntry[];
  updated: KnowledgeEntry[];
  unchanged: number;
}

/** The changes that an import would make; the same id updates. */
export function planImport(
  stored: readonly KnowledgeEntry[],
  imported: readonly ImportedEntry[],
): ImportPlan {
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  const entries = imported.map((one) => keepQuestions(one, byId.get(one.entry.id)));
  const added = entries.filter((entry) => !byId.has(entry.id));
  const updated = entries.filter((entry) => {
    const old = byId.get(entry.id);
    return old !== undefined && !isSameContent(old, entry);
  });
  return { added, updated, unchanged: entries.length - added.length - updated.length };
}

export function countPlan({ added, updated, unchanged }: ImportPlan): ImportCounts {
  return { added: added.length, updated: updated.length, unchanged };
}

/** A model's proposals stay beside the file's wordings, for the owner to take out. */
function keepQuestions({ entry, saysQuestions }: ImportedEntry, old?: KnowledgeEntry): KnowledgeEntry {
  if (!old) return entry;
  const said = saysQuestions ? entry : { ...entry, ...toWordings(entry.title, old.questions, old.proposed) };
  return { ...said, ...addProposals(said, old.proposed) };
}
