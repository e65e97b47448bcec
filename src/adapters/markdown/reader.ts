import { readContainers } from './containers.ts';
import { readDefinitions } from './definitions.ts';
import { readHtmlBlocks } from './html-blocks.ts';
import type { FileMarks } from './inline.ts';
import { type Line, readLines, readPageTitle } from './lines.ts';
import { foldAnswers } from './questions/answers.ts';
import { readLabelHeadings } from './questions/label-headings.ts';
import { splitQuestions } from './questions/questions.ts';
import { dropMarks, readFileMarks } from './questions/site-marks.ts';
import { toPlainTitle } from './questions/title.ts';
import { type MarkdownSection, readHeading, SectionList, type Stretch } from './sections.ts';
import { toText } from './text.ts';

export type { MarkdownSection } from './sections.ts';

export interface MarkdownFile {
  /** What its front matter calls it; empty where it says nothing. */
  title: string;
  sections: MarkdownSection[];
}

const QUESTION_LEVEL = 7;

/**
 * Reads a Markdown file of any flavour by its headings and questions, in time that grows with its length only. It
 * knows what people write and what GitHub, Docusaurus, VitePress, MkDocs, Jekyll and Hugo understand.
 */
export function readMarkdown(text: string): MarkdownFile {
  const lines = readLines(text);
  const marks = readFileMarks(lines);
  const plain = readHtmlBlocks(readContainers(readDefinitions(dropMarks(lines))), marks);
  const stretches = foldAnswers(readStretches(readLabelHeadings(plain), marks));
  return { title: toPlainTitle(readPageTitle(lines), marks, false), sections: toSections(stretches, marks) };
}

/** The file by headings, and by what opens with a click. */
function readStretches(lines: readonly Line[], marks: FileMarks): Stretch[] {
  const headings = lines.map((line) => (line.kind === 'text' ? readHeading(line.text) : null));
  const hasMarks = headings.some((heading) => heading !== null);
  const isNumbered =
    headings.filter((heading) => heading && /^\d{1,3}(?:[.)]|(?:\.\d{1,3}){1,3}[.):]?)\s/.test(heading.title))
      .length > 1;
  const list = new SectionList((title) => toPlainTitle(title, marks, isNumbered), hasMarks);
  for (const [index, line] of lines.entries()) {
    const heading = headings[index];
    if (heading) list.begin(heading, line.number);
    else list.add(line);
  }
  return list.all;
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
      return [
        {
          ...{
            line: part.line,
            level: QUESTION_LEVEL,
            title,
            path: [...path, ...group],
            anchor: section.anchor,
          },
          ...{ ...said, facts: {}, isGroup: false, isPart: false },
        },
      ];
    });
    return [{ ...section, ...toText(own, marks, section.level > 0), isGroup }, ...questions];
  });
}
