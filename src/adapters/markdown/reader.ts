import { COUNT } from '../../domain/markdown/sentences.ts';
import { readContainers, readDefinitions } from './containers.ts';
import { foldAnswers, readLabelHeadings } from './headings.ts';
import { readHtmlBlocks } from './html-blocks.ts';
import { cleanText, type FileMarks } from './inline.ts';
import { type MarkdownLine, readLines, readPageTitle } from './lines.ts';
import { readNotes } from './notes.ts';
import { readLabel, toPlainTitle } from './question-marks.ts';
import { splitQuestions } from './questions.ts';
import { type MarkdownSection, readHeading, SectionList, type Stretch } from './sections.ts';
import { dropMarks, readFileMarks } from './site-marks.ts';

export type { MarkdownSection } from './sections.ts';

export interface MarkdownFile {
  /** The title in its front matter; empty without one. */
  title: string;
  sections: MarkdownSection[];
  /** Lines of headings without words, whose text is in the section above. */
  untitled: number[];
}

const QUESTION_LEVEL = 7;

/**
 * Reads a Markdown file of any flavour by its headings and questions, in linear time. It knows the habits of people,
 * GitHub, Docusaurus, VitePress, MkDocs, Jekyll, Hugo and Obsidian.
 */
export function readMarkdown(text: string): MarkdownFile {
  const lines = readLines(text);
  const marks = readFileMarks(lines);
  const plain = readHtmlBlocks(readContainers(readDefinitions(readNotes(dropMarks(lines)))), marks);
  const { all, untitled } = readStretches(readLabelHeadings(plain), marks);
  const title = toPlainTitle(readPageTitle(lines), marks, false);
  return { title, sections: toSections(foldAnswers(all), marks), untitled };
}

function readStretches(lines: readonly MarkdownLine[], marks: FileMarks): SectionList {
  const headings = lines.map((line) => (line.kind === 'text' ? readHeading(line.text) : null));
  const hasMarks = headings.some((heading) => heading?.title);
  const isNumbered = headings.filter((heading) => heading && COUNT.test(heading.title)).length > 1;
  const list = new SectionList((title) => toPlainTitle(title, marks, isNumbered), hasMarks);
  for (const [index, line] of lines.entries()) {
    const heading = headings[index];
    if (heading) list.begin(heading, line.number);
    else list.add(line);
  }
  return list;
}

function toSections(stretches: readonly Stretch[], marks: FileMarks): MarkdownSection[] {
  return stretches.flatMap((stretch, index) => {
    const { lines, isAsked, ...section } = stretch;
    const { own, parts } = splitQuestions(lines, section.title, isAsked);
    const next = stretches[index + 1];
    const isGroup = parts.length > 0 || (next !== undefined && next.path.length > section.path.length);
    const path = [...section.path, section.title].filter((title) => title !== '');
    let group: string[] = [];
    const questions = parts.flatMap((part): MarkdownSection[] => {
      const title = toPlainTitle(part.title, marks);
      if (part.isGroup) group = [title];
      if (part.isGroup || title === '') return [];
      const said = toText(part.lines, marks, true);
      const place = {
        line: part.line,
        level: QUESTION_LEVEL,
        path: [...path, ...group],
        anchor: section.anchor,
      };
      return [{ ...place, title, ...said, facts: {}, isGroup: false, isPart: false }];
    });
    return [{ ...section, ...toText(own, marks, section.level > 0), isGroup }, ...questions];
  });
}

const RULE = /^[-*_\s]+$/;
const isSaid = ({ text }: MarkdownLine) => text.trim() !== '' && !RULE.test(text);

/**
 * Joins lines to one text without HTML and other marks outside of code. Rules at its ends only part it from its
 * neighbours.
 */
function toText(lines: readonly MarkdownLine[], marks: FileMarks, isAnswer: boolean) {
  const first = lines.findIndex(isSaid);
  const said = lines.slice(Math.max(0, first), lines.findLastIndex(isSaid) + 1);
  const textLine = said[0]?.number ?? 1;
  const [top] = said;
  const label = isAnswer && top?.kind === 'text' ? readLabel(top.text) : null;
  const plain = top && label?.kind === 'answer' ? [{ ...top, text: label.words }, ...said.slice(1)] : said;
  const stretches: string[] = [];
  for (let at = 0; at < plain.length; ) {
    const kind = plain[at]?.kind;
    let end = at;
    while (end < plain.length && plain[end]?.kind === kind) end += 1;
    const text = plain
      .slice(at, end)
      .map((line) => line.text)
      .join('\n');
    stretches.push(kind === 'code' ? text : cleanText(text, marks).replace(/\n{3,}/g, '\n\n'));
    at = end;
  }
  const text = withoutMargin(stretches.join('\n'));
  return { text: isSaid({ text, number: 0, kind: 'text' }) ? text : '', textLine };
}

/** Removes surrounding blank lines and common indentation; a lone item loses its mark. */
function withoutMargin(text: string): string {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.trim() !== '');
  const kept = lines.slice(Math.max(0, from), lines.findLastIndex((line) => line.trim() !== '') + 1);
  const margin = kept.reduce((least, line) => {
    return line.trim() === '' ? least : Math.min(least, line.length - line.trimStart().length);
  }, 80);
  const [only = '', ...others] = kept.map((line) => line.slice(margin));
  return others.length === 0 ? only.replace(/^[-*+]\s{1,4}(?=\S)/, '') : [only, ...others].join('\n');
}
