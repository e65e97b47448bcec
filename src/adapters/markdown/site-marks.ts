import { type FileMarks, toFileMarks } from './inline.ts';
import type { MarkdownLine } from './lines.ts';

/** Many write a comment as a link to nowhere: `[comment]: <> (not to be read)`. */
const DEFINITION =
  /^ {0,3}\[([^\]^[\n]{1,200})\]:\s{1,9}(?:<>|<?([^\s<>]{1,2000})>?)(?:\s{1,9}(?:".*"|'.*'|\(.*\)))?\s*$/;
const CODE =
  /^(?:import\s(?:.*\sfrom\s*)?["'][^"']*["'];?\s*$|import\s(?:type\s)?\{[^}"';]*$|export\s(?:const|let|var|default|function|async|class|\{|\*))/;
/** Longer ones are prose that begins like code. */
const MAX_CODE_LINES = 100;
const CONTENTS =
  /^\s*(?:\[\[_?toc_?\]\]|\[toc\]|\{:\s?toc\s?\}|\{\{\s?toc\s?\}\}|\$\{toc\}|@\[toc\]|<toc\s?\/?>|\{toc\})\s*$/i;
/** A line or item that holds only links within the page. */
const IN_PAGE =
  /^\s{0,12}(?:(?:[-*+]|\d{1,3}[.)])\s{1,4})?[\s*_(^|•·/–—-]*(?:\[[^\][\n]{1,300}\]\(<?#[^()\s]{0,300}(?:\s"[^"\n]{0,200}")?\)[\s*_)^|•·,/–—-]*)+$/;

const HTML_IN_PAGE =
  /^(?:<(?:p|div|h\d|b|strong|sup|sub|small|center)\b[^<>]*>\s*)*\(?\s*<a\s[^<>]*href=["']?#[^<>]*>[^<>\n]{0,100}<\/a>\s*\)?(?:\s*<\/\w+>)*\s*$/i;

/** A component that ends or stands alone: `</Tabs>`, `</faq-item>`, `<Tabs />`; `<your-name>` is no tag. */
const COMPONENT =
  /<\/([A-Z][\w.]{0,60}|[a-z][a-z0-9]{0,30}-[\w.-]{1,60})\s?>|<([A-Z][\w.]{0,60}|[a-z][a-z0-9]{0,30}-[\w.-]{1,60})(?:\s[^<>]*)?\/>/g;

/** Collects the reference links and the components that the file closes or imports. */
export function readFileMarks(lines: readonly MarkdownLine[]): FileMarks {
  const references = new Map<string, string>();
  const components = new Set<string>();
  for (const { text, kind } of lines) {
    if (kind !== 'text') continue;
    const [, label = '', address = ''] = text.includes(']:') ? (DEFINITION.exec(text) ?? []) : [];
    if (address !== '' && !references.has(label.toLowerCase())) references.set(label.toLowerCase(), address);
    if (!text.includes('<')) continue;
    for (const [, closed, alone] of text.matchAll(COMPONENT)) components.add(closed ?? alone ?? '');
  }
  return toFileMarks(references, components);
}

/** Drops lines for site generators: code of MDX, link definitions, tables of contents, ways back to the top. */
export function dropMarks(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const kept: MarkdownLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    const end = line.kind === 'text' ? endOfCode(lines, at) : at;
    if (end > at) {
      kept.push({ ...line, text: '' });
      at = end - 1;
    } else if (line.kind === 'text' && isMark(line.text)) kept.push({ ...line, text: '' });
    else kept.push(line);
  }
  return kept;
}

function isMark(text: string): boolean {
  if (text.includes(']:') && DEFINITION.test(text)) return true;
  if (CONTENTS.test(text)) return true;
  return text.includes('#') && text.length < 1_000 && (IN_PAGE.test(text) || HTML_IN_PAGE.test(text.trim()));
}

/** The line behind the MDX imports and exports that begin here, up to a blank one; the same line without any. */
function endOfCode(lines: readonly MarkdownLine[], from: number): number {
  if (!CODE.test(lines[from]?.text ?? '')) return from;
  const length = lines.slice(from, from + MAX_CODE_LINES).findIndex(({ text }) => text.trim() === '');
  return from + (length < 0 ? Math.min(MAX_CODE_LINES, lines.length - from) : length);
}
