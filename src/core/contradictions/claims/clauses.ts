import { isQuestion, splitSentences } from '../../../domain/markdown/sentences.ts';
import { NUMBER } from './values/ages.ts';

/** A stretch of a sentence. */
export interface Clause {
  at: number;
  end: number;
}

/** A sentence, an item of a list or a row, with what it stands under. */
export interface Unit {
  text: string;
  /** What leads to a list, or the heading above. */
  lead: string;
  isItem: boolean;
  /** The sentence before. */
  before: string;
  /** The question that it is the answer to: the title's, or one in the text. */
  asked: string | null;
}

const CLAUSE = /[;()]|[,:](?!\d)|\s[–—-]\s|\s(?:und|and|sowie|or|oder)\s/g;
const OTHER_SUBJECT = /^ (?:und|and) (?:nur |only )?(?:du|wir|ihr|sie|er|es|you|we|it|they)(?!\p{L})/u;
const ENDS_MEASURED = new RegExp(`(?<!\\p{L})(?:${NUMBER})[^,;]{0,40}$`, 'u');
const MEASURED = new RegExp(`^[^,;]*(?<!\\p{L})(?:${NUMBER})(?!\\p{L})`, 'u');
const CONTRAST = /;|,? (?:aber|but|sondern|doch|jedoch|however) /g;
const PART = /[,:!](?!\d)|\s(?:und|and)\s|\s[–—-]\s/g;
const ITEM = /^(?:[-*+•]|\d{1,3}[.)])\s+/;
const HEADING = /^#{1,6}\s+/;
const ROW = /^\|.*\|$/;

/** Sentences of a line; a small letter goes on with the one before: `bis zum 31.03. möglich`. */
function sentencesOf(line: string): string[] {
  const joined: string[] = [];
  for (const { text: part, before } of splitSentences(line)) {
    if (before === 'perhaps') joined.push((joined.pop() ?? '') + part);
    else joined.push(part);
  }
  return joined.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** What was read before a line. */
interface Above {
  heading: string;
  lead: string;
  before: string;
  asked: string | null;
}

/** What a text says, piece by piece. @param title that the first sentence may answer. */
export function unitsOf(title: string, text: string): Unit[] {
  const above: Above = { heading: '', lead: '', before: '', asked: isQuestion(title) ? title : null };
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : unitsOfLine(line.trim(), above)));
}

function unitsOfLine(line: string, above: Above): Unit[] {
  const isItem = ITEM.test(line) || ROW.test(line);
  const plain = line.replace(ITEM, '').replaceAll('**', '').replaceAll('__', '').replace(HEADING, '');
  if (!isItem) above.lead = '';
  if (HEADING.test(line) || /^\*\*[^*]+\*\*$/.test(line)) above.heading = plain;
  return sentencesOf(plain).flatMap((text) => {
    const before = isItem ? '' : above.before;
    above.before = text;
    if (isQuestion(text)) {
      above.asked = text;
      return [];
    }
    const unit: Unit = { text, lead: above.lead || above.heading, isItem, before, asked: above.asked };
    if (!text.endsWith(':')) above.asked = null;
    else if (!isItem) above.lead = text;
    return [unit];
  });
}

/** The clauses of a sentence; `and` is between two only where there is a number on either side. */
export function clausesOf(lower: string): Clause[] {
  const marks = [...lower.matchAll(CLAUSE)].filter(({ index, 0: mark }) => {
    if (mark.length < 4 || OTHER_SUBJECT.test(lower.slice(index))) return true;
    return ENDS_MEASURED.test(lower.slice(0, index)) && MEASURED.test(lower.slice(index));
  });
  return between(
    lower,
    marks.map(({ index }) => ({ at: index, end: index + 1 })),
  );
}

/** Stretches that each say something of their own; a comma is between two only where either side does. */
export function statementsOf(lower: string, says: (text: string) => boolean): Clause[] {
  return between(lower, marksOf(CONTRAST, lower)).flatMap(({ at, end }) => {
    const found: Clause[] = [];
    for (const part of between(lower.slice(at, end), marksOf(PART, lower.slice(at, end)))) {
      const next = { at: at + part.at, end: at + part.end };
      const last = found.at(-1);
      if (last && !(says(lower.slice(next.at, next.end)) && says(lower.slice(last.at, last.end))))
        last.end = next.end;
      else found.push(next);
    }
    return found;
  });
}

function marksOf(expression: RegExp, text: string): Clause[] {
  return [...text.matchAll(expression)].map(({ index, 0: mark }) => ({
    at: index,
    end: index + mark.length,
  }));
}

function between(text: string, marks: readonly Clause[]): Clause[] {
  const starts = [0, ...marks.map(({ end }) => end)];
  return starts.map((at, index) => ({ at, end: marks[index]?.at ?? text.length }));
}
