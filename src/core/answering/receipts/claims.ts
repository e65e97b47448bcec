import { findUsed } from '../../../adapters/db/answering/answer-log.ts';
import type { Language, Server } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { getKnowledgeIndex } from '../../search/knowledge-index.ts';
import { entryIdOf } from '../../search/passages.ts';
import { readReceipts } from './receipts.ts';

/** A sentence of an answer, and the sentence of the knowledge that carries it. */
export interface SourcedSentence {
  text: string;
  entryId: string;
  quote: string;
}

interface KnownPassage {
  id: string;
  text: string;
  language?: Language | null;
}

/** The claims of an answer; a courtesy is none. @param passages that it rests on, without titles */
export function toClaims(
  answer: string,
  language: Language,
  passages: readonly KnownPassage[],
): SourcedSentence[] {
  const known = passages.map(({ id, text, language: own = null }) => ({ id, text, language: own }));
  const receipts = readReceipts(answer, language, known);
  return receipts.flatMap(({ text, passageId, quote }) =>
    passageId !== null && quote !== null ? [{ text, entryId: entryIdOf(passageId), quote }] : [],
  );
}

/** The same of a kept answer, as the knowledge says it now. */
export async function listClaims(
  core: Core,
  server: Server,
  { id, answer, language }: { id: string; answer: string; language: Language },
): Promise<SourcedSentence[]> {
  const [usedIds, { pieces }] = await Promise.all([
    findUsed(core.database, server.id, id),
    getKnowledgeIndex(core, server),
  ]);
  const passages = usedIds.flatMap((usedId) => pieces.get(usedId) ?? []);
  return toClaims(answer, language, passages);
}
