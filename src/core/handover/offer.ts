import type { ChatMessage } from '../../domain/types.ts';
import { findOnce } from '../message-memory.ts';
import { splitSentences } from './text.ts';

const OFFER =
  /^(?=.* (?:shal i|should i|want me to|would you like|do you want|can i|may i|sol ich|mochtest du|mochten sie|darf ich|kan ich|wolen sie|wilst du) )(?=.* (?:team|staf|moderator|admin|person|human|someone|coleague|mensch[a-z]*|mitarbeiter[a-z]*|jemand[a-z]*|kolegen|suport) )/;
const ACCEPTANCE =
  /^ (?:oh |ah |ok |hm )?(?:yes|yeah|yep|yea|yup|ya|sure|please|pls|do that|do it|ok|okay|ja|jo|joa|jep|jup|gern|gerne|bitte|mach das|mach mal|machen sie|unbedingt|klar|das ware) /;
const REFUSAL = / (?:no|nah|not|dont|nein|ne|nicht|nix|kein|alone|found|gefunden|erledigt|alset|solved) /;

const saysYes = findOnce((text) => {
  const answer = ` ${splitSentences(text.slice(0, 200)).join(' ')} `;
  return ACCEPTANCE.test(answer) && !REFUSAL.test(answer);
});

const offersPerson = findOnce((text) =>
  splitSentences(text.slice(0, 2_000)).some((sentence) => OFFER.test(` ${sentence} `)),
);

/** Did the customer say yes when the assistant offered a person? The offer alone is no reason. */
export function acceptsPerson(messages: readonly ChatMessage[]): boolean {
  return messages.some((message, index) => {
    const before = messages[index - 1];
    if (message.role !== 'user' || before?.role !== 'assistant') return false;
    return offersPerson(before) && saysYes(message);
  });
}
