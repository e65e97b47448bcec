import type { Example } from './examples.ts';

/** Pairs of words that more texts share say nothing about two of them being one. */
const MOST_TEXTS = 30;
/** Two texts that share this part of the shorter one's pairs are taken for variants of one. */
const SHARED = 0.5;

/** A fold for each text, 0 to `count` - 1; texts that say nearly the same are in one, so that none tells of the other. */
export function splitIntoFolds(examples: readonly Example[], count: number): number[] {
  const pairs = examples.map(({ sentences }) => new Set(sentences.flatMap(pairsOf)));
  const places = placesOf(pairs);
  const leaders = examples.map((_, place) => place);
  const leaderOf = (place: number): number => {
    let leader = place;
    while (leaders[leader] !== leader) leader = leaders[leader] ?? leader;
    return leader;
  };
  for (const [place, own] of pairs.entries()) {
    const shared = [...own].flatMap((pair) => places.get(pair) ?? []).filter((other) => other < place);
    for (const [other, { length }] of Map.groupBy(shared, (one) => one))
      if (length >= SHARED * Math.min(own.size, pairs[other]?.size ?? 0))
        leaders[leaderOf(place)] = leaderOf(other);
  }
  return examples.map((_, place) => leaderOf(place) % count);
}

/** Where each pair stands that few texts share. */
function placesOf(pairs: readonly Set<string>[]): Map<string, number[]> {
  const all = pairs.flatMap((own, place) => [...own].map((pair) => ({ pair, place })));
  const groups = [...Map.groupBy(all, ({ pair }) => pair)];
  return new Map(
    groups.flatMap(([pair, found]): [string, number[]][] =>
      found.length > MOST_TEXTS ? [] : [[pair, found.map(({ place }) => place)]],
    ),
  );
}

function pairsOf(sentence: readonly string[]): string[] {
  return sentence.slice(1).map((word, index) => `${sentence[index]} ${word}`);
}
