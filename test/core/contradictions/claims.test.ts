import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Source } from '../../../src/core/contradictions/claims/claim.ts';
import { findPairs, type Pair } from '../../../src/core/contradictions/claims/pairs.ts';
import { runAtOnce } from '../../../src/core/slices.ts';

type Text = readonly [title: string, text: string];

const toSources = (texts: readonly Text[]): Source[] =>
  texts.map(([title, text], index) => ({ entryId: `e${index}`, title, text }));
const find = (...texts: Text[]): Pair[] => runAtOnce(findPairs(toSources(texts)));
const valuesOf = ({ one, other }: Pair) =>
  [one, other].map(({ sentence, marks }) => marks.map(([at, end]) => sentence.slice(at, end)).join(' '));

const SHIPPING: Text = ['Wie lange dauert der Versand?', 'Der Versand dauert 2 bis 3 Werktage.'];

describe('Two entries contradict each other where', () => {
  test.each<[string, Text, Text]>([
    ['a duration differs, in other words', SHIPPING, ['Lieferung', 'Die Lieferung braucht 5 Werktage.']],
    [
      'a deadline differs',
      ['Rückgabe', 'Die Rückgabe ist innerhalb von 30 Tagen möglich.'],
      ['Artikel zurückschicken', 'Du hast 14 Tage Zeit, den Artikel zurückzuschicken.'],
    ],
    [
      'a price differs',
      ['Premium', 'Premium kostet 4,99 € im Monat.'],
      ['Was kostet Premium?', 'Premium kostet 5,99 € monatlich.'],
    ],
    [
      'what costs nothing has a price',
      ['Are returns free?', 'Returns are free of charge.'],
      ['Return label', 'A return costs €5.'],
    ],
    ['a minimum age differs', ['Joining', 'You must be 13 to join.'], ['Age', 'The minimum age is 16.']],
    [
      'a version differs',
      ['Which version?', 'The server runs version 1.20.4.'],
      ['Connecting', 'Join with version 1.21.'],
    ],
    [
      'opening hours differ, written with and without am and pm',
      ['Support hours', 'Support is open 9-17.'],
      ['When can I reach you?', 'We answer from 10 am to 6 pm.'],
    ],
    [
      'a time differs',
      ['Neustart', 'Der tägliche Neustart ist um 4:00 Uhr.'],
      ['Wann startet der Server neu?', 'Der Server startet jeden Tag um 6 Uhr neu.'],
    ],
    [
      'a date differs',
      ['Summer party', 'The summer party takes place on July 12.'],
      ['When is the summer party?', 'The summer party is on 19 July.'],
    ],
    [
      'a title asks and the text answers with the bare value',
      ['When does the server restart?', 'Every day at 05:00 Berlin time; it takes two minutes.'],
      ['Restart', 'The server restarts every day at 04:00.'],
    ],
    [
      'a title says what is counted',
      ['How many homes can I set?', 'Three for everybody, with a command.'],
      ['Homes', 'Everybody can set five homes.'],
    ],
    [
      'a pronoun stands for what the sentence before names',
      [
        'Gestorben',
        'Deine Sachen liegen in einer Kiste. Sie bleibt 30 Minuten stehen und nur du öffnest sie.',
      ],
      ['Kiste', 'Die Kiste verschwindet nach 15 Minuten.'],
    ],
    [
      'a rare word is shared and little else',
      ['When I die', 'Everything else waits in a grave with your name for 45 minutes.'],
      ['Graves', 'Your grave stays for 30 minutes after you die.'],
    ],
    [
      'a number that names is another, however near',
      ['Joining', 'Bedrock players use port 19140.'],
      ['Bedrock', 'Bedrock players connect on port 19132.'],
    ],
    [
      'something is done more or less often',
      ['Backups', 'Backups are made daily.'],
      ['Safety', 'Backups are made once a week.'],
    ],
    [
      'what is allowed in one place alone is allowed everywhere',
      ['Is fighting other players allowed?', 'Only inside the arena.'],
      ['PvP', 'You can fight other players everywhere.'],
    ],
    [
      'a weekday differs',
      ['Training', 'Das Training findet dienstags statt.'],
      ['Wann ist Training?', 'Training ist jeden Donnerstag.'],
    ],
    [
      'a number differs',
      ['Passwort', 'Das Passwort braucht mindestens 8 Zeichen.'],
      ['Kennwort wählen', 'Ein Kennwort muss mindestens 12 Zeichen haben.'],
    ],
    [
      'a size differs',
      ['Attachments', 'Attachments can be up to 10 MB.'],
      ['Attaching files', 'An attachment must not be larger than 25 MB.'],
    ],
    [
      'one allows what the other forbids',
      ['Is flying allowed?', 'Yes, flying is allowed.'],
      ['Flying', 'Flying is forbidden.'],
    ],
    [
      'one allows what stands in a list of what is forbidden',
      ['Minimaps', 'Minimaps sind erlaubt.'],
      ['Mods', 'Verboten sind Autoklicker, Minimaps und X-Ray.'],
    ],
    [
      'one can do what the other cannot',
      ['Kann ich mit PayPal bezahlen?', 'Ja.'],
      ['PayPal', 'Eine Zahlung mit PayPal ist nicht möglich.'],
    ],
    [
      'one needs what the other does not',
      ['Ordering', 'An account is required to order.'],
      ['Do I need an account to order?', 'No, you do not need an account to order.'],
    ],
    [
      'they say it in two languages',
      SHIPPING,
      ['How long does shipping take?', 'Shipping takes 5 working days.'],
    ],
    [
      'a bare number answers the question before it',
      ['Joining the crew', 'You need to be at least 15 to join the crew.'],
      ['Crew questions', '**How old must I be to join the crew?** Seventeen, without exceptions.'],
    ],
    [
      'an age is said as a birthday',
      ['Kraftraum', 'Der Kraftraum steht allen offen, die vierzehn Jahre oder älter sind.'],
      ['Ab wann darf mein Kind in den Kraftraum?', 'In den Kraftraum darf man ab dem 16. Geburtstag.'],
    ],
    [
      'adults alone are let in',
      ['Spring Cup', 'The Spring Cup is open to anybody aged 16 and up.'],
      ['Who can play in the Spring Cup?', 'Every player of the Spring Cup must be an adult.'],
    ],
    [
      'what costs nothing is said without the word free',
      ['Gift wrapping', 'Gift wrapping comes at no extra charge.'],
      ['Wrapping a gift', 'Gift wrapping costs $3.50.'],
    ],
    [
      'a row of a table has another price',
      ['Beiträge im Tennis', '| Gruppe | Beitrag |\n|---|---|\n| Jugendliche | 60 € |'],
      ['Tennis für Jugendliche', 'Jugendliche zahlen beim Tennis 75 Euro.'],
    ],
    [
      'hours are written in words',
      ['Hotline', 'Die Hotline erreichst du von 9 bis 17 Uhr.'],
      ['Anrufen', 'Unsere Hotline ist von acht bis 20 Uhr besetzt.'],
    ],
    [
      'it is closed on a day on which it is open',
      ['Vereinsheim', 'Das Vereinsheim ist dienstags bis sonntags geöffnet.'],
      ['Wann hat das Vereinsheim offen?', 'Das Vereinsheim hat von Montag bis Sonntag offen.'],
    ],
    [
      'a version is said without the word',
      ['PHP', 'Neue Webspaces werden mit PHP 8.3 eingerichtet.'],
      ['Welches PHP läuft?', 'Auf neuen Webspaces läuft PHP 8.1.'],
    ],
    [
      'a list under a lead offers what the other does not',
      ['Zahlungsarten', 'Du kannst bezahlen mit:\n\n- PayPal\n- Kauf auf Rechnung'],
      ['Rechnung', 'Kauf auf Rechnung bieten wir nicht an.'],
    ],
    [
      'a title forbids what its list names',
      ['Was ist auf dem Gelände untersagt?', '- Grillen\n- Hunde'],
      ['Hunde', 'Hunde sind auf dem Gelände gern gesehen.'],
    ],
    [
      'it works without what the other needs',
      ['Funktioniert die App ohne Internet?', 'Ja, die App läuft ohne Internet.'],
      ['App ohne Empfang', 'Ohne Internet lässt sich die App nicht benutzen.'],
    ],
    [
      'more than so many are denied',
      ['Tribe limits', 'A tribe can’t have more than six members.'],
      ['Full tribe', 'We cap a tribe at 8 members.'],
    ],
  ])('%s', (_, one, other) => {
    expect(find(one, other)).toHaveLength(1);
    expect(find(other, one)).toHaveLength(1);
  });

  test('long texts around it say much else', () => {
    const around = 'Wir packen alles in Karton. Die Nummer der Sendung steht in der E-Mail.\n\n';
    const [pair] = find(
      [SHIPPING[0], `${around}${SHIPPING[1]} Bei Fragen schreib uns.`],
      ['Lieferung', `${around}Die Lieferung braucht 5 Werktage.`],
    );
    expect(pair && valuesOf(pair)).toEqual(['2 bis 3 Werktage', '5 Werktage']);
  });
});

