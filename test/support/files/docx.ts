import { crc32, deflateRawSync } from 'node:zlib';

const NAMES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
const HEADINGS = [1, 2, 3]
  .map((n) => `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/></w:style>`)
  .join('');
const STYLE_RELATION =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>';

/** A document of Word with this body, and styles and footnotes as they stand in its files. */
export function makeDocx(body: string, styles = '', footnotes = ''): Buffer {
  const document = `<?xml version="1.0"?><w:document ${NAMES}><w:body>${body}</w:body></w:document>`;
  return makeZip({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': RELATIONS,
    'word/document.xml': document,
    'word/styles.xml': `<w:styles ${NAMES}>${HEADINGS}${styles}</w:styles>`,
    'word/footnotes.xml': `<w:footnotes ${NAMES}>${footnotes}</w:footnotes>`,
    'word/_rels/document.xml.rels': STYLE_RELATION,
  });
}

export function paragraph(text: string, heading?: number): string {
  const style = heading ? `<w:pPr><w:pStyle w:val="Heading${heading}"/></w:pPr>` : '';
  return `<w:p>${style}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export function tableOf(rows: readonly string[][]): string {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  return `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}

/** A ZIP archive of deflated files. */
export function makeZip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(plain.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const central = Buffer.alloc(46);
    central.write('PK\u0001\u0002', 'latin1');
    central.writeUInt16LE(20, 4);
    fields.copy(central, 6, 0, 26);
    central.writeUInt32LE(at, 42);
    directory.push(Buffer.concat([central, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}
