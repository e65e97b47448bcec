import { PASSAGES_FACTOR } from '../../domain/limits.ts';
import type { ChatMessage, Language, Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import type { PlanLimits } from '../quota/plan-limits.ts';
import { measureMeaning } from '../search/embeddings.ts';
import type { KnowledgeIndex } from '../search/knowledge.ts';
import { getKnowledgeIndex } from '../search/knowledge-index.ts';
import type { FoundPassage, RecalledPassage } from '../search/passages.ts';
import type { Hit, SearchMode, SearchResult, WeightedQuery } from '../search/search.ts';
import { ANSWER_THRESHOLD, queriesOf, search, takeLikely } from '../search/search.ts';
import { addUsage, type ModelSession, proposeQueries } from './model/model-call.ts';
import { fitsWhole } from './prompt.ts';

/** The customer's words count this much beside the model's queries. */
const WEIGHT_BESIDE_MODEL = 0.5;

/** A smaller part of the knowledge in a language leaves most answers to its questions in the others. */
const MINOR_PART = 0.5;

export interface Recalled {
  passages: RecalledPassage[];
  /** The server's whole knowledge, in an order independent of the question; null if the level cannot hold it. */
  whole: readonly RecalledPassage[] | null;
  /** 0 to 1: how surely the knowledge answers the question. */
  confidence: number;
  channel: SearchMode;
  hosts: Set<string>;
  queries: readonly WeightedQuery[];
  worded: readonly string[];
  /** Of the knowledge that was searched. */
  revision: number;
}

interface Input {
  server: Server;
  planLimits: PlanLimits;
  messages: readonly ChatMessage[];
  /** The same as models may see them. */
  shown: readonly ChatMessage[];
  language: Language;
  /** Takes the charge and answers for an unsure search; null: no model. */
  session: ModelSession | null;
  /** false: nothing is asked, so the model is not asked for queries. */
  mayReword?: boolean;
  /** The question as a thorough level rewrote it, self-contained. */
  rewritten?: string | null;
  /** The whole knowledge is paid for, whether or not the level has room for it. */
  takesWhole?: boolean;
  usesMeaning?: boolean;
  signal: AbortSignal;
}

/** Where words and meaning find nothing for sure, and not all fits, the model is asked for search queries. */
export async function recall(core: Core, input: Input): Promise<Recalled> {
  const { server, planLimits, messages, shown, language, session, rewritten, mayReword = true } = input;
  const knowledge = await getKnowledgeIndex(core, server);
  const said = queriesOf(messages);
  let queries = rewritten ? putFirst([rewritten], said) : said;
  const limit = planLimits.levelLimits.passages;
  const most = limit * PASSAGES_FACTOR;
  const isWhole =
    input.takesWhole || fitsWhole({ ...planLimits, serverName: server.name, canary: core.canary }, knowledge);
  const whole = isWhole ? knowledge.whole : null;
  const meant = rewritten ? queries.slice(0, 1) : queriesOf(shown);
  let found = await find(core, knowledge, { queries, meant }, most, input);
  const best = found.hits[0]?.confidence ?? 0;
  const isDoubtful = best < ANSWER_THRESHOLD || isForeign(knowledge, language);
  let worded = rewritten ? [rewritten] : [];
  if (session && !whole && isDoubtful && mayReword) {
    const asked = await proposeQueries(session, shown, knowledge.index.languages);
    if (asked.length > 0) {
      worded = [...asked, ...worded];
      queries = putFirst(asked, queries);
      const again = await find(
        core,
        knowledge,
        { queries, meant: putFirst(asked, queriesOf(shown)) },
        most,
        input,
      );
      found = { ...again, confidence: Math.max(found.confidence, again.confidence) };
    }
  }
  return {
    passages: takeLikely(found, limit, session ? most : limit)
      .flatMap((hit) => toFound(knowledge, hit))
      .map((piece) => ({ ...piece, tokens: knowledge.tokensOf(piece) })),
    ...{ whole, confidence: found.confidence, channel: found.channel, hosts: knowledge.hosts },
    ...{ queries, worded, revision: knowledge.revision },
  };
}

function isForeign({ index }: KnowledgeIndex, language: Language): boolean {
  return (index.languageCounts.get(language) ?? 0) < index.size * MINOR_PART;
}

async function find(
  core: Core,
  knowledge: KnowledgeIndex,
  { queries, meant }: { queries: readonly WeightedQuery[]; meant: readonly WeightedQuery[] },
  limit: number,
  { server, session, usesMeaning = true, signal }: Input,
): Promise<SearchResult> {
  const measured = usesMeaning
    ? await measureMeaning(core, knowledge, meant, { serverId: server.id, signal })
    : null;
  if (session) addUsage(session.usage, measured?.usage ?? null);
  return search(knowledge.index, queries, limit, measured?.meaning ?? null);
}

/** Puts the model's queries before the customer's words, which count less. */
function putFirst(worded: readonly string[], said: readonly WeightedQuery[]): WeightedQuery[] {
  const lighter = said.map((query) => ({ ...query, weight: query.weight * WEIGHT_BESIDE_MODEL }));
  return [...worded.map((text) => ({ text, weight: 1 })), ...lighter];
}

/** The passages found by the words of a conversation, best first; no backend call, no tokens counted. */
export function recallByWords(
  knowledge: KnowledgeIndex,
  messages: readonly ChatMessage[],
  limit: number,
): FoundPassage[] {
  const { hits } = search(knowledge.index, queriesOf(messages), limit);
  return hits.flatMap((hit) => toFound(knowledge, hit));
}

function toFound(knowledge: KnowledgeIndex, { id, score, confidence }: Hit): FoundPassage[] {
  const piece = knowledge.pieces.get(id);
  return piece ? [{ ...piece, score, confidence }] : [];
}
