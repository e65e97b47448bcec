import { words } from '../../search/words/analyse.ts';
import { type Line, MAX_MARK_CHARACTERS, toSet } from './line.ts';

/** The line that mail programs put above a quote: `On Tue, 3 Nov 2026 at 14:05, Kim <kim@example.org> wrote:`. */
interface Attribution {
  length: number;
  /** Only a program writes it, so a quote follows even without marked lines. */
  isCertain: boolean;
}

const MAX_LINES = 4;

const WROTE = toSet(
  'wrote writes said schrieb schreibt geschrieben écrit escribió escribio scritto schreef geschreven pisze napisał napisała escreveu yazdı skrev kirjoitti napsal napsala írta написал написала пишет',
);
const hasWrote = (text: string) => words(text).some((word) => WROTE.has(word));
export const HAS_ADDRESS = /[<([][^\s@<>]{1,64}@[^\s@<>]{1,255}[>)\]]|\[mailto:/;
/** A year, a date in digits or a time of day. */
const MOMENT = /(?<!\d)(?:(?:19|20)\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}[:.h]\d{2}(?!\d))/;
export const DATE_AND_TIME =
  /(?<!\d)(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d|(?:19|20)\d\d)(?!\d).{0,30}?(?<!\d)\d{1,2}[:.h]\d{2}/;
const ENDS = /[:：]\s*[*_-]*\s*$/;
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

/** In a line that ends in a colon, two of an address, a moment and a verb prove it. */
function isAttribution(text: string): boolean {
  return [HAS_ADDRESS.test(text), MOMENT.test(text), hasWrote(text)].filter(Boolean).length >= 2;
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
  return hasWrote(found[0]) && MOMENT.test(found[0]) ? found.index : -1;
}

/** Blank or wrapped lines between two headers. */
const MAX_GAP = 2;
/** Mails have fewer; a text that repeats them is not read again from each of its lines. */
const MAX_HEADER_LINES = 16;

type HeaderKind = 'sender' | 'moment' | 'title' | 'receiver';
const NAMES: Readonly<Record<HeaderKind, string>> = {
  sender: 'from|von|de|da|van|od|kimden|från|fra|lähettäjä|expéditeur|remitente|mittente|afzender|nadawca',
  moment:
    'sent|date|gesendet|datum|envoyé|enviado|enviado el|enviado em|enviada|enviada em|fecha|data|inviato|verzonden|wysłano|gönderildi|gönderilme tarihi|gönderme tarihi|tarih|skickat|sendt|lähetetty',
  title: 'subject|betreff|objet|asunto|oggetto|onderwerp|temat|assunto|konu|ämne|emne|aihe|betrifft',
  receiver:
    'to|an|à|a|para|aan|do|kime|till|til|cc|kopie|copie|kopia|bcc|reply-to|antwort an|importance|wichtigkeit|priority|attachment|attachments|anlage|anlagen',
};
const KINDS = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split('|').map((name) => [name, kind as HeaderKind] as const),
  ),
);

const INLINE_HEADER = new RegExp(
  `(?<=^|[\\s>*_.!?])[*_]{0,3}(${Object.values(NAMES).join('|')})[*_]{0,3}\\s?[:：][*_]{0,3}`,
  'giu',
);
const MAX_INLINE_GAP = 160;
const DIVIDER_AT_END = /[-_=–—]{2,}(?:[^\n\-_=–—]{3,60}[-_=–—]{2,})?\s*$/u;
const MAX_DIVIDER = 90;

const RULES_AROUND = /^[\s>*_]*[-_=#–—]{2,}.*[-_=#–—]{2,}[\s*_]*$/;
const RULES = /^[\s>*_=#–—-]+|[\s*_=#–—:：-]+$/g;
/** First words of what stands between two rules. */
const DIVIDERS = toSet(
  'original originalnachricht originalmail ursprungsnachricht ursprüngliche weitergeleitete forwarded reply oorspronkelijk oorspronkelijke doorgestuurd mensaje mensagem messaggio message wiadomość oryginalna orijinal iletilen videresendt vidarebefordrat opprinnelig oprindelig',
);
const DIVIDERS_WITHOUT_RULES = new Set(
  'begin forwarded message|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|début du message réexpédié|début du message transféré|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht|original message|originale message|ursprüngliche nachricht'.split(
    '|',
  ),
);
/** `Please type your reply above this line`, between two rules. */
const [ABOVE, LINE] = [
  ['above', 'oberhalb', 'über', 'au-dessus', 'encima', 'arriba'],
  ['line', 'linie', 'zeile', 'ligne', 'línea'],
];
const MOST_INTRODUCING_WORDS = 5;

export function isDivider({ text }: Line): boolean {
  if (text.length > MAX_MARK_CHARACTERS) return false;
  const inner = text.replace(RULES, '').toLowerCase();
  if (!RULES_AROUND.test(text)) return DIVIDERS_WITHOUT_RULES.has(inner);
  const holds = (some: readonly string[]) => some.some((word) => inner.includes(word));
  return DIVIDERS.has(words(inner)[0] ?? '') || isAttribution(inner) || (holds(ABOVE) && holds(LINE));
}

/** Tells whether a line introduces the headers below it: set between rules, or a few words and a colon. */
export function introducesHeaders({ text }: Line): boolean {
  if (text.length > MAX_MARK_CHARACTERS) return false;
  return RULES_AROUND.test(text) || (ENDS.test(text) && words(text).length <= MOST_INTRODUCING_WORDS);
}

const LABELLED =
  /^[\s>*_|]{0,8}(\p{L}[\p{L}\p{M}'’-]{0,24}(?: [\p{L}\p{M}'’-]{1,24}){0,2})[*_]{0,3}\s{0,2}[:：][*_]{0,3}\s*(.*)$/u;
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
    const value = text.length > MAX_MARK_CHARACTERS ? '' : (LABELLED.exec(text)?.[2] ?? '');
    if (value === '') break;
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
  return lines.some(({ text }) => REPLY_MARK.test(LABELLED.exec(text)?.[2] ?? ''));
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
    if (at === index && !kind) return 0;
    if (!kind) continue;
    seen.add(kind);
    end = at + 1;
  }
  return isBlock(seen) ? end - index : 0;
}

/** Where headers begin inside a line, in texts that lost their line breaks; -1 for none. */
export function findInlineHeaders(line: string): number {
  if (!line.includes(':') && !line.includes('：')) return -1;
  const text = line.slice(0, INLINE_SCAN_CHARACTERS);
  const headers = [...text.matchAll(INLINE_HEADER)].filter(
    ([, name = '']) => name[0] !== name[0]?.toLowerCase(),
  );
  let seen = new Set<string>();
  let start = -1;
  let end = 0;
  for (const { index, 0: header, 1: name = '' } of headers) {
    const kind = KINDS.get(name.toLowerCase());
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

function kindOf(text: string): HeaderKind | undefined {
  const label = text.length > MAX_MARK_CHARACTERS ? undefined : LABELLED.exec(text)?.[1];
  return label === undefined ? undefined : KINDS.get(label.toLowerCase());
}
