import { cutAt } from '../../../domain/text.ts';
import type { Language } from '../../../domain/types.ts';
import { guessLanguage } from '../../reading/language.ts';
import { fold, words } from '../../search/words/analyse.ts';
import { hasOthers, isMisattributed, linksOf, partsOf } from './attribution.ts';
import type { Carrier, StatedValue } from './carrier.ts';
import { isAddressCarried, isCarried, isCount, isMiscounted, toCarrier } from './carrier.ts';
import type { Clause, DeniableStatement } from './denials.ts';
import { beginsDenying, clausesOf, findDenied, findReversed, mayDeny } from './denials.ts';
import { isKnownName, namesIn, renumberedIn } from './names.ts';
import { type Passage, sentencesOf, termsOf } from './statements.ts';
import { readValues } from './values.ts';

export interface Material {
  /** The passages that the model was given. */
  passages: readonly Passage[];
  /** Ids of those that it names: these carry its sentences, or all where it names none. */
  used: readonly string[];
  /** All else that it may say: the conversation, the context, the persona. */
  others: readonly string[];
  /** The last message of the asker. */
  question?: string;
}

/** What a sentence says and nothing carries. */
export interface Doubt {
  kind: StatedValue['kind'] | 'name' | 'denial' | 'review';
  /** As the answer says it; of a denial, the sentence that says otherwise; nothing of a review. */
  text: string;
}

/** The rest of a long conversation is not read: what stands there alone is doubted. */
const MOST_OTHERS = 20_000;
/** First and last days, from Monday, 0. */
const WEEKS = new Set(['0,4', '5,6', '0,6']);

/** The language of an answer. @param asked that of the question, where the answer does not tell its own */
export function languageOf(answer: string, asked: Language): Language {
  return guessLanguage(words(answer)) ?? asked;
}

export function namedIn({ passages, used }: Pick<Material, 'passages' | 'used'>): readonly Passage[] {
  const named = passages.filter(({ id }) => used.includes(id));
  return named.length > 0 ? named : passages;
}

/**
 * The doubts of each sentence of an answer: values, names and denials that neither the passages nor anything else that
 * the model was given holds. A sentence that stands in a named passage word for word has none.
 */
export function findDoubts(answer: string, asked: Language, material: Material): Doubt[][] {
  const named = namedIn(material);
  const quotes = new Set(named.flatMap(({ text }) => sentencesOf(text).map((one) => one.trim())));
  const sentences = proseOf(answer).flatMap(({ line, isCode }) =>
    sentencesOf(line).map((text) => ({ text, isExempt: isCode || quotes.has(text.trim()) })),
  );
  if (sentences.every(({ isExempt }) => isExempt)) return sentences.map(() => []);
  const language = languageOf(answer, asked);
  const said = sentences.map(({ text }) => toSentence(text, language));
  const check = makeCheck(said, material, named, language);
  return said.map((one, index) => (sentences[index]?.isExempt ? [] : check(one, said[index - 1])));
}

/** A sentence of an answer; each part of it is read when it is needed first. */
interface AnswerSentence {
  text: string;
  readValues(): readonly StatedValue[];
  readLinks(): ReadonlySet<string>;
  readTerms(): ReadonlySet<string>;
  readClauses(): readonly Clause[];
}

function toSentence(text: string, language: Language): AnswerSentence {
  const values = once(() => readValues(text, language, true));
  return {
    ...{ text, readValues: values, readLinks: once(() => linksOf(values())) },
    readTerms: once(() => termsOf(text, language)),
    readClauses: once(() => clausesOf(text, language)),
  };
}

