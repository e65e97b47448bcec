export const PICTURE_ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

export interface PictureHead {
  type: keyof typeof PICTURE_ENDINGS;
  /** Pixels, from 1 on. */
  width: number;
  height: number;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff', 'latin1');

/** The kind and size of a picture by its first bytes, whatever it is called. @returns null for anything else */
export function readPictureHead(given: Uint8Array): PictureHead | null {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  try {
    const head = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
    return head && head.width > 0 && head.height > 0 ? head : null;
  } catch (error) {
    // The bytes end within the head.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readPng(bytes: Buffer): PictureHead | null {
  if (!startsWith(bytes, PNG)) return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Goes from segment to segment as far as the frame, which says the size. */
function readJpeg(bytes: Buffer): PictureHead | null {
  if (!startsWith(bytes, JPEG)) return null;
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2))
    if (isFrame(bytes.readUInt8(at + 1)))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  return null;
}

/** C4, C8 and CC are tables among the marks of frames. */
export function isFrame(mark: number): boolean {
  return mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
}

function readWebp(bytes: Buffer): PictureHead | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { type: 'image/webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const sides = bytes.readUInt32LE(21);
      return { type: 'image/webp', width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return {
        type: 'image/webp',
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    default:
      return null;
  }
}

function startsWith(bytes: Buffer, head: Buffer): boolean {
  return bytes.subarray(0, head.length).equals(head);
}
