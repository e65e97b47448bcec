import parser from 'robots-parser';

/** Its types promise a default export, its CommonJS file is the function. */
const robotsParser = parser as unknown as typeof parser.default;

/** What a site asks of crawlers (RFC 9309). */
export interface Robots {
  isAllowed(url: string): boolean;
  /** Pause between two requests; 0 when the site asks for none. */
  delayMs: number;
  sitemaps: string[];
}

/** Longer pauses are not kept: a site of 200 pages would take an hour. */
const MAX_DELAY_MS = 10_000;
/** A pattern costs its length times the path's; longer lines are no rules that anybody wrote. */
const MAX_LINE_LENGTH = 2_000;

/** Reads a robots.txt; '' allows everything. @param agent the crawler's name in it. */
export function parseRobots(url: string, text: string, agent: string): Robots {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.length <= MAX_LINE_LENGTH);
  const rules = robotsParser(url, lines.join('\n'));
  const delaySeconds = rules.getCrawlDelay(agent) ?? 0;
  return {
    isAllowed: (page) => rules.isAllowed(page, agent) !== false,
    delayMs: Math.min(Math.max(0, delaySeconds * 1000), MAX_DELAY_MS),
    sitemaps: rules.getSitemaps(),
  };
}
