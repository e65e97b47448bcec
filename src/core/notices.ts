import type { Language } from '../domain/types.ts';

/** Sentences the product itself says to customers. */
interface Notices {
  /** EU AI Act, Article 50(1): due in every answer. */
  ai: string;
  notInKnowledge: string;
  teamTakesOver: string;
  withheld: string;
  /** What is said to whoever only greets, thanks or says goodbye. */
  greeting: string;
  closing: string;
  more: string;
}

export const NOTICES: Record<Language, Notices> = {
  de: {
    ai: 'Diese Antwort wurde automatisch von einer KI erstellt.',
    notInKnowledge:
      'Dazu habe ich leider keine gesicherte Information. Ich gebe deine Frage an das Team weiter.',
    teamTakesOver: 'Das schaut sich ein Mensch aus dem Team an und meldet sich hier bei dir.',
    withheld: 'Darauf kann ich nicht antworten. Ich gebe deine Frage an das Team weiter.',
    greeting: 'Hallo! Wobei kann ich helfen?',
    closing: 'Sehr gern! Wenn noch etwas ist, schreib einfach.',
    more: 'Mehr dazu',
  },
  en: {
    ai: 'This answer was generated automatically by an AI.',
    notInKnowledge: 'I have no reliable information on that. I am passing your question on to the team.',
    teamTakesOver: 'A person from the team will look at this and get back to you here.',
    withheld: 'I cannot answer that. I am passing your question on to the team.',
    greeting: 'Hello! What can I help you with?',
    closing: 'You are welcome! Just write if there is anything else.',
    more: 'More',
  },
};
