import { defineTexts, plural } from './frame.ts';

export const statisticsTexts = defineTexts({
  title: ['What became of the answers', 'Was aus den Antworten wurde'],
  none: ['No answers in the last {{weeks}} weeks.', 'Keine Antworten in den letzten {{weeks}} Wochen.'],
  toConnect: ['Connect your ticket system', 'Ticketsystem verbinden'],
  silent: [
    'Nobody has said yet what became of the answers. Your ticket system sends feedback with POST /api/v1/answers/{id}/feedback and the outcome with POST /api/v1/answers/{id}/outcome; on Discord, members vote with the buttons.',
    'Noch hat niemand gesagt, was aus den Antworten wurde. Dein Ticketsystem sendet Bewertungen mit POST /api/v1/answers/{id}/feedback und das Ergebnis mit POST /api/v1/answers/{id}/outcome; auf Discord bewerten Mitglieder mit den Knöpfen.',
  ],
  toApi: ['How to send it', 'So wird es gesendet'],
  votes: [plural('1 vote', '{{count}} votes'), plural('1 Bewertung', '{{count}} Bewertungen')],
  share: ['{{percent}} of them helpful', 'davon {{percent}} hilfreich'],
  outcomes: [
    '{{resolved}} tickets resolved, {{teamAnswered}} answered by the team, {{reopened}} reopened',
    'Tickets gelöst: {{resolved}}, vom Team beantwortet: {{teamAnswered}}, wieder geöffnet: {{reopened}}',
  ],
  chart: [
    'Bars for each of the last {{weeks}} weeks: votes on the left, what became of tickets on the right. The tables below have the numbers.',
    'Balken für jede der letzten {{weeks}} Wochen: links die Bewertungen, rechts, was aus Tickets wurde. Die Zahlen stehen in den Tabellen darunter.',
  ],
  numbers: ['The numbers as tables', 'Die Zahlen als Tabellen'],
  week: ['Week from', 'Woche ab'],
  channel: ['Channel', 'Kanal'],
  api: ['API', 'API'],
  discord: ['Discord', 'Discord'],
  answers: ['Answers', 'Antworten'],
  helpful: ['Helpful', 'Hilfreich'],
  unhelpful: ['Not helpful', 'Nicht hilfreich'],
  helpfulShare: ['Helpful share', 'Anteil hilfreich'],
  resolved: ['Resolved', 'Gelöst'],
  teamAnswered: ['Answered by the team', 'Vom Team beantwortet'],
  reopened: ['Reopened', 'Wieder geöffnet'],
  handedOver: ['Handed over', 'Übergeben'],
  drafts: ['Drafts', 'Entwürfe'],
  repeated: ['Repeated', 'Wiederholt'],
  reasons: ['Why answers were handed over: {{channel}}', 'Warum Antworten übergeben wurden: {{channel}}'],
  reason: ['Reason', 'Grund'],
  zone: [
    'Weeks begin on Monday in the time zone {{zone}}. A vote or an outcome counts in the week of its answer; test keys are left out.',
    'Wochen beginnen am Montag in der Zeitzone {{zone}}. Bewertung und Ergebnis zählen in der Woche der Antwort; Testschlüssel zählen nicht.',
  ],
});
