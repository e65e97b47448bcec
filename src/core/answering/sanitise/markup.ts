import { decodeHTML } from 'entities';
import type { AllowedHosts } from '../../../domain/addresses.ts';
import {
  findAddress,
  isAllowedUrl,
  OMISSION,
  omitAddresses,
  readAddress,
} from '../../../domain/addresses.ts';
import { MARK_AT } from '../../../domain/platform-marks.ts';
import { toLine } from '../../../domain/text.ts';
import { type Definitions, readTarget } from './link-target.ts';
import { matchAt, readTag } from './tags.ts';

/** An open bracket's place in the output and in the text. */
interface Bracket {
  piece: number;
  index: number;
  isImage: boolean;
}

interface Kept {
  allowed: AllowedHosts;
  definitions: Definitions;
  marks: ReadonlySet<string>;
}

interface Scan extends Kept {
  text: string;
  pieces: string[];
  brackets: Bracket[];
  /** Replaces a `>` whose `<` was replaced. */
  closers: Map<number, string>;
}

/** Entities that could hide Markdown or part of an address. */
const ENTITY =
  '&(?:#\\d{1,7};?|#x[\\da-f]{1,6};?|(?:colon|commat|period|b?sol|[lr]par|[lr]sqb|[lr]brack|excl|num|grave|quot|apos|Tab|NewLine|nbsp);)';
const MARK = new RegExp(`\\\\[!-/:-@[-\`{-~]|\`+|~{3,}|!?\\[|\\]|<|>|${ENTITY}|\\n[ \\t]*\\n`, 'gi');

/** The `@` of a mention of everybody. */
export const MASS_MENTION = /@(?=everyone|here)/gi;

/** Separates `](`, `][` and `]:` that are no link of ours, so that no reader makes one of them. */
function spaceAfterBracket(text: string, next: number): string {
  return ['(', '[', ':'].includes(text.charAt(next)) ? ' ' : '';
}

const HIDING = `/:.@&<>!%?=,;'"$^{}`;

function scanEscape(scan: Scan, mark: string, index: number): number {
  const escaped = mark.charAt(1);
  if (escaped === '`') {
    scan.pieces.push("'");
    return index + 2;
  }
  // Such escapes only serve to hide an address or a tag; the character is checked next.
  if (HIDING.includes(escaped)) return index + 1;
  scan.pieces.push(mark, escaped === ']' ? spaceAfterBracket(scan.text, index + 2) : '');
  return index + 2;
}

