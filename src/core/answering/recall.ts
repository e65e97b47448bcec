import type { ChatMessage, Server, TokenUsage } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import type { PlanLimits } from '../quota/plan-limits.ts';
import { findNeighbours } from '../search/embeddings.ts';
import { fuse, type Hit } from '../search/fuse.ts';
import type { KnowledgeIndex } from '../search/knowledge.ts';
import { getKnowledgeIndex } from '../search/knowledge-index.ts';
import { queriesOf, search } from '../search/search.ts';
import type { FoundPassage, RecalledPassage } from './passages.ts';

/** Each list contains this many times the wanted passages, so that fusing has a choice. */
const FUSION_DEPTH = 4;

export interface Recalled {
  /** Best first. */
  passages: RecalledPassage[];
  /** The server's whole knowledge, in an order independent of the question; null if no prompt can hold it. */
  whole: RecalledPassage[] | null;
  /** 0 to 1: how surely the knowledge covers the question at all. */
  confidence: number;
  /** Hosts that the answer may link to. */
  hosts: Set<string>;
  /** Tokens that embedding the question took. */
  usage: TokenUsage | null;
}

/**
 * Finds passages for a conversation: by words, and by meaning where embeddings are configured.
 * @param rewritten the question as a thorough level rewrote it, self-contained.
 */
export async function recall(
  core: Core,
  input: {
    server: Server;
    planLimits: PlanLimits;
    messages: readonly ChatMessage[];
    rewritten?: string | null;
    signal: AbortSignal;
  },
): Promise<Recalled> {
  const { server, messages, rewritten, signal } = input;
  const { passages: limit, usesEmbeddings } = input.planLimits.levelLimits;
  const knowledge = await getKnowledgeIndex(core, server);
  const queries = queriesOf(messages);
  if (rewritten) queries.unshift({ text: rewritten, weight: 1 });
  const depth = usesEmbeddings ? limit * FUSION_DEPTH : limit;
  const { hits, confidence } = search(knowledge.index, queries, depth);
  const question = rewritten ?? messages.at(-1)?.content ?? '';
  const near = usesEmbeddings
    ? await findNeighbours(core, knowledge, question, { serverId: server.id, limit: depth, signal })
    : null;
  const ranked = near ? fuse([hits, near.ids], limit) : hits.slice(0, limit);
  return {
    passages: ranked.flatMap((hit) => toPassage(knowledge, hit)),
    whole: Number.isFinite(knowledge.tokens)
      ? [...knowledge.pieces.keys()].flatMap((id) => toPassage(knowledge, { id, score: 0 }))
      : null,
    ...{ confidence, hosts: knowledge.hosts, usage: near?.usage ?? null },
  };
}

/** The passages found by the words of a conversation, best first; no backend call, no tokens counted. */
export function recallByWords(
  knowledge: KnowledgeIndex,
  messages: readonly ChatMessage[],
  limit: number,
): { passages: FoundPassage[]; confidence: number } {
  const { hits, confidence } = search(knowledge.index, queriesOf(messages), limit);
  const found = hits.flatMap(({ id, score }) => {
    const piece = knowledge.pieces.get(id);
    return piece ? [{ ...piece, score }] : [];
  });
  return { passages: found, confidence };
}

function toPassage(knowledge: KnowledgeIndex, { id, score }: Hit): RecalledPassage[] {
  const piece = knowledge.pieces.get(id);
  return piece ? [{ ...piece, score, tokens: knowledge.tokensOf(piece) }] : [];
}
