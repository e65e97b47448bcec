import { describe, expect, test } from 'vitest';
import { findTeamReason } from '../../../src/core/handover/handover.ts';

const reasonAfter = (offer: string, reply: string) =>
  findTeamReason([
    { role: 'user', content: 'The map stays black.' },
    { role: 'assistant', content: offer },
    { role: 'user', content: reply },
  ]);

const STATEMENTS = [
  'Please clear the cache first. I can also connect you with the team.',
  'If that does not help, I can pass this on to a moderator.',
  'Bitte leere zuerst den Cache. Ich kann dich auch mit unserem Team verbinden.',
  'Gerne leite ich das an einen Mitarbeiter weiter.',
];

describe.each(STATEMENTS)('an offer of the team that is not a question: %s', (offer) => {
  test.each([
    'connect me please',
    'yes',
    'ja bitte',
    'mach das',
    'please do',
    'verbinde mich',
  ])('is accepted by "%s"', (reply) => {
    expect(reasonAfter(offer, reply)).toBe('asked_for_human');
  });

  test.each([
    'nein danke',
    'ok',
    'ok thanks, it works now',
    'where is the spawn',
    'hat geklappt',
  ])('is not accepted by "%s"', (reply) => {
    expect(reasonAfter(offer, reply)).toBeNull();
  });
});

test('a plain yes after a question about something else answers that question', () => {
  const offer = 'Which version do you play? I can also connect you with the team.';
  expect(reasonAfter(offer, 'yes')).toBeNull();
  expect(reasonAfter(offer, 'connect me with the team please')).toBe('asked_for_human');
});

test.each([
  'You can reach the team in the lobby.',
  'Our team wrote a guide, it is pinned.',
  'I can explain the map to you.',
])('other sentences are not an offer that can be accepted: %s', (statement) => {
  expect(reasonAfter(statement, 'yes')).toBeNull();
});
