/** Ids of entries that a crawl makes begin with it; no owner may give such an id. */
export const PAGE_ENTRY_PREFIX = 'page:';
