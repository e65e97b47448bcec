import type { ChatMessage, Language } from '../../../domain/types.ts';
import { guessLanguage } from '../../reading/language.ts';
import type { Piece } from '../../search/passages.ts';
import { words } from '../../search/words/analyse.ts';
import { stem } from '../../search/words/stemming.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { isInForeignScript } from './garble.ts';

/** Share of an answer's own words that stand in what it rests on. */
const OWN_PART = 0.5;
/** The same where it names an entry about the question, and how many words of a named one are always enough. */
const [NAMED_PART, LEAST_NAMED] = [0.2, 3];
/** The same where nothing else connects the two, and how many words: `contact our team` stands in many an entry. */
const [ALONE_PART, LEAST_ALONE] = [0.75, 4];
/** Stems that begin alike are one: `Versandkosten`, `Versand`; `contain` and `contact` are two. */
const PREFIX_LETTERS = 6;

const MOST_WRITTEN = 12;
const LIST_NUMBER = /^\s*\d{1,2}[.)]\s/gm;
const NUMBER = /\p{N}/u;
const NUMBERS = /\p{Nd}+(?:[.,:’']\p{Nd}+)*/gu;

/** Languages that put no blanks between words; in Japanese, Hiragana alone is grammar. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const GRAMMAR = /^\p{Script=Hiragana}+$/u;
const SEGMENTS = new Intl.Segmenter(undefined, { granularity: 'word' });

export interface Claim {
  answer: string;
  used: readonly string[];
  /** All that the customer said, and their name. */
  asked: readonly string[];
  /** The language of the question. */
  language: Language;
  passages: readonly Pick<Piece, 'id' | 'language' | 'text'>[];
  /** Names and facts about the customer, which it may say too. */
  facts: readonly string[];
  /** A model tells facts about the customer in any words: a value `blocked` as `on hold`. */
  hasContext?: boolean;
  /** The owner's instructions and earlier answers: those too may have said that nothing is known. */
  known: readonly string[];
}

interface Ground {
  text: string;
  language: Language | null;
  isNamed?: boolean;
  /** So many of its words are enough where it does not speak of the question. */
  leastAlone: number;
  match?: TermMatch;
}

export interface ClaimTerms {
  wanted: ReadonlySet<string>;
  said: ReadonlySet<string>;
  /** The language of the answer. */
  language: Language;
  /** The first is the one that the answer names. */
  grounds: Ground[];
}

export function readTerms(claim: Claim): ClaimTerms {
  const { answer, asked, language: askedIn } = claim;
  const language = guessLanguage(words(answer)) ?? askedIn;
  const wanted = new Set(asked.flatMap((text) => termsOf(text, language)));
  const said = new Set(termsOf(answer.replace(LIST_NUMBER, ''), language));
  return { wanted, said, language, grounds: listGrounds(claim) };
}

/**
 * Whether an answer says anything of what the model was given. Words that are neither function words nor the customer's
 * have to stand there: `the context holds nothing about it` shares none with an entry, whatever the language. In
 * doubt it does: a good answer that is withheld costs more.
 */
export function isGrounded(claim: Claim, terms: ClaimTerms = readTerms(claim)): boolean {
  // A question without a word of its own asks nothing that an entry could answer.
  if (onlyAsks(claim.answer) || terms.wanted.size === 0) return true;
  return terms.grounds.some((ground) => holds(ground, terms, claim));
}

/** How far the entries that an answer names carry it. */
export interface Support {
  part: number;
  hasOwn: boolean;
  hasShared: boolean;
  isForeign: boolean;
  /** Share of its numbers that stand nowhere. */
  wrongNumbers: number;
}

/** null: it names none, and nothing is known of the customer that it could rest on. */
export function measureSupport(claim: Claim, terms: ClaimTerms = readTerms(claim)): Support | null {
  const { answer, asked, facts, hasContext, known } = claim;
  const told: Ground | null = hasContext ? { text: facts.join('\n'), language: null, leastAlone: 1 } : null;
  const named = terms.grounds.find(({ isNamed }) => isNamed) ?? told;
  if (!named) return null;
  const { own, found, part, isForeign } = compare(named, terms, claim);
  const numbers = [...new Set(numbersIn(answer.replace(LIST_NUMBER, '')))];
  const given = new Set([named.text, ...asked, ...facts, ...known].flatMap(numbersIn));
  // A small number may be written out there.
  const isWritten = (number: string) => Number(number) <= MOST_WRITTEN && !NUMBER.test(named.text);
  const wrong = numbers.filter((number) => !given.has(number) && !isWritten(number));
  return {
    ...{ part: own.size === 0 ? 0 : part, hasOwn: own.size > 0, hasShared: found.size > 0, isForeign },
    wrongNumbers: numbers.length === 0 ? 0 : wrong.length / numbers.length,
  };
}

/** `4.90` and `4,90`, `09:00` and `9` are the same. */
function numbersIn(text: string): string[] {
  const found = text.match(NUMBERS) ?? [];
  return found.map((number) => number.replace(/[.,:’'](?:00?)$/, '').replace(/\D|^0+(?=\d)/g, ''));
}

/** Those that are named first, together and one by one. */
function listGrounds({ used, passages, facts, known }: Claim): Ground[] {
  const named = passages.filter(({ id }) => used.includes(id));
  const others = passages.filter(({ id }) => !used.includes(id));
  const together = { language: named[0]?.language ?? null, text: named.map(({ text }) => text).join('\n') };
  return [
    ...(named.length > 1 ? [together, ...named] : named).map((one) => ({
      ...one,
      isNamed: true,
      leastAlone: 1,
    })),
    ...facts.map((text) => ({ text, language: null, leastAlone: 1 })),
    ...others.map((one) => ({ ...one, leastAlone: LEAST_ALONE })),
    ...known.map((text) => ({ text, language: null, leastAlone: Number.POSITIVE_INFINITY })),
  ];
}

function holds(ground: Ground, terms: ClaimTerms, claim: Claim): boolean {
  const match = compare(ground, terms, claim);
  return ground.isNamed ? holdsByName(match, claim) : holdsByItself(match, ground.leastAlone);
}

function compare(ground: Ground, terms: ClaimTerms, claim: Claim): TermMatch {
  ground.match ??= measureMatch(ground, terms, claim);
  return ground.match;
}

function measureMatch(ground: Ground, { wanted, said, language }: ClaimTerms, claim: Claim): TermMatch {
  const held = new Set(termsOf(ground.text, language));
  const own = said.difference(wanted);
  const found = own.intersection(held);
  return {
    ...{ said, held, own, found, part: found.size / own.size },
    isForeign: isInOtherLanguage(ground, language, claim),
    isAbout: !wanted.isDisjointFrom(held),
    hasNumber: [...found].some((term) => NUMBER.test(term)),
  };
}

interface TermMatch {
  said: ReadonlySet<string>;
  held: ReadonlySet<string>;
  /** Words of the answer that are not the customer's, and those of them that stand there. */
  own: ReadonlySet<string>;
  found: ReadonlySet<string>;
  part: number;
  isForeign: boolean;
  isAbout: boolean;
  hasNumber: boolean;
}

function holdsByName({ own, found, part, ...match }: TermMatch, { answer, hasContext }: Claim): boolean {
  const { isForeign, isAbout, hasNumber } = match;
  // No word of a translation need stand in what it translates.
  if (isForeign || hasNumber || (isAbout && hasContext)) return true;
  // `No.` says something; `Nie wiem.`, of function words too, does not.
  if (own.size === 0) return isAbout || words(answer).length === 1;
  return found.size >= LEAST_NAMED || part >= (isAbout ? NAMED_PART : OWN_PART);
}

function holdsByItself({ said, held, own, found, part, ...match }: TermMatch, leastAlone: number): boolean {
  const { isForeign, isAbout, hasNumber } = match;
  if (own.size === 0) return isRepeating(said, held, isForeign);
  if (hasNumber && (isAbout || isForeign || found.size > 1)) return true;
  return isAbout ? part >= OWN_PART : part >= ALONE_PART && found.size >= leastAlone;
}

/** `Yes, we ship to Austria`: nothing but the question's own words, and all of them stand there. */
function isRepeating(said: ReadonlySet<string>, held: ReadonlySet<string>, isForeign: boolean): boolean {
  return said.size > 0 && (isForeign ? !said.isDisjointFrom(held) : said.isSubsetOf(held));
}

function isInOtherLanguage(
  { text, language }: Ground,
  ofAnswer: Language,
  { answer, language: asked }: Claim,
): boolean {
  if (isInForeignScript(answer, [text])) return true;
  return language !== null && language !== ofAnswer && ofAnswer === asked;
}

function termsOf(text: string, language: Language): string[] {
  return words(text).flatMap((word) => {
    if (NUMBER.test(word)) return [word];
    if (UNSPACED.test(word)) return segmentsOf(word);
    if (word.length < 2 || isStopWord(word, language)) return [];
    return [stem(word, language).slice(0, PREFIX_LETTERS)];
  });
}

function segmentsOf(run: string): string[] {
  const parts = [...SEGMENTS.segment(run)].map(({ segment }) => segment);
  return parts.filter((part) => part.length > 1 && !GRAMMAR.test(part));
}

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const ASKS = /[?？؟]["'”’»)\]*_]*\s*$/u;

export function onlyAsks(text: string): boolean {
  // Most answers end without a question, and to segment them would take as long as to read them.
  if (!ASKS.test(text)) return text.trim() === '';
  return [...SENTENCES.segment(text.trim())].every(({ segment }) => ASKS.test(segment));
}

/** Whether an earlier answer of the conversation ended with a question: one in a ticket is enough. */
export function hasAskedBack(messages: readonly ChatMessage[]): boolean {
  return messages.some(
    ({ role, content }) => role === 'assistant' && content.split('\n').some((line) => ASKS.test(line)),
  );
}
