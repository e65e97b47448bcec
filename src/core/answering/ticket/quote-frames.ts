import { type Line, MAX_MARK_CHARACTERS } from './line.ts';

/** The line that mail programs put above a quote: `On Tue, 3 Nov 2026 at 14:05, Kim <kim@example.org> wrote:`. */
interface Attribution {
  length: number;
  /** Only a program writes it, so a quote follows even without marked lines. */
  isCertain: boolean;
}

const MAX_LINES = 4;

const WROTE =
  /(?<!\p{L})(?:wrote|writes|said|schrieb|schreibt|geschrieben|a écrit|écrit|escribió|escribio|ha scritto|scritto|schreef|geschreven|pisze|napisał(?:\(a\)|a)?|escreveu|yazdı|skrev|kirjoitti|napsal\(?a?\)?|írta|написал\(?а?\)?|пишет)(?!\p{L})/iu;
export const HAS_ADDRESS = /[<([][^\s@<>]{1,64}@[^\s@<>]{1,255}[>)\]]|\[mailto:/;
/** A year, a date in digits or a time of day. */
const MOMENT = /(?<!\d)(?:(?:19|20)\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}[:.h]\d{2}(?!\d))/;
export const DATE_AND_TIME =
  /(?<!\d)(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d|(?:19|20)\d\d)(?!\d).{0,30}?(?<!\d)\d{1,2}[:.h]\d{2}/;
const ENDS = /[:：]\s*[*_-]*\s*$/;
const TIME = /(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)/;
/** Marks of the direction of writing, which programs put around names and addresses. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function findAttribution(lines: readonly Line[], index: number): Attribution | null {
  const first = lines[index]?.text ?? '';
  if (first.length > MAX_MARK_CHARACTERS || !mayBegin(first)) return null;
  let text = '';
  for (let length = 1; length <= MAX_LINES; length += 1) {
    const line = lines[index + length - 1];
    if (line?.part !== 'own' || line.text.trim() === '') return null;
    text = `${text} ${line.text}`.replace(DIRECTION_MARKS, '').trim();
    if (text.length > MAX_MARK_CHARACTERS) return null;
    if (!ENDS.test(text)) continue;
    return isAttribution(text) ? { length, isCertain: isCertain(text, lines, index, length) } : null;
  }
  return null;
}

function mayBegin(line: string): boolean {
  return MOMENT.test(line) || HAS_ADDRESS.test(line.replace(DIRECTION_MARKS, ''));
}

/** An address and a time in a line that ends in a colon prove it in every language; otherwise a verb does. */
function isAttribution(text: string): boolean {
  if (HAS_ADDRESS.test(text) && TIME.test(text)) return true;
  return WROTE.test(text) && (HAS_ADDRESS.test(text) || MOMENT.test(text));
}

/** Without an address it has to be set apart as a program does. */
function isCertain(text: string, lines: readonly Line[], index: number, length: number): boolean {
  if (HAS_ADDRESS.test(text)) return MOMENT.test(text);
  const isApart = [lines[index - 1], lines[index + length]].every((line) => !line || line.text.trim() === '');
  return isApart && DATE_AND_TIME.test(text);
}

const INLINE =
  /(?<=[.!?…)\s])(?:on|am|le|el|il|op|em|w dniu) [^\n<>]{4,120}<[^\s@<>]{1,64}@[^\s@<>]{1,255}>[^\n<>]{0,40}[:：]/iu;
const INLINE_SCAN_CHARACTERS = 16_000;

/** Where an attribution begins inside a line, in texts that lost their line breaks; -1 for none. */
export function findInlineAttribution(line: string): number {
  const found = line.includes('<') && INLINE.exec(line.slice(0, INLINE_SCAN_CHARACTERS));
  if (!found) return -1;
  return isAttribution(found[0]) && MOMENT.test(found[0]) ? found.index : -1;
}

