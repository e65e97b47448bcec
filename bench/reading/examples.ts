import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { splitSentences } from '../../src/core/reading/features.ts';
import { MESSAGE_KINDS } from '../../src/core/reading/kinds.ts';
import type { Sentences } from '../../src/core/reading/linear-model.ts';
import { READ_REASONS } from '../../src/core/reading/reader.ts';
import { LANGUAGES, type Language } from '../../src/domain/types.ts';

/** One labelled text: why the team has to see it, or what kind of message it is. */
const exampleSchema = z.union([
  z.strictObject({ text: z.string().min(1), reasons: z.array(z.enum(READ_REASONS)) }),
  z.strictObject({ text: z.string().min(1), kind: z.enum(MESSAGE_KINDS) }),
]);
export type Example = z.infer<typeof exampleSchema> & { language: Language; sentences: Sentences };

const FOLDER = new URL('../../src/core/reading/examples/', import.meta.url);

export function fileOf(language: Language): URL {
  return new URL(`${language}.jsonl`, FOLDER);
}

/** Every labelled text, a file a language. @throws when a line is none. */
export function readExamples(): Example[] {
  return LANGUAGES.flatMap((language) => readLines(fileOf(language), language));
}

function readLines(file: URL, language: Language): Example[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const example = exampleSchema.parse(JSON.parse(line));
    return { ...example, language, sentences: splitSentences(example.text) };
  });
}
