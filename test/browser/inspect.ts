import { mkdirSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What is evaluated in the page, as far as it is used here. */
interface Element {
  parentElement: Element | null;
}
declare function getComputedStyle(element: Element): { overflowX: string };

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const FOLDER = 'coverage/screenshots';

/** What the page lacks for somebody who sees, hears or moves differently. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** What makes the page wider than the screen; what lies in a box that scrolls by itself does not. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.locator('html').evaluate((root) => {
    const { scrollWidth, clientWidth } = root;
    if (scrollWidth <= clientWidth) return [];
    const scrolls = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
    const isBoxed = (element: Element | null): boolean =>
      element !== null && element !== root && (scrolls(element) || isBoxed(element.parentElement));
    const wide = [...root.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !isBoxed(element.parentElement),
    );
    return [`${scrollWidth} > ${clientWidth}`, ...wide.map((element) => element.outerHTML.slice(0, 120))];
  });
}

/** The whole page as an image, for somebody to look at. @param name without the ending. */
export async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: true });
}
