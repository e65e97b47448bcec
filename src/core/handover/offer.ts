import { LRUCache } from 'lru-cache';
import type { ChatMessage } from '../../domain/types.ts';
import { digestOf, MAX_DIGESTS } from '../digest.ts';
import { splitSentences } from './text.ts';

const OFFER =
  /^(?=.* (?:shal i|should i|want me to|would you like|do you want|can i|may i|sol ich|mochtest du|mochten sie|darf ich|kan ich|wolen sie|wilst du) )(?=.* (?:team|staf|moderator|admin|person|human|someone|coleague|mensch[a-z]*|mitarbeiter[a-z]*|jemand[a-z]*|kolegen|suport) )/;
const ACCEPTANCE =
  /^ (?:oh |ah |ok |hm )?(?:yes|yeah|yep|yea|yup|ya|sure|please|pls|do that|do it|ok|okay|ja|jo|joa|jep|jup|gern|gerne|bitte|mach das|mach mal|machen sie|unbedingt|klar|das ware) /;
const REFUSAL = / (?:no|nah|not|dont|nein|ne|nicht|nix|kein|alone|found|gefunden|erledigt|alset|solved) /;

/** Whether a turn says yes, and whether one offers a person, by digest: tickets come with all their turns again. */
const acceptances = new LRUCache<string, boolean>({ max: MAX_DIGESTS });
const offers = new LRUCache<string, boolean>({ max: MAX_DIGESTS });

/** Did the customer say yes when the assistant offered a person? The offer alone is no reason. */
export function acceptsPerson(messages: readonly ChatMessage[]): boolean {
  return messages.some((message, index) => {
    const before = messages[index - 1];
    if (message.role !== 'user' || before?.role !== 'assistant') return false;
    return findOnce(acceptances, message, saysYes) && findOnce(offers, before, offersPerson);
  });
}

function findOnce(
  found: LRUCache<string, boolean>,
  message: ChatMessage,
  find: (text: string) => boolean,
): boolean {
  const digest = digestOf(message);
  const known = found.get(digest) ?? find(message.content);
  found.set(digest, known);
  return known;
}

function saysYes(text: string): boolean {
  const answer = ` ${splitSentences(text.slice(0, 200)).join(' ')} `;
  return ACCEPTANCE.test(answer) && !REFUSAL.test(answer);
}

function offersPerson(text: string): boolean {
  return splitSentences(text.slice(0, 2_000)).some((sentence) => OFFER.test(` ${sentence} `));
}
