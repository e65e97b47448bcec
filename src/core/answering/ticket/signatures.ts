import { hasQuestionMark } from '../../../domain/markdown/sentences.ts';
import { saysAnything, toLine } from '../../../domain/text.ts';
import { words } from '../../search/words/analyse.ts';
import { isBlank, type Line, MAX_MARK_CHARACTERS, speaksOfMyself, toSet } from './line.ts';
import { isClosing } from './pleasantries.ts';

/** `-- ` of mail programs, and the habits of people. */
const LEAST_SIGNS: Readonly<Record<string, number>> = {
  '-': 2,
  '—': 1,
  '–': 2,
  _: 2,
  '=': 3,
  '*': 3,
  '~': 3,
};

function isSignatureMark(line: string): boolean {
  const mark = line.trim();
  const [sign = ''] = mark;
  return mark.length >= (LEAST_SIGNS[sign] ?? Number.POSITIVE_INFINITY) && mark === sign.repeat(mark.length);
}

const DEVICE = String.raw`(?:i ?phones?|i ?pads?|ipod|apple watch|mac|android|galaxy|samsung|huawei|xiaomi|pixel|blackberry|nokia|windows|outlook|hotmail|yahoo|aol|gmail|gmx|web\.de|t-online|telekom|1&1|freenet|protonmail|proton(?: mail)?|thunderbird|mobile(?: phone| device)?|mobilgerät\p{L}{0,2}|mobiltelefon|phone|tablet|handy|smartphone|mail|e-mail|app|telefon\p{L}{0,4}|spark|discord|zendesk)`;
/** Whole lines that programs add. */
const PROGRAM_LINES = [
  String.raw`(?:sent|written|posted) (?:from|via|with|by|using) (?:my |the |an? )?(?:[\p{L}\d'’.&+-]{1,20} ){0,3}${DEVICE}\b.{0,60}`,
  String.raw`(?:von|aus|mit) (?:meinem |meiner |der |dem )?(?:[\p{L}\d'’.&+-]{1,20} ){0,3}${DEVICE}(?: .{0,30})? (?:gesendet|geschickt|geschrieben|versendet)`,
  String.raw`(?:diese (?:nachricht|e-?mail|mail) wurde )?(?:gesendet|geschickt|geschrieben|versendet|versandt) (?:von|mit|aus|über|via) (?:meinem |meiner |der |dem )?(?:[\p{L}\d'’.&+-]{1,20} ){0,3}${DEVICE}\b.{0,60}`,
  'diese (?:nachricht|e-?mail|mail) wurde (?:von|mit|über) .{1,80}(?:gesendet|verschickt|geprüft|versendet)',
  String.raw`(?:get|download|try) (?:the )?(?:outlook|yahoo mail|gmail|proton mail|aol|spark|new outlook)\b.{0,80}`,
  String.raw`(?:holen sie sich |laden sie )?outlook für (?:ios|android|mac|windows)\b.{0,60}`,
  '(?:envoyé|télécharger outlook) (?:de|depuis|à partir|avec|pour) .{1,80}',
  String.raw`(?:enviado|enviada) (?:desde|do|da|a partir|con|com) (?:mi|meu|minha|el|o|a|un|um)? ?(?:[\p{L}\d'’.-]{1,20} ){0,3}${DEVICE}.{0,60}`,
  `(?:inviato|spedito) (?:da|dal|con) .{0,40}${DEVICE}.{0,60}`,
  '(?:verzonden|verstuurd) (?:vanaf|met|via|van|vanuit) .{1,80}',
  'wysłan[eoay] z .{1,60}',
  `.{0,40}${DEVICE}.{0,15} gönderildi`,
  '(?:sendt|skickat|lähetetty) (?:fra|från|min|mit) .{1,60}',
  String.raw`(?:virenfrei|virus-free|sans virus|libre de virus)\.? ?.{0,60}`,
  'this e-?mail has been (?:checked|scanned) for viruses.{0,80}',
  '(?:powered|delivered) by .{1,40}',
  String.raw`ref:_?[\w.:!-]{5,80}:ref`,
].join('|');
const PROGRAM_LINE = new RegExp(String.raw`^[\s>*_("-]{0,6}(?:${PROGRAM_LINES})[\s.!)*_"]{0,4}$`, 'iu');

