import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { feedbackRequestSchema, outcomeRequestSchema } from '../src/channels/http/answers.ts';
import { chatRequestSchema } from '../src/channels/http/contract.ts';
import { entryRequestSchema, pageQuerySchema } from '../src/channels/http/knowledge.ts';
import { settingsSchema } from '../src/core/owners/settings.ts';
import { countRuns } from './support/runs.ts';

const DOORS = {
  ...{ chatRequestSchema, entryRequestSchema, pageQuerySchema },
  ...{ feedbackRequestSchema, outcomeRequestSchema, settingsSchema },
};
const { localeError } = z.locales.en();

/** Objects with the fields of a schema, so that their values are looked at too. */
function resembling({ shape }: { shape: Record<string, unknown> }) {
  return fc.record(Object.fromEntries(Object.keys(shape).map((name) => [name, fc.anything()])), {
    requiredKeys: [],
  });
}

test.each(
  Object.entries(DOORS),
)('no text of the validator reaches whoever sends a faulty %s', (_, schema) => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), resembling(schema)), (sent) => {
      for (const issue of schema.safeParse(sent).error?.issues ?? []) {
        expect(issue.message).toMatch(/^(?:must|is|has|at most)\b/);
        expect(issue.message).not.toBe(localeError({ ...issue, input: sent } as never));
      }
    }),
    { numRuns: countRuns(100) },
  );
});

test.each([
  [z.strictObject({ id: z.string() }), { id: 'a', name: 'b' }, 'has unknown fields: name'],
  [z.int().min(3), 2.5, 'must be a whole number'],
  [z.int().min(3), 2, 'must be at least 3'],
  [z.url(), 'x', 'must be a web address such as https://example.org/help'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item, but has 2'],
  [z.enum(['a', 'b']), undefined, 'is missing: it must be one of "a", "b"'],
])('a fault is told without the value: %#', (schema, sent, phrase) => {
  expect(schema.safeParse(sent).error?.issues[0]?.message).toBe(phrase);
});
