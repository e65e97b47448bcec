import { LANGUAGES, type Language } from '../../../src/domain/types.ts';
import { readRows } from '../../support/rows.ts';

const rows = readRows<{ language: Language; text: string }>('short-questions.jsonl', import.meta.url);

/** Support questions of three to eight words, as people type them: with and without accents, capitals and marks. */
export const SHORT_QUESTIONS = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    rows.filter((row) => row.language === language).map(({ text }) => text),
  ]),
) as Record<Language, string[]>;
