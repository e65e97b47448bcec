import type { z } from 'zod';
import type { Language } from '../../../domain/types.ts';
import { defineTexts } from './texts.ts';

const texts = defineTexts(
  {
    required: 'Please fill this in.',
    tooLong: (most: number) => `At most ${most.toLocaleString('en')} characters.`,
    tooMany: (most: number) => `At most ${most.toLocaleString('en')}.`,
    tooSmall: (least: number) => `At least ${least.toLocaleString('en')}.`,
    url: 'This must be an address that begins with http:// or https://.',
    choice: 'Please choose one of the options.',
    date: 'This must be a date.',
    other: 'This value does not fit here.',
  },
  {
    required: 'Bitte fülle das aus.',
    tooLong: (most: number) => `Höchstens ${most.toLocaleString('de')} Zeichen.`,
    tooMany: (most: number) => `Höchstens ${most.toLocaleString('de')}.`,
    tooSmall: (least: number) => `Mindestens ${least.toLocaleString('de')}.`,
    url: 'Das muss eine Adresse sein, die mit http:// oder https:// beginnt.',
    choice: 'Bitte wähle eine der Möglichkeiten.',
    date: 'Das muss ein Datum sein.',
    other: 'Diese Angabe passt hier nicht.',
  },
);

export const faultTexts = texts;

/** What is wrong with a field, in words for whoever typed it; the schemas' own messages are for developers. */
export function explainIssue(issue: z.core.$ZodIssue, language: Language): string {
  const t = texts[language];
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? t.required : t.tooSmall(Number(issue.minimum));
    case 'too_big':
      return issue.origin === 'string' ? t.tooLong(Number(issue.maximum)) : t.tooMany(Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'url' ? t.url : t.other;
    case 'invalid_value':
      return t.choice;
    case 'invalid_type':
      return issue.expected === 'date' ? t.date : t.required;
    default:
      return t.other;
  }
}
