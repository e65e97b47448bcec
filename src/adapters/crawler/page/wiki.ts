import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { classesOf, createElement, descendants, type Element, textOf } from '../../html/tree.ts';

/** The text of a page that Confluence exported: author, breadcrumbs, attachments and comments stand outside of it. */
export function findWikiContent(root: Element): Element | undefined {
  return descendants(root).find(
    (one) => one.attributes.id === 'main-content' && classesOf(one).includes('wiki-content'),
  );
}

/** Confluence puts the name of the space before the page's: `SUP : Fees`. */
export function withoutSpace(title: string): string {
  return title.replace(/^.{1,100}? : (?=\S)/, '');
}

/** Its boxes that open are parts of their section, named in bold, unless they ask something. */
export function openExpanders(content: Element): void {
  for (const box of [...descendants(content)]) {
    if (!classesOf(box).includes('expand-control')) continue;
    const name = textOf(box).trim();
    if (isQuestion(name)) continue;
    box.tag = 'p';
    box.attributes = {};
    box.children = [createElement('strong', [name])];
  }
  for (const box of [...descendants(content)]) {
    const isBox = classesOf(box).some((name) => name === 'expand-container' || name === 'expand-content');
    if (isBox && ![...descendants(box)].some((one) => classesOf(one).includes('expand-control')))
      box.attributes = {};
  }
}
