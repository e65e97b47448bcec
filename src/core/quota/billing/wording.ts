import type { Language } from '../../../domain/types.ts';

const WORDS = {
  de: { topUp: (percent: number) => `${percent} % API-Guthaben`, premium: 'Premium (monatlich)' },
  en: { topUp: (percent: number) => `${percent}% API credit`, premium: 'Premium (monthly)' },
} satisfies Record<Language, object>;

/** What is bought, as the provider's page and the receipt name it. */
export function nameTopUp(language: Language, percent: number): string {
  return WORDS[language].topUp(percent);
}

export function namePremium(language: Language): string {
  return WORDS[language].premium;
}
