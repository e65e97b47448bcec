import { hasQuestionMark } from '../../domain/markdown/sentences.ts';
import { splitSentences } from './features.ts';
import type { Sentences } from './linear-model.ts';
import { loadModels } from './weights.ts';

/** Kinds of short messages in a chat, of the customer and of the assistant; a question is none of them. */
export const MESSAGE_KINDS = [
  ...['greeting', 'thanks', 'closing', 'unhelped', 'plea', 'accepts', 'refuses'],
  ...['offer', 'no_answer', 'answer'],
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Kinds that a customer's message can be whatever was said before it. */
const CUSTOMER_KINDS = ['greeting', 'thanks', 'closing', 'unhelped', 'plea'] as const;
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];

const LEAST = 0;
const MAX_CHARACTERS = 300;

/** The scores of a text by kind. */
function scoreKinds(sentences: Sentences): (kind: MessageKind) => number {
  const scores = loadModels().kinds.readWhole(sentences);
  return (kind) => scores[MESSAGE_KINDS.indexOf(kind)] ?? Number.NEGATIVE_INFINITY;
}

export function readKind(text: string): CustomerKind | null {
  const sentences = text.length > MAX_CHARACTERS ? [] : splitSentences(text);
  if (sentences.length === 0) return null;
  const scoreOf = scoreKinds(sentences);
  const [likeliest] = CUSTOMER_KINDS.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  return likeliest && scoreOf(likeliest) > LEAST ? likeliest : null;
}

/** Nobody says at length that they know nothing; in doubt it is an answer. */
const MAX_LACK_CHARACTERS = 600;
const LEAST_LACK = 0.5;

/** Whether an answer of a model only says that it has none: "The context does not mention that." */
export function admitsNoAnswer(answer: string): boolean {
  if (answer.length > MAX_LACK_CHARACTERS) return false;
  const scoreOf = scoreKinds(splitSentences(answer));
  return scoreOf('no_answer') > Math.max(LEAST_LACK, scoreOf('answer'));
}

/** An offer is one sentence among others; an `ok` says yes to what was asked, although it says little. */
const [LEAST_OFFER, LEAST_YES, LEAST_YES_IF_ASKED] = [-0.5, 0, -1];

/** Whether a reply says yes to a person whom the assistant offered, and not to something else that it asked. */
export function acceptsOffer(offer: string, reply: string): boolean {
  if (reply.length > MAX_CHARACTERS) return false;
  const scoreOf = scoreKinds(splitSentences(reply));
  const isNo = (['refuses', 'unhelped'] as const).some((no) => scoreOf('accepts') <= scoreOf(no));
  if (isNo || scoreOf('accepts') <= LEAST_YES_IF_ASKED) return false;
  const sentences = splitSentences(offer);
  const best = loadModels().kinds.readRuns(sentences)[MESSAGE_KINDS.indexOf('offer')];
  if (!best || best.score < LEAST_OFFER) return false;
  const asks = (some: Sentences) => some.some((sentence) => sentence.some(hasQuestionMark));
  if (asks([...sentences.slice(0, best.start), ...sentences.slice(best.end)])) return false;
  const isAsked = asks(sentences.slice(best.start, best.end));
  return scoreOf('accepts') > (isAsked ? LEAST_YES_IF_ASKED : LEAST_YES);
}
