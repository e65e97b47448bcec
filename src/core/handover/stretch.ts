import type { Phrase, Rule } from './pattern.ts';
import type { RuleIndex, StepSet } from './rule-index.ts';
import { THOUGHT } from './text.ts';

/** A text on which rules are tried. */
export interface Place {
  /** ` word word `; two sentences are joined by `.`. */
  text: string;
  /** Index of a phrase's first occurrence; -1 if there is none. */
  find(phrase: Phrase): number;
  /** Start of the range in which a phrase can silence something between two places. */
  startFor(first: number, last: number): number;
}

/** A sentence, or a window of an endless one. It caches results: rules share phrases, and pairs share sentences. */
export class Stretch implements Place {
  readonly text: string;
  /** The steps that its words can be. */
  readonly steps: StepSet;
  /** Its lines, each read separately: a line counts whatever the line above says. */
  readonly lines: readonly Stretch[];
  readonly #thoughts: readonly number[];
  readonly #index: RuleIndex;
  #found: Map<Phrase, number> | null = null;

  constructor(words: readonly string[], index: RuleIndex, lines: readonly Stretch[] = []) {
    this.lines = lines;
    const thoughts: number[] = [];
    let text = ' ';
    for (const word of words) {
      if (word === THOUGHT) thoughts.push(Math.max(0, text.length - 2));
      else text += `${word} `;
    }
    this.text = text;
    this.#thoughts = thoughts;
    this.steps = index.listSteps(words);
    this.#index = index;
  }

  find(phrase: Phrase): number {
    this.#found ??= new Map();
    const known = this.#found.get(phrase);
    if (known !== undefined) return known;
    // Joined with another sentence, rules are tried of which this one has only some words.
    const at = this.#index.canHold(this.steps, phrase) ? phrase.findIn(this.text) : -1;
    this.#found.set(phrase, at);
    return at;
  }

  startFor(first: number): number {
    return this.#thoughts.findLast((start) => start <= first) ?? 0;
  }

  /** Drops its cache: a long message has thousands of sentences. */
  forget(): void {
    this.#found = null;
  }
}

/** Two joined neighbouring stretches. */
export class Pair implements Place {
  readonly text: string;
  readonly #one: Stretch;
  readonly #other: Stretch;

  constructor(one: Stretch, other: Stretch) {
    this.text = `${one.text}.${other.text}`;
    this.#one = one;
    this.#other = other;
  }

  find(phrase: Phrase): number {
    if (!phrase.staysWithinSentence) return phrase.findIn(this.text);
    const at = this.#one.find(phrase);
    if (at >= 0) return at;
    const behind = this.#other.find(phrase);
    return behind < 0 ? -1 : this.#behind + behind;
  }

  /** A phrase in one sentence silences nothing that continues into the next. */
  startFor(first: number, last: number): number {
    if (last < this.#behind) return this.#one.startFor(first);
    return this.#behind + this.#other.startFor(Math.max(first, this.#behind) - this.#behind);
  }

  get #behind(): number {
    return this.#one.text.length + 1;
  }
}

/** Does the rule hold here? An exclusion must begin before the last of its parts. */
export function matchesRule(rule: Rule, place: Place): boolean {
  let [first, start] = [Number.POSITIVE_INFINITY, 0];
  for (const part of rule.all) {
    const found = place.find(part);
    if (found < 0) return false;
    first = Math.min(first, found);
    start = Math.max(start, found);
  }
  const { text } = place;
  const own = place.startFor(first, start);
  const before = text.slice(own, start + 1);
  if (rule.unlessNear.some((part) => part.findIn(before) >= 0)) return false;
  return !rule.unless.some((part) => {
    const found = own === 0 ? place.find(part) : part.findIn(text.slice(own));
    return found >= 0 && found <= start - own;
  });
}
