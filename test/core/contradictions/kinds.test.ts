import { describe, expect, test } from 'vitest';
import { findPairs } from '../../../src/core/contradictions/claims/pairs.ts';
import { runAtOnce } from '../../../src/core/slices.ts';

/** Two entries in two lines: title | text. */
function countPairs(lines: string): number {
  const entries = lines.trim().split('\n');
  const sources = entries.map((line, index) => {
    const [title = '', text = ''] = line.split(' | ').map((part) => part.trim());
    return { entryId: `e${index}`, title, text };
  });
  return runAtOnce(findPairs(sources)).length;
}

describe('Two entries contradict each other where', () => {
  test.each([
    [
      'an age beyond youth',
      'Free bus pass | Residents aged 60 or over travel free on all city buses.\nWho gets a free bus pass? | You can apply for the pass from the age of 66.',
    ],
    [
      'the age for a community, called otherwise',
      'Ab welchem Alter darf ich auf den Server? | Du musst mindestens 13 Jahre alt sein.\nAltersgrenze | Auf unserem Server darf man erst ab 16 spielen.',
    ],
    [
      'the age for a community, and what joining is called',
      'Mindestalter | Das Mindestalter auf unserem Discord ist 13 Jahre.\nWer darf beitreten? | Beitreten darf, wer mindestens 16 Jahre alt ist.',
    ],
    [
      'an age behind `ab`',
      'Ermäßigung im Schwimmbad | Ab 60 Jahren zahlen Sie nur den ermäßigten Eintritt.\nEintrittspreise Schwimmbad | Den ermäßigten Eintritt erhalten Gäste ab dem 67. Lebensjahr.',
    ],
    [
      'a count whose noun is behind an adjective',
      'Starterpaket | Im Starterpaket findest du 12 doppelseitige Kampf-Karten.\nKampf-Karten | Im Starterpaket liegen nur 8 Kampf-Karten.',
    ],
    [
      'a count with a name in two words',
      'Guild bank | Every guild bank starts with 40 storage slots.\nHow much fits into the guild bank? | A new guild bank has 24 slots.',
    ],
    [
      'a clock time in words',
      'Library closing time | The library closes at eight in the evening.\nWhen does the library close? | We close the library at half past six.',
    ],
    [
      'a clock time in words with its part of the day',
      'Campingplatz | Das Tor des Campingplatzes schließt um zehn Uhr abends.\nNachtruhe | Das Tor des Campingplatzes schließt um elf Uhr abends.',
    ],
    [
      'opening days, where another says the only day',
      'Bike workshop opening hours | The bike workshop is open on Tuesdays and Fridays from 3 pm to 7 pm.\nRepairing your bike | Our bike workshop is open only on Saturdays.',
    ],
    [
      'what a setting is by default',
      'Is two-factor login active? | Two-factor login is off by default.\nTwo-factor login | Two-factor login is on by default for every new account.',
    ],
    [
      'what something comes with',
      'Ladekabel der Lampe | Die Lampe wird ohne Ladekabel geliefert.\nLieferumfang der Lampe | Die Lampe kommt mit Ladekabel und Tasche.',
    ],
    [
      'how long something is kept, and when it goes',
      'How long are recordings kept? | Recordings are kept for 7 days.\nRecordings | We delete recordings after 90 days.',
    ],
    [
      'a version at the end of a sentence',
      'Server version | Our creative server is on 1.20.1.\nJoining the creative server | Start the game in version 1.19.4 to join our creative server.',
    ],
  ])('they differ in %s', (_, lines) => {
    expect(countPairs(lines)).toBe(1);
  });
});

describe('Two entries do not contradict each other where each is about another', () => {
  test.each([
    [
      'plan',
      'Upload im kostenlosen Tarif | Mit einem kostenlosen Konto kannst du Dateien bis 25 MB hochladen.\nUpload mit Pro | Mit einem Pro-Konto kannst du Dateien bis 200 MB hochladen.',
    ],
    [
      'channel',
      'Links in #trading | Links are allowed in #trading.\nLinks in #chat | Links are not allowed in #chat.',
    ],
    [
      'place',
      'Rauchen auf der Terrasse | Auf der Terrasse ist Rauchen erlaubt.\nRauchen im Saal | Im Saal ist Rauchen verboten.',
    ],
    [
      'role',
      'Moderatoren | Moderatoren dürfen Nachrichten löschen.\nSpieler | Spieler dürfen keine Nachrichten anderer löschen.',
    ],
    [
      'group of people',
      'Hallenmiete | Mitglieder zahlen für eine Stunde Badminton 8 Euro.\nBadminton | Wer kein Mitglied ist, zahlt für eine Stunde Badminton 15 Euro.',
    ],
    [
      'number of people',
      'Raffle tickets | You can buy 3 raffle tickets per person.\nRaffle tickets for families | You can buy 10 raffle tickets per family.',
    ],
    [
      'time around',
      'First lesson | Your first lesson is free.\nFurther lessons | Every further lesson costs $25.',
    ],
    [
      'side of a bound',
      'Ist Ratenzahlung möglich? | Ja, ab einem Bestellwert von 100 € kannst du in Raten zahlen.\nKleine Bestellungen | Bei Bestellungen unter 100 € ist eine Ratenzahlung nicht möglich.',
    ],
    [
      'condition',
      'Parking for customers | If you shop with us, parking is free.\nParking for others | If you do not shop with us, parking costs $5 an hour.',
    ],
    [
      'tariff by what it comes with',
      'Umbuchung | Mit Flextarif ist die Umbuchung kostenlos.\nUmbuchen | Ohne Flextarif kostet die Umbuchung 30 €.',
    ],
    [
      'row of a table',
      'Tent for 2 | The tent for 2 people costs $80.\nTent for 4 | The tent for 4 people costs $140.',
    ],
    [
      'action',
      'Do I need an account to view a board? | No, you do not need an account to view a board.\nEditing | You need an account to edit a board.',
    ],
    [
      'generation',
      'Node.js on current plans | Apps on our current plans run on Node.js 20.\nNode.js on legacy plans | Apps on the old legacy plans stay on Node.js 16.',
    ],
  ])('%s', (_, lines) => {
    expect(countPairs(lines)).toBe(0);
  });
});
