import { guessLanguage, isStopWord, words } from './analyse.ts';

/** Shorter texts are searched for as they are: every word of theirs may be what counts. */
const MIN_WORDS = 20;
/** Of what stands around a question in a long text; it still names what `it` is. */
export const AROUND_WEIGHT = 0.3;
const SENTENCE = /[^.!?\n]*(?:[.!?](?=\S)[^.!?\n]*)*[.!?\n]*/g;
const ASKS = /[?？]/;
/** `How long does it take`, without its question mark. */
const BEGINS_TO_ASK =
  /^\W{0,3}(?:(?:and|und|also|but|aber|so|now|nun|well)[ ,]+)?(?:how (?:do|does|can|much|many|long|often|to)|what (?:is|are|does|do)|where|when (?:is|are|do|does|will)|why (?:is|are|do|does|can)|can i|may i|is there|wie (?:kann|lange|viel|oft|komme|richte|bekomme|geht|funktioniert)|was (?:kostet|kosten|ist|sind)|wo (?:kann|finde|ist)|wann (?:ist|sind|kommt|werden)|warum|kann (?:ich|man)|gibt es)\b/i;
/** `Can you help me?` asks nothing that an entry could answer. */
const ASK_NOTHING = new Set(
  `help helfen hilfe weiterhelfen jemand anyone someone idea ideas idee ideen question questions frage fragen tell sagen know
  weiß wissen possible möglich problem thanks danke ok okay right stimmt support team`.split(/\s+/),
);

/** The sentences of a long text that ask something, and the rest of it; null where they are no help. */
export function splitAsking(text: string): { asks: string; around: string } | null {
  const all = words(text);
  if (all.length < MIN_WORDS) return null;
  const sentences = (text.match(SENTENCE) ?? []).filter((sentence) => sentence.trim() !== '');
  const isAsking = (sentence: string) => ASKS.test(sentence) || BEGINS_TO_ASK.test(sentence.trim());
  const { asking = [], telling = [] } = Object.groupBy(sentences, (sentence) =>
    isAsking(sentence) ? 'asking' : 'telling',
  );
  const asks = asking.join(' ');
  return telling.length > 0 && namesSomething(asks) ? { asks, around: telling.join(' ') } : null;
}

function namesSomething(text: string): boolean {
  const all = words(text);
  const language = guessLanguage(all) ?? 'en';
  return all.some((word) => !isStopWord(word, language) && !ASK_NOTHING.has(word));
}
