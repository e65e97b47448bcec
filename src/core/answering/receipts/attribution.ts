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
  /** Values of other kinds. */
  links: ReadonlySet<string>;
  /** Those of its capitalised words. */
  names: ReadonlySet<string>;
  /** Words and values that follow, and may belong to the next part. */
  behind: ReadonlySet<string>;
}

/** Not the comma or colon of a number. */
const PART_END = /[,;:()](?!\d)|\s[–—-]\s/u;
const LEAST_ALIKE = 4;
const BLANKS = /(\s+)/;
const CAPITALISED = /\p{Lu}[\p{L}\p{N}]+/gu;

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
  const isOwn = (value: StatedValue) => kindOf(value) === kind;
  const joined: ReadPart[] = [];
  let open: ReadPart = { part: '', values: [] };
  for (const { part, values } of parts) {
    open = { part: `${open.part} ${part}`, values: [...open.values, ...values] };
    if (!values.some(isOwn)) continue;
    joined.push(open);
    open = { part: '', values: [] };
  }
  return [...joined.entries()].map(([place, { part, values }]) => {
    const own = values.filter(isOwn);
    const rest = own.reduce((left, value) => left.replaceAll(value.text, ' '), part);
    const names = rest.match(CAPITALISED)?.join(' ') ?? '';
    return {
      ...{ kind, carrier: toCarrier(own), names: termsOf(names, language) },
      ...{ terms: termsOf(rest, language), links: linksOf(values.filter((value) => !isOwn(value))) },
      behind: termsOf(joined[place + 1] ? '' : open.part, language),
    };
  });
}

/** Values by which a sentence may mean a part of the knowledge. */
export function linksOf(values: readonly StatedValue[]): Set<string> {
  return new Set(
    values.flatMap(({ kind, forms, isImplied }) => (isImplied ? [] : forms.map((form) => `${kind} ${form}`))),
  );
}

/** Values of one kind are told apart by whose they are. */
function kindOf({ kind, unit, isImplied = false }: StatedValue): string | null {
  if (kind === 'day') return 'weekday';
  if (isImplied) return null;
  return kind === 'number' && unit !== 'date' ? unit : null;
}

/** Whether texts hold more than one value of its kind: then it may be that of another thing. */
export function hasOthers(value: StatedValue, carriers: readonly Carrier[]): boolean {
  if (kindOf(value) === null) return false;
  const units = carriers.flatMap((carrier) =>
    [...carrier].flatMap(([key, some]) => (key.startsWith(value.kind) && some.has(value.unit) ? [key] : [])),
  );
  return units.length > 1;
}

/** What an answer says besides a value. */
export interface Saying {
  /** Words and values of the sentence and the one before it. */
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
 * words of the sentence. A name counts before all other words: `Max` costs what stands beside `Max`.
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
  const tells = (term: string) => !topic.has(term) && same.some(({ terms }) => !terms.has(term));
  const isLinked = ({ links }: AttributedPart) =>
    [...links].some((link) => said.has(link) && same.some((part) => !part.links.has(link)));
  const isHolding = ({ carrier }: AttributedPart) => isCarried(value, [carrier]);
  const isTold = ({ carrier }: AttributedPart) => [...carrier.keys()].some((key) => stated.has(key));
  const { true: holding = [], false: others = [] } = Object.groupBy(same, (part) => `${isHolding(part)}`);
  const isOfOthers = (by: 'terms' | 'names') => {
    const telling = (part: AttributedPart) => [...part[by]].filter(tells);
    const isMeant = (part: AttributedPart) =>
      (by === 'terms' && isLinked(part)) || telling(part).some((term) => said.has(term));
    const mayBeMeant = (part: AttributedPart) =>
      isMeant(part) ||
      telling(part).some((term) => isNearly(term, said)) ||
      (by === 'terms' && !part.behind.isDisjointFrom(said));
    return (
      holding.every((part) => telling(part).length > 0 && !mayBeMeant(part)) &&
      others.some((part) => !isTold(part) && isMeant(part))
    );
  };
  return holding.length > 0 && (isOfOthers('terms') || isOfOthers('names'));
}

/** Other forms of a word begin alike. */
function isNearly(term: string, said: ReadonlySet<string>): boolean {
  return [...said].some(
    (other) =>
      Math.min(term.length, other.length) >= LEAST_ALIKE &&
      (term.startsWith(other) || other.startsWith(term)),
  );
}
