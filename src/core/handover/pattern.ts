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
 *   ^word            the word starts the sentence; `$` at the end of a line: nothing follows
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

export interface Rule {
  reason: TeamReason;
  all: RegExp[];
  unless: RegExp[];
  unlessNear: RegExp[];
  /** For each step of the rule the words (`stem*`) of which one must be in the sentence. */
  steps: string[][];
  /** What it was compiled from, for whoever tunes the rules. */
  line: string;
  /** All parts must be in one sentence. */
  single: boolean;
}

interface Step {
  source: string;
  words: string[];
}

const GAP = '(?: [^ .]+){0,5}?';

function compileWord(word: string): string {
  return word
    .split('_')
    .map((part) =>
      part
        .split(/([*#])/)
        .map((piece) => (piece === '*' ? '[^ ]*' : piece === '#' ? '[0-9]+' : foldWord(piece)))
        .join(''),
    )
    .join(' ');
}

function listWords(step: string, vocabulary: Vocabulary): string[] {
  return step.split('|').flatMap((word) => {
    const [, start = '', name] = /^(\^?)\{(\w+)\}$/.exec(word) ?? [];
    if (name === undefined) return [word];
    const list = vocabulary[name];
    if (list === undefined) throw new Error(`unknown word list ${word}`);
    return list.flatMap((words) => listWords(words, vocabulary)).map((entry) => start + entry);
  });
}

/** The first word of each alternative of a step, `stem*` where it goes on; none if one of them can be anything. */
function listFirstWords(sources: readonly string[]): string[] {
  const words = sources.map((source) => /^\^? ([^ [\]]*)(\[\^)?/.exec(source) ?? []);
  if (words.some(([, word = '']) => word === '')) return [];
  return words.map(([, word = '', open]) => (open === undefined ? word : `${word}*`));
}

function compileStep(step: string, vocabulary: Vocabulary): Step {
  const words = listWords(step, vocabulary);
  const starts = words.map((word) =>
    word.startsWith('^') ? `^ ${compileWord(word.slice(1))}` : ` ${compileWord(word)}`,
  );
  return { source: `(?:${starts.join('|')})`, words: listFirstWords(starts) };
}

/** Turns one phrase into a regular expression over ` word word ` and lists the steps it cannot do without. */
function compilePhrase(phrase: string, vocabulary: Vocabulary): { source: string; steps: string[][] } {
  let source = '';
  let end = '(?= )';
  const steps: string[][] = [];
  for (const token of phrase.trim().split(/\s+/)) {
    if (token === '..') {
      source += GAP;
      continue;
    }
    if (token === '$') {
      end = '(?= $)';
      continue;
    }
    const optional = token.endsWith('?');
    const step = compileStep(optional ? token.slice(0, -1) : token, vocabulary);
    source += optional ? `${step.source}?` : step.source;
    if (!optional && step.words.length > 0) steps.push(step.words);
  }
  return { source: source + end, steps };
}

/** Compiles one line; throws on a word list that does not exist. */
export function compileRule(reason: TeamReason, line: string, vocabulary: Vocabulary): Rule {
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
    if (sign === '!' || sign === '~') {
      const { source } = compilePhrase(part.slice(1), vocabulary);
      if (sign === '!') rule.unless.push(new RegExp(source));
      else rule.unlessNear.push(new RegExp(`${source}(?: [^ .,]+){0,5}? $`));
      continue;
    }
    const { source, steps } = compilePhrase(part, vocabulary);
    rule.all.push(new RegExp(source));
    rule.steps.push(...steps);
  }
  return rule;
}

/** Does the rule hold in ` word word `? What it excludes must begin before the last of its parts. */
export function matchesRule(rule: Rule, sentence: string): boolean {
  let start = 0;
  for (const part of rule.all) {
    const found = part.exec(sentence);
    if (found === null) return false;
    start = Math.max(start, found.index);
  }
  const before = sentence.slice(0, start + 1);
  if (rule.unlessNear.some((part) => part.test(before))) return false;
  return !rule.unless.some((part) => (part.exec(sentence)?.index ?? Infinity) <= start);
}
