import { deflateSync } from 'node:zlib';

/** One printed line: its text, the size of its letters in points, and the distance to the line above. */
export interface Printed {
  text: string;
  size?: number;
  drop?: number;
}

const TOP = 800;
const PRINTABLE = /[()\\]/g;

/** A PDF of our own with one font, as a word processor writes it; a text alone is a line of 11 points. */
export function makePdf(pages: readonly (readonly (Printed | string)[])[]): Buffer {
  return writePdf(
    pages.map((lines) => toContent(lines.map((line) => (typeof line === 'string' ? { text: line } : line)))),
  );
}

function toContent(lines: readonly Printed[]): Buffer {
  let y = TOP;
  const shown = lines.map(({ text, size = 11, drop = size * 1.3 }) => {
    y -= drop;
    return `/F1 ${size} Tf 1 0 0 1 50 ${y.toFixed(1)} Tm (${text.replace(PRINTABLE, '\\$&')}) Tj`;
  });
  return Buffer.from(`BT\n${shown.join('\n')}\nET`, 'latin1');
}

/** A PDF with these contents of its pages. @param trailer more of it, such as what encrypts the file */
export function writePdf(contents: readonly Buffer[], trailer = '', extra: readonly string[] = []): Buffer {
  const first = 4 + extra.length;
  const kids = contents.map((_, n) => `${first + 2 * n + 1} 0 R`);
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...extra,
    ...contents.flatMap((content, n) => [toStream(content), toPage(first + 2 * n)]),
  ];
  return assemble(objects, trailer);
}

function toPage(content: number): string {
  const box = '/MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>';
  return `<< /Type /Page /Parent 2 0 R ${box} /Contents ${content} 0 R >>`;
}

function toStream(content: Buffer): Buffer {
  const packed = deflateSync(content, { level: 9 });
  const head = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

/** Objects with their table of places. */
export function assemble(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const places: number[] = [];
  let at = 9;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of objects.entries()) {
    places.push(at);
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object;
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]));
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer << /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`));
  return Buffer.concat(parts);
}
