import { defineTexts, plural } from './frame.ts';

export const overviewTexts = defineTexts({
  title: ['Overview', 'Übersicht'],
  steps: ['Set up in a few steps', 'Einrichten in wenigen Schritten'],
  stepsDone: ['Set up: all {{count}} steps are done', 'Eingerichtet: alle {{count}} Schritte sind erledigt'],
  progress: ['{{done}} of {{all}} done', '{{done}} von {{all}} erledigt'],
  done: ['Done:', 'Erledigt:'],
  open: ['To do:', 'Offen:'],
  plan: ['Plan: {{plan}}. Answers on level {{level}}.', 'Plan: {{plan}}. Antworten auf Stufe {{level}}.'],
  premium: ['premium', 'Premium'],
  free: ['free', 'kostenlos'],
  toPlan: ['Plan and credit', 'Plan und Guthaben'],
  trial: [
    'Without premium, the API opens from {{needed}} members (now {{members}}) and {{neededDays}} days with the bot (now {{days}}). The playground works already.',
    'Ohne Premium öffnet die API ab {{needed}} Mitgliedern (jetzt {{members}}) und {{neededDays}} Tagen mit dem Bot (jetzt {{days}}). Ausprobieren geht schon.',
  ],
  toPremium: ['Get premium', 'Premium holen'],
  quota: ['AI quota', 'KI-Kontingent'],
  api: ['Left for the API this week', 'Diese Woche noch für die API'],
  apiPart: ['Share of the API that is left', 'Was vom Anteil der API übrig ist'],
  week: ['Used of the whole week, API and Discord', 'Von der ganzen Woche verbraucht, API und Discord'],
  weekPart: ['Part of the weekly quota that is used', 'Verbrauchter Teil des Wochenkontingents'],
  restarts: ['The week restarts on {{at}} ({{zone}}).', 'Die Woche beginnt neu am {{at}} ({{zone}}).'],
  credit: ['Credit', 'Guthaben'],
  creditIs: [
    '100% is what the API may use in a premium week. Credit never expires.',
    '100 % sind, was die API in einer Premium-Woche verbrauchen darf. Guthaben verfällt nicht.',
  ],
  requests: ['API requests today', 'API-Anfragen heute'],
  ofRequests: ['{{used}} of {{most}}', '{{used}} von {{most}}'],
  perMinute: ['At most {{most}} per minute and key.', 'Höchstens {{most}} pro Minute und Schlüssel.'],
  lasts: [
    'Going on like this it lasts until the week restarts on {{at}}.',
    'Geht es so weiter, reicht es, bis die Woche am {{at}} neu beginnt.',
  ],
  runsOut: ['Going on like this it is empty on {{at}}.', 'Geht es so weiter, ist es am {{at}} leer.'],
  empty: ['It is empty: requests use credit.', 'Es ist leer: Anfragen gehen vom Guthaben ab.'],
  emptyWithoutCredit: [
    'It is empty, and there is no credit: requests are refused until the week restarts.',
    'Es ist leer, und Guthaben ist keines da: Anfragen werden abgelehnt, bis die Woche neu beginnt.',
  ],
  unknown: [
    'No forecast yet: too little was used this week.',
    'Noch keine Vorhersage: Diese Woche wurde zu wenig verbraucht.',
  ],
  alerts: ['Alerts of this week', 'Warnungen dieser Woche'],
  reached: [
    '{{percent}}% of {{what}} were used on {{at}}.',
    '{{percent}} % {{what}} waren am {{at}} verbraucht.',
  ],
  ofWeek: ['the weekly quota', 'des Wochenkontingents'],
  ofApi: ["the API's share", 'des Anteils der API'],
  told: ['Your channel was told on {{at}}.', 'Dein Kanal hat es am {{at}} erfahren.'],
  nobodyTold: [
    'Nobody was told, as no channel is chosen.',
    'Niemand hat es erfahren, denn es ist kein Kanal gewählt.',
  ],
  notYetTold: ['It is about to be told.', 'Es wird gleich gemeldet.'],
  channel_gone: [
    'Nobody was told: the channel is gone.',
    'Niemand hat es erfahren: Den Kanal gibt es nicht mehr.',
  ],
  right_missing: [
    'Nobody was told: the bot may not write in the channel.',
    'Niemand hat es erfahren: Der Bot darf in dem Kanal nicht schreiben.',
  ],
  discord_unavailable: [
    'Nobody was told yet: Discord does not take it. It is tried again.',
    'Noch hat es niemand erfahren: Discord nimmt es nicht an. Es wird weiter versucht.',
  ],
  toChannels: ['Choose the channel', 'Kanal wählen'],
  use: ['Answers by day and channel', 'Antworten nach Tag und Kanal'],
  noUse: ['No answers in the last {{days}} days.', 'Keine Antworten in den letzten {{days}} Tagen.'],
  total: [
    '{{answers}} answers in {{days}} days, {{handedOver}} of them handed over to a human.',
    'Antworten in {{days}} Tagen: {{answers}}, davon an einen Menschen übergeben: {{handedOver}}.',
  ],
  chart: [
    'Bars: answers of the last {{days}} days by channel. The table below has the numbers.',
    'Balken: Antworten der letzten {{days}} Tage nach Kanal. Die Zahlen stehen in der Tabelle darunter.',
  ],
  numbers: ['The numbers as a table', 'Die Zahlen als Tabelle'],
  day: ['Day', 'Tag'],
  ofTheApi: ['API', 'API'],
  ofDiscord: ['Discord', 'Discord'],
  handedOver: ['Handed over', 'Übergeben'],
  zone: ['Days are counted in the time zone {{zone}}.', 'Die Tage zählen in der Zeitzone {{zone}}.'],
  waiting: ['What waits for you', 'Was auf dich wartet'],
  nothing: ['Nothing waits for you.', 'Nichts wartet auf dich.'],
  pending: [
    plural('1 suggestion to decide', '{{count}} suggestions to decide'),
    plural('1 Vorschlag zu entscheiden', '{{count}} Vorschläge zu entscheiden'),
  ],
  suspended: [
    plural('1 suggestion whose source is gone', '{{count}} suggestions whose source is gone'),
    plural('1 Vorschlag, dessen Quelle fehlt', '{{count}} Vorschläge, deren Quelle fehlt'),
  ],
  openQuestions: [
    plural('1 question without a good answer', '{{count}} questions without a good answer'),
    plural('1 Frage ohne gute Antwort', '{{count}} Fragen ohne gute Antwort'),
  ],
  moreThan: ['{{shown}} or more', '{{shown}} oder mehr'],
  failingTests: [
    plural('1 test question fails', '{{count}} test questions fail'),
    plural('1 Testfrage scheitert', '{{count}} Testfragen scheitern'),
  ],
  failedLinks: [
    plural('1 documentation link cannot be read', '{{count}} documentation links cannot be read'),
    plural('1 Doku-Link ist nicht lesbar', '{{count}} Doku-Links sind nicht lesbar'),
  ],
});

/** What is to be done for each step of the checklist. */
export const stepTexts = defineTexts({
  knowledge: [
    'Give it knowledge: write an entry, import a file or link your documentation',
    'Wissen geben: einen Eintrag schreiben, eine Datei importieren oder deine Doku verlinken',
  ],
  question: ['Ask a question and see the answer', 'Eine Frage stellen und die Antwort ansehen'],
  persona: [
    'Give it a name, a tone or instructions of its own',
    'Einen eigenen Namen, Ton oder Anweisungen geben',
  ],
  key: ['Create a key for your ticket system', 'Einen Schlüssel für dein Ticketsystem anlegen'],
  bot: ['Have the bot on your Discord server', 'Den Bot auf deinem Discord-Server haben'],
  team: [
    'Choose the role that is called when a human is needed',
    'Die Rolle wählen, die gerufen wird, wenn ein Mensch gebraucht wird',
  ],
});
