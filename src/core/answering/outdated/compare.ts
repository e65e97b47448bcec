import type { EntryVersion, Language } from '../../../domain/types.ts';
import { entryIdOf } from '../../search/passages.ts';
import { words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { type Doubt, findDoubts } from '../receipts/doubts.ts';
import { type Receipt, readReceipts } from '../receipts/receipts.ts';

/** A sentence says again what a passage says from this part of its words on. */
const RESTATING_PART = 0.5;

interface DoubtedReceipt extends Receipt {
  doubts: readonly Doubt[];
}

export interface OutdatedSentence {
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
  { answer, language }: { answer: string; language: Language },
  before: readonly EntryVersion[],
  after: readonly EntryVersion[],
): OutdatedSentence[] {
  const [held, holds] = [before, after].map((entries) => readBy(answer, language, entries));
  return (held ?? []).flatMap((receipt, index) => {
    const now = holds?.[index];
    if (!now) return [];
    const isLost = now.doubts.some((doubt) => !hasDoubt(receipt, doubt));
    if (!isLost && !isUnsaid(receipt, now, language)) return [];
    // A sentence in another language than its entry has no quote.
    const entryId = receipt.passageId ?? firstChanged(before, after);
    const quote = restates(receipt.text, now.quote, language) > 0 ? now.quote : null;
    return [{ entryId: entryIdOf(entryId), said: receipt.text.trim(), now: quote }];
  });
}

/** The whole entry stands for its passages: where it is cut may have changed. */
function readBy(answer: string, language: Language, entries: readonly EntryVersion[]): DoubtedReceipt[] {
  const passages = entries.map(({ id, text, language: own }) => ({ id, text, language: own }));
  const others = entries.map(({ title, link }) => `${title}\n${link ?? ''}`);
  const doubts = findDoubts(answer, language, { passages, used: [], others });
  return readReceipts(answer, language, passages).map((one, index) => ({
    ...one,
    doubts: doubts[index] ?? [],
  }));
}

function hasDoubt({ doubts }: DoubtedReceipt, { kind, text }: Doubt): boolean {
  return doubts.some((one) => one.kind === kind && one.text === text);
}

/** What the sentence says again was there, and is no longer. */
function isUnsaid(before: Receipt, now: Receipt, language: Language): boolean {
  if (before.quote === null || before.quote === now.quote) return false;
  const was = restates(before.text, before.quote, language);
  return was >= RESTATING_PART && restates(before.text, now.quote, language) < was * RESTATING_PART;
}

/** Which part of the words of a sentence stands in another one. */
function restates(sentence: string, quote: string | null, language: Language): number {
  const said = contentOf(sentence, language);
  return quote === null || said.size === 0
    ? 0
    : said.intersection(contentOf(quote, language)).size / said.size;
}

function contentOf(text: string, language: Language): Set<string> {
  return new Set(words(text).filter((word) => !isStopWord(word, language)));
}

function firstChanged(before: readonly EntryVersion[], after: readonly EntryVersion[]): string {
  const now = new Map(after.map(({ id, text }) => [id, text]));
  return before.find(({ id, text }) => now.get(id) !== text)?.id ?? before[0]?.id ?? '';
}
