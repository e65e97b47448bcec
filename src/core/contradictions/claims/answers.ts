import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { normalise } from '../../search/words/analyse.ts';
import { NUMBER, START } from './ages.ts';
import { readLimit } from './limits.ts';
import { countedIn, type Quantity, span } from './values.ts';

/** What a title asks for, where the text answers with the bare value. */
export interface Asked {
  /** What is counted, `How many homes can I set?`; empty for another question. */
  of: string;
  title: string;
}

const MANY = /(?<!\p{L})(?:how many|wie viele?) (\p{L}{3,})/iu;
const MEASURED =
  /(?<!\p{L})(?:when|how (?:long|many|much|often|old|big|large|high|far)|until when|wann|wie (?:lange?|viele?|oft|alt|groß|hoch|weit|teuer)|was kostet|was kosten|cost|price)(?!\p{L})/iu;
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
  return { of: countedIn(normalise(MANY.exec(title)?.[1] ?? '')), title };
}

/** The bare number that a sentence begins with, `Three for everybody`, of what the title counts. */
export function readBare(lower: string, { of }: Asked, known: readonly Quantity[]): Quantity[] {
  const match = of === '' ? null : BARE.exec(lower);
  if (!match) return [];
  const [whole, number = ''] = match;
  const [at, end] = [whole.length - number.length, whole.length];
  if (known.some((other) => other.of !== '' && other.at < end && at < other.end)) return [];
  const limit = readLimit(lower.slice(0, at), lower.slice(end));
  return [{ dimension: 'count', of, ...span(number, undefined), ...limit, at, end }];
}
