import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { normalise } from '../../search/words/analyse.ts';
import { NUMBER, START } from './values/ages.ts';
import { readLimit } from './values/limits.ts';
import { countedIn, type Quantity, span } from './values/values.ts';

/** What a title asks for, where the text answers with the bare value. */
export interface Asked {
  /** What is counted, `How many homes can I set?`; empty for another question. */
  of: string;
  /** What the bare number is then. */
  dimension: 'count' | 'age' | 'time' | null;
  title: string;
}

const MANY = /(?<!\p{L})(?:how many|wie viele?) (\p{L}{3,})/iu;
const AGE = /(?<!\p{L})(?:how old|what age|wie alt|welche[ms]? alter|ab wann)(?!\p{L})/iu;
const TIME = /(?<!\p{L})(?:what time|when|um wie ?viel uhr|um welche uhrzeit|wann)(?!\p{L})/iu;
const MEASURED =
  /(?<!\p{L})(?:when|how (?:long|many|much|often|old|big|large|high|far)|what (?:age|time)|until when|wann|wie (?:lange?|viele?|oft|alt|groß|hoch|weit|teuer)|was kostet|was kosten|cost|price)(?!\p{L})/iu;
/** Yes or no: the verb comes first. */
const OPEN =
  /^(?:[^?]*,\s*)?(?:how|what|where|why|who|which|whom|wie|was|wo|woher|wohin|warum|wieso|weshalb|wer|wem|wen|welche[rsnm]?|womit|wofür)(?!\p{L})/iu;
/** `Link not arrived?` asks for no value. */
const DENIED = /(?<!\p{L})(?:nicht|keine?[nrs]?|not|no)(?!\p{L})|n['’]t(?!\p{L})/iu;
const BARE = new RegExp(
  `^[^.;,:]{0,20}?${START}(${NUMBER})(?![\\p{L}\\p{N}.,:/]*[\\p{N}]|\\p{L}| ?[€$£%])`,
  'u',
);

/** Whether a title asks for a value, or for a yes that a value comes with; one that asks two things is not answered at once. */
export function readAsked(title: string): Asked | null {
  if (
    !isQuestion(title) ||
    DENIED.test(title) ||
    / (?:und|and|or|oder) |[:,]/i.test(title) ||
    !(MEASURED.test(title) || !OPEN.test(title))
  )
    return null;
  const of = countedIn(normalise(MANY.exec(title)?.[1] ?? ''));
  const dimension = of !== '' ? 'count' : AGE.test(title) ? 'age' : TIME.test(title) ? 'time' : null;
  return { of, dimension, title };
}

/** Bare hours and ages are no other numbers. */
const PLAUSIBLE = { count: [0, Number.POSITIVE_INFINITY], age: [6, 25], time: [0, 24] } as const;

/** The bare number that a sentence begins with, `Three for everybody`, of what the title asks for. */
export function readBare(lower: string, { of, dimension }: Asked, known: readonly Quantity[]): Quantity[] {
  const match = dimension === null ? null : BARE.exec(lower);
  if (!match || dimension === null) return [];
  const [whole, number = ''] = match;
  const [at, end] = [whole.length - number.length, whole.length];
  if (known.some((other) => (other.of !== '' || dimension !== 'count') && other.at < end && at < other.end))
    return [];
  const { low, high } = span(number, undefined);
  const [least, most] = PLAUSIBLE[dimension];
  if (low < least || high > most) return [];
  const limit = dimension === 'count' ? readLimit(lower.slice(0, at), lower.slice(end)).limit : 'exact';
  const factor = dimension === 'time' ? 60 : 1;
  return [{ dimension, of, low: low * factor, high: high * factor, limit, isApproximate: false, at, end }];
}
