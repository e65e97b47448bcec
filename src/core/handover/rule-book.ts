import { TEAM_REASONS } from '../../domain/types.ts';
import { compileRule, matchesRule, type ReasonRules, type Rule } from './pattern.ts';
import { RuleIndex } from './rule-index.ts';
import { cutWindows } from './text.ts';
import { correctTypo } from './typos.ts';
import { SHARED } from './vocabulary.ts';

const HYPOTHETICAL = '& ~{hypothetical}';
const GENERAL = '& !{general}';

/** ` word word ` that rules are tried on (two sentences are joined by `.`), and the steps its words can be. */
interface Stretch {
  text: string;
  steps: ReadonlySet<number>;
}

function compileAll(book: ReasonRules): Rule[] {
  const vocabulary = { ...SHARED, ...book.vocabulary };
  const lines = [
    ...book.always,
    ...book.unlessHypothetical.map((line) => `${line} ${HYPOTHETICAL}`),
    ...book.unlessGeneral.map((line) => `${line} ${GENERAL}`),
  ];
  return lines.map((line) => compileRule(book.reason, line, vocabulary));
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

  /** The rule with the first reason that holds in one sentence, or in two neighbouring ones. */
  findRule(sentences: readonly (readonly string[])[]): Rule | null {
    const stretches = this.#readStretches(sentences);
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
      check({ text: `${stretch.text}.${next.text}`, steps: stretch.steps.union(next.steps) });
    }
    return best;
  }

  #readStretches(sentences: readonly (readonly string[])[]): Stretch[] {
    const stepsOf = new Map<string, readonly number[]>();
    return sentences
      .flatMap((sentence) => cutWindows(sentence.map(correctTypo)))
      .map((words) => {
        const steps = new Set<number>();
        for (const word of words) {
          const known = stepsOf.get(word) ?? this.#index.listSteps(word);
          stepsOf.set(word, known);
          for (const step of known) steps.add(step);
        }
        return { text: ` ${words.join(' ')} `, steps };
      });
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
