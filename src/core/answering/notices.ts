import type { Language, TeamReason } from '../../domain/types.ts';

/** The product's own sentences for customers. */
interface Notices {
  /** EU AI Act, Article 50(1): due in every answer. */
  ai: string;
  notInKnowledge: string;
  /** The same after an answer that did not help. */
  unhelped: string;
  teamTakesOver: string;
  /** The same if somebody may be in danger, from themselves or from others. */
  teamTakesOverSafety: string;
  withheld: string;
  /** The reply to a mere greeting, thanks or goodbye. */
  greeting: string;
  closing: string;
  more: string;
  /** Below an answer that is longer than the limit. */
  cut: string;
}

export const NOTICES: Record<Language, Notices> = {
  de: {
    ai: 'Diese Antwort wurde automatisch von einer KI erstellt.',
    notInKnowledge:
      'Dazu habe ich leider keine gesicherte Information. Ich gebe deine Frage an das Team weiter.',
    unhelped: 'Schade, dass das nicht geholfen hat. Ich gebe deine Frage an das Team weiter.',
    teamTakesOver: 'Das schaut sich ein Mensch aus dem Team an und meldet sich hier bei dir.',
    teamTakesOverSafety:
      'Danke, dass du das schreibst. Ein Mensch aus dem Team schaut sich das an und meldet sich hier bei dir. Wenn du oder jemand anderes gerade in Gefahr ist, ruf bitte sofort den Notruf an (112 in Europa).',
    withheld: 'Darauf kann ich nicht antworten. Ich gebe deine Frage an das Team weiter.',
    greeting: 'Hallo! Wobei kann ich helfen?',
    closing: 'Sehr gern! Wenn noch etwas ist, schreib einfach.',
    more: 'Mehr dazu',
    cut: '… (gekürzt; frag gern nach dem Teil, der dir fehlt)',
  },
  en: {
    ai: 'This answer was generated automatically by an AI.',
    notInKnowledge: 'I have no reliable information on that. I am passing your question on to the team.',
    unhelped: 'I am sorry that this did not help. I am passing your question on to the team.',
    teamTakesOver: 'A person from the team will look at this and get back to you here.',
    teamTakesOverSafety:
      'Thank you for telling us. A person from the team will look at this and get back to you here. If you or anyone else is in danger right now, please call your local emergency number (112 in Europe, 911 in North America).',
    withheld: 'I cannot answer that. I am passing your question on to the team.',
    greeting: 'Hello! What can I help you with?',
    closing: 'You are welcome! Just write if there is anything else.',
    more: 'More',
    cut: '… (shortened; feel free to ask about the part that you miss)',
  },
};

/** The line that tells the asker that a person takes over, for this reason. */
export function teamNotice(language: Language, reason: TeamReason): string {
  const { teamTakesOver, teamTakesOverSafety } = NOTICES[language];
  return reason === 'safety' ? teamTakesOverSafety : teamTakesOver;
}
