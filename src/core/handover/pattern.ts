import type { TeamReason } from '../../domain/types.ts';
import { foldWord } from './text.ts';

/**
 * The small language of the rules. One line is one rule:
 *   word|other       one of these words; `_` joins several words (`timed_out`), `*` stands for any letters,
 *                    `#` for a number, a trailing `?` makes the whole choice optional
 *   {name}           a list of words from the vocabulary
 *   a b · a .. b     b follows a directly · after at most five words (`.. ..`: ten); a comma counts as one
 *   a & b            both in the sentence, or in two neighbouring ones
 *   a + b            both in the same sentence
 *   !a               a does not start before the match, in the same sentence
 *   ~a               a does not stand within five words before the match
 *   ^word · >word    the word starts the sentence · a clause of it; `$` at the end of a line: nothing follows
 * Conditions look backwards only, so no sentence that is added to a ticket can silence a rule.
 */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

export interface ReasonRules {
  reason: TeamReason;
  vocabulary: Vocabulary;
  /** What only an affected person says; holds whatever else the sentence contains. */
  always: readonly string[];
  /** Holds unless the sentence began as a hypothesis ("what happens if ..."). */
  unlessHypothetical: readonly string[];
  /** Holds unless the sentence began as a general question ("how do I ...", "is it allowed ..."). */
  unlessGeneral: readonly string[];
}

/** One phrase of a rule; its expression is made when a ticket first needs it. */
class Phrase {
  readonly #source: () => string;
  #expression: RegExp | null = null;

  constructor(source: () => string) {
    this.#source = source;
  }

  get expression(): RegExp {
    this.#expression ??= new RegExp(this.#source());
    return this.#expression;
  }
}

export interface Rule {
  reason: TeamReason;
  all: Phrase[];
  unless: Phrase[];
  unlessNear: Phrase[];
  /** For each step of the rule the words (`stem*`) of which one must be in the sentence. */
  steps: (readonly string[])[];
  /** What it was compiled from, for whoever tunes the rules. */
  line: string;
  /** All parts must be in one sentence. */
  single: boolean;
}

interface Step {
  source: string;
  words: readonly string[];
}

const GAP = '(?: [^ .]+){0,5}?';

const PIECES: Readonly<Record<string, string>> = { '*': '[^ ]*', '#': '[0-9]+', ',': ',' };

/** What a new thought can follow; the start of a sentence does too. */
const CLAUSE =
  '(?:^| (?:,|[.]|and|und|or|oder|but|aber|hi|hey|hello|hallo|moin|also|so|dann|then|denn|ok|please|bitte|btw))';

/** Words occur in many lists, and folding is the dearest part of reading the rules. */
const FOLDED = new Map<string, string>();

