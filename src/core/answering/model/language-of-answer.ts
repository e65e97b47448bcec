import { type ChatMessage, LANGUAGES, type Language } from '../../../domain/types.ts';
import { tellLanguage } from '../../reading/language.ts';
import { words } from '../../search/words/analyse.ts';

const NAMES = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'language' }));

interface LanguageContext {
  /** The customer's messages, newest last. */
  asked: readonly ChatMessage[];
  language: Language;
  /** Texts that may name a language to answer in: the owner's and the customer's. */
  orders: readonly string[];
}

/** Whether an answer is clearly in another language than the customer's, and nobody asked for it. */
export function isInWrongLanguage(answer: string, { asked, language, orders }: LanguageContext): boolean {
  const said = clearLanguageOf(answer);
  if (said === null || said === language) return false;
  let isOther = false;
  // The last message decides most often, so the others are seldom read.
  for (const { content } of asked.toReversed()) {
    const written = clearLanguageOf(content);
    if (written === said) return false;
    isOther ||= written !== null;
  }
  if (!isOther) return false;
  const names = NAMES.flatMap((name) => name.of(said)?.toLowerCase() ?? []);
  return !orders.some((text) => names.some((name) => text.toLowerCase().includes(name)));
}

/** A few words may be names of buttons. */
const LEAST_WORDS = 4;

function clearLanguageOf(text: string): Language | null {
  const said = words(text).filter((word) => word.length > 1);
  const { language, isClear } = tellLanguage(said);
  return isClear && said.length >= LEAST_WORDS ? language : null;
}
