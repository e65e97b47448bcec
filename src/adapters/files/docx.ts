import mammoth from 'mammoth';
import { DocumentFaultError } from './fault.ts';

/** What encrypted documents and those of old Word begin with. */
const OLD_START = '\u00d0\u00cf\u0011\u00e0';
const ZIP_START = 'PK\u0003\u0004';

/** A document as HTML: headings, lists, tables and links stay, pictures go. @throws DocumentFaultError */
export async function docxToHtml(bytes: Uint8Array): Promise<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.toString('latin1', 0, 4);
  if (start === OLD_START) throw new DocumentFaultError('locked');
  if (start !== ZIP_START) throw new DocumentFaultError('broken');
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: NO_PICTURE });
    return value;
  } catch (error) {
    throw new DocumentFaultError('broken', error);
  }
}

/** As they are, pictures would stand in the text as data. */
const NO_PICTURE = mammoth.images.imgElement(async () => ({ src: '' }));
