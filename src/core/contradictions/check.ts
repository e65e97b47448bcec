import { hash } from 'node:crypto';
import { type Check, removeOldComparisons } from '../../adapters/db/knowledge/contradictions.ts';
import { readUsableKnowledge } from '../../adapters/db/knowledge/knowledge.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { truncateAtWord } from '../../domain/text.ts';
import type { Server, StoredContradiction, UsableEntry } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { REST_MS, runInSlices, type Steps } from '../runtime/slices.ts';
import { getKnowledgeIndex } from '../search/knowledge-index.ts';
import { compareFigures } from './figures.ts';
import { type Finding, type Memory, openMemory } from './memory.ts';
import { compare } from './model.ts';
import { findNearest, type Statement, toStatements } from './statements.ts';

const SHOWN_CHARACTERS = 400;
/** A backend that fails so often in a row is away. */
const MOST_FAULTS = 3;

/** How much may be asked: `calls`, and one part in `share` of the week where that is less than usual. */
export interface CallBudget {
  calls: number;
  share?: number;
}

interface Read {
  entries: Map<string, { title: string; digest: string }>;
  statements: Statement[];
  validUntil: Date | null;
}

/** Compares each passage once with those near it. @returns also when the first entry expires. */
export async function checkKnowledge(core: Core, server: Server, bounds: CallBudget, signal: AbortSignal) {
  const read: Read = { entries: new Map(), statements: [], validUntil: null };
  for await (const entries of readUsableKnowledge(core.database, server.id, new Date(core.clock())))
    await runInSlices(readEntries(read, entries), { restMs: REST_MS });
  const memory = await openMemory(core, server.id, read.statements);
  const rest = await compareRest(core, server, { ...read, memory, bounds }, signal);
  const found = await runInSlices(listPairs(read, memory), { restMs: REST_MS });
  const names = read.statements.map(({ name }) => name);
  if (bounds.calls > 0) await removeOldComparisons(core.database, server.id, names, new Date(core.clock()));
  return { found, ...rest, validUntil: read.validUntil };
}

function* readEntries(read: Read, entries: readonly UsableEntry[]): Steps<void> {
  for (const entry of entries) {
    const { id, title, text, validUntil } = entry;
    if (validUntil && !(read.validUntil && read.validUntil < validUntil)) read.validUntil = validUntil;
    read.statements.push(...toStatements(entry));
    read.entries.set(id, { title, digest: digestOf(title, text) });
    yield;
  }
}

async function compareRest(
  core: Core,
  server: Server,
  { statements, entries, memory, bounds }: Read & { memory: Memory; bounds: CallBudget },
  signal: AbortSignal,
): Promise<Omit<Check, 'found'>> {
  const waiting = statements.filter((statement) => !memory.done.has(statement.name));
  if (!core.ai || entries.size < 2 || waiting.length === 0) return { uncompared: 0, fault: null };
  if (bounds.calls === 0) return { uncompared: waiting.length, fault: null };
  const knowledge = await getKnowledgeIndex(core, server);
  const byId = new Map(statements.map((statement) => [statement.id, statement]));
  const terms = { server, memory, isDone: true, ...bounds };
  let { calls } = bounds;
  const faults: ErrorCode[] = [];
  let done = 0;
  for (const statement of waiting) {
    if (calls === 0 || faults.length === MOST_FAULTS || faults.at(-1) === 'quota_exhausted') break;
    const ids = await findNearest(core, server.id, knowledge, statement, signal);
    const near = ids.flatMap((id) => byId.get(id) ?? []);
    try {
      if (await compare(core, core.ai, { ...terms, statement, near }, signal)) calls -= 1;
      done += 1;
      faults.length = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      faults.push(error.code);
      core.log.info({ server: server.id, code: error.code }, 'entries not compared');
    }
  }
  return { uncompared: waiting.length - done, fault: faults.at(-1) ?? null };
}

/** Names a pair of entries once, however many of their passages contradict each other. */
function* listPairs({ statements, entries }: Read, memory: Memory): Steps<StoredContradiction[]> {
  const byName = Map.groupBy(statements, ({ name }) => name);
  const pairs = new Map<string, StoredContradiction>();
  const note = ({ one, other, why }: Finding) => {
    const both = one.entryId < other.entryId ? ([one, other] as const) : ([other, one] as const);
    const id = digestOf(...both.map(({ entryId }) => `${entryId} ${entries.get(entryId)?.digest}`));
    if (one.entryId !== other.entryId && !pairs.has(id))
      pairs.set(id, { id, why, one: describe(both[0]), other: describe(both[1]) });
  };
  const describe = ({ entryId, title, text }: Statement) => ({
    ...{ id: entryId, title: entries.get(entryId)?.title ?? title },
    text: truncateAtWord(text, SHOWN_CHARACTERS),
  });
  for (const one of statements) {
    for (const name of memory.contradicting(one))
      for (const other of byName.get(name) ?? []) note({ one, other, why: memory.find(one, other) ?? '' });
    yield;
  }
  for (const finding of yield* compareFigures(statements))
    if (memory.find(finding.one, finding.other) === undefined) note(finding);
  return [...pairs.values()];
}

function digestOf(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 24);
}
