import { findEntry } from '../../../adapters/db/knowledge/knowledge.ts';
import type { Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import { MAX_CONFLICTS } from '../../../domain/limits.ts';
import { sentencesOf } from '../../../domain/markdown/sentences.ts';
import type { Server, StoredConflict } from '../../../domain/types.ts';
import type { Piece } from '../../answering/passages.ts';
import type { Core } from '../../core.ts';
import { getKnowledgeIndex } from '../../search/knowledge-index.ts';
import { search } from '../../search/search.ts';
import { words } from '../../search/words/analyse.ts';
import { isSimilar } from '../similarity/similarity.ts';
import { agrees, countedBy, differs, hostsOf, readFacts } from '../statements/facts.ts';
import { affirms, answerTo, contentOf, denies, overlapOf, readStance } from '../statements/stance.ts';

/** An entry that says something else than a suggestion, as it stands there now. */
export interface Conflict extends StoredConflict {
  title: string;
  text: string;
}

const NEAREST = 6;
/** Words by which a question asks for a measure; the answer does not repeat them. */
const MEASURES = new Set(
  'lange lang viel viele oft hoch teuer long much many often high expensive old'.split(' '),
);
/** Content words of a question that say what it is about; fewer are a topic. */
const MIN_QUESTION_WORDS = 2;
/** Of the shorter answer's content words: from here on both say the same in other words. */
const SAME_ANSWER = 0.5;

/** The passages of a server's knowledge that are nearest to a question, by its words. */
export async function findNearest(core: Core, server: Server, question: string): Promise<Piece[]> {
  const knowledge = await getKnowledgeIndex(core, server);
  const { hits } = search(knowledge.index, [{ text: question, weight: 1 }], NEAREST);
  return hits.flatMap((hit) => knowledge.pieces.get(hit.id) ?? []);
}

/**
 * Entries that contradict a suggestion or answer its question otherwise, at most 5, as far as words tell: numbers,
 * times, dates, prices, versions and denials. What cannot be told apart is left out.
 */
export async function findConflicts(
  core: Core,
  server: Server,
  text: { question: string; answer: string },
): Promise<StoredConflict[]> {
  if (text.answer === '') return [];
  const found = new Map<string, StoredConflict>();
  for (const piece of await findNearest(core, server, text.question)) {
    const kind = compareWith(text, piece);
    const known = found.get(piece.entryId);
    if (kind && known?.kind !== 'contradicts') found.set(piece.entryId, { entryId: piece.entryId, kind });
  }
  return [...found.values()].slice(0, MAX_CONFLICTS);
}

/** How a passage of the knowledge speaks against a suggestion; null where it does not. */
export function compareWith(
  suggestion: { question: string; answer: string },
  passage: { title: string; text: string },
): StoredConflict['kind'] | null {
  const { question } = suggestion;
  const hasSameTitle = isSimilar(question, passage.title) && !areAboutOthers(question, passage.title);
  const mine = readFacts(suggestion.answer);
  if (differs(countedBy(question, mine), readFacts(passage.text))) return 'contradicts';
  const text = hasSameTitle ? passage.text : sentencesAbout(question, passage);
  if (text === '') return null;
  const theirs = readFacts(text);
  const stance = readStance(suggestion.answer);
  const verdict = answerTo(question, stance);
  const known = readStance(text);
  const isDenied = [stance, ...(verdict ? [verdict] : [])].some((said) => denies(said, known));
  if (isDenied || differs(mine, theirs)) return 'contradicts';
  if (hasSameTitle && namesOtherHosts(suggestion.answer, text)) return 'contradicts';
  if (!hasSameTitle || agrees(mine, theirs) || (verdict && affirms(verdict, known))) return null;
  return shares(suggestion.answer, text) ? null : 'same_question';
}

/** Two answers to one question that send people to different places. */
function namesOtherHosts(one: string, other: string): boolean {
  const [mine, theirs] = [hostsOf(one), hostsOf(other)];
  return mine.size > 0 && theirs.size > 0 && mine.isDisjointFrom(theirs);
}

/** What a preposition introduces: `to Oslo`, `nach Wien`, `for VIPs`; `to reset` is no thing. */
const OBJECT =
  /(?<!\p{L})(?:(?:nach|in|im|für|auf|von|bei|mit|am|an|for|on|at|from|with) (?:the |a |an |der |die |das |dem |den |einen? |meine[mnr]? |my )?([\p{L}\p{N}]+)|to (?:the )?(\p{Lu}[\p{L}\p{N}]*))/gu;

/** Whether two questions differ in what they are about, as delivery to Oslo and to Bergen do. */
function areAboutOthers(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((text) => contentOf(words(text))) as [Set<string>, Set<string>];
  const isOnlyIn = (text: string, all: ReadonlySet<string>) => {
    const objects = [...text.matchAll(OBJECT)].flatMap(([, plain, name]) => words(plain ?? name ?? ''));
    return [...contentOf(objects)].some((root) => overlapOf(new Set([root]), all) === 0);
  };
  return isOnlyIn(one, theirs) && isOnlyIn(other, mine);
}

function shares(answer: string, text: string): boolean {
  const [mine, theirs] = [contentOf(words(answer)), contentOf(words(text))];
  // Nothing but function words says too little to be held against anything.
  return mine.size === 0 || theirs.size === 0 || overlapOf(mine, theirs) >= SAME_ANSWER;
}

/** Where the title is about something wider: the sentences that, with it, hold all words of the question. */
function sentencesAbout(question: string, { title, text }: { title: string; text: string }): string {
  const asked = contentOf(words(question).filter((word) => !MEASURES.has(word)));
  if (asked.size < MIN_QUESTION_WORDS) return '';
  const named = contentOf(words(title));
  const sentences = sentencesOf(text).filter((sentence) => {
    const said = contentOf(words(sentence));
    const held = [...asked].filter((root) => overlapOf(new Set([root]), said.union(named)) === 1);
    const own = held.filter((root) => overlapOf(new Set([root]), said) === 1);
    return own.length > 0 && held.length === asked.size;
  });
  return sentences.join('\n');
}

/** What a suggestion is held against, side by side: the entries that still exist. */
export async function describeConflicts(
  core: Core,
  serverId: string,
  { conflicts }: Pick<Suggestion, 'conflicts'>,
): Promise<Conflict[]> {
  const described = await Promise.all(
    conflicts.map(async ({ entryId, kind }) => {
      const entry = await findEntry(core.database, serverId, entryId);
      return entry ? [{ entryId, kind, title: entry.title, text: entry.text }] : [];
    }),
  );
  return described.flat();
}
