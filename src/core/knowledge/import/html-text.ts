import { htmlToMarkdown } from '../../../adapters/markdown/html.ts';

/** The text of an entry that came as HTML, as an import reads it; null where it is nested too deep to be read. */
export function htmlToText(html: string): string | null {
  return isTooDeep(Buffer.from(html)) ? null : htmlToMarkdown(html, null);
}

/** No program writes deeper pages; a parser's time grows with the square of the depth. */
const MAX_DEPTH = 10_000;
/** Tags that close themselves open nothing, and these may lack their end. */
const TAG = /<(\/?)([a-z][a-z0-9-]*)([^<>]{0,1000}\/>)?/gi;
const NEVER_OPEN =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|d[dt]|t[dhr]|opt.*|t(?:head|body|foot)|colgroup|r[pt]|html|head|body)$/i;

export function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  for (const [, end, name = '', closesItself] of Buffer.from(bytes).toString('latin1').matchAll(TAG)) {
    if (closesItself || NEVER_OPEN.test(name)) continue;
    depth = Math.max(0, depth + (end ? -1 : 1));
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