describe('Two entries do not contradict each other where', () => {
  test.each<[string, Text, Text]>([
    [
      'each is about another place',
      ['Versand nach Deutschland', 'Der Versand nach Deutschland dauert 2 Tage.'],
      ['Versand nach Österreich', 'Der Versand nach Österreich dauert 5 Tage.'],
    ],
    [
      'each is about another plan',
      ['Plus', 'Plus kostet 4,99 € im Monat.'],
      ['Premium', 'Premium kostet 9,99 € im Monat.'],
    ],
    [
      'each is about another product',
      ['Keyboards', 'Keyboards have a warranty of 2 years.'],
      ['Mice', 'Mice have a warranty of 3 years.'],
    ],
    [
      'one price is for a month and one for a year',
      ['Premium', 'Premium costs $4.99 per month.'],
      ['Premium by the year', 'Premium costs $49 per year.'],
    ],
    [
      'one range holds the other',
      ['Delivery', 'Delivery takes 2 to 5 working days.'],
      ['Order', 'Delivery takes 3 working days.'],
    ],
    [
      'one sets a bound that the other keeps',
      ['Processing', 'Processing takes at most 10 days.'],
      ['How long is processing?', 'Processing takes 3 to 5 days.'],
    ],
    [
      'two units say the same',
      ['Rückgabe', 'Die Rückgabe ist innerhalb von 14 Tagen möglich.'],
      ['Zurückgeben', 'Du kannst Artikel zwei Wochen lang zurückgeben.'],
    ],
    [
      'the same time is written in two ways',
      ['Restart', 'The daily restart is at 4 pm.'],
      ['Neustart', 'Der tägliche Neustart ist um 16 Uhr.'],
    ],
    [
      'one version holds the other',
      ['Version', 'The server runs version 1.21.4.'],
      ['Join', 'Join with version 1.21.'],
    ],
    [
      'one is the express way',
      ['Shipping', 'Shipping takes 3 working days.'],
      ['Express', 'Express shipping takes one working day.'],
    ],
    [
      'the days are others',
      ['Open', 'We are open Monday to Friday from 9 am to 6 pm.'],
      ['Weekend', 'On Saturdays we are open from 10 am to 2 pm.'],
    ],
    [
      'the step is another',
      ['Returns', 'You can return items within 30 days.'],
      ['Refunds', 'After your return the refund is paid within 5 days.'],
    ],
    [
      'what is allowed is allowed elsewhere',
      ['Lobby', 'In der Lobby ist Fliegen erlaubt.'],
      ['Arena', 'In der Arena ist Fliegen verboten.'],
    ],
    [
      'titles name two kinds of a thing',
      ['Wie bereite ich den Grüntee zu?', 'Nimm 70 Grad heißes Wasser.'],
      ['Schwarztee zubereiten', 'Schwarztee braucht 95 Grad heißes Wasser.'],
    ],
    [
      'what is allowed in one place alone is allowed there',
      ['Is fighting other players allowed?', 'Only inside the arena.'],
      ['Arena', 'You can fight other players in the arena.'],
    ],
    [
      'a value comes with how often it is',
      ['Team', 'Das Team ist täglich von 16 bis 22 Uhr da.'],
      ['Teamtreffen', 'Das Team trifft sich wöchentlich.'],
    ],
    [
      'it holds before something and not after it',
      ['Changes', 'You can change your order before it ships.'],
      ['Late changes', 'You cannot change your order after it has shipped.'],
    ],
    [
      'a page says when it was written',
      ['Regeln', 'Stand: 20.03.2025\nSei freundlich.'],
      ['Regeln im Chat', 'Stand: 18.03.2025\nKein Spam.'],
    ],
    [
      'each is for another season',
      ['Plätze im Sommer', 'Im Sommer sind die Plätze von 7 bis 22 Uhr buchbar.'],
      ['Plätze im Winter', 'Im Winter sind die Plätze von 9 bis 16 Uhr buchbar.'],
    ],
    [
      'a least and a most leave room',
      ['Raids', 'You need at least 4 players to start a raid.'],
      ['Raid groups', 'A raid group holds 12 players at most.'],
    ],
    [
      'a list says elsewhere what the other says',
      ['Mods', 'Shaders and minimaps are allowed. Autoclickers are forbidden.'],
      ['Can I use shaders?', 'Yes, shaders are allowed.'],
    ],
  ])('%s', (_, one, other) => {
    expect(find(one, other)).toEqual([]);
  });

  test('it is one entry that says both', () => {
    const both = toSources([SHIPPING, SHIPPING]).map((source, index) => ({
      ...source,
      entryId: 'same',
      text: `Der Versand dauert ${index + 3} Tage.`,
    }));
    expect(runAtOnce(findPairs(both))).toEqual([]);
  });
});

