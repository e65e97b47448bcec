import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareWith } from '../../../src/core/learning/suggestions/conflicts.ts';
import {
  describeConflicts,
  editSuggestion,
  suggest,
} from '../../../src/core/learning/suggestions/suggestions.ts';
import { startApp, type TestApp } from '../../support/app.ts';

/** Question, what is suggested, what is known, and the title of what is known where it is another. */
type Pair = [question: string, answer: string, text: string, title?: string];

const compare = ([question, answer, text, title = question]: Pair) =>
  compareWith({ question, answer }, { title, text });

const CONTRADICTING: Pair[] = [
  ['Wie lange dauert die Lieferung?', 'Die Lieferung dauert drei Tage.', 'Die Lieferung dauert 5 Tage.'],
  [
    'Wie lange dauert die Lieferung nach Wien?',
    '2 Wochen',
    'Nach Wien dauert die Lieferung 10 Tage.',
    'Lieferung nach Österreich',
  ],
  ['Was kostet VIP?', 'VIP kostet 5 € im Monat.', 'VIP kostet 7,50 Euro im Monat.'],
  ['Wann öffnet der Support?', 'Um 18 Uhr.', 'Der Support öffnet um 19:00.'],
  ['Wann startet das Sommerfest?', 'Am 3. Juli.', 'Das Sommerfest startet am 10.07.'],
  ['Kann ich meinen Namen ändern?', 'Nein.', 'Ja, mit /rename.'],
  [
    'Kann ich meinen Namen ändern?',
    'Deinen Namen kannst du nicht ändern.',
    'Du kannst deinen Namen jederzeit ändern.',
  ],
  ['Sind Mods erlaubt?', 'Mods sind verboten.', 'Mods sind erlaubt.'],
  ['Welche Version läuft?', 'Version 1.21.4', 'Der Server läuft auf Version 1.20.'],
  ['Ab welchem Level darf ich handeln?', 'Ab Level 20.', 'Handeln darfst du ab Level 10.'],
  ['Wie viele Spieler passen in eine Gruppe?', 'Vier Spieler.', 'Eine Gruppe hat bis zu 6 Spieler.'],
  ['Wann ist der Support da?', 'Montag bis Samstag', 'Von Montag bis Freitag'],
  ['How long does a refund take?', 'Refunds take five days.', 'A refund takes 14 days.'],
  ['How much is the pass?', 'The pass is $10.', 'It costs 12 dollars.'],
  ['When does the event start?', 'At 6 pm.', 'The event starts at 19:00.'],
  ['Can I share my account?', 'Yes, you can share your account.', 'You cannot share your account.'],
  ['Do you ship to Norway?', "We don't ship to Norway.", 'We ship to Norway.'],
  ['Is trading enabled?', 'Trading is disabled.', 'Trading is enabled.'],
  ['Which port do I open?', 'Open port 25565.', 'Open port 25575.'],
  ['When is the deadline?', 'March 1st', 'The deadline is on 15 March.'],
  ['What is the upload limit?', 'You can upload 8 MB.', 'Uploads are limited to 25 MB.'],
  ['Are refunds possible?', 'No refunds are possible.', 'Refunds are possible.'],
  ['Is the shop open on Sundays?', 'No, it is closed.', 'The shop is open on Sundays.'],
  ['Can I use a VPN?', 'Yes, a VPN is allowed.', 'VPNs are not allowed.'],
  ['How many homes can I set?', 'Three homes.', 'Every player has 5 homes.', 'What players get'],
  ['Wie viele Plots bekomme ich?', 'Zwei Plots.', 'Jeder bekommt 4 Plots.', 'Grundstücke'],
  ['What is the server address?', 'play.harbour.example', 'The address is mc.harbour.example.'],
];

