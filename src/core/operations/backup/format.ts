import { z } from 'zod';
import { serverIdSchema } from '../../owners/servers.ts';

/** The form of a file; a change that an older version would misread gets another number. */
export const FORMAT = 1;
/** Far above the longest row there is (a settled entry has 120 kB), far below what would be felt in memory. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** First line. `backup` can be imported; `copy` is what owners download, without digests of keys. */
export const headerSchema = z.object({
  lotse_export: z.number().int(),
  schema: z.string().min(1).max(100),
  kind: z.enum(['backup', 'copy']),
  server: serverIdSchema,
  exported_at: z.iso.datetime(),
  /** false: pages were read one after the other while others wrote. */
  snapshot: z.boolean(),
});
export type Header = z.infer<typeof headerSchema>;
export type ExportKind = Header['kind'];

/** Every line between the first and the last. */
export const rowSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });

/** Last line: rows by table, and the SHA-256 of all bytes before it. */
export const endSchema = z.strictObject({
  counts: z.record(z.string(), z.number().int().nonnegative()),
  checksum: z.string(),
});
