import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A page of the documentation, by its path from the root of the project. */
export interface Document {
  path: string;
  text: string;
}

export interface CodeBlock {
  language: string;
  text: string;
  /** The block that follows; undefined for the last. */
  next: CodeBlock | undefined;
}

/** Everything that people read: docs/, and the pages that stand elsewhere. */
export const DOCUMENTS: Document[] = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'src/core/GUIDE.md', 'bench/QUALITY.md'],
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].map(readDocument);

export function readDocument(path: string): Document {
  return { path, text: readFileSync(ROOT + path, 'utf8') };
}

/** Code blocks in their order. */
export function blocksOf({ text }: Document): CodeBlock[] {
  const blocks: CodeBlock[] = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', code = '']) => ({ language, text: code, next: undefined }),
  );
  blocks.forEach((block, index) => {
    block.next = blocks[index + 1];
  });
  return blocks;
}

/** The text without its code blocks. */
function proseOf({ text }: Document): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

/** Headings with their level. */
export function headingsOf(document: Document): { level: number; title: string }[] {
  return [...proseOf(document).matchAll(/^(#{1,6}) (.+)$/gm)].map(([, marks = '', title = '']) => ({
    level: marks.length,
    title,
  }));
}

/** The part below one heading, up to the next of its level. */
export function sectionOf({ path, text }: Document, heading: string): Document {
  const [, rest] = text.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`${path} has no heading ${heading}`);
  return { path, text: rest.split('\n## ', 1).join('') };
}

/** Rows of tables as their cells. */
export function rowsOf({ text }: Document): string[][] {
  return [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split(/ ?\| /).map((cell) => cell.trim()),
  );
}

/** Links to files and headings of the project that lead nowhere. */
export function findDeadLinks(document: Document): string[] {
  const targets = [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(document, target));
}

function leadsSomewhere(document: Document, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const folder = document.path.replace(/[^/]*$/, '');
  const path = file === '' ? document.path : new URL(file, `file:///${folder}`).pathname.slice(1);
  if (!existsSync(ROOT + path)) return false;
  return (
    anchor === undefined || headingsOf(readDocument(path)).some(({ title }) => toAnchor(title) === anchor)
  );
}

/** As the pages that show Markdown name a heading. */
function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
