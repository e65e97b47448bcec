import type { ChatMessage, Language } from '../../domain/types.ts';
import { guessLanguage } from '../reading/language.ts';
import type { WeightedQuery } from './ranking/query.ts';
import { words } from './words/analyse.ts';
import { isStopWord } from './words/stop-words.ts';

const PREVIOUS_TURN_WEIGHT = 0.5;
const FIRST_TURN_WEIGHT = 0.25;
/** The assistant's last answer says what `it` is; more weight would let a wrong answer repeat itself. */
const ASSISTANT_TURN_WEIGHT = 0.05;

/** Makes queries of a conversation: the question of the last user turn and, with less weight, the rest. */
export function queriesOf(messages: readonly ChatMessage[]): WeightedQuery[] {
  const turns = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const answer = messages.findLast(({ role }) => role === 'assistant')?.content;
  const last = turns.at(-1);
  const language = last === undefined ? null : guessLanguage(words(last));
  const split = last === undefined ? null : splitAsking(last, language);
  const candidates = [
    { text: split?.asks ?? last, weight: 1 },
    { text: split?.around, weight: AROUND_WEIGHT },
    { text: turns.at(-2), weight: PREVIOUS_TURN_WEIGHT },
    { text: turns.at(-3) === undefined ? undefined : turns[0], weight: FIRST_TURN_WEIGHT },
    { text: answer, weight: ASSISTANT_TURN_WEIGHT },
  ];
  return candidates.flatMap(({ text, weight }) =>
    // One who asks, and whoever answers, hardly changes the language.
    text === undefined ? [] : [{ text, weight, language: language ?? guessLanguage(words(text)) }],
  );
}

/** The distinct words of a text that are more than function words of its language. */
export function countContentWords(text: string): number {
  const all = words(text);
  return new Set(listContentWords(all, guessLanguage(all))).size;
}

function listContentWords(all: readonly string[], language: Language | null): string[] {
  return all.filter((word) => !isStopWord(word, language ?? 'en'));
}

/** Shorter texts are searched unchanged: every word may matter. */
const MIN_WORDS = 12;
/** Weight of the text around a question in a long message; it still says what `it` is. */
const AROUND_WEIGHT = 0.3;
const SENTENCE = /[^.!?\n]*(?:[.!?](?=\S)[^.!?\n]*)*[.!?\n]*/g;
const ASKS = /[?？]/;
/** `How long does it take`, without its question mark. */
const BEGINS_TO_ASK =
  /^\W{0,3}(?:(?:and|und|also|but|aber|so|now|nun|well)[ ,]+)?(?:how (?:do|does|can|much|many|long|often|to)|what (?:is|are|does|do)|where|when (?:is|are|do|does|will)|why (?:is|are|do|does|can)|can i|may i|is there|wie (?:kann|lange|viel|oft|komme|richte|bekomme|geht|funktioniert)|was (?:kostet|kosten|ist|sind)|wo (?:kann|finde|ist)|wann (?:ist|sind|kommt|werden)|warum|kann (?:ich|man)|gibt es)\b/i;
/** `Can you help me?` asks nothing that an entry could answer. */
const ASK_NOTHING = new Set(
  `help helfen hilfe weiterhelfen jemand anyone someone idea ideas idee ideen question questions frage fragen tell sagen know
  weiß wissen possible möglich problem thanks danke ok okay right stimmt support team aide aider ayuda ayudar ayudarme
  aiuto aiutare aiutarmi ajuda ajudar pomoc pomóc pomoże yardım problème problema probleem sorun alguien qualcuno alguém
  iemand ktoś biri`.split(/\s+/),
);

/** The sentences of a long text that ask something, and the rest; null if they do not help. */
function splitAsking(text: string, language: Language | null): { asks: string; around: string } | null {
  const all = words(text);
  if (all.length < MIN_WORDS) return null;
  const sentences = (text.match(SENTENCE) ?? []).filter((sentence) => sentence.trim() !== '');
  const isAsking = (sentence: string) => ASKS.test(sentence) || BEGINS_TO_ASK.test(sentence.trim());
  const { asking = [], telling = [] } = Object.groupBy(sentences, (sentence) =>
    isAsking(sentence) ? 'asking' : 'telling',
  );
  const asks = asking.join(' ');
  return telling.length > 0 && namesSomething(asks, language) ? { asks, around: telling.join(' ') } : null;
}

function namesSomething(text: string, language: Language | null): boolean {
  return listContentWords(words(text), language).some((word) => !ASK_NOTHING.has(word));
}
