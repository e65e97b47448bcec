import { decodeXML } from 'entities';
import { type Block, renderBlocks } from '../../html/blocks.ts';
import { renderPlain } from '../../html/inline.ts';
import { createElement, parseTree } from '../../html/tree.ts';
import type { PageSection } from '../page/sections.ts';
import { createQuestion } from './question.ts';
import { toKey } from './siblings.ts';
import { toTitleText } from './title.ts';

/** A question that a page lists for search engines; the answer is HTML or plain text. */
interface StructuredQuestion {
  text: string;
  answer: string;
}

const MAX_QUESTIONS = 300;
const MAX_VALUES = 100_000;
/** Comment and CDATA marks that hide a script from old browsers. */
const AROUND_JSON =
  /^[\s;]*(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)|(?:-->|(?:\/\/|\/\*)?\s*\]\]>(?:\s*\*\/)?)[\s;]*$/g;

/** Questions with their answers in a page's JSON-LD, wherever they stand in it; what is no JSON is nothing. */
export function readStructuredQuestions(html: string): StructuredQuestion[] {
  const found = new Map<string, StructuredQuestion>();
  for (const { attributes, script } of scriptsIn(html)) {
    if (!attributes.toLowerCase().includes('application/ld+json')) continue;
    for (const value of valuesOf(script)) {
      const question = toQuestion(value);
      if (question !== null && found.size < MAX_QUESTIONS) found.set(toKey(question.text), question);
    }
  }
  return [...found.values()];
}

/** Renders the questions that the text of the page lacks, as blocks behind it. */
export function renderMissing(
  questions: readonly StructuredQuestion[],
  sections: readonly PageSection[],
  baseUrl: string,
): Block[] {
  const titles = new Set(sections.map(({ path }) => toKey(path.at(-1) ?? '')));
  const whole = toKey(sections.map(({ path, text }) => `${path.join(' ')} ${text}`).join(' '));
  const blocks: Block[] = [];
  for (const { text, answer } of questions) {
    if (titles.has(toKey(text))) continue;
    const tree = parseAnswer(answer);
    const isShown = whole.includes(toKey(text)) && whole.includes(toKey(renderPlain(tree.children)));
    if (isShown) continue;
    const box = createElement('div', [createQuestion({ text, anchor: null }, tree.children)]);
    blocks.push({ kind: 'heading', level: 1, text: '', anchor: null }, ...renderBlocks(box, baseUrl));
  }
  return blocks;
}

/** In linear time: one that never ends ends the search. */
export function* scriptsIn(html: string): Generator<{ attributes: string; script: string }> {
  const opening = /<script\b[^<>]*>/gi;
  for (let open = opening.exec(html); open !== null; open = opening.exec(html)) {
    const closing = /<\/script/gi;
    closing.lastIndex = opening.lastIndex;
    const close = closing.exec(html);
    if (close === null) return;
    yield { attributes: open[0], script: html.slice(opening.lastIndex, close.index) };
    opening.lastIndex = closing.lastIndex;
  }
}

/** Every object in it, without recursion: depth is the sender's choice. */
function* valuesOf(json: string): Generator<Record<string, unknown>> {
  const ahead: unknown[] = [];
  try {
    ahead.push(JSON.parse(json.replace(AROUND_JSON, '')));
  } catch {
    return;
  }
  for (let count = 0; ahead.length > 0 && count < MAX_VALUES; count += 1) {
    const value = ahead.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) yield value as Record<string, unknown>;
    const inner = Object.values(value);
    for (let n = Math.min(inner.length, MAX_VALUES) - 1; n >= 0; n -= 1) ahead.push(inner[n]);
  }
}

function toQuestion(value: Record<string, unknown>): StructuredQuestion | null {
  const types = [value['@type']]
    .flat()
    .map((type) => (typeof type === 'string' ? type.replace(/^.*[/:]/, '') : ''));
  if (!types.includes('Question')) return null;
  const name = textFrom(value.name) ?? textFrom(value.headline) ?? textFrom(value.text);
  const answers = [value.acceptedAnswer ?? value.suggestedAnswer].flat().map((answer) => textFrom(answer));
  const answer = answers.find((one) => one !== null);
  if (name === null || !answer) return null;
  const text = toTitleText(renderPlain(parseAnswer(name).children));
  return text === '' ? null : { text, answer };
}

function textFrom(value: unknown): string | null {
  if (Array.isArray(value)) return textFrom(value[0]);
  if (typeof value !== 'object' || value === null) return plainFrom(value);
  const { text, '@value': plain } = value as Record<string, unknown>;
  return plainFrom(text) ?? plainFrom(plain);
}

function plainFrom(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Some escape their HTML twice; plain text keeps its lines. */
function parseAnswer(answer: string) {
  const isTagged = (text: string) => /<(?:\/?[a-z][a-z0-9]{0,20}[\s/>])/i.test(text);
  let html = answer;
  if (!isTagged(html) && /&lt;\/?[a-z]/i.test(html)) html = decodeXML(html);
  if (!isTagged(html)) html = html.trim().replace(/\r?\n/g, '<br>');
  return parseTree(`<div>${html}</div>`);
}
