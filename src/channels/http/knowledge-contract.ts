import { z } from 'zod';
import { entryIdSchema, entrySchema } from '../../core/knowledge/knowledge.ts';
import { LANGUAGES } from '../../domain/types.ts';

/** What the routes of the knowledge take and give; the checks are those of every other door. */

export const entryPathSchema = z.object({
  id: entryIdSchema.meta({
    description:
      'Id of the entry in your own system: 1 to 120 letters, digits or `. : / _ -`, percent-encoded (`/` as `%2F`).',
    example: 'faq-17',
  }),
});

export const pageQuerySchema = z.object({
  after: entryIdSchema.optional().meta({
    description: '`next` of the page before; left out: the first page.',
    example: 'faq-17',
  }),
});

const { title, text, link, language, valid_until, questions } = entrySchema.shape;

export const entryRequestSchema = z
  .object({
    title: title.meta({ description: 'What it is about, best as a question; no two entries share one.' }),
    text: text.meta({ description: 'The answer, as text or simple Markdown.' }),
    link: link.meta({ description: 'Address that the bot gives with it; left out: none.' }),
    language: language.meta({ description: 'Left out: told by its words.' }),
    valid_until: valid_until.meta({
      description: 'The last day or the moment to which it is used; left out: for good.',
      example: '2026-12-31',
    }),
    questions: questions.meta({
      description:
        'Other wordings of the title. Exactly these from then on, none for `[]`; left out: those it has stay, which may have been found here.',
    }),
  })
  .meta({ id: 'EntryRequest' });

export const entryResponseSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    link: z.string().nullable(),
    language: z.enum(LANGUAGES).nullable(),
    source: z.enum(['manual', 'training', 'link', 'import']).meta({
      description:
        'How it came in; what the API adds is `import`, and entries of a `link` cannot be changed.',
    }),
    valid_until: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it stops being used; null: never. Expired entries are listed too.' }),
    questions: z.array(z.string()),
  })
  .meta({ id: 'Entry' });

export const knowledgePageSchema = z
  .object({
    entries: z.array(entryResponseSchema).meta({ description: 'At most 100, in the order of their ids.' }),
    next: z
      .string()
      .nullable()
      .meta({ description: 'What `after` is for the next page; null: the last one.' }),
  })
  .meta({ id: 'KnowledgePage' });

export type EntryResponse = z.infer<typeof entryResponseSchema>;
export type KnowledgePage = z.infer<typeof knowledgePageSchema>;
