import { guessLanguage } from '../../reading/language.ts';
import { unify, words } from '../../search/words/analyse.ts';
import { type Facts, readFacts } from '../statements/facts.ts';
import { contentOf, denies, readStance } from '../statements/stance.ts';

interface QuestionAnswer {
  question: string;
  answer: string;
}

/** The least share of a distilled text's content words that its original must hold. */
const LEAST_SHARED = 1 / 3;

/**
 * Whether a distilled text still says what was asked and replied, in the same language, and adds no fact, address or
 * command: made-up ones would become knowledge.
 */
export function isSound(made: QuestionAnswer, original: QuestionAnswer): boolean {
  const all = (pair: QuestionAnswer) => `${pair.question}\n${pair.answer}`;
  return (
    speaksAs(made.question, original.question) &&
    speaksAs(made.answer, original.answer) &&
    isAbout(made.question, original.question, all(original)) &&
    isAbout(made.answer, original.answer, all(original)) &&
    !denies(readStance(made.answer), readStance(original.answer)) &&
    namesOnlyKnown(all(made), all(original)) &&
    countsOnlyKnown(all(made), all(original)) &&
    factsOnlyKnown(readFacts(all(made)), readFacts(all(original))) &&
    commandsOf(all(made)).isSubsetOf(commandsOf(all(original)))
  );
}

function speaksAs(text: string, original: string): boolean {
  const [one, other] = [guessLanguage(words(text)), guessLanguage(words(original))];
  return one === null || other === null || one === other;
}

/**
 * Whether enough of it stands in the source, and something in its own original, unless that has no content word (`Yes,
 * you can.`).
 */
function isAbout(text: string, original: string, source: string): boolean {
  const content = contentIn(text);
  if (content.size === 0) return false;
  const [own, known] = [contentIn(original), contentIn(source)];
  const shared = content.intersection(known).size / content.size;
  return shared >= LEAST_SHARED && (own.size === 0 || !content.isDisjointFrom(own));
}

function contentIn(text: string): Set<string> {
  return contentOf(words(text).map(unify));
}

function namesOnlyKnown(text: string, original: string): boolean {
  const known = addressesIn(original);
  const isPartOf = (address: string, other: string) =>
    other.startsWith(address) && /^(?:[/?#:]|$)/.test(other.slice(address.length));
  return addressesIn(text).every((address) => known.some((other) => isPartOf(address, other)));
}

function countsOnlyKnown(text: string, original: string): boolean {
  const numbers = (given: string) => given.match(/\d+/g) ?? [];
  return new Set(numbers(text)).isSubsetOf(new Set(numbers(original)));
}

/** `einen Link`, `one of them`: an article as often as a number. */
const ARTICLE = '1';

/** Covers numbers in words, and units: `12 dollars` is no `12 euros`. */
function factsOnlyKnown(made: Facts, known: Facts): boolean {
  return (
    made.numbers.isSubsetOf(known.numbers.union(new Set([ARTICLE]))) &&
    made.measured.isSubsetOf(known.measured) &&
    made.weekdays.isSubsetOf(known.weekdays)
  );
}

/** Any address that a reader could follow, with a scheme or without. */
const ADDRESS =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`|)\]]+|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:][^\s<>"'`|)\]]*)?/giu;

/** The addresses of a text as they can be compared. */
function addressesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? []).map((address) =>
    address
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?|^www\./, '')
      .replace(/[.,;:!?…*_~/]+$/u, ''),
  );
}

/** The commands that a reader is to type: `/home`, `!rank`. */
function commandsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/(?<![^\s`"'(])[/!]\p{L}[\p{L}\p{N}_-]*/gu));
}
