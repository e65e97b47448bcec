import { type Line, MAX_MARK_CHARACTERS } from './line.ts';

/** Blank or wrapped lines between two headers. */
const MAX_GAP = 2;
/** Mails show fewer; the rest of a text that repeats them need not be read again from each of its lines. */
const MAX_LINES = 16;

const SENDER =
  'from|von|de|da|van|od|kimden|från|fra|lähettäjä|expéditeur|remitente|mittente|afzender|nadawca';
const MOMENT =
  'sent|date|gesendet|datum|envoyé|enviado(?: el| em)?|enviada(?: em)?|fecha|data|inviato|verzonden|wysłano|gönderildi|gönderilme tarihi|gönderme tarihi|tarih|skickat|sendt|lähetetty';
const TITLE = 'subject|betreff|objet|asunto|oggetto|onderwerp|temat|assunto|konu|ämne|emne|aihe|betrifft';
const RECEIVER =
  'to|an|à|a|para|aan|do|kime|till|til|cc|kopie|copie|kopia|bcc|reply-to|antwort an|importance|wichtigkeit|priority|attachments?|anlagen?';

const toPattern = (names: string) => new RegExp(`^[\\s>*_|]{0,8}(?:${names})[*_]{0,3}\\s{0,2}[:：]`, 'iu');
const SENDER_LINE = toPattern(SENDER);
const MOMENT_LINE = toPattern(MOMENT);
const TITLE_LINE = toPattern(TITLE);
const HEADER_LINE = toPattern([SENDER, MOMENT, TITLE, RECEIVER].join('|'));

/** The same inside a line that lost its breaks. */
const INLINE_HEADER = new RegExp(
  `(?<=^|[\\s>*_.!?])[*_]{0,3}(${[SENDER, MOMENT, TITLE, RECEIVER].join('|')})[*_]{0,3}\\s?[:：][*_]{0,3}`,
  'giu',
);
const INLINE_SCAN_CHARACTERS = 16_000;
/** Between two headers stand a name, an address or a date. */
const MAX_INLINE_GAP = 160;
const DIVIDER_AT_END = /[-_=–—]{2,}(?:[^\n\-_=–—]{3,60}[-_=–—]{2,})?\s*$/u;
const MAX_DIVIDER = 90;

/** Lines above which a program puts the reply; what stands below is what was replied to. */
const DIVIDER =
  /^[\s>*_]*(?:[-_=#–—]{2,}\s{0,3}(?:(?:original|originalnachricht|originalmail|ursprungsnachricht|ursprüngliche|weitergeleitete|forwarded|forwarded by|reply|oorspronkelijke?|doorgestuurd|mensaje|mensagem|messaggio|message|wiadomość|oryginalna|orijinal|iletilen|videresendt|vidarebefordrat|opprinnelig|oprindelig)(?!\p{L})[^\n]{0,60}?)\s{0,3}[-_=#–—]{2,}|-{3,}\s{0,2}(?:on|am) [^\n]{4,200}(?:wrote|schrieb)\s{0,2}-{3,})[\s*_]*$/iu;
const DIVIDER_WITHOUT_RULES =
  /^[\s>*_]*(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht|original(?:e)? message|ursprüngliche nachricht)\s?:?[\s*_]*$/iu;
const REPLY_ABOVE =
  /(?:type|write|enter|geben|schreiben|antworten|antwort|reply|répond\p{L}*|responda)[^\n]{0,60}(?:above|oberhalb|über|au-dessus|encima|arriba)[^\n]{0,40}(?:line|linie|zeile|ligne|línea)/iu;
const RULES_AROUND = /^\s*[#*_=–—-]{2,}.*[#*_=–—-]{2,}\s*$/;

/** Whether a program puts this line between a reply and what it answers. */
export function isDivider({ text }: Line): boolean {
  if (text.length > MAX_MARK_CHARACTERS) return false;
  if (DIVIDER.test(text) || DIVIDER_WITHOUT_RULES.test(text)) return true;
  return RULES_AROUND.test(text) && REPLY_ABOVE.test(text);
}

/**
 * How many lines the headers take that begin at `index`: `From:`, `Sent:`, `To:`, `Subject:`; 0 where there are
 * none. It takes a sender, and a date or a title: `From: Kim` alone may be a field of a form.
 */
export function measureHeaders(lines: readonly Line[], index: number): number {
  const seen = new Set<string>();
  let end = index;
  const last = Math.min(lines.length, index + MAX_LINES);
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
