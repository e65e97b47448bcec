import { createElement, type Element, measure, type TreeNode } from '../page/tree.ts';
import { ANSWER_MARK, isBlank, isInvisible } from './signs.ts';

/**
 * A question with its answer, as the renderer takes it: the title, fit for Markdown, stands in an attribute.
 * A `name` instead of a question, such as a tab's, stays a line above its panel.
 */
export function createQuestion(
  title: { text: string; anchor: string | null },
  answer: readonly TreeNode[],
  kind: 'question' | 'name' = 'question',
): Element {
  const content = answer.map(reveal);
  const question = createElement('#question', kind === 'question' ? withoutMark(content) : content);
  question.attributes = { title: title.text, type: kind, ...(title.anchor ? { id: title.anchor } : {}) };
  measure(question);
  return question;
}

/** What its title opens is no longer hidden, and its names, such as `menu-panel`, say nothing more. */
export function reveal(node: TreeNode): TreeNode {
  if (typeof node === 'string') return node;
  const {
    hidden: _,
    style: _style,
    class: names,
    role: _role,
    'aria-hidden': _hidden,
    ...attributes
  } = node.attributes;
  const inner = node.children.filter((child) => !isBlank(child));
  const [only] = inner;
  const isChain = inner.length === 1 && typeof only === 'object' && isInvisible(only);
  const children = isChain ? [reveal(only)] : node.children;
  const isCode = names !== undefined && /lang|highlight|brush|source/.test(names);
  const tag = node.tag === 'nav' ? 'div' : node.tag;
  return { ...node, tag, attributes: isCode ? { ...attributes, class: names } : attributes, children };
}

/** Without the `A:` before an answer. */
function withoutMark(nodes: readonly TreeNode[]): TreeNode[] {
  const first = nodes.findIndex((node) => !isBlank(node));
  const node = nodes[first];
  if (node === undefined) return [...nodes];
  if (typeof node === 'string') return nodes.with(first, node.replace(ANSWER_MARK, ''));
  if (/^(?:pre|code|table|#question)$/.test(node.tag)) return [...nodes];
  return nodes.with(first, { ...node, children: withoutMark(node.children) });
}
