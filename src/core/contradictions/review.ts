import { findUsable } from '../../adapters/db/knowledge/knowledge.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import type { Server, UsableEntry } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';
import { shareWork } from '../runtime/shared-work.ts';
import { runInSlices } from '../runtime/slices.ts';
import { getKnowledgeIndex } from '../search/knowledge-index.ts';
import { entryIdOf } from '../search/passages.ts';
import { compareFigures } from './figures.ts';
import { openMemory } from './memory.ts';
import { compare } from './model.ts';
import { findNearest, type Statement, toStatements } from './statements.ts';

/** A suggestion is a message or two; of a longer one the beginning is held against the knowledge. */
const MOST_STATEMENTS = 3;

export interface Review {
  contradicts: { entryId: string; title: string; text: string; why: string }[];
  /** Why no model has compared it (figures alone tell then); `pending`: one is doing so. */
  unchecked: ErrorCode | 'pending' | 'no_model' | null;
}

/** Compares a text with the entries near it; concurrent calls share one. @throws AppError('not_found') */
export function review(
  core: Core,
  serverId: string,
  text: Pick<UsableEntry, 'id' | 'title' | 'text' | 'questions'>,
  signal: AbortSignal,
): Promise<Review> {
  const entry = { ...text, link: null, language: null, validUntil: null };
  const statements = toStatements(entry).slice(0, MOST_STATEMENTS);
  const key = ['review', serverId, text.id, ...statements.map(({ name }) => name)].join(' ');
  return shareWork(core, key, async () => {
    const server = await getServer(core, serverId);
    const all: Review = { contradicts: [], unchecked: core.ai ? null : 'no_model' };
    for (const statement of statements) await reviewOne(core, { server, statement, all }, signal);
    return all;
  });
}

async function reviewOne(
  core: Core,
  { server, statement, all }: { server: Server; statement: Statement; all: Review },
  signal: AbortSignal,
): Promise<void> {
  const knowledge = await getKnowledgeIndex(core, server);
  const ids = await findNearest(core, server.id, knowledge, statement, signal);
  const entries = await findUsable(core.database, server.id, new Date(core.clock()), ids.map(entryIdOf));
  const near = entries.flatMap(toStatements).filter(({ id }) => ids.includes(id));
  const memory = await openMemory(core, server.id, [statement, ...near]);
  try {
    if (core.ai) await compare(core, core.ai, { server, memory, statement, near, isDone: false }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    all.unchecked = error.code;
    core.log.info({ server: server.id, code: error.code }, 'suggestion not compared');
  }
  const figures = await runInSlices(compareFigures([statement, ...near]));
  for (const other of near) {
    const { entryId, title, text } = other;
    const figure = figures.find((finding) => finding.one === statement && finding.other === other);
    const said = memory.find(statement, other);
    const why = said === undefined ? figure?.why : said;
    const isKnown = all.contradicts.some((known) => known.entryId === entryId);
    if (typeof why === 'string' && !isKnown) all.contradicts.push({ entryId, title, text, why });
  }
}
