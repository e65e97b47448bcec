import { saysAnything, toLine } from '../../../domain/text.ts';
import { type Element, type TreeNode, textOf } from '../../html/tree.ts';

/** Asks the reader about the page instead of telling something. */
const VOTE =
  /^(?:(?:was|is|did|does|were|do you find|how helpful|rate|war|hat|ist|fanden sie|findest du|wie hilfreich)\b.{0,40}\b(?:helpful|useful|answer your question|answers? your|help you|solve|hilfreich|geholfen|beantwortet|weitergeholfen|nützlich)\b.{0,30}[?!.:]?)$/i;
const AGE = String.raw`(?:about |over |almost |ca\. |etwa |über )?(?:an?|one|\d+|einem|einer|ein) (?:second|minute|hour|day|week|month|year|sekunde|minute|stunde|tag|woche|monat|jahr)\w{0,2}`;
const DATE = String.raw`(?:\d{1,2}[./\-]\d{1,2}[./\-]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}\.? \p{L}{3,9}\.?,? \d{4}|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|${AGE} ago|vor ${AGE}|today|yesterday|heute|gestern|over a week ago)`;
const CHANGED = `(?:(?:last |zuletzt )?(?:updated|modified|edited|published|posted|created|reviewed|changed|aktualisiert|geändert|bearbeitet|veröffentlicht|erstellt)|stand|date|datum)`;
const NAME = String.raw`\p{Lu}[\p{L}.'’\-]*(?: \p{Lu}[\p{L}.'’\-]*){0,3}`;
/** Lines beside a text that are no part of it, each as a whole. */
const LINE = wholeLine([
  String.raw`${CHANGED}?[\s:]*(?:on |at |am |vom )?${DATE}(?:,? (?:at|um)? ?\d{1,2}:\d\d.{0,6})?(?: (?:by|von) ${NAME})?`,
  'updated|aktualisiert|published|veröffentlicht',
  String.raw`\d+ (?:min(?:ute)?[ns]?\.?) (?:read|reading time|lesezeit)|(?:reading time|lesezeit):? \d+ min\w*`,
  String.raw`\d+ (?:out )?(?:of|von) \d+ (?:found this helpful|people.{0,30}|fanden dies.{0,20}|users?.{0,30})`,
  String.raw`\d+ (?:comments?|likes?|views?|votes?|shares?|kommentare?|aufrufe|stimmen|followers?)`,
  String.raw`(?:yes|no|ja|nein|👍|👎|\/|\s){2,8}|thank(?:s| you) for your feedback[.!]?`,
  '(?:vielen )?danke? für (?:dein|ihr|deine|ihre) (?:feedback|rückmeldung)[.!]?',
  String.raw`(?:(?:have more|still have) questions\?|(?:weitere|haben sie) fragen\?)?\s*(?:submit a request|anfrage einreichen)[.!]?`,
  String.raw`(?:back|return|zurück|nach oben|zum seitenanfang)(?: (?:to )?(?:top|nach oben|zum seitenanfang))?[\s↑]*`,
  'print|drucken|tweet|share(?: (?:this|on|via|article|post|page|facebook|twitter|x|linkedin))*|teilen(?: auf.{0,12})?',
  'facebook|twitter|linkedin|whatsapp|copy link|link kopieren|pin it|follow',
  String.raw`(?:edit (?:this page|on git\w+)|improve this page|suggest (?:an )?edits?|report an issue)[\s.]*`,
  String.raw`(?:seite bearbeiten|auf git\w+ bearbeiten)[\s.]*|(?:skip|jump|springe) (?:to|zum) .{0,30}`,
  '(?:← ?)?(?:previous|next|vorherige[rs]?|nächste[rs]?|zurück|weiter)(?: (?:article|page|post|artikel|seite|beitrag))?(?: ?→)?',
  '(?:on|in) this (?:page|article)|table of contents|auf dieser seite|inhaltsverzeichnis',
]);
/** Capitals tell names from other words. */
const AUTHOR = new RegExp(
  `^(?:[Ww]ritten |[Pp]osted |[Pp]ublished |[Gg]eschrieben )?(?:[Bb]y|[Vv]on|[Aa]uthor:|[Aa]utor:|[Aa]utorin:) ${NAME}$`,
  'u',
);
const ONLY_NAME = new RegExp(`^${NAME}$`, 'u');
const BETWEEN = /^(?:by|von|in|on|am|and|und|\W+)$/i;
const MAX_LINE_LETTERS = 150;

