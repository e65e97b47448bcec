import { changeProse } from '../../../domain/markdown/code.ts';

const BRACKETS =
  /([ \t]*)(?:((?:\[[^[\]\n]{1,200}\])+)(?![(:])|【([^【】\n]{1,200})】|\(([^()\n]{1,200})\))([ \t]?)/g;
const LABEL =
  /^\s*(?:(?:ids?|sources?|quellen?|entry|entries|eintrag|einträge|see|siehe|vgl\.?|ref)\b\s*:?\s*|[#^]\s*)/i;

const BETWEEN_IDS = new Set(['', 'and', 'und', '&']);

/** The introduction of a removed list of sources. */
const EMPTY_LIST =
  /\n[ \t>*_-]{0,10}(?:sources?|references?|quellen?|belege?)[*_]{0,3}:[*_ \t]{0,10}(?=\n|$)/gi;
/** Models that search their own files cite a place as `【4:0†source】`. */
const FOREIGN_MARK = '†';

/** Removes the ids of entries from the prose; those in parentheses only after a word such as "source". */
export function takeCitations(
  text: string,
  ids: ReadonlyMap<string, string>,
): { text: string; cited: string[] } {
  const ofEntries = [...ids.values()].toReversed().map((id) => [id.split('#', 1)[0] ?? id, id] as const);
  const byName = new Map([...ofEntries, ...ids]);
  const cited: string[] = [];
  const cleaned = changeProse(text, (prose) =>
    prose.replace(BRACKETS, (whole: string, ...groups) => {
      const [before, square, corner, round, after, index] = groups as (string | undefined)[];
      const inner =
        square?.slice(1, -1).replaceAll('][', ',') ?? corner ?? (LABEL.test(`${round}`) ? `${round}` : '');
      const found = corner?.includes(FOREIGN_MARK) ? [] : readIds(inner, byName);
      if (found === null) return whole;
      cited.push(...found);
      const isLineStart = Number(index) === 0 || prose[Number(index) - 1] === '\n';
      return isLineStart ? `${before}` : `${after}`;
    }),
  );
  const bare = cited.length > 0 ? cleaned.replace(EMPTY_LIST, '').trim() : cleaned;
  return { text: bare, cited };
}

function readIds(inner: string, byName: ReadonlyMap<string, string>): string[] | null {
  const whole = byName.get(inner.trim()) ?? byName.get(inner.replace(LABEL, '').trim());
  if (whole !== undefined) return [whole];
  const names = inner
    .replace(LABEL, '')
    .split(/[\s,;|]+/)
    .filter((name) => !BETWEEN_IDS.has(name.toLowerCase()));
  const found = names.map((name) => byName.get(name.replace(/^[#^"']|["']$/g, '')));
  return found.length > 0 && found.every((id) => id !== undefined) ? found : null;
}

const WRITTEN = /(?:\\r)?\\n(?:(?:\\r)?\\n)*/g;
const ESCAPED_LETTER = /\\u([\da-f]{4})/gi;
const ENDS_BEFORE = /(?:^|[.!?:;,)*_"'”“…\n>])[ \t]*$/;
const BEGINS_AFTER = /^[ \t]*(?:$|[\p{Lu}\p{N}*#>•-])/u;
const NEAR_CHARACTERS = 60;
/** In a path on Windows or a regular expression backslashes are meant. */
const IN_PATH = /(?:\b[a-z]:(?:$|\\)|\\\\|\\[a-z])[^\s]*$/i;

/** Decodes line breaks and letters that a model wrote as escapes (`\n`, `\u00e4`), outside code and paths. */
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
