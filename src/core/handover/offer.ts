import type { ChatMessage } from '../../domain/types.ts';
import { splitSentences } from './text.ts';

/** All words as `splitSentences` writes them: no accents, one letter for two, `ue` is `u`; `ł` and `ı` stay. */

const TEAM =
  '(?=.* (?:team|staf|moderator|admin|person|human|someone|coleague|mensch[a-z]*|mitarbeiter[a-z]*|jemand[a-z]*|kolegen|suport|l?equip[aeo]|persona|persone|humain|humano|umano|umana|pesoa|iemand|medewerker|kto[sś]|kogo[sś]|osob[aey]|zespo[lł][a-z]*|cz[lł]owiek[a-z]*|ekib[a-z]*|ekip[a-z]*|birin[a-z]*|biriyle|yetkili[a-z]*) )';
const ASKING = [
  'shal i|should i|want me to|would you like|do you want|can i|may i',
  'sol ich|mochtest du|mochten sie|darf ich|kan ich|wolen sie|wilst du',
  'voulez vous|souhaitez vous|voudriez vous|veux tu|dois je|puis je|je peux',
  'quieres|quiere|pudo|te gustaria|le gustaria|deseas|desea',
  'vuoi|vuole|poso|devo|desideri|voresti',
  'quer|queres|deseja|gostaria|poso',
  'wil je|wilt u|zal ik|kan ik|mag ik|mot ik',
  'czy mam|czy moge|chcesz|chcialbys|chcia[lł]abys|czy chce',
  'ister misin|ister misiniz|isterseniz|istermisiniz|edeyim mi|ileteyim mi|sorayim mi|aktarayim mi|ilet[a-z]* mi',
].join('|');
const OFFERING = [
  '(?:i|we) (?:can|could|wil|would)|il|id be hapy to|let me know',
  '(?:ich|wir) (?:kan|konte|konten|konen|werde|leite|verbinde)|(?:kan|konte|konen|leite|verbinde) (?:ich|wir)',
  'je peux|je vais|nous pouvons|pudo|podemos|voy a|poso|posiamo|podemos|vou',
  '(?:ik|we|wij) (?:kan|kunen)|kan ik|moge|mozemy|[a-z]*[ae]bilirim|[a-z]*[ae]biliriz',
].join('|');
const PASSING_ON = [
  'conect|pas|forward|transfer|put|get|ask|hand|escalate|cal|bring|involve|notify',
  'verbind[a-z]*|weiterleiten|weitergeben|leite|holen|rufen|fragen|einschalten|bescheid|melden|weiter|kontakt[a-z]*',
  'transmetre|metre|contacter|transferer|paser|adreser|demander|prevenir|pasar[a-z]*|pasarte|contact[a-z]*|conect[a-z]*|avisar|derivar|poner[a-z]*',
  'meter[a-z]*|colegar[a-z]*|contatar[a-z]*|contato|contato|inoltrar[a-z]*|pasar[a-z]*|chieder[a-z]*|avisar[a-z]*|encaminh[a-z]*|transferir|chamar|ligar',
  'dor(?:verbinden|sturen|geven|zeten)|vragen|inschakelen|przekaza[cć]|po[lł]aczyc|skontaktowac|zapytac|powiadomic|wezwac',
  '(?:ilet|aktar|yonlendir|bagla[a-z]|sor|cag[iı]r|ver)[ae]bilir[a-z]*',
].join('|');
const QUESTION = new RegExp(`^(?=.* (?:${ASKING}) )${TEAM}`);
/** "I can connect you with the team": an offer, although not a question. */
const STATEMENT = new RegExp(`^(?=.* (?:${OFFERING}) )(?=.* (?:${PASSING_ON}) )${TEAM}`);

const YES = [
  'yes|yeah|yep|yea|yup|ya|sure|please|pls|do that|do it|go ahead|ok|okay|that would|conect|transfer',
  'ja|jo|joa|jep|jup|gern|gerne|bitte|mach das|mach mal|mach es|machen sie|tu das|unbedingt|klar|das waire|waire|verbind[a-z]*|leit[a-z]*',
  'oui|ouais|volontiers|avec plaisir|sil vous plait|svp|dacord|faites|je veux bien|bien sur',
  'si|claro|vale|por favor|de acuerdo|adelante|certo|va bene|volentieri|per favore|certamente',
  'sim|com certeza|pode ser|pode sim|quero|gostaria|graag|do mar|alstublieft|alsjeblieft|prima',
  'tak|pewnie|jasne|popros[zeę]+|prosze|chetnie|dobrze|evet|l[uü]tfen|olur|tamam|isterim|tabi',
].join('|');
const ACCEPTANCE = new RegExp(`^ (?:oh |ah |ok |hm |then |dan )?(?:${YES}) `);
/** After a statement it can refer to anything else that was said. */
const MERE_OK = /^ (?:ok|okay|k|kay) (?:, )?(?:thanks|thx|danke)? ?$/;
/** Accepts the offer by name, whatever else was asked. */
const EXPLICIT =
  / (?:(?:conect|transfer|forward|put|pas|escalate|hand) (?:me|it|this|us)|(?:the|your|das|dem|eurem|euer) team|verbind[a-z]* (?:mich|sie|uns|bite)|(?:mit|an|with) (?:dem|das|the) team|weiterleiten|verbinden) /;
const REFUSAL = new RegExp(
  ` (?:${[
    'no|nah|not|dont|alone|found|alset|solved|works|worked|working|fixed|later',
    'nein|ne|nicht|nix|kein|gefunden|erledigt|geklapt|klapt|funktioniert|geht|gelost|reicht|spater',
    'non|pas (?:la peine|besoin|necesaire)|inutile|regle|resolu|ya no|nada|resulto|solucionado|funciona|risolto|funziona|niente',
    'nao|resolvido|ne|nie|niet|geen|hoft|opgelost|werkt|nie|rozwiazane|dzia[lł]a|hay[iı]r|yok|gerek|istemiyorum|cozuldu|duzeldi',
  ].join('|')}) `,
);

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
