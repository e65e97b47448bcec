import { z } from 'zod';
import {
  MAX_CONTEXT_FACTS,
  MAX_CONTEXT_LABEL_CHARACTERS,
  MAX_CONTEXT_VALUE_CHARACTERS,
} from '../../domain/limits.ts';
import { toCleanText } from '../../domain/text.ts';

/** One fact about a customer, whoever tells it: a request, or what is asked for it. */
const contextFactSchema = z
  .object({
    label: z.string().trim().min(1).max(MAX_CONTEXT_LABEL_CHARACTERS).transform(toCleanText),
    value: z.string().trim().min(1).max(MAX_CONTEXT_VALUE_CHARACTERS).transform(toCleanText),
  })
  .meta({ id: 'ContextFact', example: { label: 'Plan', value: 'Premium, yearly' } });

export const contextFactsSchema = z.array(contextFactSchema).max(MAX_CONTEXT_FACTS);
