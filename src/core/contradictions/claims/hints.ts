/**
 * Most sentences hold none of the words that an expression looks for. How the words of a sentence begin tells at once
 * which expressions are worth a look: a bit for each.
 */
export type Hints = ReadonlyMap<string, number>;

/** Of shorter words the whole, which may have an ending. */
const [BEGINNING, SHORT] = [4, 3];
/** Of `(?:kannst?` the part that is always there. */
const LITERAL = /^(?:\(\?:)?(\p{L}+?)(?:\p{L}\?|(?!\p{L}))/u;

/** @param lists of each expression, the words or beginnings that it needs one of, set apart by blanks or bars. */
export function hintsOf(lists: readonly string[]): Hints {
  const hints = new Map<string, number>();
  for (const [bit, list] of lists.entries())
    for (const word of list.split(/\s*[|\n]\s*/)) {
      const key = LITERAL.exec(word.trim())?.[1]?.slice(0, BEGINNING);
      if (key !== undefined) hints.set(key, (hints.get(key) ?? 0) | (1 << bit));
    }
  return hints;
}

/** The bits of the expressions that a text may hold. @param all its words, in lower case. */
export function hintsIn(all: readonly string[], hints: Hints): number {
  let bits = 0;
  for (const word of all) {
    if (word.length <= SHORT) bits |= hints.get(word) ?? 0;
    else bits |= (hints.get(word.slice(0, BEGINNING)) ?? 0) | (hints.get(word.slice(0, SHORT)) ?? 0);
  }
  return bits;
}
