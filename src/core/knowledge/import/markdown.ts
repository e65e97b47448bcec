import { type MarkdownFile, type MarkdownSection, readMarkdown } from '../../../adapters/markdown/reader.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../domain/limits.ts';
import { cutMarkdown } from '../../../domain/markdown/cut.ts';
import { truncateAtWord } from '../../../domain/text.ts';
import { joinTitles, SEPARATOR } from '../../search/parts.ts';
import { takeQuestions } from './questions.ts';
import type { Candidate } from './record.ts';
import { type Told, tellApart } from './titles.ts';

const FACTS = new Set(['id', 'language', 'link', 'valid_until']);
/** Level of a question that is no heading. */
const QUESTION_LEVEL = 7;
/** Headings that only say that questions follow. */
const SAYS_NOTHING =
  /^\W*(?:faqs?|q ?& ?a|fragen|questions?|häufige? (?:gestellte )?fragen|häufig gestellte fragen|fragen (?:und|&) antworten|(?:frequently|commonly|most) asked questions?|(?:common|general|other|more) questions?|questions? (?:and|&) answers?|allgemeine?s?(?: fragen)?|weitere fragen|sonstiges|general|misc\w*|help|hilfe|support|overview|übersicht)\W*(?:\(?faqs?\)?)?\W*$/iu;

/** One entry a heading or question; notes tell what makes none, or only under another title. */
export function* readMarkdownFile(text: string, fileName: string | undefined): Generator<Candidate> {
  const file = readMarkdown(text);
  const named = file.sections
    .filter((section) => section.text !== '' && section.facts.id === undefined)
    .map((section) => ({ ...nameOf(section, file, fileName), text: section.text, section }));
  const told = new Map(tellApart(named).map((one, n) => [named[n]?.section, one]));
  for (const section of file.sections) {
    const { line, level, isGroup, title } = section;
    if (section.text !== '')
      yield* toCandidates(section, told.get(section) ?? { title, change: 'none' }, file);
    else if (level > 0 && !isGroup) yield { line, note: { kind: 'no_text' } };
  }
  for (const line of file.untitled) yield { line, note: { kind: 'no_title' } };
}

function* toCandidates(
  section: MarkdownSection,
  { title, change }: Told,
  file: MarkdownFile,
): Generator<Candidate> {
  const line = section.level === 0 ? section.textLine : section.line;
  if (change === 'same') return yield { line, note: { kind: 'same_entry' } };
  if (section.level === 0 && file.title === '') yield { line, note: { kind: 'above_first_heading', title } };
  if (change === 'renamed') yield { line, note: { kind: 'same_title', title } };
  const facts = Object.fromEntries(Object.entries(section.facts).filter(([key]) => FACTS.has(key)));
  const said = readSaid(section);
  const texts = cutMarkdown(said.text, MAX_ENTRY_TEXT_CHARACTERS);
  if (texts.length > 1) yield { line, note: { kind: 'cut', title } };
  for (const [n, text] of texts.entries()) {
    const id = facts.id === undefined || n === 0 ? {} : { id: `${facts.id}-${n + 1}` };
    const questions = n === 0 ? said.questions : {};
    const suffix = n === 0 ? '' : ` (${n + 1})`;
    yield { line, value: { ...facts, ...id, ...questions, title: shorten(title, suffix), text } };
  }
}

/** Other wordings stand below a heading alone. */
function readSaid({ level, text }: MarkdownSection): { text: string; questions: { questions?: string[] } } {
  if (level === 0 || level === QUESTION_LEVEL) return { text, questions: {} };
  const taken = takeQuestions(text);
  return { text: taken.text, questions: taken.questions.length > 0 ? { questions: taken.questions } : {} };
}

/** The titles above a question are shortened before the question is. */
function shorten(title: string, suffix: string): string {
  return joinTitles(title.split(SEPARATOR), MAX_ENTRY_TITLE_CHARACTERS - suffix.length) + suffix;
}

/** A question keeps the heading above it, which holds words that people ask with. */
function nameOf(section: MarkdownSection, file: MarkdownFile, fileName: string | undefined) {
  const { level, path, title } = section;
  if (level === 0) return { title: file.title || wordsOf(fileName) || firstWords(section.text), path };
  const above = path.at(-1) ?? '';
  const isContext = (level === QUESTION_LEVEL || section.isPart) && above !== '' && !SAYS_NOTHING.test(above);
  return isContext ? { title: above + SEPARATOR + title, path: path.slice(0, -1) } : { title, path };
}

/** `opening-hours.md` is about opening hours. */
export function wordsOf(fileName = ''): string {
  return fileName
    .replace(/(?:\.\w{1,8}){1,2}$/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim();
}

/** The name of a text without a title. */
export function firstWords(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return truncateAtWord(line.replace(/[*_`#>|[\]]+/g, '').trim(), 80);
}
