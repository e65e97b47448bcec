import type { PageFault } from '../../domain/errors.ts';
import { MAX_KNOWLEDGE_ENTRIES, MAX_PAGE_BYTES, PAGE_TIMEOUT_SECONDS } from '../../domain/limits.ts';

/** What each fault says to an owner; `%` stands for its detail. */
const SENTENCES: Record<PageFault, string> = {
  invalid_address: 'This is not the address of a web page (%).',
  not_public: 'This address is not on the public internet.',
  unresolved: 'There is no site with this name.',
  unreachable: 'The site cannot be reached.',
  certificate: "The site's certificate is not valid.",
  timeout: `The site took longer than ${PAGE_TIMEOUT_SECONDS} seconds.`,
  too_large: `The page is larger than ${MAX_PAGE_BYTES / 1024 / 1024} MB.`,
  too_many_redirects: 'The page redirects in circles or too often.',
  leads_elsewhere: 'The page redirects to %, which is another site.',
  http_status: 'The site answered with HTTP %.',
  not_text: 'This is not a page of text (%).',
  no_text: 'There is no text on this page.',
  unreadable: 'The page cannot be read: it is broken or took too long to take apart.',
  robots: "The site's robots.txt does not allow this page.",
  robots_unavailable: "The site's robots.txt cannot be read (%), so nothing is allowed.",
  noindex: 'The page asks not to be indexed.',
  knowledge_full: `The server holds its ${MAX_KNOWLEDGE_ENTRIES} entries; this page found no place.`,
};

/** A fault in words; null for none. */
export function describeFault(fault: PageFault | null, detail: string | null): string | null {
  if (fault === null) return null;
  return SENTENCES[fault].replace(/ ?\(%\)|%/, (place) => (detail ? place.replace('%', () => detail) : ''));
}
