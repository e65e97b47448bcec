import { isStopWord } from '../../search/words/analyse.ts';

/** Stands where something was taken out; never longer than that. */
const REMOVED = '…';

/** Every expression is linear: one that could begin within a run of its own characters would not be. */
const SECRETS = [
  /\blts_\w+/g,
  // Tokens of Discord bots and of webhooks.
  /(?<![\w-])[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /(?<![\w-])mfa\.[\w-]{60,}/g,
  /https?:\/\/[\w.-]+\/api\/(?:v\d+\/)?webhooks\/[^\s<>]+/gi,
];
const MENTION = /<@[!&]?\d+>/g;
const E_MAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** An id of a member; those in addresses, channels and emoji stay. */
const CHAT_ID = /(?<![\d/#:&=])\d{17,20}(?!\d)/g;
const NUMBER = /(?<![\p{L}\p{N}_.#/:=&?-])[+(]{0,2}\d[\d ()./-]{5,38}\d(?![\p{L}\p{N}_])/gu;

const MIN_PHONE_DIGITS = 7;
const INTERNATIONAL_OR_AREA = /^[+(]*[+0]|^\(\d/;
const NORTH_AMERICAN = /^\d{3}[-. ]\d{3}[-. ]\d{4}$/;
const DATE = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)/;

/** Keys, tokens and mentions, which have no place in knowledge whoever writes it. */
export function removeSecrets(text: string): string {
  const clean = SECRETS.reduce((rest, secret) => rest.replace(secret, REMOVED), text);
  return clean.replace(MENTION, REMOVED);
}

/**
 * Takes out what tells who somebody is: besides secrets, e-mail addresses, phone numbers, ids of members and the
 * given names. A number that might be a phone's goes; whoever approves sees the gap and can fill it.
 */
export function removePersonalData(text: string, names: readonly string[] = []): string {
  const clean = removeSecrets(text)
    .replace(E_MAIL, REMOVED)
    .replace(NUMBER, (number) => (isPhone(number.trim()) ? REMOVED : number))
    .replace(CHAT_ID, REMOVED);
  const gone = names.flatMap(expressionsFor).reduce((rest, name) => rest.replace(name, REMOVED), clean);
  return gone.replace(/…(?:[ \t]+…)+/g, REMOVED);
}

function isPhone(number: string): boolean {
  if (DATE.test(number)) return false;
  const digits = number.replace(/\D/g, '').length;
  const isLong = digits >= MIN_PHONE_DIGITS && INTERNATIONAL_OR_AREA.test(number);
  return isLong || NORTH_AMERICAN.test(number);
}

/** The whole name however it is written, and the words of it as they are written. */
function expressionsFor(name: string): RegExp[] {
  const whole = name.normalize('NFC').trim();
  // What stands behind a bar or in brackets is a role, and a word of everyday texts.
  const parts = (whole.split(/[|()[\]·•–—/]/u)[0] ?? '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const isEveryday = (part: string) =>
    isStopWord(part.toLowerCase(), 'de') || isStopWord(part.toLowerCase(), 'en');
  const known = parts.filter((part) => part.length >= 3 && !isEveryday(part));
  const isName = whole.length >= 2 && !isEveryday(whole);
  return [...(isName ? [toExpression(whole, 'giu')] : []), ...known.map((part) => toExpression(part, 'gu'))];
}

/** With the s of a genitive; `Tim` is not taken out of `Timing`. */
function toExpression(name: string, flags: string): RegExp {
  const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}_])@?${literal}(?:['’]?s)?(?![\\p{L}\\p{N}_])`, flags);
}
