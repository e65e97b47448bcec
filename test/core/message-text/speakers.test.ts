import { describe, expect, test } from 'vitest';
import { findTeamMessages } from '../../../src/core/answering/ticket/ticket.ts';
import type { ChatMessage } from '../../../src/domain/types.ts';

const ticketOf = (name: string): ChatMessage[] => [
  { role: 'user', name: 'Kim', content: 'hello' },
  { role: 'user', name, content: 'your ban is lifted' },
  { role: 'user', name: 'Kim', content: 'thanks' },
];
const isTeam = (name: string, teamNames: readonly string[] = [], customer?: string) =>
  findTeamMessages(ticketOf(name), { teamNames, customer }).size === 1;

describe('a team member in a ticket', () => {
  test.each([
    ...['Support', 'Ole (Staff)', '[Team] Ole', 'Ole | Harbour Support', 'Harbour Kundenservice'],
    ...['Support Agent Ole', 'Head Moderator', 'Teammitglied Mia', 'Harbour Help Desk'],
  ])('has a name that says so: %s', (name) => expect(isTeam(name)).toBe(true));

  test.each([
    ...['Ole Muster', 'supporter123', 'Dev Patel', 'Modesta', 'Teamgeist', 'Dream Team'],
  ])('is not somebody whose name only sounds like it: %s', (name) => expect(isTeam(name)).toBe(false));

  test('is anyone the owner listed, whatever the case and spaces of the name', () => {
    for (const name of ['Ole Muster', ' ole  muster ', 'OLE MUSTER'])
      expect(isTeam(name, ['Mia', 'Ole Muster'])).toBe(true);
    expect(isTeam('Ole Musters', ['Ole Muster'])).toBe(false);
    expect(isTeam('Ole', ['Ole Muster'])).toBe(false);
  });

  test('is never the customer: neither the last author nor the one whom the caller names', () => {
    expect(isTeam('Support', [], 'Support')).toBe(false);
    expect(isTeam('Ole', ['Ole'], 'ole')).toBe(false);
    const messages = ticketOf('Kim');
    expect(findTeamMessages(messages, { teamNames: ['Kim'] }).size).toBe(0);
  });
});
