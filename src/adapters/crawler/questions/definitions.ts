import { renderPlain } from '../markdown/inline.ts';
import { createElement, type Element, measure } from '../page/tree.ts';
import { createQuestion } from './question.ts';
import { endsAsQuestion, hasTitleName, isInvisible } from './signs.ts';
import { readTitle } from './title.ts';

/** A list of terms whose terms are questions, or whose meanings open on a click; null for any other element. */
export function definitionsToQuestions(list: Element): Element | null {
  if (list.tag !== 'dl') return null;
  const parts = partsOf(list);
  const terms = parts.filter(({ tag }) => tag === 'dt');
  const questions = terms.filter((term) =>
    endsAsQuestion(readTitle(term)?.text ?? renderPlain(term.children)),
  );
  const isOpened =
    parts.some((part) => part.tag === 'dd' && isInvisible(part)) ||
    terms.some((term) => readTitle(term)?.isClickable);
  const isFaq = hasTitleName(list) || terms.some(hasTitleName) || isOpened;
  if (terms.length === 0 || (!isFaq && questions.length * 2 < terms.length)) return null;
  const entries: Element[] = [];
  for (let n = 0; n < parts.length; ) {
    const isTerm = (at: number) => parts[at]?.tag === 'dt';
    let to = n;
    while (isTerm(to)) to += 1;
    const from = to;
    while (to < parts.length && !isTerm(to)) to += 1;
    entries.push(toEntry(parts.slice(n, from), parts.slice(from, to)));
    n = to;
  }
  const box = createElement('div', entries);
  measure(box);
  return box;
}

function toEntry(terms: readonly Element[], meanings: readonly Element[]): Element {
  const content = meanings.map((meaning) => ({ ...meaning, tag: 'div' }));
  const text = terms.map((term) => readTitle(term)?.text ?? renderPlain(term.children)).join(' / ');
  if (text === '') return createElement('div', content);
  return createQuestion(
    { text, anchor: terms.find(({ attributes }) => attributes.id)?.attributes.id ?? null },
    content,
  );
}

function partsOf(list: Element): Element[] {
  const parts = list.children.filter((child) => typeof child !== 'string');
  return parts.flatMap((part) => (part.tag === 'dt' || part.tag === 'dd' ? [part] : partsOf(part)));
}
