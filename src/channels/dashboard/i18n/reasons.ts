import type { TeamReason } from '../../../domain/types.ts';
import { defineTexts } from './texts.ts';

type ReasonTexts = { [Reason in TeamReason]: string };

/** Why the team is asked to take over. */
export const reasonTexts = defineTexts<ReasonTexts>(
  {
    safety: 'Somebody may be in danger.',
    legal: 'It is about the law or personal data.',
    payment: 'It is about a payment.',
    ban: 'It is about a ban.',
    account: 'It is about access to an account.',
    asked_for_human: 'A human was asked for.',
    owner_topic: 'It is about a topic that you reserved for your team.',
    not_in_knowledge: 'The knowledge has no answer to it.',
    model: 'The AI found that a human should look at it.',
  },
  {
    safety: 'Jemand könnte in Gefahr sein.',
    legal: 'Es geht um Recht oder persönliche Daten.',
    payment: 'Es geht um eine Zahlung.',
    ban: 'Es geht um eine Sperre.',
    account: 'Es geht um den Zugang zu einem Konto.',
    asked_for_human: 'Jemand möchte mit einem Menschen sprechen.',
    owner_topic: 'Es geht um ein Thema, das du deinem Team vorbehalten hast.',
    not_in_knowledge: 'Das Wissen hat keine Antwort darauf.',
    model: 'Die KI findet, dass ein Mensch darauf schauen sollte.',
  },
);
