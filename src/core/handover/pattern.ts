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
 *   ~a               a does not occur within five words before the match
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

/** `^`, `$`, or a word that can be anything, so also the `.` between two sentences. */
const LOOKS_BEYOND = /[\^$]| \*+(?=[ |)])/;

/** One phrase of a rule; its expression is made when a ticket first needs it. */
export class Phrase {
  readonly #source: () => string;
  #made: RegExp | null = null;
  #staysWithin: boolean | null = null;

  constructor(source: () => string) {
    this.#source = source;
  }

  /** Index of its first occurrence in ` word word `; -1 if there is none. */
  findIn(text: string): number {
    return text.search(this.#expression);
  }

  /** The text with a comma in its place. */
  takeOutOf(text: string): string {
    return text.replace(new RegExp(this.#expression, 'g'), ' ,');
  }

  /** Whether it occurs in two joined sentences only where it occurs in one of them. */
  get staysWithinSentence(): boolean {
    this.#staysWithin ??= !LOOKS_BEYOND.test(
      this.#expression.source.replaceAll(GAP_WORD, 'word').replaceAll(ANY_LETTERS, '*'),
    );
    return this.#staysWithin;
  }

  get #expression(): RegExp {
    this.#made ??= new RegExp(this.#source());
    return this.#made;
  }
}

export interface Rule {
  reason: TeamReason;
  all: Phrase[];
  unless: Phrase[];
  unlessNear: Phrase[];
  /** Its source, for people who tune the rules. */
  line: string;
  /** All parts must be in one sentence. */
  single: boolean;
}

export interface CompiledRule {
  rule: Rule;
  /** For each required phrase and each of its steps, the words (`stem*`) of which the sentence must contain one. */
  steps: string[][][];
}

const GAP_WORD = '[^ .]+';
const GAP = `(?: ${GAP_WORD}){0,5}?`;

const ANY_LETTERS = '[^ ]*';
const PIECES: Readonly<Record<string, string>> = { '*': ANY_LETTERS, '#': '[0-9]+', ',': ',' };

/** What can precede a new thought, besides the start of a sentence. */
const CLAUSE =
  '(?:^| (?:,|[.]|and|und|or|oder|but|aber|hi|hey|hello|hallo|moin|also|so|dann|then|denn|ok|please|bitte|btw))';

/** One way to say a word of a rule. */
interface Alternative {
  /** As an expression, with its leading space. */
  source: string;
  /** Its first word, `stem*` if it continues; null if that can be anything. */
  first: string | null;
}

/** Words occur in many lists, and reading them is the most expensive part of reading the rules. */
const READ = new Map<string, Alternative>();

function readWord(written: string): Alternative {
  const known = READ.get(written);
  if (known !== undefined) return known;
  const word = compileWord(/^[\^>]/.test(written) ? written.slice(1) : written);
  const start = written.startsWith('^') ? '^' : written.startsWith('>') ? CLAUSE : '';
  const made = { source: `${start} ${word}`, first: firstOf(word) };
  READ.set(written, made);
  return made;
}

function compileWord(word: string): string {
  const compilePart = (part: string) => part.split(/([*#])/).map((piece) => PIECES[piece] ?? foldWord(piece));
  return word
    .split('_')
    .map((part) => compilePart(part).join(''))
    .join(' ');
}

function firstOf(word: string): string | null {
  const [, first = '', open] = /^([^ [\]]*)(\[\^)?/.exec(word) ?? [];
  if (first === '') return null;
  return open === undefined ? first : `${first}*`;
}

/**
 * Compiles rules that share a vocabulary. Words, lists and phrases occur in many rules and are kept, and
 * expressions wait for their first use: compiling all 600 rules at once took 200 ms and 48 MB.
 */
export class RuleCompiler {
  readonly #vocabulary: Vocabulary;
  readonly #lists = new Map<string, readonly Alternative[]>();
  readonly #phrases = new Map<string, Phrase>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Compiles one line; throws on a word list that does not exist. */
  compile(reason: TeamReason, line: string): CompiledRule {
    const single = line.includes('+');
    const rule: Rule = { reason, all: [], unless: [], unlessNear: [], line, single };
    const steps: string[][][] = [];
    for (const part of line.split(/[&+]/).map((text) => text.trim())) {
      const sign = part.charAt(0);
      if (sign === '!') rule.unless.push(this.#readPhrase(part.slice(1)));
      else if (sign === '~') rule.unlessNear.push(this.#readPhrase(part.slice(1), '(?: [^ .,]+){0,5}? $'));
      else {
        rule.all.push(this.#readPhrase(part));
        steps.push(this.#listNeededSteps(part));
      }
    }
    return { rule, steps };
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
      else if (token.endsWith('?')) source += `${this.#writeStep(token.slice(0, -1))}?`;
      else source += this.#writeStep(token);
    }
    return source + rest;
  }

  #writeStep(step: string): string {
    const sources = this.#listAlternatives(step).map(({ source }) => source);
    return `(?:${sources.join('|')})`;
  }

  /** Leaves out steps in which one word can be anything. */
  #listNeededSteps(phrase: string): string[][] {
    return phrase
      .trim()
      .split(/\s+/)
      .filter((token) => token !== '..' && token !== '$' && !token.endsWith('?'))
      .map((token) => this.#listAlternatives(token).map(({ first }) => first))
      .filter((words): words is string[] => words.every((word) => word !== null));
  }

  /** Those of `a|{name}`. */
  #listAlternatives(step: string): readonly Alternative[] {
    return step.split('|').flatMap((word) => {
      const [, start = '', name] = /^(\^?)\{(\w+)\}$/.exec(word) ?? [];
      if (name === undefined) return readWord(word);
      const list = this.#readList(name);
      return start === '' ? list : list.map(({ source, first }) => ({ source: start + source, first }));
    });
  }

  #readList(name: string): readonly Alternative[] {
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const list = this.#vocabulary[name];
    if (list === undefined) throw new Error(`unknown word list {${name}}`);
    const made = list.flatMap((words) => this.#listAlternatives(words));
    this.#lists.set(name, made);
    return made;
  }
}
