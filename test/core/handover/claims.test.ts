import { describe, expect, test } from 'vitest';
import { detectTeamReason } from '../../../src/core/handover/handover.ts';
import type { TeamReason } from '../../../src/domain/types.ts';

const reasonIn = (content: string): TeamReason | null => detectTeamReason([{ role: 'user', content }]);

const TICKETS: Partial<Record<TeamReason, readonly string[]>> = {
  payment: [
    'paid for captain rank yesterday, still a sailor',
    'paypal shows completed but there is no rank',
    'bought 500 coins in the shop and got none',
    'i paid for the diamond kit and it never arrived',
    'hab 20 euro gezahlt und keine kristalle bekommen',
    'rang gekauft, nix da',
    'i was not refunded',
    'the refund has not come yet',
    'charged twice for vip',
    'doppelt abgebucht',
    'ich will mein geld zurück',
    'my purchased items are gone after i died, i want my money back',
    'my brother bought crates with my card without asking',
    'ordered the pirate pack on saturday, nothing in my inventory',
    'habe bezahlt aber mein rang fehlt',
    'got billed although i canceled',
    'my paid rank is gone',
    'lost the rank i paid for',
    'the skin i bought disappeared when i died',
    'not refunded yet',
    'i was not refunded and nobody answers',
  ],
  legal: [
    'mein anwalt wird sich bei euch melden',
    'ich schalte einen anwalt ein',
    'delete all my data please, gdpr',
    'bitte löscht alle meine daten nach dsgvo',
    'someone made a phishing site that looks like yours',
    'da verschickt wer fake links in eurem namen, das ist phishing',
    'you used my build in your trailer without asking',
    'ich zeige euch an',
    'i will get my lawyer involved',
    'ich verlange löschung meiner personenbezogenen daten',
    'there is a fake website with your name that steals logins',
    'ich will dass ihr meine daten löscht',
  ],
};

describe.each(Object.entries(TICKETS))('%s', (reason, tickets) => {
  test.each(tickets)('is the reason for: %s', (ticket) => {
    expect(reasonIn(ticket)).toBe(reason);
  });
});
