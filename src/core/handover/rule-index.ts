import type { Rule } from './pattern.ts';

/** Words of which the steps are kept. */
const RECENT_WORDS = 5_000;

/**
 * Tells which rules can hold in a sentence at all: those of which every step has a word there. Testing all
 * expressions on 20 messages of 16,000 characters takes several times as long as testing only these.
 */
export class RuleIndex {
  readonly #stepsOfWord = new Map<string, number[]>();
  readonly #stepsOfStem = new Map<string, number[]>();
  readonly #rulesOfStep: number[][] = [];
  readonly #missing: Uint16Array;
  readonly #steps: Uint16Array;
  readonly #unconditional: number[] = [];
  /** Steps of words seen lately: tickets repeat their words. */
  readonly #recent = new Map<string, readonly number[]>();
  #rounds = new Float64Array(0);
  #round = 0;
  #longestStem = 0;

  constructor(rules: readonly Rule[]) {
    this.#steps = new Uint16Array(rules.length);
    this.#missing = new Uint16Array(rules.length);
    const numbers = new Map<readonly string[], number>();
    const known = new Map<string, readonly string[]>();
    const keys = new Map<readonly string[], string>();
    for (const [index, rule] of rules.entries()) {
      const distinct = new Set(rule.steps.map((words) => this.#intern(words, keys, known)));
      if (distinct.size === 0) this.#unconditional.push(index);
      this.#steps[index] = distinct.size;
      for (const words of distinct) {
        const step = numbers.get(words) ?? this.#addStep(words);
        numbers.set(words, step);
        this.#rulesOfStep[step]?.push(index);
      }
    }
    this.#rounds = new Float64Array(this.#rulesOfStep.length);
  }

  /** Tables that share a list have it as one step. */
  #intern(
    words: readonly string[],
    keys: Map<readonly string[], string>,
    known: Map<string, readonly string[]>,
  ): readonly string[] {
    const key = keys.get(words) ?? words.join('|');
    keys.set(words, key);
    const first = known.get(key) ?? words;
    known.set(key, first);
    return first;
  }

  #addStep(words: readonly string[]): number {
    const step = this.#rulesOfStep.push([]) - 1;
    for (const word of new Set(words)) {
      const stem = word.endsWith('*') ? word.slice(0, -1) : null;
      const table = stem === null ? this.#stepsOfWord : this.#stepsOfStem;
      const known = table.get(stem ?? word);
      if (known === undefined) table.set(stem ?? word, [step]);
      else known.push(step);
      this.#longestStem = Math.max(this.#longestStem, stem?.length ?? 0);
    }
    return step;
  }

  /** The steps these words can be part of, each once. */
  listSteps(words: readonly string[]): number[] {
    this.#round += 1;
    const steps: number[] = [];
    for (const word of words) {
      for (const step of this.#findSteps(word)) if (this.#markStep(step)) steps.push(step);
    }
    return steps;
  }

  #findSteps(word: string): readonly number[] {
    const known = this.#recent.get(word);
    if (known !== undefined) return known;
    const steps = [...(this.#stepsOfWord.get(word) ?? [])];
    for (let length = 1; length <= Math.min(word.length, this.#longestStem); length += 1) {
      const found = this.#stepsOfStem.get(word.slice(0, length));
      if (found !== undefined) steps.push(...found);
    }
    if (this.#recent.size >= RECENT_WORDS) this.#recent.clear();
    this.#recent.set(word, steps);
    return steps;
  }

  /** Is this the first time in this round? */
  #markStep(step: number): boolean {
    if (this.#rounds[step] === this.#round) return false;
    this.#rounds[step] = this.#round;
    return true;
  }

  /** The rules before `limit` of which every step is in one of the lists. */
  listCandidates(lists: readonly (readonly number[])[], limit: number): number[] {
    const candidates = this.#unconditional.filter((rule) => rule < limit);
    this.#missing.set(this.#steps);
    this.#round += 1;
    for (const steps of lists) {
      for (const step of steps) if (this.#markStep(step)) this.#countStep(step, limit, candidates);
    }
    return candidates;
  }

  #countStep(step: number, limit: number, candidates: number[]): void {
    for (const rule of this.#rulesOfStep[step] ?? []) {
      if (rule >= limit) return;
      const missing = (this.#missing[rule] ?? 0) - 1;
      this.#missing[rule] = missing;
      if (missing === 0) candidates.push(rule);
    }
  }
}
