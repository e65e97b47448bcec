import { hasDueLink } from '../../adapters/db/knowledge/links.ts';
import type { Core } from '../core.ts';

/** Crawls the links that are due. Loads the crawler with the first of them: it takes up to 17 MB. */
export async function crawlWhenDue(core: Core, signal: AbortSignal): Promise<void> {
  if (!(await hasDueLink(core.database, new Date(core.clock()), core.discord !== null))) return;
  const { crawlDueLinks } = await import('./links.ts');
  await crawlDueLinks(core, signal);
}
