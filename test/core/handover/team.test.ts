import { describe, expect, test } from 'vitest';
import { detectTeamReason } from '../../../src/core/handover/handover.ts';
import type { TeamReason } from '../../../src/domain/types.ts';

const reasonIn = (content: string): TeamReason | null => detectTeamReason([{ role: 'user', content }]);

const TICKETS: Partial<Record<TeamReason, readonly string[]>> = {
  asked_for_human: [
    'ihr braucht ja ewig zum antworten',
    'your support team is so slow',
    'nobody reads the tickets here, pathetic',
    'your mods play favourites',
    'i need to speak with an admin',
    'can i talk to an admin',
    'i need an admin',
    'is anyone from staff there who can help me',
    'brauch mal nen mod',
    'kann ich mit jemandem vom team reden',
    'can a mod come to spawn pls',
    'human please',
    'i dont want to talk to a bot',
    'ihr seid unfähig',
    'ihr seid so unfähig, seit 3 tagen keine antwort',
    'worst support ever',
    'your support is a joke',
    'i have written three times and nobody answers',
    'schlechtester support den ich je hatte',
    'seit einer woche warte ich auf eine antwort von euch',
    'your mods are useless',
    'euer team ist echt das letzte',
    'no one from your team ever responds',
    'was für ein saftladen, keiner antwortet',
    'ticket open for 5 days, no reply',
    'eure mods sind korrupt',
    'how can support be this slow',
    'you guys never answer',
    'can an actual person look at this',
    'holt mal bitte nen admin',
    'this team is a bunch of clowns, two weeks and not one reply',
    'so ein mieser support, ehrlich',
    'hab schon dreimal geschrieben, null reaktion',
    'your staff is a joke',
    'eure admins sind echt das letzte',
    'worst customer service i ever had',
    'warum antwortet hier niemand',
    'ich warte seit tagen auf euch',
    'is a mod there? i need help',
    'ist wer vom team da der mir helfen kann',
    'you people are incompetent',
  ],
};

describe.each(Object.entries(TICKETS))('%s', (reason, tickets) => {
  test.each(tickets)('is the reason for: %s', (ticket) => {
    expect(reasonIn(ticket)).toBe(reason);
  });
});

test.each([
  'i want to complain about one of your moderators',
  'your mod abuses his powers',
  'one of your helpers keeps abusing his commands',
  'i no longer have access to the email of my account',
  'handy kaputt, komm nicht mehr an den 2fa code',
  'der mod missbraucht seine rechte',
])('another reason gives it to the team as well: %s', (ticket) => {
  expect(reasonIn(ticket)).not.toBeNull();
});
