import type { EntryVersion, Language } from '../../../domain/types.ts';
import type { Carrier, StatedValue } from '../receipts/carrier.ts';
import { isCarried, toCarrier } from '../receipts/carrier.ts';
import { type Doubt, findDoubts, languageOf } from '../receipts/doubts.ts';
import { namesIn } from '../receipts/names.ts';
import { type Receipt, readReceipts } from '../receipts/receipts.ts';
import { termsOf } from '../receipts/statements.ts';
import { readValues } from '../receipts/values.ts';

/** A sentence says again what a passage says from this part of its words on. */
const RESTATING_PART = 0.5;

export interface OutdatedSentence {
  /** Among the sentences of its answer, from 0. */
  place: number;
  entryId: string;
  said: string;
  /** What stands there now; null: nothing of it. */
  now: string | null;
}

/**
 * The sentences of an answer that its entries carried as they were and do not as they are: a value, a name or a denial
 * stands there no more, or the sentence that they rest on has none that says the same.
 */
export function compareAnswer(
  given: { answer: string; language: Language },
  before: readonly EntryVersion[],
  after: readonly EntryVersion[],
): OutdatedSentence[] {
  const language = languageOf(given.answer, given.language);
  const holds = readBy(given.answer, language, after);
  return readBy(given.answer, language, before).flatMap((held, index) => {
    const now = holds[index];
    if (!now) return [];
    const isLost = now.doubts.some((doubt) => !hasDoubt(held, doubt));
    const isWrong = [losesCount, isUnsaid, isReplaced].some((check) => check(held, now, language));
    if (!isLost && !isWrong) return [];
    // A sentence in another language than its entry may share no word with it.
    const entryId = held.passageId ?? firstChanged(before, after);
    const quote = restates(held.text, now.quote, language) > 0 ? now.quote : null;
    return [{ place: index, entryId, said: held.text, now: quote }];
  });
}

interface HeldReceipt extends Receipt {
  doubts: readonly Doubt[];
  carriers: readonly Carrier[];
}

/** The whole entry stands for its passages: where it is cut may have changed. */
function readBy(answer: string, language: Language, entries: readonly EntryVersion[]): HeldReceipt[] {
  const passages = entries.map(({ id, text, language: own }) => ({ id, text, language: own }));
  const others = entries.map(({ title, link }) => `${title}\n${link ?? ''}`);
  const doubts = findDoubts(answer, language, { passages, used: [], others });
  const carriers = entries.map(({ text }) => toCarrier(readValues(text, language, false)));
  return readReceipts(answer, language, passages).map((receipt, index) => ({
    ...{ ...receipt, carriers },
    doubts: doubts[index] ?? [],
  }));
}

function hasDoubt({ doubts }: HeldReceipt, { kind, text }: Doubt): boolean {
  return doubts.some((one) => one.kind === kind && one.text === text);
}

/** `two days` stood there and does no longer: written numbers are no doubts by themselves, as `one` is an article. */
function losesCount(before: HeldReceipt, now: HeldReceipt, language: Language): boolean {
  const counts = readValues(before.text, language, false).filter(
    ({ kind, text, unit, forms }) =>
      kind === 'number' && unit !== null && !/\d/.test(text) && Number(forms[0]) > 1,
  );
  return counts.some((value) => isCarried(value, before.carriers) && !isCarried(value, now.carriers));
}

/** The sentence that it rests on has another value or name in the place of one that it says, whatever still says that. */
function isReplaced(before: Receipt, now: Receipt, language: Language): boolean {
  if (before.quote === null || now.quote === null || before.quote === now.quote) return false;
  const [was, is] = [before.quote, now.quote];
  if (namesIn(before.text).some((name) => was.includes(name) && !is.includes(name))) return true;
  const [lost, won] = [rarer(was, is, language), rarer(is, was, language)];
  const carriers = [toCarrier(lost)];
  return readValues(before.text, language, true).some(
    (value) =>
      isCarried(value, carriers) && won.some(({ kind, unit }) => kind === value.kind && unit === value.unit),
  );
}

/** The values that a text has more often than another one. */
function rarer(text: string, other: string, language: Language): StatedValue[] {
  const left = readValues(other, language, false).map(({ kind, forms }) => `${kind} ${forms[0]}`);
  return readValues(text, language, false).filter(({ kind, forms }) => {
    const place = left.indexOf(`${kind} ${forms[0]}`);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** What the sentence says again was there, and is no longer. */
function isUnsaid(before: Receipt, now: Receipt, language: Language): boolean {
  if (before.quote === null || before.quote === now.quote) return false;
  const was = restates(before.text, before.quote, language);
  return was >= RESTATING_PART && restates(before.text, now.quote, language) < was * RESTATING_PART;
}

/** Which part of the words of a sentence stands in another one. */
function restates(sentence: string, quote: string | null, language: Language): number {
  const said = termsOf(sentence, language);
  if (quote === null || said.size === 0) return 0;
  return said.intersection(termsOf(quote, language)).size / said.size;
}

function firstChanged(before: readonly EntryVersion[], after: readonly EntryVersion[]): string {
  const now = new Map(after.map(({ id, text }) => [id, text]));
  return before.find(({ id, text }) => now.get(id) !== text)?.id ?? before[0]?.id ?? '';
}