/** Finds the doubts of one sentence at a time, and reads no more than it needs: most are what the named passages say. */
function makeCheck(
  all: readonly AnswerSentence[],
  { passages, others, question = '' }: Material,
  named: readonly Passage[],
  language: Language,
): (said: AnswerSentence, before?: AnswerSentence) => Doubt[] {
  const rest = passages.filter((one) => !named.includes(one));
  const comparable = named.filter((one) => (one.language ?? language) === language);
  const ofNamed = once(() => carriersOf(named, language));
  const ofRest = once(() => carriersOf(rest, language));
  const other = once(() => cutAt(others.join('\n'), MOST_OTHERS));
  const ofOther = once(() => carriersOf([{ id: '', language: null, text: other() }], language));
  const attributed = once(() => ({
    parts: comparable.flatMap(({ text }) => partsOf(text, language)),
    topic: termsOf(comparable.map(titleOf).join(' '), language),
  }));
  const deniable = once(() => comparable.flatMap(({ text }) => readDeniable(text, language)));
  const isDenying = once(() => deniable().some((one) => one.mayDeny));
  const reply = once(() => ({
    asked: termsOf(question, language),
    clauses: all.flatMap((one) => one.readClauses()),
  }));
  const sources = once(() => {
    const texts = [...passages.map(({ text }) => text), other()];
    const foreign = named.filter((one) => !comparable.includes(one)).map(({ text }) => text);
    return { texts, folded: texts.map((text) => fold(text.toLowerCase())), foreign };
  });
  const stands = (value: StatedValue) =>
    value.kind === 'address'
      ? isAddressCarried(value, [...ofNamed(), ...ofRest(), ...ofOther()])
      : isCountedOnly(value) ||
        isCarried(value, ofNamed()) ||
        isCount(value, ofNamed()) ||
        isCarried(value, ofRest()) ||
        isCarried(value, ofOther());
  const titles = new Set(comparable.map((passage) => titleOf(passage).trim()));
  const findContrary = ({ text: sentence, readClauses, readLinks }: AnswerSentence) => {
    const clauses = readClauses();
    const sayingIt = { clauses, links: readLinks(), denies: beginsDenying(sentence, language) };
    const saying = deniable().filter(({ text }) => !titles.has(text));
    return [...findDenied(clauses, deniable()), ...findReversed(sayingIt, saying, reply())];
  };
  const stated = once(() => toCarrier(all.flatMap(({ text }) => readValues(text, language, false))));
  const isCountedOtherwise = (value: StatedValue) =>
    isMiscounted(value, ofNamed()) && isMiscounted(value, [...ofNamed(), ...ofOther()]);
  return (said, before) => {
    const saying = once(() => {
      const near = [said, ...(before ? [before] : [])];
      const terms = new Set(near.flatMap((one) => [...one.readTerms(), ...one.readLinks()]));
      return { terms, stated: stated() };
    });
    // The conversation or the context may say it of this very thing.
    const isOfAnother = (value: StatedValue) =>
      hasOthers(value, ofNamed()) &&
      isMisattributed(value, saying, attributed) &&
      !isCarried(value, ofOther());
    const sentence = said.text;
    const values = withoutWeek(said.readValues(), ofNamed);
    const unknown = namesIn(sentence).filter((name) => !isKnownName(name, language, sources()));
    const names = new Set([...unknown, ...renumberedIn(sentence, sources())]);
    const denied = isDenying() || mayDeny(sentence, language) ? findContrary(said) : [];
    return [
      ...values.filter((value) => !stands(value) || isCountedOtherwise(value) || isOfAnother(value)),
      ...Array.from(names, (text) => ({ kind: 'name' as const, text })),
      ...denied.map(({ text }) => ({ kind: 'denial' as const, text })),
    ].map(({ kind, text }) => ({ kind, text }));
  };
}

/** The first line of a passage, where more follow. */
function titleOf({ text }: Passage): string {
  const [title = '', ...rest] = text.split('\n');
  return rest.length > 0 ? title : '';
}

/** `three ways` may count what the knowledge lists. */
function isCountedOnly({ kind, text, unit }: StatedValue): boolean {
  return kind === 'number' && unit === null && !/\d/.test(text);
}

function readDeniable(text: string, language: Language): DeniableStatement[] {
  return sentencesOf(text).map((one) => {
    const denies = mayDeny(one, language);
    return {
      ...{ text: one.trim(), mayDeny: denies },
      readClauses: once(() => clausesOf(one, language, denies)),
      readLinks: once(() => linksOf(readValues(one, language, false))),
    };
  });
}

const FENCE = /^\s{0,3}(?:```|~~~)/;

/** The lines of an answer; code is no statement. */
function proseOf(answer: string): { line: string; isCode: boolean }[] {
  let isOpen = false;
  return answer.split('\n').map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isOpen = !isOpen;
    return { line, isCode: isOpen || isFence };
  });
}

/** The values without `Monday to Friday` or a weekend, where no passage names either day: it may say `on weekdays`. */
function withoutWeek(
  values: readonly StatedValue[],
  readNamed: () => readonly Carrier[],
): readonly StatedValue[] {
  const days = values.flatMap(({ kind, forms }) => (kind === 'day' ? forms : [])).toSorted();
  if (!WEEKS.has(days.join())) return values;
  const isNamed = readNamed().some((carrier) => days.some((day) => carrier.has(`day ${day}`)));
  return isNamed ? values : values.filter(({ kind }) => kind !== 'day');
}

function carriersOf(passages: readonly Passage[], ofAnswer: Language): Carrier[] {
  return passages.map(({ text, language }) => {
    // An answer may quote it as it stands.
    const languages = [...new Set([language ?? ofAnswer, ofAnswer])];
    return toCarrier(languages.flatMap((one) => readValues(text, one, false)));
  });
}

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | null = null;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}
