import type { Language } from '../../../domain/types.ts';
import { words } from '../../search/words/analyse.ts';
import { type Carrier, isCarried, type StatedValue, toCarrier } from './carrier.ts';
import { lexiconOf } from './lexicon.ts';
import { sentencesOf, termsOf } from './statements.ts';
import { readValues } from './values.ts';

/** A part of a sentence of the knowledge with its values, and the words beside them that tell whose they are. */
export interface AttributedPart {
  kind: string;
  carrier: Carrier;
  terms: ReadonlySet<string>;
}

/** Not the comma or colon of a number. */
const PART_END = /[,;:()](?!\d)|\s[–—-]\s/u;
const BLANKS = /(\s+)/;

/** The parts of a text by the kinds of their values: a price and a day of one sentence are two. */
export function partsOf(text: string, language: Language): AttributedPart[] {
  return sentencesOf(text).flatMap((sentence) => {
    const parts = splitParts(sentence, language).map((part) => ({
      part,
      values: readValues(part, language, false),
    }));
    const kinds = new Set(parts.flatMap(({ values }) => values.flatMap((value) => kindOf(value) ?? [])));
    return [...kinds].flatMap((kind) => joinToValues(parts, kind, language));
  });
}

/** At commas and conjunctions. */
function splitParts(sentence: string, language: Language): string[] {
  const { conjunctions } = lexiconOf(language);
  return sentence.split(PART_END).flatMap((part) => {
    const split = [''];
    for (const word of part.split(BLANKS))
      if (conjunctions.has(words(word)[0] ?? '')) split.push('');
      else split.push(`${split.pop() ?? ''}${word}`);
    return split;
  });
}

interface ReadPart {
  part: string;
  values: readonly StatedValue[];
}

/** What has no value of a kind belongs to the next part that has one. */
function joinToValues(parts: readonly ReadPart[], kind: string, language: Language): AttributedPart[] {
  const joined: ReadPart[] = [];
  let before = '';
  for (const { part, values } of parts) {
    const own = values.filter((value) => kindOf(value) === kind);
    const rest = own.reduce((left, value) => left.replaceAll(value.text, ' '), `${before} ${part}`);
    if (own.length > 0) joined.push({ part: rest, values: own });
    before = own.length > 0 ? '' : rest;
  }
  return joined.map(({ part, values }) => ({
    kind,
    carrier: toCarrier(values),
    terms: termsOf(part, language),
  }));
}

/** Values of one kind are told apart by whose they are. */
function kindOf({ kind, unit }: StatedValue): string | null {
  if (kind === 'day') return 'day';
  return kind === 'number' ? unit : null;
}

/** What an answer says besides a value. */
export interface Saying {
  /** Words of the sentence and the one before it. */
  terms: ReadonlySet<string>;
  /** The values of the whole answer. */
  stated: Carrier;
}

export interface AttributedKnowledge {
  parts: readonly AttributedPart[];
  /** Words of the titles, which all parts speak of. */
  topic: ReadonlySet<string>;
}

/**
 * Whether a value stands beside other words only, and another one of its kind, which the answer does not tell, beside
 * words of the sentence.
 */
export function isMisattributed(
  value: StatedValue,
  readSaying: () => Saying,
  readKnowledge: () => AttributedKnowledge,
): boolean {
  const kind = kindOf(value);
  if (kind === null) return false;
  const { parts, topic } = readKnowledge();
  const same = parts.filter((part) => part.kind === kind);
  if (same.length < 2) return false;
  const { terms: said, stated } = readSaying();
  const telling = (part: AttributedPart) =>
    [...part.terms].filter((term) => !topic.has(term) && same.some(({ terms }) => !terms.has(term)));
  const isMeant = (part: AttributedPart) => telling(part).some((term) => said.has(term));
  const isHolding = ({ carrier }: AttributedPart) => isCarried(value, [carrier]);
  const isTold = ({ carrier }: AttributedPart) => [...carrier.keys()].some((key) => stated.has(key));
  const holding = same.filter(isHolding);
  return (
    holding.length > 0 &&
    holding.every((part) => telling(part).length > 0 && !isMeant(part)) &&
    same.some((part) => !isHolding(part) && !isTold(part) && isMeant(part))
  );
}
