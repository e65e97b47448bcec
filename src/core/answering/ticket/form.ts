import { saysAnything, toLine } from '../../../domain/text.ts';
import { words } from '../../search/words/analyse.ts';
import { type Line, MAX_MARK_CHARACTERS, speaksOfMyself, toSet } from './line.ts';

export interface Field {
  /** null: words outside all fields. */
  label: string | null;
  value: string;
  /** The label asks for the customer's concern, not for their identity. */
  isQuestion: boolean;
}

/** Words before the one that counts: `your name`, `in game name`. */
const FILLERS = toSet('your dein deine deinen ihr ihre full first last real vollständiger voller in game');
const ACCOUNTS = 'minecraft roblox steam discord epic account player spieler character charakter'.split(' ');
/** First words of the labels that forms have. */
const KNOWN = toSet(
  'name vorname nachname username user benutzername nick nickname ign ingame uuid email emailadresse phone telefon telefonnummer order bestellnr bestellung bestellnummer rechnung rechnungsnummer invoice transaction kundennr kundennummer customer category kategorie type typ art kind topic thema department abteilung priority priorität subject betreff title titel date datum time uhrzeit version plattform platform device gerät browser os betriebssystem server world welt rank rang language sprache url link attachment attachments anhang screenshot screenshots question questions frage fragen anliegen message nachricht text description descriptions beschreibung details problem issue request inquiry enquiry anfrage reason grund steps product produkt ticket ticketid status country land age alter comment comments kommentar kommentare',
).union(
  new Set(ACCOUNTS.flatMap((account) => ['', 'name', 'tag', 'id', 'user'].map((end) => account + end))),
);
/** Parts of labels that ask for the customer's concern. */
const ASKS =
  'question|frage|anliegen|message|nachricht|description|beschreibung|detail|problem|issue|inquiry|enquiry|request|comment|kommentar|help|hilfe|helfen|subject|betreff|title|titel|reason|grund|happened|passiert|tell us|text'.split(
    '|',
  );

const MARKED_LABEL =
  /^(?:[ \t]*(?:[-*•]\s{1,4})?(?:\*\*|__|\*)([^*_\n]{1,120}?)(?:\*\*|__|\*)\s{0,2}[:：]?\s{0,4}(.*)|#{1,6}\s{1,4}(\S.{0,120}))$/u;
const PLAIN_LABEL =
  /^[ \t]*(?:(?:[-*•]|\d{1,2}[.)])\s{1,4})?([\p{L}\d][^:：\t|.!\n]{0,79}?)\s{0,2}(?:[:：]|\t)(?!\/\/)\s{0,4}(.*)$/u;
const MAX_LABEL_WORDS = 12;
/** People who speak of themselves do not write labels. */
const OURSELVES = toSet('me we us our wir uns unser unsere');

/** `Payment / Ban / Bug / Other: Other`: the choices, and the one made. */
const CHOICES = /^[^/|:\n]{1,40}(?:\s{0,2}[/|]\s{0,2}[^/|:\n]{1,40}){1,20}:\s{0,4}(\S.*)$/u;
const BOX = /\s*(\[[ x]?\]|\([ x]?\)|[☐◻⬜▢○☑☒✅◉●])\s{0,3}(?=\S)/giu;
const TICKED = [...'xX☑☒✅◉●'];
const EMPTY = new Set([
  'no response',
  'n/a',
  'na',
  'none',
  'nothing',
  'not given',
  'keine',
  'keine angabe',
  'leer',
]);

interface Labelled {
  label: string;
  value: string;
  isMarked: boolean;
}

/** Tells whether a label asks who somebody is or how to file the request. */
export function tellsWhoAsks(label: string): boolean {
  return isKnown(label) && !asksForConcern(label);
}

function isKnown(label: string): boolean {
  return KNOWN.has(words(label.replaceAll('-', '')).find((word) => !FILLERS.has(word)) ?? '');
}

function asksForConcern(label: string): boolean {
  const lower = label.toLowerCase();
  return ASKS.some((part) => lower.includes(part));
}

function isOfSpeaker(label: string): boolean {
  const said = words(label);
  return speaksOfMyself(said) || said.some((word) => OURSELVES.has(word));
}

/** The fields of a form in their order; null if the text is not a form. */
export function readForm(lines: readonly Line[]): Field[] | null {
  const labelled = lines.map(({ text }) => readLabel(text));
  if (!isForm(labelled)) return null;
  const fields: Field[] = [{ label: null, value: '', isQuestion: false }];
  for (const [index, line] of lines.entries()) {
    const found = labelled[index];
    if (found && (found.isMarked || !isOfSpeaker(found.label))) {
      const { label, value } = found;
      fields.push({ label, value: readValue(value), isQuestion: asksForConcern(label) });
    } else addToLast(fields, line.text);
  }
  return fields.filter(({ value }) => saysAnything(value) && !isEmpty(value));
}

function isEmpty(value: string): boolean {
  return EMPTY.has(toLine(value.replaceAll('_', '').replaceAll('*', '')).toLowerCase());
}

/** Drops choices that the customer did not make. */
export function withoutOpenChoices(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    if (line.text.length > MAX_MARK_CHARACTERS) return [line];
    const [before = '', ...choices] = line.text.split(BOX);
    if (choices.length === 0 || saysAnything(before)) return [line];
    const made = choices.filter(
      (_, at) => at % 2 === 1 && TICKED.some((sign) => choices[at - 1]?.includes(sign)),
    );
    return made.length > 0 ? [{ ...line, text: made.join(' ') }] : [];
  });
}

function readLabel(text: string): Labelled | null {
  if (text.length > MAX_MARK_CHARACTERS * 10) return null;
  const [, bold, beside = '', heading] = MARKED_LABEL.exec(text) ?? [];
  const marked = bold ?? heading;
  const [plain, behind = ''] =
    marked === undefined ? (readRow(text) ?? PLAIN_LABEL.exec(text)?.slice(1) ?? []) : [];
  const label = marked ?? plain;
  if (label === undefined || toLine(label).split(' ').length > MAX_LABEL_WORDS) return null;
  const isMarked = marked !== undefined;
  if (isMarked && (label.endsWith('!') || isOfSpeaker(label))) return null;
  return { label, value: isMarked ? beside : behind, isMarked };
}

function readRow(text: string): string[] | null {
  const cells = text.startsWith('|') && text.endsWith('|') ? text.slice(1, -1).split('|') : [];
  return cells.length === 2 ? cells.map((cell) => cell.trim()) : null;
}

/** One label may be emphasis, or a sentence with a colon; two are a form when they are marked or well known. */
function isForm(lines: readonly (Labelled | null)[]): boolean {
  const labelled = lines.filter((line) => line !== null);
  const known = labelled.filter(({ label }) => isKnown(label)).length;
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
