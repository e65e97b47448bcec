import { TEAM_REASONS } from '../../domain/types.ts';
import type { Steps } from '../slices.ts';
import { matchesRule, type ReasonRules, type Rule, RuleCompiler } from './pattern.ts';
import { RuleIndex } from './rule-index.ts';
import { cutWindows } from './text.ts';
import { correctTypo } from './typos.ts';
import { SHARED } from './vocabulary.ts';

const HYPOTHETICAL = '& ~{hypothetical}';
const GENERAL = '& !{general}';

/** ` word word ` that rules are tried on (two sentences are joined by `.`), and the steps its words can be. */
interface Stretch {
  text: string;
  steps: readonly (readonly number[])[];
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

  constructor(books: readonly ReasonRules[]) {
    const rank = (book: ReasonRules) => TEAM_REASONS.indexOf(book.reason);
    this.#rules = books.toSorted((one, other) => rank(one) - rank(other)).flatMap(compileAll);
    this.#index = new RuleIndex(this.#rules);
  }

  /** The rule with the first reason that holds in one sentence, or in two neighbouring ones; stops after each. */
  *findRule(sentences: readonly (readonly string[])[]): Steps<Rule | null> {
    const stretches = yield* this.#readStretches(sentences);
    const seen = new Set<string>();
    let best: Rule | null = null;
    let limit = this.#rules.length;
    const check = (stretch: Stretch) => {
      if (limit === 0 || seen.has(stretch.text)) return;
      seen.add(stretch.text);
      const found = this.#findIn(stretch, limit);
      if (found === null) return;
      best = found;
      limit = this.#rules.findIndex((rule) => rule.reason === found.reason);
    };
    for (const [position, stretch] of stretches.entries()) {
      check(stretch);
      const next = stretches[position + 1];
      if (next === undefined) break;
      check({ text: `${stretch.text}.${next.text}`, steps: [...stretch.steps, ...next.steps] });
      yield;
    }
    return best;
  }

  *#readStretches(sentences: readonly (readonly string[])[]): Steps<Stretch[]> {
    const known = new Map<string, Stretch>();
    const stretches: Stretch[] = [];
    for (const sentence of sentences) {
      for (const words of cutWindows(sentence.flatMap((word) => correctTypo(word).split(' ')))) {
        const text = ` ${words.join(' ')} `;
        const stretch = known.get(text) ?? { text, steps: [this.#index.listSteps(words)] };
        known.set(text, stretch);
        stretches.push(stretch);
        yield;
      }
    }
    return stretches;
  }

  /** Of the rules before `limit`, the one with the first reason that holds here. */
  #findIn({ text, steps }: Stretch, limit: number): Rule | null {
    const isPair = text.includes(' . ');
    const candidates = this.#index.listCandidates(steps, limit).sort((one, other) => one - other);
    for (const index of candidates) {
      const rule = this.#rules[index];
      if (rule !== undefined && !(isPair && rule.single) && matchesRule(rule, text)) return rule;
    }
    return null;
  }
}
