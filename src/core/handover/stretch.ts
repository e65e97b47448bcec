import type { Phrase, Rule } from './pattern.ts';
import type { RuleIndex, StepSet } from './rule-index.ts';
import { THOUGHT } from './text.ts';

/** Where rules are tried. */
export interface Place {
  /** ` word word `; two sentences are joined by `.`. */
  text: string;
  /** Where a phrase begins for the first time; -1 where it does not stand. */
  find(phrase: Phrase): number;
  /** Where that begins which can silence something that reaches from one place to another. */
  startFor(first: number, last: number): number;
}

/** A sentence, or a window of an endless one. It remembers what was found: rules share phrases, pairs sentences. */
export class Stretch implements Place {
  readonly text: string;
  /** Those that its words can be. */
  readonly steps: StepSet;
  /** Its lines, each read for itself: what one says counts, whatever stands in the line above. */
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
    // Next to another sentence rules are tried of which this one has but some words.
    const at = this.#index.canHold(this.steps, phrase) ? phrase.findIn(this.text) : -1;
    this.#found.set(phrase, at);
    return at;
  }

  startFor(first: number): number {
    return this.#thoughts.findLast((start) => start <= first) ?? 0;
  }

  /** Lets go of what was found: a long message has thousands of sentences. */
  forget(): void {
    this.#found = null;
  }
}

/** Two stretches that follow each other, taken together. */
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

  /** What stands in one sentence silences nothing that goes on to the next. */
  startFor(first: number, last: number): number {
    if (last < this.#behind) return this.#one.startFor(first);
    return this.#behind + this.#other.startFor(Math.max(first, this.#behind) - this.#behind);
  }

  get #behind(): number {
    return this.#one.text.length + 1;
  }
}

/** Does the rule hold here? What it excludes must begin before the last of its parts. */
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