/** Blank or wrapped lines between two headers. */
const MAX_GAP = 2;
/** Mails have fewer; a text that repeats them is not read again from each of its lines. */
const MAX_HEADER_LINES = 16;

const SENDER =
  'from|von|de|da|van|od|kimden|från|fra|lähettäjä|expéditeur|remitente|mittente|afzender|nadawca';
const MOMENT_NAMES =
  'sent|date|gesendet|datum|envoyé|enviado(?: el| em)?|enviada(?: em)?|fecha|data|inviato|verzonden|wysłano|gönderildi|gönderilme tarihi|gönderme tarihi|tarih|skickat|sendt|lähetetty';
const TITLE = 'subject|betreff|objet|asunto|oggetto|onderwerp|temat|assunto|konu|ämne|emne|aihe|betrifft';
const RECEIVER =
  'to|an|à|a|para|aan|do|kime|till|til|cc|kopie|copie|kopia|bcc|reply-to|antwort an|importance|wichtigkeit|priority|attachments?|anlagen?';

const toPattern = (names: string) => new RegExp(`^[\\s>*_|]{0,8}(?:${names})[*_]{0,3}\\s{0,2}[:：]`, 'iu');
const SENDER_LINE = toPattern(SENDER);
const MOMENT_LINE = toPattern(MOMENT_NAMES);
const TITLE_LINE = toPattern(TITLE);
const HEADER_LINE = toPattern([SENDER, MOMENT_NAMES, TITLE, RECEIVER].join('|'));

const INLINE_HEADER = new RegExp(
  `(?<=^|[\\s>*_.!?])[*_]{0,3}(${[SENDER, MOMENT_NAMES, TITLE, RECEIVER].join('|')})[*_]{0,3}\\s?[:：][*_]{0,3}`,
  'giu',
);
const MAX_INLINE_GAP = 160;
const DIVIDER_AT_END = /[-_=–—]{2,}(?:[^\n\-_=–—]{3,60}[-_=–—]{2,})?\s*$/u;
const MAX_DIVIDER = 90;

