import { digitsOf } from '../text.ts';
import type { FoundSpan } from './found.ts';

const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ \u00a0.-]?[A-Z0-9]){11,30}(?![A-Z0-9])/gi;
const SHORTEST_IBAN = 15;
/** Countries, each with the length of its accounts' numbers (SWIFT's registry). */
const LENGTHS = `
  AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21
  LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22
  RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
`;

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
  if (!LENGTHS.includes(` ${iban.slice(0, 2)}${iban.length}`)) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const CARD = /(?<![\p{L}\p{N}_/=&.#@-])[2-6]\d{3}(?:[ \u00a0.-]?\d){8,15}(?![\p{L}\p{N}_-])/gu;
/** Numbers of the networks in their lengths (13 digits, as old ones, articles have too); other long numbers are orders and moments. */
const NETWORK =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d|22[2-9]|2[3-6]\d|27[01])\d{13}|2720\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|(?:5[06-8]|6[37])\d{14,17}|62\d{14,17})$/;

/** Numbers of payment cards with a right check digit; a price may stand behind one. 14 digits in a row are a parcel's. */
export function* findCards(text: string): Generator<FoundSpan> {
  for (const { index: start, 0: found } of text.matchAll(CARD))
    for (let number = found; number !== ''; number = number.slice(0, Math.max(0, number.search(/\D\d+$/)))) {
      if (!isCard(digitsOf(number)) || /^\d{14}$/.test(number)) continue;
      yield { start, end: start + number.length };
      break;
    }
}

const isEan = (digits: string) =>
  [...digits].reduce((sum, digit, place) => sum + Number(digit) * (1 + 2 * (place % 2)), 0) % 10 === 0;

function isCard(digits: string): boolean {
  if (!NETWORK.test(digits) || (digits.length === 13 && isEan(digits))) return false;
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (1 + (place % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
