import { decodeHTML } from 'entities';
import { saysAnything, withoutGaps } from '../../../domain/text.ts';
import { readForm, withoutOpenChoices } from './form.ts';
import { readHtml } from './html.ts';
import { joinParts, textOf, toLines, withoutAddresses, withoutMarks } from './line.ts';
import { isClosing, isGreeting, withoutAnnouncement } from './pleasantries.ts';
import { markQuotes } from './quotes.ts';
import { markSignatures } from './signatures.ts';

export interface MessageText {
  /** The customer's own text, unchanged. */
  own: string;
  /** Quotes, headers, signature, small print; may be empty. */
  rest: string;
  /** `own` without addresses, labels and placeholders, for the reader. */
  words: string;
  /** The question without greeting and goodbye, for the search. */
  question: string;
}

/**
 * Finds the customer's own words among the additions of mail programs, forms and chats, in linear time. If none are
 * left, everything counts as theirs.
 */
export function readMessageText(text: string): MessageText {
  const html = readHtml(text);
  const lines = html ?? toLines(text);
  markQuotes(lines);
  markSignatures(lines);
  const written = lines.filter(({ part }) => part === 'own');
  const isAlone = !saysAnything(withoutMarks(textOf(written)));
  if (isAlone) for (const line of lines) line.part = 'own';
  const isWhole = isAlone || written.length === lines.length;
  const own = isWhole && !html ? text : joinParts(lines, ({ part }) => part === 'own');
  const rest = isWhole ? '' : joinParts(lines, ({ part }) => part !== 'own');
  return { own, rest, ...judge(own) };
}

function judge(own: string): Pick<MessageText, 'words' | 'question'> {
  const lines = withoutOpenChoices(toLines(decodeHTML(own)));
  const form = readForm(lines);
  const all = form ? form.map(({ value }) => value).join('\n\n') : textOf(lines);
  const words = firstThatSays(clean(all), withoutMarks(own), own);
  const questions = form?.filter(({ label, isQuestion }) => label === null || isQuestion) ?? [];
  const asked = questions.length > 0 ? questions.map(({ value }) => value).join('\n\n') : all;
  const body = joinParts(toLines(asked), ({ text }) => !isGreeting(text) && !isClosing(text));
  return { words, question: firstThatSays(withoutAnnouncement(clean(body)), clean(asked), words) };
}

function clean(text: string): string {
  const words = withoutAddresses(withoutMarks(text));
  if (words === text) return text;
  return withoutGaps(words.replace(/[ \t]{2,}/g, ' '), 1);
}

function firstThatSays(...texts: readonly string[]): string {
  return texts.find(saysAnything) ?? texts.at(-1) ?? '';
}
