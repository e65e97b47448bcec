import { defineTexts, plural, SHARED } from './frame.ts';

/** Pages that are read from a standby say up to when. */
export const readingTexts = defineTexts({
  asOf: [
    'As of {{time}}. Answers, votes and outcomes since then will show in a moment.',
    'Stand: {{time}} Uhr. Antworten, Bewertungen und Ergebnisse seither erscheinen gleich.',
  ],
  zone: ['Times are in {{zone}}.', 'Zeiten gelten in der Zeitzone {{zone}}.'],
});

export const statisticsTexts = defineTexts({
  ...SHARED,
  history: ['The last weeks', 'Die letzten Wochen'],
  days: [
    'Answers by day, through API and Discord, last {{days}} days',
    'Antworten nach Tag und Kanal, {{days}} Tage',
  ],
  total: [
    'Answers: {{answers}} in {{days}} days, {{handedOver}} of them handed over to the team.',
    'Antworten in {{days}} Tagen: {{answers}}, davon an einen Menschen übergeben: {{handedOver}}.',
  ],
  daysChart: [
    'Columns for each of the last {{days}} days: answers by channel on the left, those handed over on the right. The table below has the numbers.',
    'Säulen für jeden der letzten {{days}} Tage: links die Antworten nach Kanal, rechts die übergebenen. Die Zahlen stehen in der Tabelle darunter.',
  ],
  dayTold: ['{{day}}, {{what}}: {{count}}', '{{day}}, {{what}}: {{count}}'],
  dayZone: ['Days are counted in the time zone {{zone}}.', 'Die Tage zählen in der Zeitzone {{zone}}.'],
  title: [
    'What became of the answers, last {{weeks}} weeks',
    'Was aus den Antworten wurde, {{weeks}} Wochen',
  ],
  unheard: [
    'There is no feedback on the answers of these weeks. Your ticket system sends feedback with POST /api/v1/answers/{id}/feedback and the outcome with POST /api/v1/answers/{id}/outcome; on Discord, members vote with the buttons.',
    'Niemand hat gesagt, was aus den Antworten dieser Wochen wurde. Dein Ticketsystem sendet Bewertungen mit POST /api/v1/answers/{id}/feedback und das Ergebnis mit POST /api/v1/answers/{id}/outcome; auf Discord bewerten Mitglieder mit den Knöpfen.',
  ],
  toApi: ['How to send it', 'So wird es gesendet'],
  votes: [plural('1 vote', '{{count}} votes'), plural('1 Bewertung', '{{count}} Bewertungen')],
  share: ['{{percent}} helpful', '{{percent}} hilfreich'],
  confirmed: ['Confirmed', 'Bestätigt'],
  silent: ['No feedback', 'Ohne Rückmeldung'],
  told: ['{{what}}: {{count}}.', '{{what}}: {{count}}.'],
  confirmedMeans: [
    'Answered without the team; someone rated the answer helpful or said that the ticket is resolved.',
    'Ohne das Team; jemand nannte sie hilfreich oder gelöst.',
  ],
  silentMeans: [
    'Answered without the team; nobody has said whether the answer helped.',
    'Ohne das Team; niemand sagte, ob sie half.',
  ],
  reopenedMeans: [
    'Voted down, reopened, or answered by the team after all.',
    'Schlecht bewertet, wieder geöffnet oder doch vom Team beantwortet.',
  ],
  chart: [
    'Bars for each of the last {{weeks}} weeks: votes on the left, what became of the answers on the right. The tables below have the numbers.',
    'Balken für jede der letzten {{weeks}} Wochen: links die Bewertungen, rechts, was aus den Antworten wurde. Die Zahlen stehen in den Tabellen darunter.',
  ],
  channelNumbers: ['Answers by week: {{channel}}', 'Antworten nach Woche: {{channel}}'],
  measure: ['Week of', 'Woche ab'],
  answers: ['Answers', 'Antworten'],
  unhelpful: ['Not helpful', 'Nicht hilfreich'],
  helpfulShare: ['Share of helpful votes', 'Anteil hilfreich'],
  drafts: ['Drafts', 'Entwürfe'],
  givenBack: ['Units given back', 'Zurückgegebene Einheiten'],
  reasons: ['Why answers were handed over: {{channel}}', 'Warum Antworten übergeben wurden: {{channel}}'],
  reason: ['Reason', 'Grund'],
  zone: [
    'Weeks begin on Monday in the time zone {{zone}}. A vote or an outcome counts in the week of its answer; test keys are left out.',
    'Wochen beginnen am Montag in der Zeitzone {{zone}}. Bewertung und Ergebnis zählen in der Woche der Antwort; Testschlüssel zählen nicht.',
  ],
});

export const pagingTexts = defineTexts({
  label: ['Pages', 'Seiten'],
  back: ['Back', 'Zurück'],
  next: ['Next', 'Weiter'],
  position: ['Page {{number}} of {{last}}', 'Seite {{number}} von {{last}}'],
});
