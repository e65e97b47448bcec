import { type ChatMessage, TEAM_REASONS, type TeamReason } from '../../domain/types.ts';
import type { Steps } from '../slices.ts';
import { type CompiledRule, type ReasonRules, type Rule, RuleCompiler, type Vocabulary } from './pattern.ts';
import { RuleIndex, type StepSet } from './rule-index.ts';
import { HARMLESS } from './rules/harmless.ts';
import { SHARED } from './rules/vocabulary.ts';
import { matchesRule, Pair, type Place, Stretch } from './stretch.ts';
import { cutWindows, goesOn, splitThoughts, THOUGHT } from './text.ts';
import { correctTypo } from './typos.ts';

/** Means no rule; every rule has a smaller number. */
const NO_RULE = Number.POSITIVE_INFINITY;

/** Words of each of two messages that are read as one sentence. */
const SEAM_WORDS = 40;

const HYPOTHETICAL = '& ~{hypothetical}';
const GENERAL = '& !{general}';

function compileAll(book: ReasonRules, compilers: Map<Vocabulary, RuleCompiler>): CompiledRule[] {
  const { vocabulary } = book;
  const compiler = compilers.get(vocabulary) ?? new RuleCompiler({ ...SHARED, ...vocabulary });
  compilers.set(vocabulary, compiler);
  const lines = [
    ...book.always,
    ...book.unlessHypothetical.map((line) => `${line} ${HYPOTHETICAL}`),
    ...book.unlessGeneral.map((line) => `${line} ${GENERAL}`),
  ];
  return lines.map((line) => compiler.compile(book.reason, line));
}

/** Of one message: the first rule that holds in it, and the stretches that meet its neighbours; none if it is empty. */
interface Findings {
  found: number;
  start: Stretch | undefined;
  end: Stretch | undefined;
}

/** All rules, compiled once; those of an earlier TEAM_REASON come first. */
export class RuleBook {
  readonly #rules: Rule[];
  readonly #index: RuleIndex;
  readonly #meaning = new MeaningReader();
  /** Scratch space: the steps of the two current sentences. */
  readonly #both: StepSet;
  /** Earlier messages of a ticket come again as the same objects. */
  readonly #known = new WeakMap<ChatMessage, Findings>();

  constructor(books: readonly ReasonRules[]) {
    const rank = (book: ReasonRules) => TEAM_REASONS.indexOf(book.reason);
    // The books of one language share its vocabulary, so they share a compiler.
    const compilers = new Map<Vocabulary, RuleCompiler>();
    const compiled = books
      .toSorted((one, other) => rank(one) - rank(other))
      .flatMap((book) => compileAll(book, compilers));
    this.#rules = compiled.map(({ rule }) => rule);
    this.#index = new RuleIndex(compiled);
    this.#both = this.#index.makeSet();
  }

