import type { Suggestion } from '../../src/core/learning/suggestions/suggestions.ts';
import {
  MAX_ENTRY_QUESTIONS,
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_KNOWLEDGE_ENTRIES,
} from '../../src/domain/limits.ts';
import type { TrainingState } from '../../src/domain/types.ts';
import type { Refusals } from '../refusal.ts';
import { escapeWithin } from '../reply.ts';
import type { Texts } from '../wording.ts';

/** A question in a sentence; a card has room for more. */
const NAME_CHARACTERS = 400;

const STATES: Record<TrainingState, Texts> = {
  pending: { de: 'offen', en: 'open' },
  approved: { de: 'schon übernommen', en: 'already approved' },
  rejected: { de: 'schon abgelehnt', en: 'already rejected' },
  suspended: {
    de: 'ausgesetzt, weil die Quelle fehlt',
    en: 'suspended because its source changed or is gone',
  },
};

export const OPTED_OUT: Texts = {
  de: 'Wer das geschrieben hat, möchte nicht, dass der Bot daraus lernt. Schreib es mit eigenen Worten: `/knowledge add`.',
  en: 'The author opted out of learning. Add it in your own words: `/knowledge add`.',
};

export const GONE: Texts = {
  de: 'Diesen Vorschlag gibt es nicht (mehr). `/training list` zeigt, was offen ist.',
  en: 'There is no such suggestion, or it is gone. `/training list` shows what is open.',
};

/** Why a suggestion was not made or changed. */
export const REFUSALS: Refusals = {
  not_found: GONE,
  forbidden: OPTED_OUT,
  'invalid_input:question': {
    de: `Die Frage braucht 1 bis ${MAX_ENTRY_TITLE_CHARACTERS} Zeichen und mehr als persönliche Daten. Bitte ändere sie und versuch es noch einmal.`,
    en: `The question must have 1 to ${MAX_ENTRY_TITLE_CHARACTERS} characters, and something besides personal data. Please change it and try again.`,
  },
  'invalid_input:answer': {
    de: `Die Antwort braucht 1 bis ${MAX_ENTRY_TEXT_CHARACTERS} Zeichen und mehr als persönliche Daten. Bitte ändere sie und versuch es noch einmal.`,
    en: `The answer must have 1 to ${MAX_ENTRY_TEXT_CHARACTERS} characters, and something besides personal data. Please change it and try again.`,
  },
  'invalid_input:entries': {
    de: `Dieser Server hat schon ${MAX_KNOWLEDGE_ENTRIES} Einträge, mehr gehen nicht. Entferne zuerst einen mit \`/knowledge remove\`.`,
    en: `This server already has ${MAX_KNOWLEDGE_ENTRIES} entries. Remove one first with \`/knowledge remove\`.`,
  },
  'invalid_input:questions': {
    de: `Der Eintrag hat schon seine ${MAX_ENTRY_QUESTIONS} anderen Formulierungen. Nimm im Dashboard zuerst eine heraus.`,
    en: `The entry already has ${MAX_ENTRY_QUESTIONS} other wordings. Remove one in the dashboard first.`,
  },
  'invalid_input:suggestions': {
    de: 'Auf diesem Server warten zu viele Vorschläge. Ein Admin muss zuerst welche entscheiden: `/training list`.',
    en: 'Too many suggestions are waiting on this server. An editor or admin has to decide on some first: `/training list`.',
  },
};

/** The same of one that is stored: what its state forbids. */
export function refusalsOf(suggestion: Suggestion | null): Refusals {
  return suggestion ? { ...REFUSALS, 'invalid_input:state': sayState(suggestion) } : REFUSALS;
}

/** Whether there is something to decide about it. */
export function isOpen({ state }: Pick<Suggestion, 'state'>): boolean {
  return state === 'pending' || state === 'suspended';
}

/** Whether both texts are there, without which nothing can be approved. */
export function isWhole({ question, answer }: Pick<Suggestion, 'question' | 'answer'>): boolean {
  return question.trim() !== '' && answer.trim() !== '';
}

/** How a suggestion is called in a sentence, escaped. */
export function nameOf({ id, question }: Pick<Suggestion, 'id' | 'question'>): string {
  return question.trim() === '' ? `\`${id}\`` : `**${escapeWithin(question, NAME_CHARACTERS)}**`;
}

/** That nothing is to be decided about it. */
export function sayState(suggestion: Suggestion): Texts {
  const name = nameOf(suggestion);
  const { de, en } = STATES[suggestion.state];
  return { de: `${name} ist ${de}.`, en: `${name} is ${en}.` };
}
