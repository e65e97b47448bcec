/** The `count` best documents with a score above 0, best first, without sorting all of them. */
export function selectTop(scores: Float32Array, count: number): number[] {
  const best: number[] = [];
  let bar = 0;
  for (let document = 0; document < scores.length; document += 1) {
    const score = scores[document] ?? 0;
    if (score <= bar) continue;
    best.push(document);
    if (best.length < 2 * count) continue;
    keepBest(best, scores, count);
    bar = scores[best[count - 1] ?? 0] ?? 0;
  }
  return keepBest(best, scores, count);
}

function keepBest(documents: number[], scores: Float32Array, count: number): number[] {
  documents.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  documents.length = Math.min(documents.length, count);
  return documents;
}
