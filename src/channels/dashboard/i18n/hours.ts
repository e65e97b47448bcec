import { defineTexts, plural } from './frame.ts';

export const hoursTexts = defineTexts({
  title: ['Hours of your team', 'Zeiten deines Teams'],
  intro: [
    'Outside these hours, the bot calls nobody and says when your team is back. It still calls your team when someone may be in danger.',
    'Außerhalb dieser Zeiten ruft der Bot niemanden, wenn ein Mensch gebraucht wird, und sagt, wann dein Team zurück ist. Nur wenn jemand in Gefahr sein könnte, ruft er es trotzdem.',
  ],
  none: [
    'No hours are set: your team is called at any time.',
    'Es sind keine Zeiten gesetzt: Dein Team wird zu jeder Stunde gerufen.',
  ],
  there: ['Your team is available right now.', 'Dein Team ist gerade da.'],
  awayUntil: ['Your team is away until', 'Dein Team ist nicht da, bis'],
  away: [
    'Your team is away, and no day has open hours: the bot cannot say when your team is back.',
    'Dein Team ist nicht da, und jeder Tag ist geschlossen: Der Bot kann nicht sagen, wann es zurück ist.',
  ],
  zone: ['Time zone', 'Zeitzone'],
  dayHint: [
    'Leave the second range empty if there is no break. A range may end on the next day, such as 22:00 to 02:00.',
    'Lass die zweite Spanne leer, wenn es keine Pause gibt. Eine Spanne darf am nächsten Tag enden, zum Beispiel 22:00 bis 02:00.',
  ],
  days: ['When someone is available', 'Wann jemand da ist'],
  closed: ['closed', 'geschlossen'],
  asMonday: ['Tuesday to Friday same as Monday', 'Dienstag bis Freitag wie Montag'],
  from: ['{{day}}, from', '{{day}}, von'],
  to: ['{{day}}, to', '{{day}}, bis'],
  overnight: [
    '{{from}} to {{to}} the next day, {{hours}} h.',
    '{{from}} bis {{to}} am nächsten Tag, {{hours}} Std.',
  ],
  holidays: ['Days off', 'Freie Tage'],
  holidaysHint: [
    'One per line or separated by commas, such as 2026-12-25 or 2026-12-24..2027-01-01. At most {{most}}.',
    'Einer je Zeile oder mit Kommas, zum Beispiel 25.12.2026 oder 24.12.2026 - 01.01.2027. Höchstens {{most}}.',
  ],
  badZone: ['Please choose a time zone from the list.', 'Bitte wähle eine Zeitzone aus der Liste.'],
  badDay: [
    'Each range needs a start and an end, such as 09:00-17:00, and ranges must not overlap. Untick a day on which nobody is there.',
    'Jede Spanne braucht Anfang und Ende, zum Beispiel 09:00-17:00, und Spannen dürfen sich nicht überschneiden. Nimm bei einem Tag das Häkchen weg, wenn niemand da ist.',
  ],
  badHolidays: [
    'Enter at most {{most}} dates, such as 2026-12-25 or 2026-12-24..2027-01-01.',
    'Das müssen höchstens {{most}} Tage sein, zum Beispiel 25.12.2026 oder 24.12.2026 - 01.01.2027.',
  ],
  save: ['Save', 'Speichern'],
  switchOff: ['Remove hours (call at any time)', 'Zeiten entfernen (zu jeder Stunde rufen)'],
  place: ['Channel or category', 'Kanal oder Kategorie'],
  placeId: [
    'ID of the channel or category; leave it empty for everywhere',
    'Id des Kanals oder der Kategorie; leer: überall',
  ],
  everywhere: ['All places without hours of their own', 'Überall, wo nichts Eigenes gesetzt ist'],
  showPlace: ['Show', 'Zeigen'],
  ownHours: ['Places with hours of their own:', 'Eigene Zeiten haben:'],
  asEverywhere: ['This place has no hours of its own.', 'Dieser Ort hat keine eigenen Zeiten.'],
  toEverywhere: ['Remove the hours of this place', 'Eigene Zeiten entfernen'],
  tooManyPlaces: [
    'At most {{most}} places can have their own hours. Remove those of another one first.',
    'Höchstens {{most}} Orte können eigene Zeiten haben. Entferne erst die eines anderen.',
  ],
  limit: ['Limit per member', 'Limit je Mitglied'],
  limitIntro: [
    'How many questions a member may ask on Discord per hour. Members over the limit are told once an hour when they may ask again. Team roles are exempt.',
    'So viele Fragen darf ein Mitglied in Discord in einer Stunde stellen. Wer mehr fragt, liest einmal in der Stunde, wann es weitergeht. Rollen deines Teams sind ausgenommen.',
  ],
  met: [
    plural('One member reached the limit this week.', '{{count}} members reached the limit this week.'),
    plural(
      'Ein Mitglied hat das Limit diese Woche erreicht.',
      '{{count}} Mitglieder haben das Limit diese Woche erreicht.',
    ),
  ],
  leftOut: [
    plural(
      'One question went unanswered because of it.',
      '{{count}} questions went unanswered because of it.',
    ),
    plural('Eine Frage blieb deshalb ohne Antwort.', '{{count}} Fragen blieben deshalb ohne Antwort.'),
  ],
  metByNobody: ['Nobody has reached it this week.', 'Diese Woche hat es niemand erreicht.'],
  now: ['Team and members', 'Team und Mitglieder'],
  toHours: ['Change the hours', 'Zeiten ändern'],
  toLimit: ['Change the limit', 'Limit ändern'],
});

export const ownLimitTexts = defineTexts({
  roles: ['Limits by role', 'Limits nach Rolle'],
  rolesIntro: [
    'Members with one of these roles have the limit of that role instead. With several such roles, the most generous limit counts.',
    'Wer eine dieser Rollen hat, hat ihr Limit anstelle des allgemeinen. Bei mehreren zählt das großzügigste.',
  ],
  questions: ['Questions per hour; 0: no limit', 'Fragen in einer Stunde; 0: kein Limit'],
  places: ['Share of the weekly quota by place', 'Anteil am Wochenkontingent nach Kanal'],
  placesIntro: [
    'Questions in these channels and categories use at most this share of the weekly quota, and no credit. A channel’s own share replaces its category’s.',
    'Fragen in einem solchen Kanal oder einer solchen Kategorie kosten höchstens diesen Anteil am Kontingent der Woche, und kein Guthaben. Der eigene Anteil eines Kanals ersetzt den seiner Kategorie.',
  ],
  percent: ['Percent of the weekly quota', 'Prozent des Wochenkontingents'],
  used: ['{{used}}% of this share used this week', 'davon diese Woche verbraucht: {{used}} %'],
  noLimit: ['no limit', 'kein Limit'],
  action: ['Action', 'Aktion'],
  save: ['Set', 'Festlegen'],
  remove: ['Remove', 'Entfernen'],
  removeOf: ['{{name}}: remove', '{{name}}: entfernen'],
  badNumber: [
    'This must be a whole number from {{least}} to {{most}}.',
    'Das muss eine ganze Zahl von {{least}} bis {{most}} sein.',
  ],
  everyone: [
    '@everyone has the limit above, which applies to all members.',
    'Für @everyone gilt das Limit oben: Es gilt für alle Mitglieder.',
  ],
  full: [
    'There can be at most {{most}}. Remove another one first.',
    'Es gehen höchstens {{most}}. Entferne erst einen anderen Eintrag.',
  ],
});
