import { hasQuestionMark } from '../../../domain/markdown/sentences.ts';
import { toLine } from '../../../domain/text.ts';
import { readHtml } from '../ticket/html.ts';
import { type Line, textOf, toLines, withoutAddresses } from '../ticket/line.ts';
import { DATE_AND_TIME, HAS_ADDRESS, measureLabelled } from '../ticket/quote-frames.ts';

/** Mail protocols write `Name: value`; the names are the same in every language. */
const FIELD = /^[ \t>]{0,8}([a-z][a-z-]{1,40}):[ \t]*(.*)$/i;
const ANY = [''];
/** Headers of mails that no person sent (RFC 3834, lists, and the custom of programs), with how their values begin. */
const HEADERS = new Map([
  ['auto-submitted', ['auto-']],
  ['precedence', ['bulk', 'junk', 'auto-reply', 'auto_reply']],
  ['return-path', ['<>']],
  ['content-type', ['multipart/report', 'message/delivery-status', 'message/disposition-notification']],
  ...toAny('x-autoreply x-autorespond x-auto-response-suppress x-failed-recipients'),
]);
/** Fields of a report about a mail's way: RFC 3464 and RFC 8098. Two of them are no coincidence. */
const REPORT = new Map([
  ...toAny('reporting-mta remote-mta final-recipient original-recipient diagnostic-code reporting-ua'),
  ...toAny('x-failed-recipients'),
  ['action', ['failed', 'delayed', 'delivered', 'relayed', 'expanded']],
  ['status', ['2.', '4.', '5.']],
  ['disposition', ['manual-action', 'automatic-action']],
  ['original-message-id', ['<']],
]);
const LEAST_REPORT_FIELDS = 2;
/** A mail server's reply, alone or after `said:`; people have it in the middle of a sentence. */
const SMTP_REPLY = /(?:^|[:'"#])[ \t]*[245]\d\d[ -]#?[245]\.\d{1,3}\.\d{1,3}(?!\d)/m;
/** `Automatic reply: Re: voice chat`: some words, the mark of a reply, a title. */
const HEAD = /^\s*(\p{L}[\p{L}\p{M}' -]{2,50}?)\s?[:：]\s?\p{L}{1,5}(?:[[(]\d{1,3}[\])])?\s?[:：]\s?\S/u;
/** A shorter single word may be the label of a title: `Subject: Re: voice chat`. */
const LONG_LABEL = 12;
/** A day, an hour, a telephone number: when somebody is back, or who helps meanwhile. */
const NUMBERS = /\d{1,2}[. ]|\d{2}:\d{2}|\d{4}/;
/** A receipt adds only a moment to the headers of the mail that was read. */
const MOST_RECEIPT_WORDS = 25;

/** Tells by its shape, in every language, whether a program wrote it: a bounce, a receipt, an automatic reply. */
export function isMachineMail(text: string): boolean {
  if (!text.includes(':') && !SMTP_REPLY.test(text)) return false;
  const lines = readHtml(text) ?? toLines(text);
  return hasMachineHeader(lines) || isReport(lines) || isReceipt(lines) || isAutomaticReply(lines);
}

/** Only the headers at the top count: below a person's words they are part of a forwarded mail. */
function hasMachineHeader(lines: readonly Line[]): boolean {
  const start = lines.findIndex(({ text }) => text.trim() !== '');
  for (const { text } of lines.slice(Math.max(0, start))) {
    if (text !== text.trimStart() && text.trim() !== '') continue;
    if (!FIELD.test(text)) return false;
    if (findField(text, HEADERS) !== null) return true;
  }
  return false;
}

function toAny(names: string): [string, string[]][] {
  return names.split(' ').map((name) => [name, ANY]);
}

/** The name of the field in a line, if it is one of these with a value of theirs. */
function findField(line: string, fields: ReadonlyMap<string, string[]>): string | null {
  const [, name = '', value = ''] = FIELD.exec(line.toLowerCase()) ?? [];
  return value !== '' && fields.get(name)?.some((start) => value.startsWith(start)) ? name : null;
}

function isReport(lines: readonly Line[]): boolean {
  const named = lines.map(({ text }) => findField(text, REPORT));
  const whole = textOf(lines);
  if (new Set(named.filter((name) => name !== null)).size >= LEAST_REPORT_FIELDS) {
    const above = lines.slice(
      0,
      named.findIndex((name) => name !== null),
    );
    return !asks(textOf(above));
  }
  return SMTP_REPLY.test(whole) && !asks(whole);
}

/** Headers of a mail, and beside them one sentence with the moment in which it was read. */
function isReceipt(lines: readonly Line[]): boolean {
  const start = lines.findIndex((_, index) => measureLabelled(lines, index) >= 3);
  if (start < 0) return false;
  const end = start + measureLabelled(lines, start);
  const beside = textOf([...lines.slice(0, start), ...lines.slice(end)]);
  const isShort = toLine(beside).split(' ').length <= MOST_RECEIPT_WORDS;
  const hasMoments = [beside, textOf(lines.slice(start, end))].every((text) => DATE_AND_TIME.test(text));
  return isShort && hasMoments && !asks(beside);
}

function isAutomaticReply(lines: readonly Line[]): boolean {
  const start = lines.findIndex(({ text }) => text.trim() !== '');
  const [, label = ''] = HEAD.exec(lines[start]?.text ?? '') ?? [];
  const isLabel = !label.includes(' ') && label.length < LONG_LABEL;
  if (label === '' || isLabel || lines[start + 1]?.text.trim() !== '') return false;
  const body = textOf(lines.slice(start + 1));
  return !asks(body) && (NUMBERS.test(body) || HAS_ADDRESS.test(body));
}

function asks(text: string): boolean {
  return hasQuestionMark(withoutAddresses(text));
}
