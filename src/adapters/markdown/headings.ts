import { MAX_PASSAGE_CHARACTERS } from '../../domain/limits.ts';
import { isQuestion } from '../../domain/markdown/sentences.ts';
import { type MarkdownLine, nameLines, nextSaid } from './lines.ts';
import { splitQuestions } from './questions.ts';
import { readHeading, type Stretch } from './sections.ts';

const QUESTION = labelOf('question|frage', '[qf]');
const ANSWER = labelOf('answer|antwort', 'a');
const MAX_LINES = 5;

function labelOf(words: string, letter: string): RegExp {
  const number = String.raw`(?:${words})\s?(?:(?:no|nr)\.?\s?)?#?\d{0,3}|${letter}\s?\d{1,3}|${letter}(?=[:.)])`;
  return new RegExp(String.raw`^[*_]{0,3}(?:${number})\s?[:.)]?[*_]{0,3}$`, 'i');
}

/**
 * Headings that only say `Question 1` get the words below them as their title; headings that only say `Answer 1` go.
 */
export function readLabelHeadings(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const plain = [...lines];
  let isAsked = false;
  for (const [index, line] of lines.entries()) {
    const heading = line.kind === 'text' ? readHeading(line.text) : null;
    if (!heading) continue;
    if (isAsked && ANSWER.test(heading.title)) {
      plain[index] = { ...line, text: '' };
      continue;
    }
    const words = QUESTION.test(heading.title) ? readWords(lines, index + 1) : null;
    if (words) {
      plain.fill({ ...line, text: '' }, index, words.end);
      plain[index] = { ...line, text: `${'#'.repeat(heading.level)} ${words.title}` };
    }
    isAsked = words !== null || isQuestion(heading.title) || isAnsweredBelow(lines, index, heading.level);
  }
  return plain;
}

/** The paragraph below a heading, if it asks or the next heading answers it. */
function readWords(lines: readonly MarkdownLine[], from: number): { title: string; end: number } | null {
  const start = nextSaid(lines, from);
  let end = start;
  const isPlain = (line?: MarkdownLine) =>
    line?.kind === 'text' && line.text.trim() !== '' && !readHeading(line.text);
  while (end < start + MAX_LINES && isPlain(lines[end])) end += 1;
  const paragraph = lines.slice(start, end).map(({ text }) => text.trim());
  const title = paragraph.join(' ').replace(/^>\s?/, '');
  if (title === '' || title.length > 400) return null;
  const next = readHeading(lines[nextSaid(lines, end)]?.text ?? '');
  return isQuestion(title) || (next && ANSWER.test(next.title)) ? { title, end } : null;
}

function isAnsweredBelow(lines: readonly MarkdownLine[], index: number, level: number): boolean {
  const next = readHeading(lines[nextSaid(lines, index + 1)]?.text ?? '');
  return next !== null && next.level > level && ANSWER.test(next.title);
}

/** The share of sibling headings that has to ask for all of them to be questions. */
export const MANY = 0.3;

/** `More questions?` leads to questions, whatever text stands between. */
export const LEADS = /(?<!\p{L})(?:questions?|fragen|faqs?|help|hilfe)(?!\p{L})/iu;

/**
 * Finds headings that are questions by their siblings. Lower headings that ask nothing divide an answer: they become
 * bold lines where the whole fits one passage, else parts named after it.
 */
export function foldAnswers(stretches: readonly Stretch[]): Stretch[] {
  markAsked(stretches);
  const folded: Stretch[] = [];
  for (let at = 0; at < stretches.length; ) {
    const stretch = stretches[at];
    if (stretch === undefined) break;
    const end = stretch.isAsked && isQuestion(stretch.title) ? endBelow(stretches, at) : at + 1;
    folded.push(...foldOne(stretch, stretches.slice(at + 1, end)));
    at = end;
  }
  return folded;
}

/** Headings that stand below the same one, together. */
export function groupSiblings<Heading extends { level: number }>(headings: readonly Heading[]): Heading[][] {
  const above: Heading[] = [];
  const groups = Map.groupBy(headings, (heading) => {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
    const parent = above.at(-1);
    above.push(heading);
    return parent;
  });
  return [...groups.values()];
}

function markAsked(stretches: readonly Stretch[]): void {
  for (const group of groupSiblings(stretches.filter(({ level }) => level > 0 && level < 7))) {
    const asked = group.filter(({ title }) => isQuestion(title)).length;
    const isAsked = asked > 1 && asked >= group.length * MANY;
    for (const stretch of group) stretch.isAsked = isAsked && !LEADS.test(stretch.title);
  }
  for (const stretch of stretches) if (stretch.level > 6) stretch.isAsked = isQuestion(stretch.title);
}

function endBelow(stretches: readonly Stretch[], at: number): number {
  const { level = 0 } = stretches[at] ?? {};
  let end = at + 1;
  for (let below = stretches[end]; below !== undefined && below.level > level; below = stretches[end]) {
    if (!isDividing(below)) return at + 1;
    end += 1;
  }
  return level > 6 ? at + 1 : end;
}

function isDividing(stretch: Stretch): boolean {
  const { level, title, isAsked, facts, lines } = stretch;
  if (level > 6 || isAsked || isQuestion(title) || facts.id !== undefined) return false;
  // Other wordings of it stand below, so people ask for it alone.
  if (lines[nextSaid(lines, 0)]?.text.trimStart().startsWith('Q: ')) return false;
  return splitQuestions(lines, title, false).parts.length === 0;
}

function foldOne(stretch: Stretch, below: readonly Stretch[]): Stretch[] {
  if (below.length === 0) return [stretch];
  const size = [stretch, ...below].reduce((sum, { title, lines }) => {
    return lines.reduce((all, { text }) => all + text.length + 1, sum + title.length + 8);
  }, 0);
  if (size > MAX_PASSAGE_CHARACTERS)
    return [stretch, ...below.map((part) => ({ ...part, path: [...part.path], isPart: true }))];
  const parts = below.flatMap(({ line, title, lines }) => [
    ...nameLines({ number: line, kind: 'text', text: '' }, title),
    ...lines,
  ]);
  return [{ ...stretch, lines: [...stretch.lines, ...parts] }];
}
