/**
 * Text that a database and a model can take: NUL and lone surrogates become U+FFFD.
 * PostgreSQL refuses both in text and jsonb, which would be a 500 for the sender.
 */
export function toCleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** A name fit for one line of a prompt or a page: no control characters, no angle brackets, trimmed. */
export function toCleanName(name: string): string {
  return toCleanText(name)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Bytes as text; null for what is neither UTF-8 nor UTF-16 with its mark: what an editor wrote in another encoding
 * would be stored with its letters lost.
 * @throws what else keeps them from being one text, such as their number.
 */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string | null {
  try {
    const [first, second] = new Uint8Array(bytes instanceof ArrayBuffer ? bytes : bytes.subarray(0, 2));
    const isLittle = first === 0xff && second === 0xfe;
    const isBig = first === 0xfe && second === 0xff;
    const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return null;
  }
}
