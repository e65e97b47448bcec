import { digitsOf } from '../text.ts';
import { type FoundSpan, findAll } from './found.ts';

const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ \u00a0.-]?[A-Z0-9]){11,30}(?![A-Z0-9])/gi;
const SHORTEST_IBAN = 15;
/** Countries by the length of their accounts' numbers (SWIFT's registry). */
const COUNTRIES: Readonly<Record<number, string>> = {
  15: 'NO',
  16: 'BE',
  18: 'DK FI FK FO GL NL SD',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU MN XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ OM SO TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'LY PT ST',
  26: 'IS TR',
  27: 'BI DJ FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HU LB NI PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW MU YE',
  31: 'MT SC',
  32: 'LC',
  33: 'RU',
};

/** International account numbers with right check digits. Words may follow that look like more of one. */
export function* findIbans(text: string): Generator<FoundSpan> {
  for (const { index: start, 0: found } of text.matchAll(IBAN)) {
    for (let end = found.length; end >= SHORTEST_IBAN; end -= 1) {
      if (/^[A-Z0-9]/i.test(found.slice(end)) || !isIban(found.slice(0, end))) continue;
      yield { start, end: start + end };
      break;
    }
  }
}

function isIban(written: string): boolean {
  const iban = written.replace(/[^A-Z0-9]/gi, '').toUpperCase();
  if (!COUNTRIES[iban.length]?.includes(iban.slice(0, 2))) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const CARD = /(?<![\p{L}\p{N}_/=&.-])[2-6]\d{3}(?:[ \u00a0.-]?\d){8,15}(?![\p{L}\p{N}_-])/gu;
/** Numbers of the networks in their lengths; other long numbers are orders and moments. */
const NETWORK =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d|22[2-9]|2[3-6]\d|27[01])\d{13}|2720\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|(?:5[06-8]|6[37])\d{14,17}|62\d{14,17})$/;

/** Numbers of payment cards with a right check digit. */
export function* findCards(text: string): Generator<FoundSpan> {
  yield* findAll(CARD, text, ([number]) => isCard(digitsOf(number)));
}

/** Old cards had 13 digits, as all articles have. */
function isEan(digits: string): boolean {
  return (
    digits.length === 13 &&
    [...digits].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0
  );
}

function isCard(digits: string): boolean {
  if (!NETWORK.test(digits) || isEan(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (1 + (place % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
