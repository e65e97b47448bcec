import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AppError } from '../../domain/errors.ts';

const ADMIN_PREFIX = 'lts_admin_';
const KEY_FORMAT = /^lts_(?:test_|admin_)?[0-9A-Za-z]{38}$/;
/** 62^32 is 190.5 bits. */
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const ID_CHARACTERS = 10;

/** The text of a new key. */
export function generateKey(kind: 'live' | 'test' | 'admin'): string {
  const body = `lts_${kind === 'live' ? '' : `${kind}_`}${randomBase62(RANDOM_CHARACTERS)}`;
  return body + checksumOf(body);
}

/** Whether a key says of itself that it is of scope `admin`. */
export function isOfAdmin(key: string): boolean {
  return key.startsWith(ADMIN_PREFIX);
}

/**
 * The SHA-256 by which a key is found; the checksum spares the database a look at what was never a key.
 * @throws AppError('invalid_api_key') for a malformed one
 */
export function digestOfKey(key: string): Buffer {
  const [body, checksum] = [key.slice(0, -CHECKSUM_CHARACTERS), key.slice(-CHECKSUM_CHARACTERS)];
  if (!KEY_FORMAT.test(key) || checksumOf(body) !== checksum) throw new AppError('invalid_api_key');
  return hash('sha256', key, 'buffer');
}

/** CRC32 of what stands before, six base62 digits. */
function checksumOf(body: string): string {
  return encodeBase62(BigInt(crc32(body)), CHECKSUM_CHARACTERS);
}

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

/** An id that is the same for the same text: 59 bits of its digest. */
export function idFrom(text: string): string {
  return encodeBase62(hash('sha256', text, 'buffer').readBigUInt64BE(), ID_CHARACTERS);
}

/** So many digits from the system's random source; 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join('');
}
