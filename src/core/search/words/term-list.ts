/** Mean nDCG@10 of seven knowledge bases: +.0015 with five letters, +.0009 with four, less than 0 with six. */
const PREFIX_LENGTH = 5;
/** A larger family has only a prefix in common (`unter…`, `inter…`). */
const MAX_MEMBERS = 30;

interface Listed {
  numbers: Map<string, number>;
  /** By number. */
  texts: string[];
  /** By their first letters: `testen`, `Testergebnis` and `Testung` are one family. */
  families: Map<string, number[]>;
}

/**
 * The terms of an index, numbered. The terms of the next index are these and more: both share one list, as copying
 * 24,000 terms for a few new ones took longer than everything else.
 */
export class TermList {
  #listed: Listed;
  #size: number;

  /** @param before the terms that these begin with. */
  constructor(before?: TermList) {
    this.#listed = before ? before.#listed : list([]);
    this.#size = before?.size ?? 0;
  }

  get size(): number {
    return this.#size;
  }

  /** The number of a term, -1 for an unknown one. */
  numberOf(term: string): number {
    const number = this.#listed.numbers.get(term) ?? -1;
    return number < this.#size ? number : -1;
  }

  textOf(number: number): string {
    return this.#listed.texts[number] ?? '';
  }

  /** In the order of their numbers. */
  texts(): string[] {
    return this.#listed.texts.slice(0, this.#size);
  }

  /** Adds a term that is not known yet. @returns its number. */
  add(term: string): number {
    // Others that began with the same terms have more already.
    if (this.#listed.texts.length > this.#size) this.#listed = list(this.texts());
    append(this.#listed, term);
    this.#size += 1;
    return this.#size - 1;
  }

  /** The terms that share the first five letters of a stem, by ascending number; [] when they are more than 30. */
  familyOf(root: string): readonly number[] {
    const family = this.#listed.families.get(prefixOf(root)) ?? [];
    const own = family.filter((number) => number < this.#size);
    return own.length > MAX_MEMBERS ? [] : own;
  }
}

function list(texts: readonly string[]): Listed {
  const listed: Listed = { numbers: new Map(), texts: [], families: new Map() };
  for (const text of texts) append(listed, text);
  return listed;
}

function append({ numbers, texts, families }: Listed, term: string): void {
  const number = texts.push(term) - 1;
  numbers.set(term, number);
  const prefix = prefixOf(term);
  const family = families.get(prefix);
  if (family) family.push(number);
  else if (prefix !== '') families.set(prefix, [number]);
}

/** Short words and numbers have no families. */
function prefixOf(root: string): string {
  return root.length < PREFIX_LENGTH || (root >= '0' && root < ':') ? '' : root.slice(0, PREFIX_LENGTH);
}
