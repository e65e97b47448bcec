/** How a text goes on at a place: a sentence begins there, perhaps begins, or goes on. */
export type Break = 'sentence' | 'perhaps' | 'within';

/** Signs that may stand behind the mark that ends a sentence, and before the first word of the next. */
const CLOSERS = new Set(`"'”“’»«›‹)]*_~\``);
const OPENERS = /^[\s"'„“‚‘»«›‹([*_~`>¿¡]*/;
const END_MARKS = new Set('.!?…。！？');
/** With the signs and blanks behind it. */
const SENTENCE_END = /[.!?…]["'”“’»«›‹)\]*_~`]*\s+|[。！？]["'”“’»«›‹)\]*_~`]*\s*/g;
const EMOJI_AT_END = /\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?$/u;
/** Empty lines, headings, rows, fences, HTML, rules and lines in bold. */
const NO_PROSE = /^\s*(?:$|#{1,6}\s|[|<]|`{3}|~{3}|[-=*_]{3,}\s*$|(?:\*\*|__).*(?:\*\*|__)\s*$)/;
const LEAD_END = /[:：]["'”“’)*_]*\s*$/;
/** Around the end of a sentence that are looked at. */
const NEAR_CHARACTERS = 60;
/** Characters of a word that are looked at; longer ones are no abbreviations. */
const WORD_CHARACTERS = 20;

/** After these a full stop ends no sentence; `z.B.`, `e.g.`, single letters and numbers are known by their form. */
const ABBREVIATIONS = new Set(
  [
    'abs abschn abt allg anm apr art aug bd bzgl bzw ca dez dgl dipl dr druckf ebd engl etc evtl exkl feb ff fr frl geb gem ggf ggfs',
    'gr hbf hl hr hrsg inkl insb insbes ing jan jh jhd jr jul jun kap kl lt mag max mind min mio mrd mtl mär mwst',
    'nov nr nrn okt phil prof pos rd resp sek sep sept sog st std str tel tgl übers usf usw vgl vorm verg wg zb zt zzgl zul',
    'approx appx apt assn ave blvd capt cf co col corp dec dept ed eds est ext fig figs gen gov hon hrs inc incl jan lb lbs ltd mar',
    'mr mrs ms mt no nos oct oz para pp prev pt rev sec sgt sq sr vol vols vs',
  ].flatMap((line) => line.split(' ')),
);

/** What the end of one stretch of text and the beginning of the next say, without the blanks between them. */
export function readBreak(before: string, after: string): Break {
  const end = withoutClosers(before);
  const isMarked = END_MARKS.has(end.at(-1) ?? '');
  if (!isMarked && !EMOJI_AT_END.test(end.slice(-WORD_CHARACTERS))) return 'within';
  if (end.endsWith('.') && isAbbreviated(end.slice(-WORD_CHARACTERS, -1))) return 'within';
  const next = after.slice(0, NEAR_CHARACTERS).replace(OPENERS, '');
  return /^\p{Ll}/u.test(next) ? 'perhaps' : 'sentence';
}

/**
 * Whether a line that begins with a number goes on with the line before it, as `am\n3. Mai` does, and begins no list.
 * As in CommonMark a list that begins at 1 may interrupt a paragraph. Ask it only where no list is open.
 */
export function isWrappedNumber(before: string, line: string): boolean {
  const [, number = '1'] = /^\s*(\d{1,9})[.)]\s/.exec(line) ?? [];
  if (Number(number) === 1 || NO_PROSE.test(before) || LEAD_END.test(before.slice(-NEAR_CHARACTERS)))
    return false;
  return readBreak(before.slice(-NEAR_CHARACTERS), line) === 'within';
}

/** The sentences of a line, each with the blanks behind it; with how surely the one before ended. */
export function splitSentences(line: string): { text: string; before: Break }[] {
  const sentences: { text: string; before: Break }[] = [];
  let [start, before]: [number, Break] = [0, 'within'];
  for (const { 0: found, index } of line.matchAll(SENTENCE_END)) {
    const end = index + found.length;
    const from = Math.max(start, index - NEAR_CHARACTERS);
    const kind = readBreak(line.slice(from, end), line.slice(end, end + NEAR_CHARACTERS));
    if (kind === 'within' || end >= line.length) continue;
    sentences.push({ text: line.slice(start, end), before });
    [start, before] = [end, kind];
  }
  return [...sentences, { text: line.slice(start), before }];
}

/** The sentences of a text, trimmed; each line begins a new one. */
export function sentencesOf(text: string): string[] {
  const sentences = text.split('\n').flatMap((line) => splitSentences(line));
  return sentences.map((sentence) => sentence.text.trim()).filter((sentence) => sentence !== '');
}

/** Whether words ask something: a question mark at their end, before quotes, a colon or small pictures. */
export function isQuestion(words: string): boolean {
  const end = words
    .slice(-40)
    .replace(/(?:[\s\p{Extended_Pictographic}"'”“’‘»«›‹)\]*_:.!…]|\uFE0F|\u200D)+$/u, '');
  return /[?？؟]$/.test(end) && words.length <= 400 && /\p{L}{2}|\p{L}.*\p{L}/u.test(words);
}

function withoutClosers(text: string): string {
  let end = text.length;
  while (end > 0 && (CLOSERS.has(text.charAt(end - 1)) || text.charAt(end - 1).trim() === '')) end -= 1;
  return text.slice(0, end);
}

/** Whether the full stop behind it belongs to a word: `z. B`, `e.g`, `Dr`, `3`. */
function isAbbreviated(before: string): boolean {
  const word = before.split(/[\s("'„“»«/]/).at(-1) ?? '';
  if (/^(?:\p{L}|\d{1,3}|(?:\p{L}{1,2}\.)+\p{L}{1,3})$/u.test(word)) return true;
  return ABBREVIATIONS.has(word.toLowerCase());
}
