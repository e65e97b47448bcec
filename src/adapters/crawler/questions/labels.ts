import { descendants, type Element } from '../page/tree.ts';

/** Labels of fields become `#label`, which is no title: only those of a box to tick open something, without script. */
export function markFieldLabels(root: Element): void {
  const boxes = new Set<string | undefined>();
  const labels: Element[] = [];
  for (const element of descendants(root)) {
    const { tag, attributes } = element;
    if (tag === 'input' && /^(?:checkbox|radio)$/i.test(attributes.type ?? '')) boxes.add(attributes.id);
    if (tag === 'label' && attributes.for !== undefined) labels.push(element);
  }
  for (const label of labels) if (!boxes.has(label.attributes.for)) label.tag = '#label';
}
