/** The `count` documents with the best scores above 0, best first, of equal ones the first; a pass without sorting all. */
export function selectTop(scores: Float32Array, count: number): number[] {
  const best: number[] = [];
  if (count <= 0) return best;
  // Few come among the best once the first are known: a search of 20,000 documents moves some 150.
  let bar = 0;
  for (let document = 0; document < scores.length; document += 1) {
    const score = scores[document] ?? 0;
    if (score <= bar) continue;
    if (best.length === count) best.pop();
    let place = best.length;
    while (place > 0 && (scores[best[place - 1] ?? 0] ?? 0) < score) place -= 1;
    best.splice(place, 0, document);
    if (best.length === count) bar = scores[best[count - 1] ?? 0] ?? 0;
  }
  return best;
}