/** Headings of what stands below every page of a site, with nothing of the page's own under them. */
const SITE_HEADING = wholeLine(
  [
    String.raw`(?:related|similar|recommended|popular|recent|latest|recently viewed|more|other|further|trending|promoted)\s+(?:help )?(?:articles?|posts?|pages?|reading|stories|resources)`,
    'you (?:may|might) also (?:like|be interested in).{0,10}|das könnte (?:dich|sie|euch) auch interessieren',
    String.raw`(?:verwandte|ähnliche|weitere|beliebte|neueste|passende|zuletzt angesehene)\s+(?:artikel|beiträge|seiten|hilfeartikel)`,
    String.raw`leave a (?:comment|reply)|\d+ (?:comments?|kommentare?|thoughts? on .{0,100})`,
    'schreibe einen kommentar|kommentar (?:schreiben|hinterlassen|verfassen)|share this (?:article|post|page|entry)',
    '(?:subscribe to|join|sign up for) (?:our |the )?newsletter|newsletter (?:abonnieren|anmeldung)',
    'about the author|über (?:den autor|die autorin)|recently viewed|zuletzt angesehen|in this (?:article|section)',
    'on this page|auf dieser seite|table of contents|inhaltsverzeichnis',
  ],
  '[.:!]?',
);
/** The same where only links stand below. */
const LINK_HEADING =
  /^(?:related|see also|siehe auch|more|further|other|popular|weitere|mehr|ähnliche|beliebte|verwandte|links|contents|inhalt|categories|kategorien|tags|topics|themen|comments|kommentare|share|teilen)\b.{0,40}$/i;

function wholeLine(forms: readonly string[], end = ''): RegExp {
  return new RegExp(`^(?:${forms.join('|')})${end}$`, 'iu');
}

/** `Was this article helpful?` and its kin. */
export function isVoteQuestion(text: string): boolean {
  return text.length < 100 && VOTE.test(text.trim());
}

/** Whether nothing stands in an element but dates, names and votes around a text. */
export function isFurnitureLine(element: Element): boolean {
  if (element.textLength === 0 || element.textLength > MAX_LINE_LETTERS) return false;
  const whole = toLine(textOf(element));
  // A paragraph of one word may be an answer; `Next` of a menu is a link or a box.
  if (isLine(whole)) return element.tag !== 'p' || element.linkLength > 0 || whole.includes(' ');
  const runs = [...runsOf(element)];
  if (runs.length > 14) return false;
  const isMark = ({ text, inTime }: TextRun) => (inTime && !/^\d{1,2}[:.]\d\d/.test(text)) || isLine(text);
  const isWord = (text: string) => BETWEEN.test(text) || (text.length < 40 && ONLY_NAME.test(text));
  const isBeside = (run: TextRun) => run.inTime || run.inLink || isLine(run.text) || isWord(run.text);
  return runs.some(isMark) && runs.every(isBeside);
}

/** Whether a section stands below every page of the site: related articles, comments, contents. */
export function isFurnitureSection(path: readonly string[], text: string): boolean {
  const headings = path.slice(1);
  if (headings.some((heading) => SITE_HEADING.test(heading) || isVoteQuestion(heading))) return true;
  if (!headings.some((heading) => LINK_HEADING.test(heading))) return false;
  const letters = countLetters(text.replace(/\([^()\s]*\)/g, ''));
  return countLetters(text.replace(/\[[^\]\n]*\]\([^()\s]*\)/g, '')) * 5 < letters;
}

function countLetters(text: string): number {
  return text.replace(/\P{L}+/gu, '').length;
}

function isLine(text: string): boolean {
  if (text.length >= MAX_LINE_LETTERS * 1.5) return false;
  return VOTE.test(text) || LINE.test(text) || AUTHOR.test(text);
}

interface TextRun {
  text: string;
  inTime: boolean;
  inLink: boolean;
}

function* runsOf(node: TreeNode, inTime = false, inLink = false): Generator<TextRun> {
  if (typeof node === 'string') {
    const text = toLine(node);
    if (saysAnything(text)) yield { text, inTime, inLink };
    return;
  }
  for (const child of node.children)
    yield* runsOf(child, inTime || node.tag === 'time', inLink || node.tag === 'a');
}