/** Words addressed to somebody; they continue the message even below a signature. */
const ADDRESSING = toSet(
  'me you u ur your du dir dich dein deine deinem deinen deiner ihr euch euer eure eurer please pls plz bitte want need will would wanna gonna can could möchte brauche kann könnt könnte könnten könntest help hilfe hilft ps why how when what where warum wieso wie wann was wo also außerdem noch übrigens btw',
);

/** `i. A. Kim Muster` signs for a firm. */
const ON_BEHALF = /^(?:i|ppa|p)\.\s?[avp]?\.?\s?/iu;

const CONTACT =
  /@[\w-]{1,60}\.|https?:\/\/|www\.|(?<!\d)\+?\d[\d ()/.-]{6,20}\d|(?<!\p{L})(?:tel|telefon|phone|fon|fax|mobil\p{L}{0,2}|handy|e-?mail|web|internet|skype|discord|ust-?id\p{L}{0,3}|hr[ab]|amtsgericht|iban|bic|vat)(?!\p{L})\.?\s{0,2}[:.\d]|(?<!\p{L})(?:gmbh|ag|ug|kg|ohg|gbr|e\.\s?v\.|ltd|inc|llc|llp|plc|corp|co|s\.?a\.?r\.?l|b\.v|sp\. z o\.o)(?!\p{L})|\p{L}{3,}(?:straße|strasse|str\.|weg|platz|allee|gasse)\s{0,2}\d|(?<!\d)\d{4,5} \p{Lu}\p{L}{2,}|\d{1,5} \p{Lu}[\p{L} ]{1,30}(?:street|st|road|rd|avenue|ave|lane)(?!\p{L})/iu;
