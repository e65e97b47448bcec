import { classesOf, descendants, type Element, type TreeNode } from '../page/tree.ts';

const LANGUAGE_CLASS =
  /^(?:language|lang|highlight-source|highlight|sourcecode|src|brush)[-:](\w[\w+#.-]{0,29})$/;
/** Signs beside the code: numbers of lines, copy buttons, the name of the language. */
const BESIDE_CODE = new Set(
  'lineno linenos line-number line-numbers line-numbers-rows gutter copy copybtn copy-button lang code-lang'.split(
    ' ',
  ),
);
const NO_LANGUAGE = new Set(['default', 'none', 'plaintext', 'notranslate', 'text']);

/** A fenced block with its language; its text as it stands, but for blank lines around it. */
export function renderCodeBlock(pre: Element, around: readonly Element[]): string {
  const code = codeText(pre)
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  if (code === '') return '';
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${languageOf(pre, around)}\n${code}\n${fence}`;
}

/** The language's name beside the block is the fence's already. */
export function isBesideCode(element: Element): boolean {
  return classesOf(element).some((name) => BESIDE_CODE.has(name));
}

function languageOf(pre: Element, around: readonly Element[]): string {
  const inner = descendants(pre)
    .filter(({ tag }) => tag === 'code')
    .take(1);
  for (const { attributes, ...element } of [...inner, pre, ...around.slice(-3).reverse()]) {
    const named = attributes['data-lang'] ?? attributes['data-language'];
    const found = classesOf({ attributes, ...element }).map((name) => LANGUAGE_CLASS.exec(name)?.[1]);
    const language = [named?.toLowerCase(), ...found].find(
      (name) => name !== undefined && /^[\w+#.-]{1,30}$/.test(name),
    );
    if (language !== undefined && !NO_LANGUAGE.has(language)) return language;
  }
  return '';
}

function codeText(node: TreeNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return '\n';
  if (node.tag === 'button' || isBesideCode(node)) return '';
  const inner = node.children.map(codeText).join('');
  const isLine = (node.tag === 'div' || node.tag === 'li' || node.tag === 'p') && !inner.endsWith('\n');
  return isLine ? `${inner}\n` : inner;
}
