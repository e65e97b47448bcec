import { defineTexts, plural } from './frame.ts';

export const hoursTexts = defineTexts({
  title: ['Hours of your team', 'Zeiten deines Teams'],
  intro: [
    'Outside of these hours the bot calls nobody when a person is needed, and says when your team is back. Only where somebody may be in danger it calls your team all the same.',
    'Außerhalb dieser Zeiten ruft der Bot niemanden, wenn ein Mensch gebraucht wird, und sagt, wann dein Team zurück ist. Nur wenn jemand in Gefahr sein könnte, ruft er es trotzdem.',
  ],
  none: [
    'No hours are set: your team is called at any time.',
    'Es sind keine Zeiten gesetzt: Dein Team wird zu jeder Stunde gerufen.',
  ],
  there: ['Your team is there right now.', 'Dein Team ist gerade da.'],
  awayUntil: ['Your team is away until', 'Dein Team ist nicht da, bis'],
  away: [
    'Your team is away, and every day is closed: the bot cannot say when it is back.',
    'Dein Team ist nicht da, und jeder Tag ist geschlossen: Der Bot kann nicht sagen, wann es zurück ist.',
  ],
  zone: ['Time zone', 'Zeitzone'],
  dayHint: [
    'Hours such as 09:00-17:00 or 9-12, 13-17. A range may end on the next day: 22:00-02:00. “closed” means nobody is there.',
    'Zeiten wie 09:00-17:00 oder 9-12, 13-17. Sie dürfen am nächsten Tag enden: 22:00-02:00. „geschlossen“ heißt, niemand ist da.',
  ],
  closed: ['closed', 'geschlossen'],
  overnight: [
    '{{from}} to {{to}} of the next day, {{hours}} hours.',
    '{{from}} bis {{to}} am nächsten Tag, {{hours}} Stunden.',
  ],
  holidays: ['Days off', 'Freie Tage'],
  holidaysHint: [
    'One a line or with commas, such as 2026-12-25 or 2026-12-24..2027-01-01. At most {{most}}.',
    'Einer je Zeile oder mit Kommas, zum Beispiel 25.12.2026 oder 24.12.2026 - 01.01.2027. Höchstens {{most}}.',
  ],
  badZone: ['Please choose a time zone from the list.', 'Bitte wähle eine Zeitzone aus der Liste.'],
  badDay: [
    'This must be hours such as 09:00-17:00 that do not overlap, or “closed”.',
    'Das müssen Zeiten wie 09:00-17:00 sein, die sich nicht überschneiden, oder „geschlossen“.',
  ],
  badHolidays: [
    'These must be at most {{most}} dates such as 2026-12-25 or 2026-12-24..2027-01-01.',
    'Das müssen höchstens {{most}} Tage sein, zum Beispiel 25.12.2026 oder 24.12.2026 - 01.01.2027.',
  ],
  save: ['Save', 'Speichern'],
  switchOff: ['Call at any time', 'Zu jeder Stunde rufen'],
  limit: ['Limit of a member', 'Limit je Mitglied'],
  limitIntro: [
    'So many questions one member may ask on Discord within an hour. Whoever asks more reads once an hour when they may ask again. Roles of your team are exempt.',
    'So viele Fragen darf ein Mitglied in Discord in einer Stunde stellen. Wer mehr fragt, liest einmal in der Stunde, wann es weitergeht. Rollen deines Teams sind ausgenommen.',
  ],
  met: [
    plural('One member met the limit this week.', '{{count}} members met the limit this week.'),
    plural(
      'Ein Mitglied hat das Limit diese Woche erreicht.',
      '{{count}} Mitglieder haben das Limit diese Woche erreicht.',
    ),
  ],
  leftOut: [
    plural('One question was not answered for it.', '{{count}} questions were not answered for it.'),
    plural('Eine Frage blieb deshalb ohne Antwort.', '{{count}} Fragen blieben deshalb ohne Antwort.'),
  ],
  metByNobody: ['Nobody has met it this week.', 'Diese Woche hat es niemand erreicht.'],
  now: ['Team and members', 'Team und Mitglieder'],
  toHours: ['Change the hours', 'Zeiten ändern'],
  toLimit: ['Change the limit', 'Limit ändern'],
});
