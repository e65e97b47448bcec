import type { Line } from './line.ts';

/** The small print below mails of firms. */

/** Each is a turn of phrase of such a text; a customer's own case holds hardly two of them. */
const TURNS = [
  /(?:informationen|hinweise|angaben) (?:zu[mr]?|über) (?:\p{L}+ ){0,2}(?:datenschutz|verarbeitung|umgang)|datenschutz(?:hinweise|erklärung|informationen)|privacy (?:policy|notice|statement)|how we (?:use|process|handle) /iu,
  /registered (?:office|in)|sitz der gesellschaft|firmensitz/i,
  /amtsgericht|handelsregister|hr[ab] \d|(?:company|registration) (?:no|number)/i,
  /geschäftsführ|ust-?id|vat (?:id|no)|aufsichtsrat|managing directors?/i,
  /(?:this|the) (?:e-?mail|message|communication|transmission)s?(?: message)?,?(?: \(?(?:and|including|together with) (?:any|all|its)[^.]{0,40}\)?)? (?:is|are|may be|contains?|may contain|has been|was)/i,
  /diese (?:e-?mail|nachricht|mitteilung)[^.]{0,60} (?:enthält|enthalten|ist|sind|kann|können)/i,
  /intended recipient|addressee|intended (?:solely|only|exclusively)|named (?:above|recipient)|(?:richtige|vorgesehene|beabsichtigte)\p{L}{0,2} (?:adressat|empfänger)|ausschließlich für den|nicht für sie bestimmt/iu,
  /confidential|vertraulich|privileged|rechtlich geschützt|confidentiel|confidencial|riservat[oie]|vertrouwelijk|poufn[aey]|gizli/iu,
  /unauthori[sz]ed (?:use|disclosure|copying|access|distribution|dissemination|review)|disclosure|dissemination|unbefugte\p{L}? (?:weitergabe|kopieren|nutzung|verwendung)|weitergabe (?:dieser|des|an)|vervielfältigung/iu,
  /received this (?:e-?mail|message|communication|in error)|in error|irrtümlich|versehentlich erhalten|fälschlicherweise/i,
  /delete (?:it|this|the|all)|notify (?:the sender|us|me)|vernichten sie|löschen sie|informieren sie (?:bitte |sofort |umgehend )*den absender/i,
  /attachments?|anhänge|anlagen?|virus|viren|malware/i,
  /gdpr|dsgvo|data protection|datenschutz|personal data|personenbezogene/i,
  /legal action|liability|liable|haftung|strafbar|prohibited|nicht gestattet|untersagt/i,
  /finden sie (?:hier|unter|auf|in)|(?:can be )?found (?:here|at|on)|(?:see|read|click) (?:our|here)|siehe (?:hier|unter)|art(?:\.|ikel|icle) ?1[34]/i,
  /before printing|environment|denken sie an die umwelt|ausdrucken|umwelt/i,
  /views? (?:or opinions )?expressed|opinions? (?:are|of) (?:those|the)|unsubscribe|newsletter abbestellen/i,
];

const FIRST_PERSON = /(?<!\p{L})(?:i|i['’][mdv]e?|my|mine|myself|ich|mein\p{L}{0,2}|mir|mich)(?!\p{L})|\?/iu;

const TURNS_OF_SMALL_PRINT = 3;
const TURNS_BELOW_A_MARK = 2;
/** Whoever speaks of themselves has a case: `notify me` stands in small print, but hardly anything more. */
const TURNS_IN_FIRST_PERSON = 4;
const MAX_CHARACTERS = 4_000;

/** Turns that small print begins with. */
const OPENINGS = TURNS.slice(0, 9);

/**
 * Where small print begins in a paragraph: the number of its first line, or of lines where there is none.
 * @param isBelowMark stands where signatures stand.
 */
export function findSmallPrint(paragraph: readonly Line[], isBelowMark: boolean): number {
  const first = paragraph.findIndex(
    ({ text }) => !FIRST_PERSON.test(text) && OPENINGS.some((turn) => turn.test(text)),
  );
  if (first < 0) return paragraph.length;
  const rest = paragraph.slice(first).map(({ text }) => text.trim());
  return isSmallPrint(rest.join(' ').slice(0, MAX_CHARACTERS), isBelowMark) ? first : paragraph.length;
}

function isSmallPrint(text: string, isBelowMark: boolean): boolean {
  const inFirstPerson = FIRST_PERSON.test(text);
  const needed = inFirstPerson
    ? TURNS_IN_FIRST_PERSON
    : isBelowMark
      ? TURNS_BELOW_A_MARK
      : TURNS_OF_SMALL_PRINT;
  return TURNS.filter((turn) => turn.test(text)).length >= needed;
}