function compileWord(word: string): string {
  const known = FOLDED.get(word);
  if (known !== undefined) return known;
  const made = word
    .split('_')
    .map((part) =>
      part
        .split(/([*#])/)
        .map((piece) => PIECES[piece] ?? foldWord(piece))
        .join(''),
    )
    .join(' ');
  FOLDED.set(word, made);
  return made;
}

/** The first word of each alternative of a step, `stem*` where it goes on; none if one of them can be anything. */
function listFirstWords(sources: readonly string[]): string[] {
  const words = sources.map(
    (source) =>
      /^\^? ([^ [\]]*)(\[\^)?/.exec(source.startsWith(CLAUSE) ? source.slice(CLAUSE.length) : source) ?? [],
  );
  if (words.some(([, word = '']) => word === '')) return [];
  return words.map(([, word = '', open]) => (open === undefined ? word : `${word}*`));
}

/**
 * Compiles rules that share a vocabulary. Words, steps and phrases occur in many rules and are kept, and
 * expressions wait for their first use: compiling all 600 rules at once took 200 ms and 48 MB.
 */
export class RuleCompiler {
  readonly #vocabulary: Vocabulary;
  readonly #lists = new Map<string, readonly string[]>();
  readonly #steps = new Map<string, Step>();
  readonly #phrases = new Map<string, Phrase>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Compiles one line; throws on a word list that does not exist. */
  compile(reason: TeamReason, line: string): Rule {
    const rule: Rule = {
      reason,
      all: [],
      unless: [],
      unlessNear: [],
      steps: [],
      line,
      single: line.includes('+'),
    };
    for (const part of line.split(/[&+]/).map((text) => text.trim())) {
      const sign = part.charAt(0);
      if (sign === '!') rule.unless.push(this.#readPhrase(part.slice(1)));
      else if (sign === '~') rule.unlessNear.push(this.#readPhrase(part.slice(1), '(?: [^ .,]+){0,5}? $'));
      else {
        rule.all.push(this.#readPhrase(part));
        rule.steps.push(...this.#listNeededSteps(part));
      }
    }
    return rule;
  }

  #readPhrase(phrase: string, end = '(?= )'): Phrase {
    const known = this.#phrases.get(phrase + end);
    if (known !== undefined) return known;
    const made = new Phrase(() => this.#writeSource(phrase, end));
    this.#phrases.set(phrase + end, made);
    return made;
  }

  /** The regular expression of a phrase over ` word word `. */
  #writeSource(phrase: string, end: string): string {
    let source = '';
    let rest = end;
    for (const token of phrase.trim().split(/\s+/)) {
      if (token === '..') source += GAP;
      else if (token === '$') rest = '(?= $)';
      else if (token.endsWith('?')) source += `${this.#readStep(token.slice(0, -1)).source}?`;
      else source += this.#readStep(token).source;
    }
    return source + rest;
  }

  #listNeededSteps(phrase: string): (readonly string[])[] {
    return phrase
      .trim()
      .split(/\s+/)
      .filter((token) => token !== '..' && token !== '$' && !token.endsWith('?'))
      .map((token) => this.#readStep(token).words)
      .filter((words) => words.length > 0);
  }

  #readStep(step: string): Step {
    const known = this.#steps.get(step);
    if (known !== undefined) return known;
    const alternatives = this.#listAlternatives(step);
    const made = { source: `(?:${alternatives.join('|')})`, words: listFirstWords(alternatives) };
    this.#steps.set(step, made);
    return made;
  }

  /** `a|{name}` as folded alternatives, each with its leading space. */
  #listAlternatives(step: string): readonly string[] {
    return step.split('|').flatMap((word) => {
      const [, start = '', name] = /^([\^>]?)\{(\w+)\}$/.exec(word) ?? [];
      if (name !== undefined) return this.#readList(name).map((entry) => start + entry);
      if (word.startsWith('^')) return `^ ${compileWord(word.slice(1))}`;
      return word.startsWith('>') ? `${CLAUSE} ${compileWord(word.slice(1))}` : ` ${compileWord(word)}`;
    });
  }

  #readList(name: string): readonly string[] {
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const list = this.#vocabulary[name];
    if (list === undefined) throw new Error(`unknown word list {${name}}`);
    const made = list.flatMap((words) => this.#listAlternatives(words));
    this.#lists.set(name, made);
    return made;
  }
}

/** Does the rule hold in ` word word `? What it excludes must begin before the last of its parts. */
export function matchesRule(rule: Rule, sentence: string): boolean {
  let start = 0;
  for (const part of rule.all) {
    const found = part.expression.exec(sentence);
    if (found === null) return false;
    start = Math.max(start, found.index);
  }
  const end = sentence.lastIndexOf(' . ', start - 1);
  const own = end < 0 ? 0 : end + 2;
  const before = sentence.slice(own, start + 1);
  if (rule.unlessNear.some((part) => part.expression.test(before))) return false;
  const rest = sentence.slice(own);
  return !rule.unless.some((part) => (part.expression.exec(rest)?.index ?? Infinity) <= start - own);
}
