import { renderPlain } from '../markdown/inline.ts';
import { descendants, type Element } from '../page/tree.ts';
import { createQuestion } from './question.ts';
import { MAX_TITLE_LETTERS, toTitleText } from './signs.ts';

/** An element that says it is a question, with its parts named; null for any other. */
export function readMicrodata(element: Element): Element | null {
  if (!/schema\.org\/Question\s*$/i.test(element.attributes.itemtype ?? '')) return null;
  const parts = [...descendants(element)];
  const named = (name: string) =>
    parts.find(({ attributes }) => attributes.itemprop?.split(/\s+/).includes(name));
  const title = named('name');
  const answer = named('acceptedAnswer') ?? named('suggestedAnswer');
  if (title === undefined || answer === undefined || title.textLength > MAX_TITLE_LETTERS) return null;
  const body = [...descendants(answer)].find(({ attributes }) => attributes.itemprop === 'text') ?? answer;
  const text = toTitleText(renderPlain(title.children));
  if (text === '' || body.textLength === 0) return null;
  return createQuestion({ text, anchor: element.attributes.id ?? title.attributes.id ?? null }, [body]);
}
