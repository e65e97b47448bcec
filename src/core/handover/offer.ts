import type { ChatMessage } from '../../domain/types.ts';
import { splitSentences } from './text.ts';

const TEAM =
  '(?=.* (?:team|staf|moderator|admin|person|human|someone|coleague|mensch[a-z]*|mitarbeiter[a-z]*|jemand[a-z]*|kolegen|suport) )';
const QUESTION = new RegExp(
  `^(?=.* (?:shal i|should i|want me to|would you like|do you want|can i|may i|sol ich|mochtest du|mochten sie|darf ich|kan ich|wolen sie|wilst du) )${TEAM}`,
);
/** "I can connect you with the team": an offer, although not a question. */
const STATEMENT = new RegExp(
  `^(?=.* (?:(?:i|we) (?:can|could|wil|would)|il|id be hapy to|let me know|(?:ich|wir) (?:kan|konte|konten|konen|werde|leite|verbinde)|(?:kan|konte|konen|leite|verbinde) (?:ich|wir)) )(?=.* (?:conect|pas|forward|transfer|put|get|ask|hand|escalate|cal|bring|involve|notify|verbind[a-z]*|weiterleiten|weitergeben|leite|holen|rufen|fragen|einschalten|bescheid|melden|weiter|kontakt[a-z]*) )${TEAM}`,
);

const ACCEPTANCE =
  /^ (?:oh |ah |ok |hm |then |dan )?(?:yes|yeah|yep|yea|yup|ya|sure|please|pls|do that|do it|go ahead|ok|okay|ja|jo|joa|jep|jup|gern|gerne|bitte|mach das|mach mal|mach es|machen sie|tu das|unbedingt|klar|das waire|waire|that would|conect|transfer|verbind[a-z]*|leit[a-z]*) /;
/** After a statement it can refer to anything else that was said. */
const MERE_OK = /^ (?:ok|okay|k|kay) (?:, )?(?:thanks|thx|danke)? ?$/;
/** Accepts the offer by name, whatever else was asked. */
const EXPLICIT =
  / (?:(?:conect|transfer|forward|put|pas|escalate|hand) (?:me|it|this|us)|(?:the|your|das|dem|eurem|euer) team|verbind[a-z]* (?:mich|sie|uns|bite)|(?:mit|an|with) (?:dem|das|the) team|weiterleiten|verbinden) /;
const REFUSAL =
  / (?:no|nah|not|dont|nein|ne|nicht|nix|kein|alone|found|gefunden|erledigt|alset|solved|works|worked|working|fixed|later|geklapt|klapt|funktioniert|geht|gelost|reicht|spater) /;

type Acceptance = 'none' | 'ok' | 'yes' | 'explicit';
type Offer = 'none' | 'question' | 'statement' | 'beside a question';

function readAcceptance(text: string): Acceptance {
  const answer = ` ${splitSentences(text.slice(0, 200)).join(' ')} `;
  if (REFUSAL.test(answer)) return 'none';
  if (EXPLICIT.test(answer)) return 'explicit';
  if (MERE_OK.test(answer)) return 'ok';
  return ACCEPTANCE.test(answer) ? 'yes' : 'none';
}

function readOffer(text: string): Offer {
  const start = text.slice(0, 2_000);
  const sentences = splitSentences(start).map((sentence) => ` ${sentence} `);
  if (sentences.some((sentence) => QUESTION.test(sentence))) return 'question';
  if (!sentences.some((sentence) => STATEMENT.test(sentence))) return 'none';
  return start.includes('?') ? 'beside a question' : 'statement';
}

const ACCEPTED_BY: Readonly<Record<Offer, readonly Acceptance[]>> = {
  none: [],
  question: ['ok', 'yes', 'explicit'],
  statement: ['yes', 'explicit'],
  'beside a question': ['explicit'],
};

/**
 * Did the customer say yes when the assistant offered a person? The offer alone is not a reason, and neither is a
 * plain yes to another question beside it.
 */
export function acceptsPerson(messages: readonly ChatMessage[]): boolean {
  return messages.some((message, index) => {
    const before = messages[index - 1];
    if (message.role !== 'user' || before?.role !== 'assistant') return false;
    return ACCEPTED_BY[readOffer(before.content)].includes(readAcceptance(message.content));
  });
}