const DIVIDER =
  /^[\s>*_]*(?:[-_=#–—]{2,}\s{0,3}(?:(?:original|originalnachricht|originalmail|ursprungsnachricht|ursprüngliche|weitergeleitete|forwarded|forwarded by|reply|oorspronkelijke?|doorgestuurd|mensaje|mensagem|messaggio|message|wiadomość|oryginalna|orijinal|iletilen|videresendt|vidarebefordrat|opprinnelig|oprindelig)(?!\p{L})[^\n]{0,60}?)\s{0,3}[-_=#–—]{2,}|-{3,}\s{0,2}(?:on|am) [^\n]{4,200}(?:wrote|schrieb)\s{0,2}-{3,})[\s*_]*$/iu;
const DIVIDER_WITHOUT_RULES =
  /^[\s>*_]*(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht|original(?:e)? message|ursprüngliche nachricht)\s?:?[\s*_]*$/iu;
const REPLY_ABOVE =
  /(?:type|write|enter|geben|schreiben|antworten|antwort|reply|répond\p{L}*|responda)[^\n]{0,60}(?:above|oberhalb|über|au-dessus|encima|arriba)[^\n]{0,40}(?:line|linie|zeile|ligne|línea)/iu;
const INTRODUCTION = /^[\s>*_]*(?:[\p{L}\p{M}'’-]{1,30} ?){1,5}[:：][\s*_]*$/u;
const RULES_AROUND = /^\s*[#*_=–—-]{2,}.*[#*_=–—-]{2,}\s*$/;

export function isDivider({ text }: Line): boolean {
  if (text.length > MAX_MARK_CHARACTERS) return false;
  if (DIVIDER.test(text) || DIVIDER_WITHOUT_RULES.test(text)) return true;
  return RULES_AROUND.test(text) && REPLY_ABOVE.test(text);
}

/** Tells whether a line introduces the headers below it: set between rules, or a few words and a colon. */
export function introducesHeaders({ text }: Line): boolean {
  if (text.length > MAX_MARK_CHARACTERS) return false;
  return RULES_AROUND.test(text) || INTRODUCTION.test(text);
}

const LABELLED =
  /^[\s>*_|]{0,8}\p{L}[\p{L}\p{M}'’-]{0,24}(?: [\p{L}\p{M}'’-]{1,24}){0,2}[*_]{0,3}\s{0,2}[:：][*_]{0,3}\s*(\S.*)$/u;
const LEAST_LABELLED = 3;
/** `Re:`, `AW:`, `回复:` before the title of an answer. */
const REPLY_MARK = /^\p{L}{1,5}(?:[[(]\d{1,3}[\])])?\s?[:：]\s/u;

/** Counts the lines labelled like headers from `index` on, in any language. */
export function measureLabelled(lines: readonly Line[], index: number): number {
  return valuesBelow(lines, index).length;
}

function valuesBelow(lines: readonly Line[], index: number): string[] {
  const values: string[] = [];
  for (const { text } of lines.slice(index, index + MAX_HEADER_LINES)) {
    const value = text.length > MAX_MARK_CHARACTERS ? undefined : LABELLED.exec(text)?.[1];
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

/** Headers in any language: three or more, with two of an address, a moment and a reply's title among them. */
function areHeaders(values: readonly string[]): boolean {
  if (values.length < LEAST_LABELLED) return false;
  const signs = [HAS_ADDRESS, DATE_AND_TIME, REPLY_MARK];
  return signs.filter((sign) => values.some((value) => sign.test(value))).length >= 2;
}

export function isReply(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => REPLY_MARK.test(LABELLED.exec(text)?.[1] ?? ''));
}

/**
 * Counts the lines of the headers that begin at `index`; 0 without any. They need a sender, and a date or a title:
 * `From: Kim` alone may be a field of a form.
 */
export function measureHeaders(lines: readonly Line[], index: number): number {
  const values = valuesBelow(lines, index);
  if (areHeaders(values)) return values.length;
  const seen = new Set<string>();
  let end = index;
  const last = Math.min(lines.length, index + MAX_HEADER_LINES);
  for (let at = index; at < last && at - end <= MAX_GAP; at += 1) {
    const kind = kindOf(lines[at]?.text ?? '');
    if (at === index && kind === null) return 0;
    if (kind === null) continue;
    seen.add(kind);
    end = at + 1;
  }
  return isBlock(seen) ? end - index : 0;
}

/** Where headers begin inside a line, in texts that lost their line breaks; -1 for none. */
export function findInlineHeaders(line: string): number {
  if (!line.includes(':') && !line.includes('：')) return -1;
  const text = line.slice(0, INLINE_SCAN_CHARACTERS);
  const headers = [...text.matchAll(INLINE_HEADER)].filter(([, name = '']) => /^\p{Lu}/u.test(name));
  let seen = new Set<string>();
  let start = -1;
  let end = 0;
  for (const { index, 0: header } of headers) {
    const kind = kindOf(header);
    if (start < 0 || index - end > MAX_INLINE_GAP) {
      seen = new Set();
      start = index;
    }
    if (kind) seen.add(kind);
    end = index + header.length;
    if (isBlock(seen))
      return (
        start - (DIVIDER_AT_END.exec(text.slice(Math.max(0, start - MAX_DIVIDER), start))?.[0].length ?? 0)
      );
  }
  return -1;
}

function isBlock(seen: ReadonlySet<string>): boolean {
  return seen.has('sender') && (seen.has('moment') || seen.has('title')) && seen.size >= 3;
}

function kindOf(text: string): string | null {
  if (text.length > MAX_MARK_CHARACTERS || !HEADER_LINE.test(text)) return null;
  if (SENDER_LINE.test(text)) return 'sender';
  if (MOMENT_LINE.test(text)) return 'moment';
  return TITLE_LINE.test(text) ? 'title' : 'receiver';
}
