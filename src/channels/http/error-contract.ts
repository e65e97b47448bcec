import { z } from 'zod';

/** What every refusal looks like. */
export const errorResponseSchema = z
  .object({
    error: z.object({
      type: z.string().meta({ description: 'Kind of the error, for coarse handling.' }),
      code: z.string().meta({ description: 'Stable name of the error.' }),
      message: z.string().meta({ description: 'A sentence for developers.' }),
      param: z
        .string()
        .optional()
        .meta({ description: 'Path of the faulty field.', example: 'messages[2].content' }),
      details: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ description: 'Facts that help, by code.' }),
    }),
    request_id: z.string(),
  })
  .meta({ id: 'ErrorResponse' });

export type ErrorResponse = z.infer<typeof errorResponseSchema>;
