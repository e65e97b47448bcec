import { type AllowedHosts, isAllowedUrl, omitAddresses } from '../../../domain/addresses.ts';
import { readFence } from '../../../domain/markdown/code.ts';
import { toLabel } from './link-target.ts';
import { sanitiseProse } from './markup.ts';

interface MarkdownBlock {
  isCode: boolean;
  info: string;
  lines: string[];
}

interface OpenFence {
  marker: string;
  indent: number;
  isQuoted: boolean;
}

const QUOTE = /^[ \t]*(?:>[ \t]?)*/;

function toBlock(isCode: boolean, info = ''): MarkdownBlock {
  return { isCode, info: /^\s*([\w+#.-]{1,20})/.exec(info)?.[1] ?? '', lines: [] };
}

function addCodeLine(block: MarkdownBlock, line: string, fence: OpenFence): boolean {
  const bare = fence.isQuoted ? line.replace(QUOTE, '') : line;
  const blanks = bare.length - bare.trimStart().length;
  const code = bare.slice(Math.min(blanks, fence.indent));
  const [, before = '', marker] = /^([^`~]*)(`{3,}|~{3,})[ \t]*$/.exec(code) ?? [];
  const isOpen = !marker?.startsWith(fence.marker);
  if (isOpen) block.lines.push(code);
  else if (before.trim() !== '') block.lines.push(before);
  return isOpen;
}

/** Splits at fences anywhere, in lists and quotes too. An unclosed block ends with the text. */
function splitBlocks(text: string): MarkdownBlock[] {
  let block = toBlock(false);
  const blocks = [block];
  const begin = (next: MarkdownBlock): void => {
    block = next;
    blocks.push(next);
  };
  let fence: OpenFence | undefined;
  for (const line of text.split('\n')) {
    if (fence?.isQuoted && !line.trimStart().startsWith('>')) {
      fence = undefined;
      begin(toBlock(false));
    }
    if (fence) {
      if (addCodeLine(block, line, fence)) continue;
      fence = undefined;
      begin(toBlock(false));
      continue;
    }
    const opening = readFence(line);
    if (!opening) {
      block.lines.push(line);
      continue;
    }
    fence = { marker: opening.mark, indent: opening.indent.length, isQuoted: opening.quote !== '' };
    begin(toBlock(true, opening.info));
  }
  return blocks;
}

const DEFINITION = /^ {0,3}\[([^[\]\n]{1,200})\]:[ \t]{0,20}(\S{1,2000})(?:[ \t]{1,20}["'(][^\n]{0,500})?$/gm;

function takeDefinitions(
  text: string,
  definitions: Map<string, string | null>,
  allowed: AllowedHosts,
): string {
  if (!text.includes(']:')) return text;
  return text.replace(DEFINITION, (line: string, label: string, destination: string) => {
    if (![...'/:.'].some((sign) => destination.slice(0, -1).includes(sign))) return line;
    const isAngled = destination.startsWith('<') && destination.endsWith('>');
    const url = isAngled ? destination.slice(1, -1) : destination;
    const key = toLabel(label);
    if (!definitions.has(key)) definitions.set(key, isAllowedUrl(url, allowed) ? url : null);
    return '';
  });
}

/** Three backticks at the start of a line, so that every reader sees the same block. */
function renderCode(block: MarkdownBlock, allowed: AllowedHosts): string[] {
  if (block.lines.every((line) => line.trim() === '')) return [];
  const code = omitAddresses(block.lines.join('\n').replace(/`{3,}/g, "'''"), allowed);
  return [`\`\`\`${block.info}\n${code}\n\`\`\``];
}

/** One pass over the whole answer: prose is scanned, code loses only foreign addresses. */
export function sanitiseBlocks(text: string, allowed: AllowedHosts, marks: ReadonlySet<string>): string {
  const definitions = new Map<string, string | null>();
  if (!text.includes('```') && !text.includes('~~~')) {
    return sanitiseProse(takeDefinitions(text, definitions, allowed), { allowed, definitions, marks });
  }
  const blocks = splitBlocks(text).map((block) => ({
    ...block,
    prose: block.isCode ? '' : takeDefinitions(block.lines.join('\n'), definitions, allowed),
  }));
  return blocks
    .flatMap((block) => {
      if (block.isCode) return renderCode(block, allowed);
      return block.lines.length === 0 ? [] : [sanitiseProse(block.prose, { allowed, definitions, marks })];
    })
    .join('\n');
}
