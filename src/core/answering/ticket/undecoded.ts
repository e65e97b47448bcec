import PostalMime, { decodeWords } from 'postal-mime';

/** `data:image/png;base64,…` in HTML and Markdown, also with its base64 in lines. */
const EMBEDDED =
  /\bdata:[a-z]{2,20}\/[\w.+-]{1,80}[;,][^\s"'()<>]*(?:\r?\n[\w+/=]{60,})*(?:\r?\n[\w+/]*={1,2})?/gi;
/** Stands for a picture; the readers of a message know it as nobody's words. */
const PLACEHOLDER = '[image]';

/** Headers that begin a part of a mail, at the start of the text or below a boundary. */
const PART =
  /^(?:--(\S[^\r\n]{0,69})[ \t]*\r?\n)?(?:[\w-]{1,60}:[^\r\n]*(?:\r?\n[ \t]+[^\r\n]*){0,9}\r?\n){0,40}?content-(?:type|transfer-encoding):/im;
/** A broken line, a letter in UTF-8 or between letters, a coded sign of HTML, a blank at the end of a line. */
const QUOTED_PRINTABLE =
  /[^\s=]=\r?\n(?=\S| \S)|\S =\r?\n(?=\p{L})|=(?:C[2-9A-F]|D[0-9A-F])=[89AB][0-9A-F]|=E[0-9A-F](?:=[89AB][0-9A-F]){2}|\p{L}=[C-F][0-9A-F](?:\p{L}|=3F)|=3D"|=20\r?$/mu;

/** Embedded pictures would use up the text's room and say nothing. */
export function withoutPictures(text: string): string {
  return text.includes('data:') ? text.replace(EMBEDDED, PLACEHOLDER) : text;
}

/** Decodes a mail that a caller passes on in parts, as quoted-printable or with encoded words. */
export async function decodeMail(given: string): Promise<string> {
  const text = withoutPictures(given);
  const part = text.includes(':') ? PART.exec(text) : null;
  if (part && text.slice(0, part.index).trim() === '') return decodePart(text.trimStart(), part[1]);
  if (part?.[1] !== undefined) return decodePart(text.slice(part.index), part[1]);
  const words = text.includes('=?') ? decodeWords(text) : text;
  if (!QUOTED_PRINTABLE.test(words)) return words;
  const read = await decodeQuoted(words, 'utf-8');
  // Octets that are no UTF-8 are those of the old encoding.
  return read.includes('\ufffd') ? decodeQuoted(words, 'windows-1252') : read;
}

async function decodeQuoted(text: string, charset: string): Promise<string> {
  const head = `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: quoted-printable\n\n`;
  return (await decode(head + text)) ?? text;
}

/** @param boundary undefined: the text begins with headers. */
async function decodePart(text: string, boundary: string | undefined): Promise<string> {
  const head =
    boundary === undefined ? '' : `Content-Type: multipart/alternative; boundary="${boundary}"\n\n`;
  return (await decode(head + text)) ?? text;
}

async function decode(mail: string): Promise<string | null> {
  const { text, html } = await PostalMime.parse(mail).catch(() => ({ text: undefined, html: undefined }));
  const said = text?.trim() || html?.trim();
  return said ? withoutPictures(said) : null;
}
