import { digitsOf } from '../../../domain/text.ts';
import { unify, words } from '../../search/words/analyse.ts';
import { stem } from '../../search/words/stemming.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { APOSTROPHE, NEGATIONS } from '../similarity/stance.ts';
import { differs, readFacts } from './facts.ts';

export interface Sentence {
  /** Stems of its content words. */
  content: ReadonlySet<string>;
  isDenied: boolean;
}

export interface AnswerStance {
  verdict: 'yes' | 'no' | null;
  sentences: Sentence[];
}

const OPPOSITES = new Map(
  `unmöglich möglich|impossible possible|verboten erlaubt|untersagt erlaubt|forbidden allowed|prohibited allowed|
disallowed allowed|unavailable available|disabled enabled|deaktiviert aktiviert|kostenpflichtig kostenlos`
    .replaceAll('\n', '')
    .split('|')
    .map((pair) => pair.split(' ').map(unify) as [string, string]),
);
/** Negations, and what says the same of something: `forbidden` denies `allowed`. */
const DENIALS = new Set([...NEGATIONS, ...OPPOSITES.keys()]);
/** Phrases with a word of denial that deny nothing. */
const HARMLESS =
  /\b(?:nicht nur|not only|kein(?:e|en)? (?:problem|sorgen?|stress|ding)|no (?:problem|worries)|dont worry|warum nicht|why not|if not|wenn nicht|falls nicht|ob nicht|oder nicht|or not)\b/gu;
/** The words behind it speak of something else, or only of a condition. */
const CLAUSE_END =
  /[.!?;\n]+(?=\s|$)|\s(?:aber|but|sondern|wenn|if|falls|sofern|solange|unless|except|außer|weil|because|damit|sodass)\s/u;
const YES = new Set(['ja', 'jap', 'jo', 'jup', 'yes', 'yep', 'yeah', 'yup', 'doch']);
const NO = new Set(['nein', 'ne', 'nee', 'nö', 'no', 'nope', 'nah']);
const MAX_SENTENCES = 60;

export function readStance(text: string): AnswerStance {
  const plain = text.replace(APOSTROPHE, '');
  const [first = ''] = words(plain.slice(0, 40));
  const verdict = YES.has(first) ? 'yes' : isVerdict(first, plain) ? 'no' : null;
  const rest = verdict === null ? plain : plain.trimStart().slice(first.length);
  const sentences = rest
    .split(CLAUSE_END)
    .slice(0, MAX_SENTENCES)
    .map(readSentence)
    .filter(({ content }) => content.size > 0);
  return { verdict, sentences };
}

/** `No, …` is a verdict, `No refunds` is not. */
function isVerdict(first: string, text: string): boolean {
  return NO.has(first) && /^\s*\p{L}+\s*(?:[,.!;:–-]|$)/u.test(text);
}

function readSentence(text: string): Sentence {
  const all = words(text.toLowerCase().replace(HARMLESS, ' ')).map(unify);
  const denials = all.filter((word) => DENIALS.has(word)).length;
  return { content: contentOf(all), isDenied: denials % 2 === 1 };
}

/** Stems of the content words, in either language. */
export function contentOf(all: readonly string[]): Set<string> {
  const known = all.map((word) => OPPOSITES.get(word) ?? word);
  const roots = known.filter((word) => !isEmpty(word)).map((word) => stem(stem(word, 'en'), 'de'));
  // The stemmers know no plural of abbreviations such as `VPNs`.
  return new Set(roots.map((root) => (root.length > 3 ? root.replace(/s$/, '') : root)));
}

function isEmpty(word: string): boolean {
  if (word.length < 2 && digitsOf(word) === '') return true;
  return isStopWord(word, 'de') || isStopWord(word, 'en') || DENIALS.has(word);
}

/** The share of the smaller set that the other holds too; parts of compounds count. */
export function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [less, more] = one.size <= other.size ? [one, other] : [other, one];
  if (less.size === 0) return 0;
  return [...less].filter((root) => isAmong(root, more)).length / less.size;
}

const MIN_PART = 5;

function isAmong(root: string, among: ReadonlySet<string>): boolean {
  if (among.has(root)) return true;
  return [...among].some((other) => {
    const [short, long] = root.length <= other.length ? [root, other] : [other, root];
    return short.length >= MIN_PART && (long.startsWith(short) || long.endsWith(short));
  });
}

const SAME_TOPIC = 0.6;

export function denies(one: AnswerStance, other: AnswerStance): boolean {
  if (one.verdict && other.verdict && one.verdict !== other.verdict) return true;
  const about = pairAboutTheSame(one, other);
  // Two that agree somewhere and differ elsewhere mostly say the same in more words.
  return about.length > 0 && about.every(([mine, theirs]) => mine.isDenied !== theirs.isDenied);
}

/** Whether two answers contradict each other: in numbers, units or weekdays, in yes or no, or in what they deny. */
export function saysOtherwise(one: string, other: string): boolean {
  return differs(readFacts(one), readFacts(other)) || denies(readStance(one), readStance(other));
}

function pairAboutTheSame(one: AnswerStance, other: AnswerStance): (readonly [Sentence, Sentence])[] {
  const pairs = one.sentences.flatMap((mine) => other.sentences.map((theirs) => [mine, theirs] as const));
  return pairs.filter(([mine, theirs]) => overlapOf(mine.content, theirs.content) >= SAME_TOPIC);
}
