import type { Rule } from './pattern.ts';

/**
 * Tells which rules can hold in a sentence at all: those of which every step has a word there. Testing all
 * expressions on 20 messages of 16,000 characters took 290 ms, testing only these 27 ms.
 */
export class RuleIndex {
  readonly #stepsOfWord = new Map<string, number[]>();
  readonly #stepsOfStem = new Map<string, number[]>();
  readonly #rulesOfStep: number[][] = [];
  readonly #missing: Uint16Array;
  readonly #steps: Uint16Array;
  readonly #unconditional: number[] = [];
  #longestStem = 0;

  constructor(rules: readonly Rule[]) {
    this.#steps = new Uint16Array(rules.length);
    this.#missing = new Uint16Array(rules.length);
    const numbers = new Map<string, number>();
    for (const [index, rule] of rules.entries()) {
      const distinct = new Map(rule.steps.map((words) => [words.join('|'), words]));
      if (distinct.size === 0) this.#unconditional.push(index);
      this.#steps[index] = distinct.size;
      for (const [name, words] of distinct) {
        const step = numbers.get(name) ?? this.#addStep(words);
        numbers.set(name, step);
        this.#rulesOfStep[step]?.push(index);
      }
    }
  }

  #addStep(words: readonly string[]): number {
    const step = this.#rulesOfStep.push([]) - 1;
    for (const word of new Set(words)) {
      const stem = word.endsWith('*') ? word.slice(0, -1) : null;
      const table = stem === null ? this.#stepsOfWord : this.#stepsOfStem;
      table.set(stem ?? word, [...(table.get(stem ?? word) ?? []), step]);
      this.#longestStem = Math.max(this.#longestStem, stem?.length ?? 0);
    }
    return step;
  }

  /** The steps a word can be part of; look every word up once and keep the answer. */
  listSteps(word: string): number[] {
    const steps = [...(this.#stepsOfWord.get(word) ?? [])];
    for (let length = 1; length <= Math.min(word.length, this.#longestStem); length += 1) {
      const found = this.#stepsOfStem.get(word.slice(0, length));
      if (found !== undefined) steps.push(...found);
    }
    return steps;
  }

  /** The rules before `limit` of which every step is among these. */
  listCandidates(present: ReadonlySet<number>, limit: number): number[] {
    const candidates = this.#unconditional.filter((rule) => rule < limit);
    this.#missing.set(this.#steps);
    for (const step of present) {
      for (const rule of this.#rulesOfStep[step] ?? []) {
        if (rule >= limit) break;
        const missing = (this.#missing[rule] ?? 0) - 1;
        this.#missing[rule] = missing;
        if (missing === 0) candidates.push(rule);
      }
    }
    return candidates;
  }
}
