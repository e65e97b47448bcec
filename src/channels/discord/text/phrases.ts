import type { Texts } from '../../../../commands/command.ts';

/** What the bot says in a channel besides answers and faults. */
export const PHRASES = {
  cannotRead: {
    de: 'Ich sehe hier keinen Text, den ich lesen kann. Schreib mir deine Frage in Worten und erwähne mich dabei, dann helfe ich gern.',
    en: 'I see no text here that I can read. Put your question into words and mention me, and I am happy to help.',
  },
  cannotReadReplied: {
    de: 'Die Nachricht, auf die du antwortest, kann ich nicht lesen. Schreib mir die Frage bitte in Worten und erwähne mich dabei.',
    en: 'I cannot read the message that you reply to. Please write the question in words and mention me.',
  },
  onlyAttachment: {
    de: 'Anhänge kann ich nicht lesen. Beschreib mir bitte in Worten, worum es geht.',
    en: 'I cannot read attachments. Please describe in words what it is about.',
  },
  teamCalled: {
    de: 'Ein Mensch aus dem Team übernimmt hier.',
    en: 'A person from the team will take over here.',
  },
  teamKnows: {
    de: 'Das Team weiß Bescheid und meldet sich hier.',
    en: 'The team has been told and will get back to you here.',
  },
  teamKnowsTopic: {
    de: 'Das haben gerade auch andere gefragt. Das Team weiß Bescheid und kümmert sich darum.',
    en: 'Others have just asked the same. The team has been told and is looking into it.',
  },
} satisfies Record<string, Texts>;
