import { randomInt } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The lowest `length` digits of a number in base 62, most significant first. */
export function encodeBase62(value: bigint, length: number): string {
  let rest = value;
  let digits = '';
  for (let place = 0; place < length; place++) {
    digits = DIGITS[Number(rest % 62n)] + digits;
    rest /= 62n;
  }
  return digits;
}

/** So many digits from the system's random source; 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join('');
}
