/** Small words are no content, and yet change the question. */
export interface Stance {
  /** The first interrogative; null without one. */
  asked: QuestionClass | null;
  isNegated: boolean;
  /** `log out` and `log in`, `melde mich ab` and `an`, share their content words. */
  isAway: boolean;
}
type QuestionClass = 'time' | 'person' | 'reason' | 'amount' | 'manner';

const ASKED = new Map<string, QuestionClass>([
  ...entriesOf('time', 'wann when'),
  ...entriesOf('person', 'wer wen wem wessen who whom whose'),
  ...entriesOf('reason', 'warum wieso weshalb why'),
  ...entriesOf('amount', 'wieviel wieviele'),
  // `Where` asks for the manner as `how` does.
  ...entriesOf('manner', 'wie wo woher wohin how where'),
]);
const HOW = setOf('wie how');
const AMOUNTS = setOf('viel viele lange oft teuer hoch alt much many long often high old');
const WHICH = setOf('what which um welche welcher welchem welchen welches');
const TIMES = setOf('time uhr uhrzeit zeit day tag datum date');
export const NEGATIONS: ReadonlySet<string> = setOf(
  `nicht nichts kein keine keinen keinem keiner keines nie niemals nirgends ohne not no never nothing without cannot
  cant dont doesnt didnt isnt arent wasnt werent wont couldnt shouldnt wouldnt mustnt`,
);
const AWAY = setOf('ab aus raus weg off out away');
/** Words of asking and wishing that no list of function words has. */
export const FILLERS = setOf(
  `help hilfe helfen hilft frage fragen question know wissen weiß weiss tell sagen sagt say find finden finde need
  brauche brauchen want will würde like gern gerne machen mache macht make possible möglich way weg bekomme bekommen
  bekommt kriege use benutzen current currently aktuell aktuelle jetzt now gerade leute guys bro sorry mir lol`,
);

/** Function words that are content nevertheless, for they say that something happened: `is the server down`. */
export const EVENTS = setOf('down up');

/** @param all lower-case words in reading order, without apostrophes. */
export function findStance(all: readonly string[]): Stance {
  return {
    asked: findAsked(all),
    isNegated: all.some((word) => NEGATIONS.has(word)),
    isAway: all.some((word) => AWAY.has(word)),
  };
}

export function isCompatible(one: Stance, other: Stance): boolean {
  if (one.isNegated !== other.isNegated || one.isAway !== other.isAway) return false;
  return one.asked === null || other.asked === null || one.asked === other.asked;
}

function findAsked(all: readonly string[]): QuestionClass | null {
  for (const [index, word] of all.entries()) {
    const [next = '', afterNext = ''] = all.slice(index + 1, index + 3);
    if (HOW.has(word) && AMOUNTS.has(next)) return TIMES.has(afterNext) ? 'time' : 'amount';
    if (WHICH.has(word) && TIMES.has(next)) return 'time';
    const asked = ASKED.get(word);
    if (asked) return asked;
  }
  return null;
}

/** As in `don't`, which is one word. */
export const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;

/** Words that stand in a text apart from each other. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

function entriesOf(asked: QuestionClass, words: string): [string, QuestionClass][] {
  return [...setOf(words)].map((word) => [word, asked]);
}
