import { LRUCache } from 'lru-cache';
import { splitSentences } from '../../../domain/markdown/sentences.ts';
import { cutAt } from '../../../domain/text.ts';
import type { Language } from '../../../domain/types.ts';
import { guessLanguage } from '../../reading/language.ts';
import { words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { type Carrier, isCarried, isCount, toCarrier, type Value } from './carrier.ts';
import { type Clause, clausesOf, findDenied } from './denials.ts';
import { rootOf } from './lexicon.ts';
import { isKnownName, namesIn } from './names.ts';
import { readValues } from './values.ts';

export interface Passage {
  id: string;
  language: Language | null;
  text: string;
}

export interface Material {
  /** The passages that the model was given. */
  passages: readonly Passage[];
  /** Ids of those that it names; one of these carries a sentence. */
  used: readonly string[];
  /** All else that it may say: the conversation, the context, the persona. */
  others: readonly string[];
}

export interface Doubt {
  kind: Value['kind'] | 'name' | 'denial' | 'review';
  /** As the answer says it; of a denial, the sentence that says otherwise; nothing of a review. */
  text: string;
}

/** A sentence of an answer and what carries it. */
export interface Receipt {
  /** With the blanks behind it; all together are the answer, line breaks aside. */
  text: string;
  /** The passage that carries it best; null: a courtesy, or something that the asker said. */
  passageId: string | null;
  /** The sentence of that passage. */
  quote: string | null;
  /** Its values, names and denials that stand nowhere. */
  doubts: Doubt[];
}

/** The values and lower-case words of a text. */
interface Holding {
  carrier: Carrier;
  words: ReadonlySet<string>;
}

/** A passage, read once for all answers in a language. */
interface Ground extends Holding {
  statements: readonly Statement[];
}

interface Statement {
  text: string;
  terms: ReadonlySet<string>;
  clauses: readonly Clause[];
}

/** The passages of a few servers that are asked at one time; each takes some kilobytes. */
const MOST_GROUNDS = 500;
/** The rest of a long conversation is not read; what stands there alone is doubted. */
const MOST_OTHERS = 20_000;
const TERM_LETTERS = 6;
const LEADS_IN = /[:：]\W*$/u;
const SAYS = /[\p{L}\p{N}]/u;

const kept = new LRUCache<string, Ground>({ max: MOST_GROUNDS });

/**
 * Says of each sentence of an answer what carries it.
 * @param asked the language of the question, which is that of an answer that does not tell its own.
 */
export function readReceipts(
  answer: string,
  asked: Language,
  { passages, used, others }: Material,
): Receipt[] {
  const language = guessLanguage(words(answer)) ?? asked;
  const known = passages.map((one) => ({ ...one, ground: groundOf(one.text, one.language, language) }));
  const grounds = known.map(({ ground }) => ground);
  const named = known.filter(({ id }) => used.length === 0 || used.includes(id));
  const comparable = named.filter((one) => (one.language ?? language) === language);
  const statements = comparable.flatMap(({ ground }) => ground.statements);
  // Most answers need nothing but the passages.
  let other: Holding | null = null;
  const readOthers = () => {
    other ??= readHolding(cutAt(others.join('\n'), MOST_OTHERS), [language]);
    return other;
  };
  const isHeld = (test: (held: readonly Holding[]) => boolean) => test(grounds) || test([readOthers()]);
  const counting = named.map(({ ground }) => ground.carrier);
  return sentencesOf(answer).map((text) => {
    const values = readValues(text, language, true).filter(
      (value) =>
        !isCount(value, counting) &&
        !isHeld((held) =>
          isCarried(
            value,
            held.map(({ carrier }) => carrier),
          ),
        ),
    );
    const names = namesIn(text).filter(
      (name) =>
        !isHeld((held) =>
          isKnownName(
            name,
            language,
            held.map((one) => one.words),
          ),
        ),
    );
    const denied = findDenied(clausesOf(text, language, termsOf), statements);
    return {
      text,
      ...findQuote(termsOf(text, language), named),
      doubts: [
        ...values.map((value) => ({ kind: value.kind, text: value.text })),
        ...names.map((name) => ({ kind: 'name' as const, text: name })),
        ...denied.map((statement) => ({ kind: 'denial' as const, text: statement.text })),
      ],
    };
  });
}

/** A sentence that nobody looked at. */
export function toReceipt(text: string): Receipt {
  return { text, passageId: null, quote: null, doubts: [] };
}

/**
 * An answer without the sentences that are doubted, and without the line that only led in to them.
 * @returns null where nothing that is left rests on a passage.
 */
export function withoutDoubts(answer: string, receipts: readonly Receipt[]): string | null {
  if (!receipts.some(({ doubts, quote }) => doubts.length === 0 && quote !== null)) return null;
  const left = [...receipts];
  const lines = answer.split('\n').map((given) => {
    const kept = splitSentences(given).filter(
      ({ text }) => !SAYS.test(text) || left.shift()?.doubts.length === 0,
    );
    const text = kept.map((sentence) => sentence.text).join('');
    return { text, isBlank: given.trim() === '', isGone: SAYS.test(given) && !SAYS.test(text) };
  });
  const stays = lines.filter(({ text, isGone }, index) => {
    const below = lines.slice(index + 1);
    const start = below.findIndex(({ isBlank }) => !isBlank);
    const end = below.findIndex(({ isBlank }, place) => isBlank && place > start);
    const block = start < 0 ? [] : below.slice(start, end < 0 ? undefined : end);
    const leadsNowhere = LEADS_IN.test(text) && block.length > 0 && block.every((line) => line.isGone);
    return !isGone && !leadsNowhere;
  });
  return stays
    .map(({ text }) => text)
    .join('\n')
    .trim();
}

/** Those that hold a word or a number, with the blanks behind each. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => splitSentences(line).map((sentence) => sentence.text))
    .filter((sentence) => SAYS.test(sentence));
}

function groundOf(text: string, own: Language | null, ofAnswer: Language): Ground {
  const key = `${own}${ofAnswer}${text}`;
  const known = kept.get(key);
  if (known) return known;
  const statements = sentencesOf(text).map((sentence) => ({
    text: sentence.trim(),
    terms: termsOf(sentence, ofAnswer),
    clauses: clausesOf(sentence, ofAnswer, termsOf),
  }));
  // An answer may quote it as it stands.
  const ground = { ...readHolding(text, [...new Set([own ?? ofAnswer, ofAnswer])]), statements };
  kept.set(key, ground);
  return ground;
}

function readHolding(text: string, languages: readonly Language[]): Holding {
  return {
    carrier: toCarrier(languages.flatMap((language) => readValues(text, language, false))),
    words: new Set(words(text)),
  };
}

function termsOf(text: string, language: Language): Set<string> {
  const content = words(text).filter((word) => word.length > 1 && !isStopWord(word, language));
  return new Set(content.map((word) => rootOf(word, language).slice(0, TERM_LETTERS)));
}

function findQuote(terms: ReadonlySet<string>, named: readonly { id: string; ground: Ground }[]) {
  let found: { passageId: string | null; quote: string | null; score: number } = {
    passageId: null,
    quote: null,
    score: 0,
  };
  for (const { id, ground } of named)
    for (const statement of ground.statements) {
      const score = terms.intersection(statement.terms).size / Math.sqrt(Math.max(1, statement.terms.size));
      if (score > found.score) found = { passageId: id, quote: statement.text, score };
    }
  const { passageId, quote } = found;
  return { passageId, quote };
}
