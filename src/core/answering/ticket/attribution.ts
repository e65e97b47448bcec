import { type Line, MAX_MARK_CHARACTERS } from './line.ts';

/** `On Tue, 3 Nov 2026 at 14:05, Kim <kim@example.org> wrote:` and its like: what mail programs put above a quote. */
export interface Attribution {
  /** Lines that it takes. */
  length: number;
  /** Whether nothing but a program writes it, so that a quote follows even where no line of it is marked. */
  isCertain: boolean;
}

const MAX_LINES = 4;

/** What somebody did, in the languages of the mail programs our customers use. */
const WROTE =
  /(?<!\p{L})(?:wrote|writes|said|schrieb|schreibt|geschrieben|a écrit|écrit|escribió|escribio|ha scritto|scritto|schreef|geschreven|pisze|napisał(?:\(a\)|a)?|escreveu|yazdı|skrev|kirjoitti|napsal\(?a?\)?|írta|написал\(?а?\)?|пишет)(?!\p{L})/iu;
/** A line that begins otherwise is the customer's own sentence, except where an address stands in it. */
const BEGINS =
  /^[\s*_-]*(?:on|am|le|el|il|op|em|den|dnia|w dniu|a|ha|pe|dne|\d{1,4}[./-]|\p{L}{2,3}\.?,? \d)(?!\p{L})/iu;
const ADDRESS = /[<([][^\s@<>]{1,64}@[^\s@<>]{1,255}[>)\]]|\[mailto:/;
/** A year, a date in digits or a time of day. */
const MOMENT = /(?<!\d)(?:(?:19|20)\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}[:.h]\d{2}(?!\d))/;
const DATE_AND_TIME =
  /(?<!\d)(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d|(?:19|20)\d\d)(?!\d).{0,30}?(?<!\d)\d{1,2}[:.h]\d{2}/;
const ENDS = /[:：]\s*[*_-]*\s*$/;
/** `Monday, 9 November 2026, 08:01 +03:00 from Kim <kim@example.org>:` neither. */
const MOMENT_AND_ADDRESS = /<[^\s@<>]{1,64}@[^\s@<>]{1,255}>\s?:\s*$/;
/** `2026-11-03 14:05 GMT+01:00 Kim <kim@example.org>:` says no verb. */
const WITHOUT_VERB = /^\s*\d{4}-\d\d-\d\d \d{1,2}:\d\d\b.{0,80}<[^\s@<>]{1,64}@[^\s@<>]{1,255}>:\s*$/;

/** The attribution that begins with the line at `index`; null where none does. */
export function findAttribution(lines: readonly Line[], index: number): Attribution | null {
  const first = lines[index]?.text ?? '';
  if (first.length > MAX_MARK_CHARACTERS || (!BEGINS.test(first) && !ADDRESS.test(first))) return null;
  let text = '';
  for (let length = 1; length <= MAX_LINES; length += 1) {
    const line = lines[index + length - 1];
    if (line?.part !== 'own' || line.text.trim() === '') return null;
    text = `${text} ${line.text}`.trim();
    if (text.length > MAX_MARK_CHARACTERS) return null;
    if (!ENDS.test(text)) continue;
    return isAttribution(text) ? { length, isCertain: isCertain(text, lines, index, length) } : null;
  }
  return null;
}

function isAttribution(text: string): boolean {
  if (WITHOUT_VERB.test(text) || (MOMENT_AND_ADDRESS.test(text) && DATE_AND_TIME.test(text))) return true;
  return WROTE.test(text) && (ADDRESS.test(text) || MOMENT.test(text));
}

/** With an address and a moment in it; without an address it has to stand apart as a program sets it. */
function isCertain(text: string, lines: readonly Line[], index: number, length: number): boolean {
  if (ADDRESS.test(text)) return MOMENT.test(text);
  const isApart = [lines[index - 1], lines[index + length]].every((line) => !line || line.text.trim() === '');
  return isApart && DATE_AND_TIME.test(text);
}

const INLINE =
  /(?<=[.!?…)\s])(?:on|am|le|el|il|op|em|w dniu) [^\n<>]{4,120}<[^\s@<>]{1,64}@[^\s@<>]{1,255}>[^\n<>]{0,40}[:：]/iu;
const INLINE_SCAN_CHARACTERS = 16_000;

/** Where an attribution begins inside a line, in texts that lost their line breaks; -1 for none. */
export function findInlineAttribution(line: string): number {
  const found = INLINE.exec(line.slice(0, INLINE_SCAN_CHARACTERS));
  if (!found) return -1;
  return isAttribution(found[0]) && MOMENT.test(found[0]) ? found.index : -1;
}
