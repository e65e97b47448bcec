/** Tells how a text goes on: a sentence begins, perhaps begins, or goes on. */
export type Break = 'sentence' | 'perhaps' | 'within';

const CLOSERS = new Set(`"'”“’»«›‹)]*_~\``);
const OPENERS = /^[\s"'„“‚‘»«›‹([*_~`>¿¡]*/;
const END_MARKS = new Set('.!?…。！？');
const SENTENCE_END = /[.!?…]["'”“’»«›‹)\]*_~`]*\s+|[。！？]["'”“’»«›‹)\]*_~`]*\s*/g;
const EMOJI_AT_END = /\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?$/u;
/** Empty lines, headings, rows, fences, HTML, rules and lines in bold. */
const NO_PROSE = /^\s*(?:$|#{1,6}\s|[|<]|`{3}|~{3}|[-=*_]{3,}\s*$|(?:\*\*|__).*(?:\*\*|__)\s*$)/;
const LEAD_END = /[:：]["'”“’)*_]*\s*$/;
const NEAR_CHARACTERS = 60;
/** Longer words are no abbreviations. */
const WORD_CHARACTERS = 20;

/** A full stop after these ends no sentence; `z.B.`, `e.g.`, single letters and numbers are known by their form. */
const ABBREVIATIONS = new Set(
  [
    'abs abschn abt allg anm apr art aug bd bzgl bzw ca dez dgl dipl dr druckf ebd engl etc evtl exkl feb ff fr frl geb gem ggf ggfs',
    'gr hbf hl hr hrsg inkl insb insbes ing jan jh jhd jr jul jun kap kl lt mag max mind min mio mrd mtl mär mwst',
    'nov nr nrn okt phil prof pos rd resp sek sep sept sog st std str tel tgl übers usf usw vgl vorm verg wg zb zt zzgl zul',
    'approx appx apt assn ave blvd capt cf co col corp dec dept ed eds est ext fig figs gen gov hon hrs inc incl jan lb lbs ltd mar',
    'mr mrs ms mt no nos oct oz para pp prev pt rev sec sgt sq sr vol vols vs',
  ].flatMap((line) => line.split(' ')),
);

/** Judges the place between two stretches of text, blanks aside. */
export function readBreak(before: string, after: string): Break {
  const end = withoutClosers(before);
  const isMarked = END_MARKS.has(end.at(-1) ?? '');
  if (!isMarked && !EMOJI_AT_END.test(end.slice(-WORD_CHARACTERS))) return 'within';
  if (end.endsWith('.') && isAbbreviated(end.slice(-WORD_CHARACTERS, -1))) return 'within';
  const next = after.slice(0, NEAR_CHARACTERS).replace(OPENERS, '');
  return /^\p{Ll}/u.test(next) ? 'perhaps' : 'sentence';
}

/**
 * Tells whether a line that begins with a number continues the one before (`am\n3. Mai`) and begins no list. As in
 * CommonMark, a list from 1 may interrupt a paragraph. Only valid where no list is open.
 */
export function isWrappedNumber(before: string, line: string): boolean {
  const [, number = '1'] = /^\s*(\d{1,9})[.)]\s/.exec(line) ?? [];
  if (Number(number) === 1 || NO_PROSE.test(before) || LEAD_END.test(before.slice(-NEAR_CHARACTERS)))
    return false;
  return readBreak(before.slice(-NEAR_CHARACTERS), line) === 'within';
}

/** A number that counts: `3.`, `2.1`, `#4:`. */
export const COUNT = /^\s*(?:#\s?)?\d{1,3}(?:[.):]|(?:\.\d{1,3}){1,4}[.):]?)\s+(?=\S)/;

/** The sentences of a line with the blanks behind each, and how surely the one before ended. */
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

/** The trimmed sentences of a text; each line begins a new one. */
export function sentencesOf(text: string): string[] {
  const sentences = text.split('\n').flatMap((line) => splitSentences(line));
  return sentences.map((sentence) => sentence.text.trim()).filter((sentence) => sentence !== '');
}

/** Tells whether a text asks anywhere, in any script. */
export function hasQuestionMark(text: string): boolean {
  return /[?？؟]/.test(text);
}

/** Tells whether words end in a question mark, quotes, a colon and small pictures aside. */
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

/** Tells whether the full stop behind it belongs to a word: `z. B`, `e.g`, `Dr`, `3`. */
function isAbbreviated(before: string): boolean {
  const word = before.split(/[\s("'„“»«/]/).at(-1) ?? '';
  if (/^(?:\p{L}|\d{1,3}|(?:\p{L}{1,2}\.)+\p{L}{1,3})$/u.test(word)) return true;
  return ABBREVIATIONS.has(word.toLowerCase());
}
