import { type Line, MAX_MARK_CHARACTERS, saysAnything } from './line.ts';

export interface Field {
  /** null: words outside all fields. */
  label: string | null;
  value: string;
  /** The label asks for the customer's concern, not for their identity. */
  isQuestion: boolean;
}

const KNOWN =
  /^(?:(?:your|dein\p{L}?|ihr\p{L}?|full|first|last|real|vollständiger|voller)\s)?(?:name|vorname|nachname|user ?-?name|benutzername|user|nick(?:name)?|ign|in-?game[ -]?name|(?:minecraft|roblox|steam|discord|epic|account|player|spieler|character|charakter)[ -]?(?:name|tag|id|user|name\/id)?|uuid|e-?mail(?:[ -]?address|-?adresse)?|phone(?: number)?|telefon(?:nummer)?|order(?:[ -](?:number|no|id))?\.?|bestell(?:ung|nummer|-nr\.?)|rechnung(?:snummer)?|invoice(?: number)?|transaction(?:[ -]id)?|kunden(?:nummer|-nr\.?)|customer(?: id| number)?|category|kategorie|type|typ|art|kind|topic|thema|department|abteilung|priority|priorität|subject|betreff|title|titel|date|datum|time|uhrzeit|version|plattform|platform|device|gerät|browser|os|betriebssystem|server|world|welt|rank|rang|language|sprache|url|link|attachments?|anhang|screenshots?|questions?|fragen?|anliegen|message|nachricht|text|descriptions?|beschreibung|details|problem|issue|request|inquiry|enquiry|anfrage|reason|grund|steps|product|produkt|ticket(?:[ -]?id)?|status|country|land|age|alter|comments?|kommentare?)(?!\p{L})/iu;
const ASKS =
  /question|frage|anliegen|message|nachricht|description|beschreibung|detail|problem|issue|inquiry|enquiry|request|comment|kommentar|help|hilfe|helfen|subject|betreff|title|titel|reason|grund|happened|passiert|tell us|text/i;

const BOLD_LABEL =
  /^[ \t]*(?:[-*•]\s{1,4})?(?:\*\*|__|\*)([^*_\n]{1,120}?)(?:\*\*|__|\*)\s{0,2}[:：]?\s{0,4}(.*)$/u;
const HEADING_LABEL = /^#{1,6}\s{1,4}(\S.{0,120})()$/u;
const PLAIN_LABEL =
  /^[ \t]*(?:(?:[-*•]|\d{1,2}[.)])\s{1,4})?([\p{L}\d][^:：\t|.!\n]{0,79}?)\s{0,2}(?:[:：]|\t)(?!\/\/)\s{0,4}(.*)$/u;
const ROW = /^\|\s{0,40}([^|\n]{1,80}?)\s{0,40}\|\s{0,40}([^|\n]{0,300}?)\s{0,40}\|$/u;
const MAX_LABEL_WORDS = 12;
/** People who speak of themselves do not write labels. */
const FIRST_PERSON =
  /(?<!\p{L})(?:i|i['’]?m|my|me|we|us|our|ich|mein\p{L}{0,2}|mir|mich|wir|uns\p{L}{0,3})(?!\p{L})/iu;

/** `Payment / Ban / Bug / Other: Other`: the choices, and the one made. */
const CHOICES = /^[^/|:\n]{1,40}(?:\s{0,2}[/|]\s{0,2}[^/|:\n]{1,40}){1,20}:\s{0,4}(\S.*)$/u;
const NOT_CHOSEN = /^[ \t]*(?:[-*•]\s{0,3})?(?:\[\s?\]|\(\s?\)|[☐◻⬜▢○])\s{0,3}\S/u;
const CHOSEN = /^[ \t]*(?:[-*•]\s{0,3})?(?:\[x\]|\(x\)|[☑☒✅◉●])\s{0,3}(?=\S)/iu;
const BOXES = /(?:\[\s?\]|[☐◻⬜▢])\s{0,3}[^[\]☐◻⬜▢☑☒✅\n]{1,60}/gu;
const EMPTY = /^[\s_*]*(?:no response|n\/?a|none|nothing|not given|keine(?: angabe)?|leer|-+|—)[\s_*]*$/i;

interface Labelled {
  label: string;
  value: string;
  isMarked: boolean;
}

/** Tells whether a label asks who somebody is or how to file the request. */
export function tellsWhoAsks(label: string): boolean {
  return KNOWN.test(label) && !ASKS.test(label);
}

/** The fields of a form in their order; null if the text is not a form. */
export function readForm(lines: readonly Line[]): Field[] | null {
  const labelled = lines.map(({ text }) => readLabel(text));
  if (!isForm(labelled)) return null;
  const fields: Field[] = [{ label: null, value: '', isQuestion: false }];
  for (const [index, line] of lines.entries()) {
    const found = labelled[index];
    if (found && (found.isMarked || !FIRST_PERSON.test(found.label))) {
      fields.push({ label: found.label, value: readValue(found.value), isQuestion: ASKS.test(found.label) });
    } else addToLast(fields, line.text);
  }
  return fields.filter(({ value }) => saysAnything(value) && !EMPTY.test(value));
}

/** Drops choices that the customer did not make. */
export function withoutOpenChoices(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    const { text } = line;
    if (text.length > MAX_MARK_CHARACTERS) return [line];
    if (CHOSEN.test(text)) return [{ ...line, text: text.replace(CHOSEN, '').replace(BOXES, ' ') }];
    if (!NOT_CHOSEN.test(text)) return [line];
    const rest = text.replace(BOXES, ' ');
    return saysAnything(rest) ? [{ ...line, text: rest }] : [];
  });
}

function readLabel(text: string): Labelled | null {
  if (text.length > MAX_MARK_CHARACTERS * 10) return null;
  const marked = BOLD_LABEL.exec(text) ?? HEADING_LABEL.exec(text);
  const found = marked ?? ROW.exec(text) ?? PLAIN_LABEL.exec(text);
  if (!found) return null;
  const [, label = '', value = ''] = found;
  if (label.split(/\s+/).length > MAX_LABEL_WORDS) return null;
  if (marked && (label.endsWith('!') || FIRST_PERSON.test(label))) return null;
  return { label, value, isMarked: marked !== null };
}

/**
 * One label may be emphasis, or a sentence with a colon in it; two are a form when they are marked or well known.
 */
function isForm(lines: readonly (Labelled | null)[]): boolean {
  const labelled = lines.filter((line) => line !== null);
  const known = labelled.filter(({ label }) => KNOWN.test(label)).length;
  const marked = labelled.filter(({ isMarked }) => isMarked).length;
  return labelled.length >= 2 && (known >= 2 || marked >= 2 || (known >= 1 && labelled.length >= 3));
}

function readValue(value: string): string {
  const chosen = CHOICES.exec(value)?.[1] ?? value;
  return chosen.replace(/^[>`\s]+|`+$/g, '');
}

function isWritten({ label, isQuestion, value }: Field): boolean {
  return label !== null && !isQuestion && value.endsWith('\n') && saysAnything(value);
}

function addToLast(fields: Field[], text: string): void {
  const field = fields.at(-1);
  const isBlank = text.trim() === '';
  // After a filled field about the person and a blank line, the customer writes freely.
  if (field && isWritten(field) && !isBlank) {
    fields.push({ label: null, value: text, isQuestion: false });
    return;
  }
  if (!field || isBlank) {
    if (field && field.value !== '') field.value += '\n';
    return;
  }
  field.value += field.value === '' || field.value.endsWith('\n\n') ? text : `\n${text}`;
}
