/** The `count` documents with the best scores above 0, best first, of equal ones the first: a pass without sorting all. */
export function selectTop(scores: Float32Array, count: number): number[] {
  const best: number[] = [];
  if (count <= 0) return best;
  let bar = 0;
  for (let document = 0; document < scores.length; document += 1) {
    if ((scores[document] ?? 0) <= bar) continue;
    if (best.length === count) best.pop();
    insert(best, document, scores);
    if (best.length === count) bar = scores[best[count - 1] ?? 0] ?? 0;
  }
  return best;
}

function insert(best: number[], document: number, scores: Float32Array): void {
  const score = scores[document] ?? 0;
  let place = best.length;
  while (place > 0 && (scores[best[place - 1] ?? 0] ?? 0) < score) place -= 1;
  best.splice(place, 0, document);
}