  /** The stretches of a new text, on which rules are tried. */
  *read(text: string): Steps<Stretch[]> {
    const read = new Map<string, Stretch[]>();
    const stretches: Stretch[] = [];
    for (const sentence of splitThoughts(text)) {
      const known = read.get(sentence) ?? (yield* this.#readSentence(sentence));
      read.set(sentence, known);
      for (const stretch of known) stretches.push(stretch);
    }
    return stretches;
  }

  /**
   * The first rule, by number, that holds in what the customer wrote: in a turn, where one ends and the next begins,
   * or in two in a row that make one sentence. NO_RULE for none.
   */
  *findInTicket(messages: readonly ChatMessage[]): Steps<number> {
    let first = NO_RULE;
    let before: { message: ChatMessage; end: Stretch } | null = null;
    let isBurst = false;
    for (const message of messages) {
      if (message.role !== 'user') {
        isBurst = false;
        continue;
      }
      const { found, start, end } = this.#known.get(message) ?? (yield* this.#readMessage(message));
      if (!start || !end) continue;
      first = Math.min(first, found);
      if (before) {
        first = Math.min(first, this.#findInPair(before.end, start, first));
        const one = before.message;
        if (isBurst && one.name === message.name && goesOn(one.content, message.content))
          first = Math.min(first, this.#findInSentence(before.end, start));
        before.end.forget();
        start.forget();
      }
      before = { message, end };
      isBurst = true;
    }
    return first;
  }

  *#readMessage(message: ChatMessage): Steps<Findings> {
    const stretches = yield* this.read(message.content);
    const found = yield* this.findFirst(stretches);
    const [start, end] = [stretches[0], stretches.at(-1)];
    end?.forget();
    const findings = { found, start, end };
    this.#known.set(message, findings);
    return findings;
  }

  /** The first rule, by number, that holds in one stretch or in two neighbouring ones; NO_RULE for none. */
  *findFirst(stretches: readonly Stretch[]): Steps<number> {
    const seen = new Set<string>();
    let first = NO_RULE;
    let before: Stretch | null = null;
    for (const stretch of stretches) {
      // A sentence repeated a hundred times is read once.
      const pair = before && `${before.text}.${stretch.text}`;
      if (before && pair && !seen.has(pair))
        first = Math.min(first, this.#findInPair(before, stretch, first));
      first = this.#findAlone(stretch, seen, first);
      if (pair) seen.add(pair);
      if (before !== stretch) before?.forget();
      before = stretch;
      yield;
    }
    return first;
  }

  /** The same in a new stretch, and in each of its lines. */
  #findAlone(stretch: Stretch, seen: Set<string>, limit: number): number {
    let first = limit;
    for (const place of [stretch, ...stretch.lines]) {
      if (!seen.has(place.text)) first = Math.min(first, this.#findIn(place, place.steps, first));
      seen.add(place.text);
      if (place !== stretch) place.forget();
    }
    return first;
  }

  /** The same in two joined neighbouring stretches, for rules before `limit`. */
  #findInPair(one: Stretch, other: Stretch, limit: number): number {
    return this.#findIn(new Pair(one, other), this.#join(one.steps, other.steps), limit);
  }

  /**
   * The same in the sentence that two messages make together, of which the first ends with `end` and the next begins
   * with `start`.
   */
  #findInSentence(end: Stretch, start: Stretch): number {
    const words = [
      ...end.text.trim().split(' ').slice(-SEAM_WORDS),
      ...start.text.trim().split(' ').slice(0, SEAM_WORDS),
    ];
    const sentence = new Stretch(words, this.#index);
    return this.#findIn(sentence, sentence.steps, NO_RULE);
  }

  /** Why a rule hands over; null for NO_RULE. */
  reasonOf(rule: number): TeamReason | null {
    return this.#rules[rule]?.reason ?? null;
  }

  /** The windows of a sentence; the first holds its lines, if there are several. A lone word says nothing by itself. */
  *#readSentence(sentence: string): Steps<Stretch[]> {
    const thoughts = sentence.split(` ${THOUGHT} `);
    const lines: Stretch[] = [];
    if (thoughts.length > 1)
      for (const thought of thoughts.filter((line) => line.includes(' ')))
        lines.push(...(yield* this.#readWindows(thought, [])));
    return yield* this.#readWindows(sentence, lines);
  }

  *#readWindows(sentence: string, lines: readonly Stretch[]): Steps<Stretch[]> {
    const words: string[] = [];
    for (const word of sentence.split(' ')) {
      const meant = correctTypo(word);
      if (meant.includes(' ')) words.push(...meant.split(' '));
      else words.push(meant);
    }
    const stretches: Stretch[] = [];
    for (const window of cutWindows(words)) {
      const isFirst = stretches.length === 0;
      stretches.push(new Stretch(this.#meaning.read(window), this.#index, isFirst ? lines : []));
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

  /** Of the rules before `limit`, the first one that holds here. */
  #findIn(place: Place, steps: StepSet, limit: number): number {
    const isPair = place instanceof Pair;
    for (const index of this.#index.listCandidates(steps, limit)) {
      const rule = this.#rules[index];
      if (rule !== undefined && !(isPair && rule.single) && matchesRule(rule, place)) return index;
    }
    return NO_RULE;
  }
}

/** Removes from a sentence what is said but not meant; see harmless.ts. */
class MeaningReader {
  readonly #lines: ReturnType<RuleCompiler['compile']>[];
  readonly #index: RuleIndex;

  constructor() {
    const compiler = new RuleCompiler({ ...SHARED, ...HARMLESS.vocabulary });
    // The topic of a line does not matter here, only where it holds.
    this.#lines = HARMLESS.lines.map((line) => compiler.compile('model', line));
    this.#index = new RuleIndex(this.#lines);
  }

  /** The words of a sentence, or of a window of it, that are meant. */
  read(words: string[]): string[] {
    const candidates = this.#index.listCandidates(this.#index.listSteps(words), this.#lines.length);
    if (candidates.length === 0) return words;
    const said = ` ${words.join(' ')} `;
    let meant = said;
    for (const candidate of candidates) {
      const rule = this.#lines[candidate]?.rule;
      const [phrase, ...conditions] = rule?.all ?? [];
      if (phrase === undefined || rule?.unless.some((part) => part.findIn(said) >= 0)) continue;
      if (conditions.every((part) => part.findIn(said) >= 0)) meant = phrase.takeOutOf(meant);
    }
    return meant.trim().split(' ');
  }
}
