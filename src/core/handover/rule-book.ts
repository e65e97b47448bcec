import { TEAM_REASONS } from '../../domain/types.ts';
import type { Steps } from '../slices.ts';
import { matchesRule, type ReasonRules, type Rule, RuleCompiler } from './pattern.ts';
import { RuleIndex, type StepSet } from './rule-index.ts';
import { cutWindows } from './text.ts';
import { correctTypo } from './typos.ts';
import { SHARED } from './vocabulary.ts';

const HYPOTHETICAL = '& ~{hypothetical}';
const GENERAL = '& !{general}';

/** ` word word ` that rules are tried on (two sentences are joined by `.`), and the steps its words can be. */
interface Stretch {
  text: string;
  steps: StepSet;
}

function compileAll(book: ReasonRules): Rule[] {
  const compiler = new RuleCompiler({ ...SHARED, ...book.vocabulary });
  const lines = [
    ...book.always,
    ...book.unlessHypothetical.map((line) => `${line} ${HYPOTHETICAL}`),
    ...book.unlessGeneral.map((line) => `${line} ${GENERAL}`),
  ];
  return lines.map((line) => compiler.compile(book.reason, line));
}

/** All rules, compiled once; those of an earlier TEAM_REASON come first. */
export class RuleBook {
  readonly #rules: Rule[];
  readonly #index: RuleIndex;
  /** Scratch paper: the steps of the two sentences at hand. */
  readonly #both: StepSet;

  constructor(books: readonly ReasonRules[]) {
    const rank = (book: ReasonRules) => TEAM_REASONS.indexOf(book.reason);
    this.#rules = books.toSorted((one, other) => rank(one) - rank(other)).flatMap(compileAll);
    this.#index = new RuleIndex(this.#rules);
    this.#both = this.#index.makeSet();
  }

  /**
   * The rule with the first reason that holds in one sentence, or in two neighbouring ones; stops after each.
   * A sentence is folded words with single blanks between them.
   */
  *findRule(sentences: readonly string[]): Steps<Rule | null> {
    const stretches = yield* this.#readStretches(sentences);
    const seen = new Set<string>();
    let best: Rule | null = null;
    let limit = this.#rules.length;
    const check = (text: string, makeSteps: () => StepSet) => {
      if (limit === 0 || seen.has(text)) return;
      seen.add(text);
      const found = this.#findIn(text, makeSteps(), limit);
      if (found === null) return;
      best = found;
      limit = this.#rules.findIndex((rule) => rule.reason === found.reason);
    };
    for (const [position, { text, steps }] of stretches.entries()) {
      check(text, () => steps);
      const next = stretches[position + 1];
      if (next === undefined) break;
      check(`${text}.${next.text}`, () => this.#join(steps, next.steps));
      yield;
    }
    return best;
  }

  *#readStretches(sentences: readonly string[]): Steps<Stretch[]> {
    const read = new Map<string, Stretch[]>();
    const stretches: Stretch[] = [];
    for (const sentence of sentences) {
      const known = read.get(sentence) ?? (yield* this.#readSentence(sentence));
      read.set(sentence, known);
      for (const stretch of known) stretches.push(stretch);
    }
    return stretches;
  }

  *#readSentence(sentence: string): Steps<Stretch[]> {
    const words: string[] = [];
    for (const word of sentence.split(' ')) {
      const meant = correctTypo(word);
      if (meant.includes(' ')) words.push(...meant.split(' '));
      else words.push(meant);
    }
    const stretches: Stretch[] = [];
    for (const window of cutWindows(words)) {
      stretches.push({ text: ` ${window.join(' ')} `, steps: this.#index.listSteps(window) });
      yield;
    }
    return stretches;
  }

  /** The steps of two sentences; holds until the next call. */
  #join(one: StepSet, other: StepSet): StepSet {
    const both = this.#both;
    for (let cell = 0; cell < both.length; cell += 1) both[cell] = (one[cell] ?? 0) | (other[cell] ?? 0);
    return both;
  }

  /** Of the rules before `limit`, the one with the first reason that holds here. */
  #findIn(text: string, steps: StepSet, limit: number): Rule | null {
    const isPair = text.includes(' . ');
    const candidates = this.#index.listCandidates(steps, limit);
    for (const index of candidates) {
      const rule = this.#rules[index];
      if (rule !== undefined && !(isPair && rule.single) && matchesRule(rule, text)) return rule;
    }
    return null;
  }
}
