import type { CompiledRule, Phrase } from './pattern.ts';

/** Steps of rules, one bit each: two neighbouring sentences have the steps of both. */
export type StepSet = number[];
const STEPS_PER_CELL = 32;

/** The beginning of a word of a rule, which may end in any way. */
interface Stem {
  text: string;
  steps: readonly number[];
}
/** The fewest letters of a stem; few stems share them. */
const STEM_START = 3;

/**
 * Finds the rules that can hold in a sentence at all: those with a word there for every step. Testing all
 * expressions on 20 messages of 16,000 characters takes several times as long as testing only these.
 */
export class RuleIndex {
  readonly #stepsOfWord: ReadonlyMap<string, readonly number[]>;
  /** Stems with their steps, by their first letters. */
  readonly #stems: ReadonlyMap<string, readonly Stem[]>;
  /** The rules to check for a step: each rule is listed under its rarest step. */
  readonly #rulesOfStep: number[][];
  readonly #stepsOfRule: (readonly number[])[] = [];
  readonly #unconditional: number[] = [];
  readonly #stepsOfPhrase = new Map<Phrase, readonly number[]>();
  /** The steps that lead to any rule. */
  readonly #leads: StepSet;

  /** @param rules in their order. */
  constructor(rules: readonly CompiledRule[]) {
    const steps = new StepList();
    const stepsOfRule = rules.map(({ rule, steps: ofPhrases }) => {
      const numbers = ofPhrases.map((ofPhrase) => ofPhrase.map((words) => steps.numberOf(words)));
      for (const [at, phrase] of rule.all.entries()) this.#stepsOfPhrase.set(phrase, numbers[at] ?? []);
      return [...new Set(numbers.flat())];
    });
    const { commonness, ofWord, ofStem } = steps;
    this.#rulesOfStep = commonness.map(() => []);
    for (const [rule, found] of stepsOfRule.entries()) {
      const [lead, ...others] = found.sort((a, b) => (commonness[a] ?? 0) - (commonness[b] ?? 0));
      this.#stepsOfRule.push(others);
      if (lead === undefined) this.#unconditional.push(rule);
      else this.#rulesOfStep[lead]?.push(rule);
    }
    this.#stepsOfWord = ofWord;
    this.#stems = Map.groupBy(
      [...ofStem].map(([text, numbers]) => ({ text, steps: numbers })),
      ({ text }) => text.slice(0, STEM_START),
    );
    this.#leads = this.makeSet();
    for (const [step, led] of this.#rulesOfStep.entries()) if (led.length > 0) addStep(this.#leads, step);
  }

  /** An empty set of steps. */
  makeSet(): StepSet {
    return Array<number>(Math.ceil(this.#rulesOfStep.length / STEPS_PER_CELL)).fill(0);
  }

  /** The steps these words can be part of. */
  listSteps(words: readonly string[]): StepSet {
    const set = this.makeSet();
    const add = (steps: readonly number[] = []) => {
      for (const step of steps) addStep(set, step);
    };
    for (const word of words) {
      add(this.#stepsOfWord.get(word));
      for (const stem of this.#stems.get(word.slice(0, STEM_START)) ?? [])
        if (word.startsWith(stem.text)) add(stem.steps);
    }
    return set;
  }

  /** Whether a phrase can occur with these steps; always if its steps are unknown. */
  canHold(steps: StepSet, phrase: Phrase): boolean {
    return hasSteps(steps, this.#stepsOfPhrase.get(phrase) ?? []);
  }

  /** The rules before `limit` whose steps are all in the set, ascending. */
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

/** Numbers the steps while the index is built. */
class StepList {
  /** The estimated frequency of each step's words. */
  readonly commonness: number[] = [];
  readonly ofWord = new Map<string, number[]>();
  readonly ofStem = new Map<string, number[]>();
  readonly #numbers = new Map<string, number>();

  /** Tables that share a list share its step. */
  numberOf(words: readonly string[]): number {
    const text = words.join('|');
    const step = this.#numbers.get(text) ?? this.#add(words);
    this.#numbers.set(text, step);
    return step;
  }

  #add(words: readonly string[]): number {
    const step = this.commonness.push(0) - 1;
    let common = 0;
    for (const word of new Set(words)) {
      common += 2 ** -word.length;
      const isStem = word.endsWith('*');
      const table = isStem ? this.ofStem : this.ofWord;
      const key = isStem ? word.slice(0, -1) : word;
      if (isStem && key.length < STEM_START) throw new Error(`a rule has a stem that is too short: ${word}`);
      const known = table.get(key);
      if (known === undefined) table.set(key, [step]);
      else known.push(step);
    }
    this.commonness[step] = common;
    return step;
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
