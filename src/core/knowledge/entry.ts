import { hash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import {
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_KNOWLEDGE_ENTRIES,
} from '../../domain/limits.ts';
import { toCleanText } from '../../domain/text.ts';
import type { KnowledgeEntry, KnowledgeSource, Provenance, UsableEntry } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { invalid } from '../owners/invalid-input.ts';
import { languageSchema, urlSchema } from '../owners/settings.ts';
import { guessLanguage } from '../reading/language.ts';
import { words } from '../search/words/analyse.ts';
import { questionsSchema, toWordings } from './wordings.ts';

/** Begins the ids of entries that a crawl makes; no owner may give such an id. */
export const PAGE_ENTRY_PREFIX = 'page:';

export const entryIdSchema = z
  .string()
  .regex(/^[\w.:/-]{1,120}$/, 'must be 1 to 120 letters, digits or . : / _ -');

export const entrySchema = z.object({
  id: entryIdSchema
    .refine((id) => !id.startsWith(PAGE_ENTRY_PREFIX), `must not begin with ${PAGE_ENTRY_PREFIX}`)
    .optional(),
  title: z.string().trim().min(1).max(MAX_ENTRY_TITLE_CHARACTERS).transform(toCleanText),
  text: z.string().trim().min(1).max(MAX_ENTRY_TEXT_CHARACTERS).transform(toCleanText),
  link: urlSchema.nullish(),
  language: languageSchema.nullish(),
  /** A day is valid to its end, in the zone of the calendar. */
  valid_until: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: 'must be an ISO date such as 2026-12-31 or 2026-12-31T18:00:00Z',
    })
    .nullish(),
  questions: questionsSchema.nullish(),
});

export function toEntry(
  core: Core,
  given: z.infer<typeof entrySchema>,
  origin: { source: KnowledgeSource; provenance: Provenance },
): KnowledgeEntry {
  const { title, text, valid_until: until } = given;
  const toExpiry = (at: string) => (at.includes('T') ? Date.parse(at) : core.calendar.endOfDate(at));
  return {
    // Without an id the title names an entry, so importing a file again updates it.
    id: given.id ?? hash('sha256', title.toLowerCase()).slice(0, 12),
    title,
    text,
    link: given.link ?? null,
    language: given.language ?? guessLanguage(words(`${title} ${text}`)),
    source: origin.source,
    validUntil: until ? new Date(toExpiry(until)) : null,
    ...toWordings(title, given.questions ?? []),
    provenance: { ...origin.provenance, at: new Date(core.clock()).toISOString() },
  };
}

export function isSameContent(a: KnowledgeEntry, b: KnowledgeEntry): boolean {
  const contentOf = (entry: KnowledgeEntry) => JSON.stringify([...said(entry), entry.proposed]);
  return contentOf(a) === contentOf(b);
}

/** A digest of an entry: another one after every change of it. */
export function versionOf(entry: UsableEntry): string {
  return hash('sha256', JSON.stringify(said(entry))).slice(0, 16);
}

function said({ title, text, link, language, validUntil, questions }: UsableEntry): unknown[] {
  return [title, text, link, language, validUntil, questions];
}

/** The last local day on which an entry is valid, as a form takes it; null for ever. */
export function lastDayOf(core: Core, { validUntil }: Pick<UsableEntry, 'validUntil'>): string | null {
  return validUntil && core.calendar.dayOf(validUntil.getTime() - 1).key;
}

export function fullKnowledge(more = ''): AppError {
  return invalid('entries', `A server holds at most ${MAX_KNOWLEDGE_ENTRIES} entries${more}.`);
}

export function missingEntry(entryId: string): AppError {
  return new AppError('not_found', { message: `There is no entry with the id ${entryId}.` });
}
