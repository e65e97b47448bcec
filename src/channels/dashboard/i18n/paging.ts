import { defineTexts } from './texts.ts';

export const pagingTexts = defineTexts(
  {
    label: 'Pages',
    back: 'Back',
    next: 'Next',
    position: (number: string, last: string) => `Page ${number} of ${last}`,
  },
  {
    label: 'Seiten',
    back: 'Zurück',
    next: 'Weiter',
    position: (number: string, last: string) => `Seite ${number} von ${last}`,
  },
);
