import { MAX_ENTRY_QUESTIONS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../domain/limits.ts';
import { withoutTwins } from '../wordings.ts';

/** Cleans a record's other wordings: no blank or repeated ones; a single text is a list of one. */
export function readQuestions(value: unknown): { value: unknown; isCut: boolean } {
  if (typeof value !== 'object' || value === null || !('questions' in value)) return { value, isCut: false };
  const given = typeof value.questions === 'string' ? [value.questions] : value.questions;
  if (!Array.isArray(given)) return { value, isCut: false };
  const said = given.filter((one: unknown) => typeof one !== 'string' || one.trim() !== '');
  // The schema refuses values that are no text.
  if (!said.every((one) => typeof one === 'string'))
    return { value: { ...value, questions: said }, isCut: false };
  const title = 'title' in value && typeof value.title === 'string' ? value.title : '';
  const all = withoutTwins(said, title);
  const questions = all.slice(0, MAX_ENTRY_QUESTIONS);
  return { value: { ...value, questions }, isCut: questions.length < all.length };
}

export function splitCell(cell: string): string[] {
  return cell.split(/[|\n]/);
}

const LABEL = /^ {0,3}Q:[ \t]{0,9}(\S.*)$/;

/** Takes the lines `Q: …` right below a heading. They are other wordings of it only where a text follows. */
export function takeQuestions(text: string): { questions: string[]; text: string } {
  const lines = text.split('\n');
  const questions: string[] = [];
  let at = 0;
  for (; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trimEnd();
    const [, words = ''] = LABEL.exec(line) ?? [];
    const isWording = words !== '' && words.length <= MAX_ENTRY_TITLE_CHARACTERS;
    if (!isWording && line !== '') break;
    if (isWording) questions.push(words);
  }
  const rest = lines.slice(at).join('\n');
  return questions.length === 0 || rest === '' ? { questions: [], text } : { questions, text: rest };
}