test('the demo’s knowledge, in two languages, does not contradict itself', () => {
  const lines = readFileSync(new URL('../../../src/demo/knowledge.jsonl', import.meta.url), 'utf8').trim();
  const texts = lines.split('\n').map((line): Text => {
    const { title, text } = JSON.parse(line);
    return [title, text];
  });
  expect(find(...texts).map(valuesOf)).toEqual([]);
  const planted = find(...texts, ['Alter', 'Das Mindestalter ist 16 Jahre.']);
  expect(new Set(planted.map(({ one }) => one.entryId))).toEqual(new Set(['e0', 'e8']));
});

test('a contradiction is found among thousands of entries that share its words, and never all are compared', () => {
  const many = Array.from(
    { length: 4_000 },
    (_, n): Text => [
      `Modell M${n}x`,
      `Das Modell M${n}x kostet ${(n % 90) + 10} € und der Versand dauert ${(n % 5) + 1} Tage.`,
    ],
  );
  const planted: Text[] = [
    ['Gondelfahrt', 'Die Gondelfahrt kostet 12 €.'],
    ['Was kostet eine Gondelfahrt?', 'Eine Gondelfahrt kostet 15 €.'],
  ];
  let steps = 0;
  const finding = findPairs(toSources([...many, ...planted]));
  let step = finding.next();
  for (; !step.done; step = finding.next()) steps += 1;
  expect(step.value.map(({ one }) => one.sentence)).toEqual(['Die Gondelfahrt kostet 12 €.']);
  expect(steps).toBeLessThan(40_000);
});