/** Lower-case words in a title or a company name. */
const CONNECTIVES = toSet(
  'and und of for für at im in der die das den dem des the von van de la du del zu zum zur bei & law mit',
);
const CAPITALISED = /^[\p{Lu}\d(&"„“'][\p{L}\d.()'’"“”&/-]*$/u;
const MAX_TITLE_WORDS = 8;
const MAX_PARAGRAPH_WORDS = 12;

/** `closed`: below a goodbye; `marked`: below a mark, where programs put text that nobody typed. */
type SignatureState = 'body' | 'closed' | 'marked';

/** Marks as signature the text below a mark or a goodbye that says who wrote, and lines that programs add. */
export function markSignatures(lines: readonly Line[]): void {
  let place: SignatureState = 'body';
  for (const paragraph of listParagraphs(lines)) {
    const print = findSmallPrint(paragraph, place !== 'body');
    for (const line of paragraph.slice(print)) line.part = 'signature';
    for (const line of paragraph.slice(0, print)) place = markLine(line, place);
  }
}

function markLine(line: Line, place: SignatureState): SignatureState {
  const isMark = isSignatureMark(line.text);
  const isProgram = PROGRAM_LINE.test(line.text.slice(0, MAX_MARK_CHARACTERS));
  if (isMark || isProgram || (place !== 'body' && isSender(line, place))) line.part = 'signature';
  if (isMark) return 'marked';
  if (isClosing(line.text)) return place === 'marked' ? 'marked' : 'closed';
  return line.part === 'signature' ? place : 'body';
}

/** Tells whether a line below a goodbye says who wrote: a name, a company, an address, a number. */
function isSender({ text }: Line, place: SignatureState): boolean {
  const line = text.trim().replace(ON_BEHALF, '');
  if (line.length > MAX_MARK_CHARACTERS || !saysAnything(line)) return false;
  if (speaks(line)) return false;
  const parts = line.split(/[\s,|·•/–—-]+/).filter((part) => part !== '');
  if (CONTACT.test(line)) return parts.length <= MAX_PARAGRAPH_WORDS;
  if (parts.length > MAX_TITLE_WORDS) return false;
  return place === 'marked' || parts.every((word) => CAPITALISED.test(word) || CONNECTIVES.has(word));
}

function speaks(line: string): boolean {
  const said = words(line.replaceAll('.', ''));
  return (
    hasQuestionMark(line) ||
    line.includes('!') ||
    speaksOfMyself(said) ||
    said.some((word) => ADDRESSING.has(word))
  );
}

function listParagraphs(lines: readonly Line[]): Line[][] {
  const paragraphs: Line[][] = [];
  let open: Line[] = [];
  for (const line of lines) {
    const isEnd = line.part !== 'own' || isBlank(line) || isSignatureMark(line.text);
    if (isEnd && open.length > 0) {
      paragraphs.push(open);
      open = [];
    }
    if (line.part === 'own' && !isBlank(line)) open.push(line);
  }
  if (open.length > 0) paragraphs.push(open);
  return paragraphs;
}

/** Phrases of the small print below company mails; a customer's own case hardly contains two of them. */
const TURNS = `
  datenschutzhinweise, datenschutzerklärung, datenschutzinformationen, hinweise zum datenschutz, informationen
  zum datenschutz, informationen zur verarbeitung, informationen zum umgang, privacy policy, privacy notice,
  privacy statement, how we use_, how we process_, how we handle_

  registered office, registered in, sitz der gesellschaft, firmensitz

  amtsgericht, handelsregister, hra_, hrb_, company no, registration no, company number, registration number

  geschäftsführ, ust-id, ustid, vat id, vat no, aufsichtsrat, managing director

  diese e-mail enthält, diese e-mail ist, diese e-mail kann, diese nachricht enthält, diese nachricht ist,
  diese nachricht kann, diese mitteilung enthält, diese mitteilung ist, this e-mail is, this e-mail may, this
  e-mail contain, this e-mail and, this email is, this email may, this email contain, this email and, this
  message is, this message may, this message contain, this message and, this communication is, this
  communication may, this communication contain, this transmission is, this transmission may

  intended recipient, addressee, intended solely, intended only, intended exclusively, named above, named
  recipient, richtige adressat, richtige empfänger, vorgesehene empfänger, beabsichtigte empfänger,
  ausschließlich für den, nicht für sie bestimmt

  confidential, vertraulich, privileged, rechtlich geschützt, confidentiel, confidencial, riservat,
  vertrouwelijk, poufn, gizli

  unauthorised, unauthorized, disclosure, dissemination, unbefugte, weitergabe dieser, weitergabe des,
  weitergabe an, vervielfältigung

  received this_, in error, irrtümlich, versehentlich erhalten, fälschlicherweise

  delete it, delete this, delete the, delete all, notify the sender, notify us, notify me, vernichten sie,
  löschen sie, informieren sie

  attachment, anhänge, anlage, virus, viren, malware

  gdpr, dsgvo, data protection, datenschutz, personal data, personenbezogene

  legal action, liability, liable, haftung, strafbar, prohibited, nicht gestattet, untersagt

  finden sie hier, finden sie unter, finden sie auf, finden sie in, found here, found at, found on, see our,
  read our, click here, see here, siehe hier, siehe unter, art. 13, artikel 13, article 13, art. 14

  before printing, environment, denken sie an die umwelt, ausdrucken, umwelt

  views expressed, view expressed, opinions expressed, opinions are, opinions of, unsubscribe, newsletter
  abbestellen`
  .split('\n\n')
  .map((turn) => turn.split(',').map((phrase) => toLine(phrase).replace('_', ' ')));

function says(text: string, phrases: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return phrases.some((phrase) => lower.includes(phrase));
}

function isOfSomebody(text: string): boolean {
  return hasQuestionMark(text) || speaksOfMyself(words(text));
}

const TURNS_OF_SMALL_PRINT = 3;
const TURNS_BELOW_A_MARK = 2;
/** People who speak of themselves have a case: small print says `notify me`, but hardly anything more. */
const TURNS_IN_FIRST_PERSON = 4;
const MAX_CHARACTERS = 4_000;

const OPENINGS = TURNS.slice(0, 8);

function findSmallPrint(paragraph: readonly Line[], isBelowMark: boolean): number {
  const first = paragraph.findIndex(
    ({ text }) => OPENINGS.some((phrases) => says(text, phrases)) && !isOfSomebody(text),
  );
  if (first < 0) return paragraph.length;
  const rest = paragraph.slice(first).map(({ text }) => text.trim());
  const print = rest.join(' ').slice(0, MAX_CHARACTERS);
  const usual = isBelowMark ? TURNS_BELOW_A_MARK : TURNS_OF_SMALL_PRINT;
  const needed = isOfSomebody(print) ? TURNS_IN_FIRST_PERSON : usual;
  return TURNS.filter((phrases) => says(print, phrases)).length >= needed ? first : paragraph.length;
}
