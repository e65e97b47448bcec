import { changeProse } from '../../../domain/markdown/code.ts';

const WRITTEN = /(?:\\r)?\\n(?:(?:\\r)?\\n)*/g;
const ESCAPED_LETTER = /\\u([\da-f]{4})/gi;
const ENDS_BEFORE = /(?:^|[.!?:;,)*_"'”“…\n>])[ \t]*$/;
const BEGINS_AFTER = /^[ \t]*(?:$|[\p{Lu}\p{N}*#>•-])/u;
const NEAR_CHARACTERS = 60;
/** A path on Windows or a pattern of characters: its backslashes are meant. */
const IN_PATH = /(?:\b[a-z]:(?:$|\\)|\\\\|\\[a-z])[^\s]*$/i;

/**
 * Line breaks and letters that a model wrote out (backslash n, backslash u and four digits) as what they stand for.
 * Code, paths and sentences about them keep theirs.
 */
export function breakLines(text: string): string {
  if (!text.includes('\\n') && !text.includes('\\u')) return text;
  return changeProse(text, (prose) =>
    breakWritten(
      prose.replace(ESCAPED_LETTER, (_, code: string) => String.fromCharCode(Number(`0x${code}`))),
    ),
  );
}

function breakWritten(prose: string): string {
  return prose.replace(WRITTEN, (written, index: number) => {
    const before = prose.slice(Math.max(0, index - NEAR_CHARACTERS), index);
    const after = prose.slice(index + written.length, index + written.length + NEAR_CHARACTERS);
    const isDouble = written.length > '\\r\\n'.length || written === '\\n\\n';
    if (IN_PATH.test(before)) return written;
    const isBreak = isDouble || ENDS_BEFORE.test(before) || BEGINS_AFTER.test(after);
    return isBreak ? '\n'.repeat(isDouble ? 2 : 1) : written;
  });
}
