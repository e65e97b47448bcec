import type { Rule } from './pattern.ts';

/** Words of which the steps are kept. */
const RECENT_WORDS = 5_000;

/** Steps of rules, a bit for each: two neighbouring sentences have the steps of both. */
export type StepSet = Int32Array;
const STEPS_PER_CELL = 32;

/**
 * Tells which rules can hold in a sentence at all: those of which every step has a word there. Testing all
 * expressions on 20 messages of 16,000 characters takes several times as long as testing only these.
 */
export class RuleIndex {
  readonly #stepsOfWord = new Map<string, number[]>();
  readonly #stepsOfStem = new Map<string, number[]>();
  /** How common the words of a step seem to be. */
  readonly #commonness: number[] = [];
  /** The rules that are looked at where a step is found: of each rule's steps the rarest one leads to it. */
  readonly #rulesOfStep: number[][] = [];
  readonly #stepsOfRule: (readonly number[])[] = [];
  readonly #unconditional: number[] = [];
  /** Steps of words seen lately: tickets repeat their words. */
  readonly #recent = new Map<string, readonly number[]>();
  /** The steps that lead to any rule. */
  readonly #leads: StepSet;
  #longestStem = 0;

  constructor(rules: readonly Rule[]) {
    const numbers = new Map<readonly string[], number>();
    const known = new Map<string, readonly string[]>();
    const keys = new Map<readonly string[], string>();
    for (const [index, rule] of rules.entries()) {
      const steps: number[] = [];
      for (const words of new Set(rule.steps.map((step) => this.#intern(step, keys, known)))) {
        const step = numbers.get(words) ?? this.#addStep(words);
        numbers.set(words, step);
        steps.push(step);
      }
      const commonness = (step: number): number => this.#commonness[step] ?? 0;
      const [lead, ...others] = steps.sort((one, other) => commonness(one) - commonness(other));
      this.#stepsOfRule.push(others);
      if (lead === undefined) this.#unconditional.push(index);
      else this.#rulesOfStep[lead]?.push(index);
    }
    this.#leads = this.makeSet();
    for (const [step, led] of this.#rulesOfStep.entries()) if (led.length > 0) addStep(this.#leads, step);
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
    this.#commonness[step] = 0;
    for (const word of new Set(words)) {
      this.#commonness[step] += 2 ** -word.length;
      const stem = word.endsWith('*') ? word.slice(0, -1) : null;
      const table = stem === null ? this.#stepsOfWord : this.#stepsOfStem;
      const known = table.get(stem ?? word);
      if (known === undefined) table.set(stem ?? word, [step]);
      else known.push(step);
      this.#longestStem = Math.max(this.#longestStem, stem?.length ?? 0);
    }
    return step;
  }

  /** An empty set of steps. */
  makeSet(): StepSet {
    return new Int32Array(Math.ceil(this.#rulesOfStep.length / STEPS_PER_CELL));
  }

  /** The steps these words can be part of. */
  listSteps(words: readonly string[]): StepSet {
    const set = this.makeSet();
    for (const word of words) for (const step of this.#findSteps(word)) addStep(set, step);
    return set;
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
    // A slice would keep the whole ticket that it is of.
    this.#recent.set(` ${word}`.slice(1), steps);
    return steps;
  }

  /** The rules before `limit`, ascending, of which every step is in the set. */
  listCandidates(steps: StepSet, limit: number): number[] {
    const candidates = this.#unconditional.filter((rule) => rule < limit);
    for (let cell = 0; cell < steps.length; cell += 1) {
      let bits = (steps[cell] ?? 0) & (this.#leads[cell] ?? 0);
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        this.#addRules(cell * STEPS_PER_CELL + bit, steps, limit, candidates);
      }
    }
    return candidates.sort((one, other) => one - other);
  }

  /** Adds the rules that a step leads to and that have their other steps in the set. */
  #addRules(lead: number, steps: StepSet, limit: number, candidates: number[]): void {
    for (const rule of this.#rulesOfStep[lead] ?? []) {
      if (rule >= limit) return;
      if (hasSteps(steps, this.#stepsOfRule[rule] ?? [])) candidates.push(rule);
    }
  }
}

function addStep(set: StepSet, step: number): void {
  const cell = step >>> 5;
  set[cell] = (set[cell] ?? 0) | (1 << (step & 31));
}

function hasSteps(set: StepSet, steps: readonly number[]): boolean {
  for (const step of steps) if (((set[step >>> 5] ?? 0) & (1 << (step & 31))) === 0) return false;
  return true;
}