/** Only code that opens and closes on one line is code; other backticks might pair up differently elsewhere. */
function scanBackticks(scan: Scan, mark: string, index: number): number {
  const closed = mark.length === 2 ? /``((?:[^`\n]|`(?!`))+)``(?!`)/y : /`+([^`\n]+)(?:`{3,}|`(?!`))/y;
  closed.lastIndex = index;
  const [whole, code] = closed.exec(scan.text) ?? [];
  // In a table the bar splits the cell, and with it the code.
  if (
    whole === undefined ||
    code === undefined ||
    (code.includes('|') && [...'<[!'].some((sign) => code.includes(sign)))
  ) {
    scan.pieces.push("'");
    return index + mark.length;
  }
  const fence = code.includes('`') ? '``' : '`';
  const end = index + whole.length;
  // A reader that ignores code would continue the host across the backtick.
  const gap = /:\/\/[^\s/]*$/.test(code) && /^\S{0,3}[\w@]/.test(scan.text.slice(end, end + 4)) ? ' ' : '';
  scan.pieces.push(fence + omitAddresses(code, scan.allowed) + fence, gap);
  return end;
}

function renderLink(scan: Scan, content: string, url: string | null, end: number): string {
  if (url === null || content.includes('](') || !isAllowedUrl(url, scan.allowed)) return content;
  const safeUrl = url.replaceAll('(', '%28').replaceAll(')', '%29').replace(MASS_MENTION, '%40');
  const label = toLine(content.replaceAll('[', '(').replaceAll(']', ')'));
  if (label !== '') return `[${label}](${safeUrl})`;
  const next = scan.text.charAt(end);
  return next !== '' && next.trim() === '' ? safeUrl : `${safeUrl} `;
}

function scanClosingBracket(scan: Scan, index: number): number {
  const { text, pieces } = scan;
  const bracket = scan.brackets.pop();
  const target = bracket && readTarget(text, bracket.index, index, scan.definitions);
  if (!bracket || !target) {
    pieces.push(']', spaceAfterBracket(text, index + 1));
    return index + 1;
  }
  const content = pieces.splice(bracket.piece).slice(1).join('');
  pieces.push(bracket.isImage ? content : renderLink(scan, content, target.url, target.end));
  return target.end;
}

function scanAngle(scan: Scan, index: number): number {
  const mark = scan.marks.size > 0 ? (matchAt(MARK_AT, scan.text, index)?.[0] ?? '') : '';
  if (scan.marks.has(mark)) {
    scan.pieces.push(mark);
    return index + mark.length;
  }
  const tag = readTag(scan.text, index);
  if (tag.kind === 'address') {
    const isAllowed = isAllowedUrl(tag.url, scan.allowed);
    const next = scan.text.charAt(tag.end);
    scan.pieces.push(
      isAllowed ? tag.url : OMISSION,
      isAllowed && next.trim() !== '' && !'.,;:!?)'.includes(next) ? ' ' : '',
    );
    return tag.end;
  }
  if (tag.closer !== undefined) scan.closers.set(tag.closer.index, tag.closer.text);
  scan.pieces.push(tag.text);
  return tag.end;
}

function decodeEntity(entity: string): string {
  const character = decodeHTML(entity).replaceAll('\u00a0', ' ');
  // These three stay encoded: decoded once too often they would be tags and entities.
  return character.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function scanOther(scan: Scan, mark: string, index: number): number {
  if (mark.startsWith('~~')) scan.pieces.push('~~');
  else if (mark.startsWith('&')) scan.pieces.push(decodeEntity(mark));
  else {
    scan.brackets.length = 0;
    scan.pieces.push(mark);
  }
  return index + mark.length;
}

function scanMark(scan: Scan, mark: string, index: number): number {
  switch (mark.charAt(0)) {
    case '\\':
      return scanEscape(scan, mark, index);
    case '`':
      return scanBackticks(scan, mark, index);
    case '<':
      return scanAngle(scan, index);
    case '>':
      scan.pieces.push(scan.closers.get(index) ?? '>');
      return index + 1;
    case ']':
      return scanClosingBracket(scan, index);
    case '!':
    case '[':
      scan.brackets.push({ piece: scan.pieces.length, index: index + mark.length, isImage: mark !== '[' });
      scan.pieces.push(mark === '[' ? '[' : '! [');
      return index + mark.length;
    default:
      return scanOther(scan, mark, index);
  }
}

/**
 * Removes images, tags and foreign addresses in one pass from left to right. A removal may join its neighbours into
 * something new, so callers repeat until nothing changes.
 */
export function sanitiseProse(text: string, kept: Kept): string {
  const scan: Scan = { ...kept, text, pieces: [], brackets: [], closers: new Map() };
  const { allowed } = kept;
  let position = 0;
  let mark = matchAt(MARK, text, 0);
  let address = findAddress(text, 0);
  while (mark !== null || address !== null) {
    // No character begins both a mark and an address.
    if (address !== null && (mark === null || address.index < mark.index)) {
      const { kept, end } = readAddress(text, address.index, address.start, allowed);
      scan.pieces.push(text.slice(position, address.index), kept);
      position = end;
    } else if (mark !== null) {
      scan.pieces.push(text.slice(position, mark.index));
      position = scanMark(scan, mark[0], mark.index);
    }
    if (mark !== null && mark.index < position) mark = matchAt(MARK, text, position);
    if (address !== null && address.index < position) address = findAddress(text, position);
  }
  scan.pieces.push(text.slice(position));
  return scan.pieces.join('');
}
