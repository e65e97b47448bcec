import { toCleanText } from '../../../domain/text.ts';

const ZERO_WIDTH_SPACE = '\u200B';

/** Keycaps, and characters joined as emoji and some scripts need it, stay; every other invisible goes. */
const INVISIBLE =
  /([0-9#*]\uFE0F\u20E3)|([^\p{ASCII}\p{DI}\p{Cf}]\uFE0F?(?:[\u200C\u200D](?=[^\p{ASCII}\p{DI}\p{Cf}]))?)|[\p{DI}\p{Cf}]/gu;
/** Holds something that those expressions, `toCleanText` or the line breaks may change; most answers do not. */
const MAYBE_INVISIBLE =
  /[^\t\n -~\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u202F-\u205F\u2070-\u2FFF\u{1F300}-\u{1FAFF}]/u;
const CONTROL = /[^\P{Cc}\t\n]/gu;

/** The text without control, bidirectional and invisible characters; every line break is `\n`. */
export function toVisibleText(text: string): string {
  if (!MAYBE_INVISIBLE.test(text)) return text;
  return toCleanText(text)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(CONTROL, '')
    .replace(INVISIBLE, (_, keycap?: string, joined?: string) => keycap ?? joined ?? '');
}

/** Discord mentions of people, roles, channels and everyone neither ping nor render, yet stay readable. */
export function neutraliseMentions(text: string): string {
  if (!text.includes('@') && !text.includes('<')) return text;
  return text
    .replace(/@(?=everyone|here)/gi, `@${ZERO_WIDTH_SPACE}`)
    .replace(/<([@#])(?=[!&]?\d)/g, `<$1${ZERO_WIDTH_SPACE}`);
}

/** No trailing blanks on empty lines, at most two empty lines in a row, nothing around the text. */
export function tidySpace(text: string): string {
  return text
    .replace(/\n[ \t]+(?=\n)/g, '\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();
}
