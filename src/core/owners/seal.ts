import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What the installation's secret is used for; each purpose has a key of its own. */
export interface Seal {
  /** Encrypts a text. @param place where it is kept, for example `session:DIGEST`: it opens nowhere else. */
  close(text: string, place: string): Buffer;
  /** null: sealed with another secret, for another place, or altered. */
  open(sealed: Buffer, place: string): string | null;
  /** The token that forms of a session carry. */
  csrfOf(sessionId: string): string;
  /** Stands with what this installation sells to a server: another one with the same account has another. */
  markOf(serverId: string): string;
}

/** @param secret at least 32 bytes; keys are derived from it (HKDF) and leave this function never. */
export function createSeal(secret: KeyObject): Seal {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `lotse ${purpose} v1`, 32));
  const sealing = keyFor('seal');
  const forms = keyFor('csrf');
  const sales = keyFor('sale');
  return {
    close: (text, place) => closeWith(sealing, text, place),
    open: (sealed, place) => openWith(sealing, sealed, place),
    csrfOf: (sessionId) => createHmac('sha256', forms).update(sessionId).digest('base64url'),
    markOf: (serverId) => createHmac('sha256', sales).update(serverId).digest('base64url'),
  };
}

/** Encrypts a text with a key of 32 bytes. @param place what must be known besides to open it. */
export function closeWith(key: Buffer, text: string, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** @returns null: sealed with another key, for another place, or altered. */
export function openWith(key: Buffer, sealed: Buffer, place: string): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]).toString();
  } catch {
    return null;
  }
}