const AGREEING: Pair[] = [
  ['Is the shop open on Sundays?', 'Yes, all day.', 'The shop is open on Sundays.'],
  ['Is the shop open on Sundays?', 'No, it is closed.', 'The market is open on Sundays.', 'The market'],
  ['How many homes can I set?', 'Five homes.', 'Every player has 5 homes.', 'What players get'],
  ['What is the server address?', 'play.harbour.example', 'The address is play.harbour.example:25565.'],
  ['Wie lange dauert die Lieferung?', 'Die Lieferung dauert zwei Wochen.', 'Die Lieferung braucht 14 Tage.'],
  ['Wie lange dauert die Lieferung?', '3-5 Tage', 'Die Lieferung dauert 3 bis 5 Tage.'],
  [
    'Wie lange dauert die Lieferung nach Wien?',
    'Drei Tage.',
    'Nach Graz dauert die Lieferung 5 Tage.',
    'Lieferung nach Graz',
  ],
  ['Was kostet VIP?', 'VIP kostet 5€.', 'VIP kostet 5,00 Euro im Monat.'],
  ['Wann öffnet der Support?', '18 Uhr', 'Der Support öffnet um 18:00.'],
  [
    'Wie ändere ich meinen Namen?',
    'Nutze /rename im Chat.',
    'Mit dem Befehl /rename kannst du im Chat deinen Namen ändern.',
  ],
  ['Sind Mods erlaubt?', 'Mods sind nicht verboten.', 'Mods sind erlaubt.'],
  ['Sind Mods erlaubt?', 'Ja, Mods sind erlaubt.', 'Mods sind erlaubt, wenn sie keine Vorteile bringen.'],
  ['Welche Version läuft?', '1.20.4', 'Der Server läuft auf Version 1.20.'],
  [
    'Kann ich meinen Namen ändern?',
    'Kein Problem, deinen Namen kannst du ändern.',
    'Du kannst deinen Namen ändern.',
  ],
  ['Wann ist der Support da?', 'Montags bis freitags', 'Von Montag bis Freitag'],
  [
    'How do I reset my password?',
    'Click "Forgot password" on the login page.',
    'Use the "forgot password" link on the login page.',
  ],
  ['How long does a refund take?', 'Two weeks.', 'Refunds take 14 days.'],
  ['How long does a refund take?', 'At most 48 hours.', 'A refund takes 2 days.'],
  ['When does the event start?', 'It starts at 6pm', 'The event starts at 18:00.'],
  ['Can I share my account?', 'No, sharing accounts is not allowed.', 'Sharing accounts is forbidden.'],
  ['Can I share my account?', 'No.', 'No, you cannot share your account.'],
  ['When is the deadline?', 'On 2026-03-15.', 'The deadline is March 15th.'],
  ['How much is the pass?', '$10', 'The pass costs 10 USD.'],
  ['Which port do I open?', 'Open port 25565 in your router.', 'Port 25565 must be open.'],
  [
    'Do you ship to Norway?',
    'Yes, within 5 days.',
    'We ship to Norway, Sweden and Denmark within 5 days for 10 €.',
  ],
  ['Do I need a key to join?', 'You cannot join without a key.', 'You need a key to join.'],
];

const ANSWERING_OTHERWISE: Pair[] = [
  ['Wie komme ich zurück in die Lobby?', 'Nutze /hub im Chat.', 'Klicke auf den Kompass in deiner Leiste.'],
  ['Wie melde ich einen Fehler?', 'Schreib in #bugs.', 'Fülle das Formular auf der Website aus.'],
  ['How do I get back to the lobby?', 'Type /hub.', 'Right-click the compass in your hotbar.'],
  ['How do I report a bug?', 'Open a ticket.', 'Fill in the form on our website.'],
];

describe('the knowledge', () => {
  test.each(CONTRADICTING)('contradicts %j: %j against %j', (...pair) => {
    expect(compare(pair)).toBe('contradicts');
  });

  test.each(AGREEING)('agrees on %j: %j with %j', (...pair) => {
    expect(compare(pair)).toBeNull();
  });

  test.each(ANSWERING_OTHERWISE)('answers %j differently: %j and %j', (...pair) => {
    expect(compare(pair)).toBe('same_question');
  });
});

describe('a suggestion', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const ENTRIES = [
    { id: 'oslo', title: 'How long does delivery to Oslo take?', text: 'Delivery to Oslo takes two days.' },
    {
      id: 'bergen',
      title: 'How long does delivery to Bergen take?',
      text: 'Delivery to Bergen takes five days.',
    },
    {
      id: 'pets',
      title: 'Pets',
      text: 'Pets are not allowed in the office. Delivery to Oslo takes two days.',
    },
  ];

  test('names the entries that contradict it, shows their texts, and checks again when it is edited', async () => {
    const { id } = await app.addServer();
    await app.addKnowledge(id, ENTRIES);
    const question = 'How long does the delivery to Oslo take?';
    const made = await suggest(app.core, { serverId: id, question, answer: 'Nine days.', source: 'menu' });
    expect(made.conflicts).toEqual([
      { entryId: 'oslo', kind: 'contradicts' },
      { entryId: 'pets', kind: 'contradicts' },
    ]);
    const { title, text } = ENTRIES[0] as (typeof ENTRIES)[number];
    expect((await describeConflicts(app.core, id, made))[0]).toEqual({
      entryId: 'oslo',
      kind: 'contradicts',
      title,
      text,
    });
    const edited = await editSuggestion(app.core, id, made.id, { question, answer: 'It takes two days.' });
    expect(edited.conflicts).toEqual([]);
  });

  test('is not compared with a deleted entry', async () => {
    const { id } = await app.addServer();
    await app.addKnowledge(id, ENTRIES);
    const conflicts = [
      { entryId: 'gone', kind: 'contradicts' as const },
      { entryId: 'bergen', kind: 'same_question' as const },
    ];
    expect(await describeConflicts(app.core, id, { conflicts })).toMatchObject([{ entryId: 'bergen' }]);
  });
});
