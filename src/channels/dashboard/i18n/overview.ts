import { defineTexts, plural, SHARED } from './frame.ts';

export const overviewTexts = defineTexts({
  steps: ['Set up in a few steps', 'Einrichten in wenigen Schritten'],
  stepsDone: ['Set up: all {{count}} steps are done', 'Eingerichtet: alle {{count}} Schritte sind erledigt'],
  progress: ['{{done}} of {{all}} done', '{{done}} von {{all}} erledigt'],
  done: ['Done:', 'Erledigt:'],
  open: ['To do:', 'Offen:'],
  plan: ['Plan: {{plan}}. Answers at level {{level}}.', 'Plan: {{plan}}. Antworten auf Stufe {{level}}.'],
  premium: ['premium', 'Premium'],
  free: ['free', 'kostenlos'],
  toPlan: ['Plan and credit', 'Plan und Guthaben'],
  trial: [
    'Without premium, you can use the API once the server has enough members (at least {{needed}}, now {{members}}) and has had the bot for enough days (at least {{neededDays}}, now {{days}}). The playground works already.',
    'Ohne Premium öffnet die API mit genug Mitgliedern (mindestens {{needed}}, jetzt {{members}}) und nach genug Tagen mit dem Bot (mindestens {{neededDays}}, jetzt {{days}}). Ausprobieren geht schon.',
  ],
  toPremium: ['Get premium', 'Premium holen'],
  quota: ['AI quota', 'KI-Kontingent'],
  api: ['Left for the API this week', 'Diese Woche noch für die API'],
  apiPart: ['What is left of the API’s share', 'Was vom Anteil der API übrig ist'],
  week: ['Weekly quota used, API and Discord together', 'Von der ganzen Woche verbraucht, API und Discord'],
  weekPart: ['Part of the weekly quota that is used', 'Verbrauchter Teil des Wochenkontingents'],
  restarts: ['The quota resets on {{at}} ({{zone}}).', 'Die Woche beginnt neu am {{at}} ({{zone}}).'],
  credit: ['Credit', 'Guthaben'],
  creditIs: [
    '100% here is as much as the API may use in one week with premium. Credit never expires.',
    '100 % sind, was die API in einer Premium-Woche verbrauchen darf. Guthaben verfällt nicht.',
  ],
  requests: ['API requests today', 'API-Anfragen heute'],
  ofRequests: ['{{used}} of {{most}}', '{{used}} von {{most}}'],
  perMinute: ['At most {{most}} per minute for each key.', 'Höchstens {{most}} pro Minute und Schlüssel.'],
  lasts: [
    'At this rate it lasts until the quota resets on {{at}}.',
    'Geht es so weiter, reicht es, bis die Woche am {{at}} neu beginnt.',
  ],
  runsOut: ['At this rate it is used up on {{at}}.', 'Geht es so weiter, ist es am {{at}} leer.'],
  empty: ['It is used up: requests now use credit.', 'Es ist leer: Anfragen gehen vom Guthaben ab.'],
  emptyWithoutCredit: [
    'It is used up, and there is no credit: requests are refused until the quota resets.',
    'Es ist leer, und Guthaben ist keines da: Anfragen werden abgelehnt, bis die Woche neu beginnt.',
  ],
  unknown: [
    'No forecast yet: too little was used this week.',
    'Noch keine Vorhersage: Diese Woche wurde zu wenig verbraucht.',
  ],
  alerts: ['This week’s alerts', 'Warnungen dieser Woche'],
  reached: [
    '{{percent}}% of {{what}} was used by {{at}}.',
    '{{percent}} % {{what}} waren am {{at}} verbraucht.',
  ],
  ofWeek: ['the weekly quota', 'des Wochenkontingents'],
  ofApi: ["the API's share", 'des Anteils der API'],
  told: ['The alert was posted on {{at}}.', 'Dein Kanal hat es am {{at}} erfahren.'],
  nobodyTold: [
    'Nobody was told because no channel is chosen.',
    'Niemand hat es erfahren, denn es ist kein Kanal gewählt.',
  ],
  notYetTold: ['The alert is about to be sent.', 'Es wird gleich gemeldet.'],
  channel_gone: [
    'Nobody was told: the channel is gone.',
    'Niemand hat es erfahren: Den Kanal gibt es nicht mehr.',
  ],
  right_missing: [
    'Nobody was told: the bot may not write in the channel.',
    'Niemand hat es erfahren: Der Bot darf in dem Kanal nicht schreiben.',
  ],
  discord_unavailable: [
    'Not sent yet: Discord is not accepting it. The bot will try again.',
    'Noch hat es niemand erfahren: Discord nimmt es nicht an. Es wird weiter versucht.',
  ],
  toChannels: ['Channel for alerts', 'Kanal für Warnungen'],
  waiting: ['What is waiting for you', 'Was auf dich wartet'],
  nothing: ['Nothing is waiting for you.', 'Nichts wartet auf dich.'],
  drafts: [
    plural('1 draft to check', '{{count}} drafts to check'),
    plural('1 Entwurf anzusehen', '{{count}} Entwürfe anzusehen'),
  ],
  pending: [
    plural('1 suggestion to decide on', '{{count}} suggestions to decide on'),
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

export const weekTexts = defineTexts({
  ...SHARED,
  title: ['This week', 'Diese Woche'],
  period: [
    'Since {{from}}, compared with the same part of last week: {{fromBefore}} to {{untilBefore}} ({{zone}}).',
    'Seit {{from}}, verglichen mit demselben Teil der letzten Woche: {{fromBefore}} bis {{untilBefore}} ({{zone}}).',
  ],
  taught: ['Taught', 'Beigebracht'],
  ofQuestions: [
    plural('of 1 question', 'of {{count}} questions'),
    plural('von 1 Frage', 'von {{count}} Fragen'),
  ],
  share: ['{{percent}} of {{count}} questions', '{{percent}} von {{count}} Fragen'],
  shareBefore: ['last week {{percent}}', 'letzte Woche {{percent}}'],
  more: [
    '{{much}} more than by this time last week ({{before}})',
    '{{much}} mehr als letzte Woche bis dahin ({{before}})',
  ],
  fewer: [
    '{{much}} fewer than by this time last week ({{before}})',
    '{{much}} weniger als letzte Woche bis dahin ({{before}})',
  ],
  same: ['Same as at this time last week ({{before}})', 'Wie letzte Woche bis dahin ({{before}})'],
  noneBefore: ['None by this time last week', 'Letzte Woche bis dahin: nichts'],
  moreShort: ['{{much}} more ({{before}} before)', '{{much}} mehr (vorher {{before}})'],
  fewerShort: ['{{much}} fewer ({{before}} before)', '{{much}} weniger (vorher {{before}})'],
  sameShort: ['as before', 'wie vorher'],
  noneBeforeShort: ['none before', 'vorher nichts'],
  ofVotes: ['of {{count}} votes', 'von {{count}} Bewertungen'],
  votes: [plural('vote', 'votes'), plural('Bewertung', 'Bewertungen')],
  someOf: ['{{some}} of {{all}}', '{{some}} von {{all}}'],
  pointsUp: [
    plural('1 point up on this time last week', '{{count}} points up on this time last week'),
    plural('1 Punkt über letzter Woche bis dahin', '{{count}} Punkte über letzter Woche bis dahin'),
  ],
  pointsDown: [
    plural('1 point down on this time last week', '{{count}} points down on this time last week'),
    plural('1 Punkt unter letzter Woche bis dahin', '{{count}} Punkte unter letzter Woche bis dahin'),
  ],
  votesBefore: ['By this time last week: {{votes}}', 'Letzte Woche bis dahin: {{votes}}'],
  noVotes: ['No votes this week.', 'Diese Woche keine Bewertungen.'],
  silent: [
    'No answer of the last eight weeks has been rated. On Discord, members vote with the buttons below each answer; your ticket system sends feedback over the API.',
    'In den letzten acht Wochen hat niemand eine Antwort bewertet. Auf Discord bewerten Mitglieder mit den Knöpfen darunter; dein Ticketsystem sendet Bewertungen über die API.',
  ],
  toApi: ['How to send it', 'So wird es gesendet'],
  approved: [
    plural('1 suggestion approved', '{{count}} suggestions approved'),
    plural('1 Vorschlag übernommen', '{{count}} Vorschläge übernommen'),
  ],
  added: [
    plural('1 entry added', '{{count}} entries added'),
    plural('1 Eintrag hinzugefügt', '{{count}} Einträge hinzugefügt'),
  ],
  changed: [
    plural('1 entry corrected', '{{count}} entries corrected'),
    plural('1 Eintrag korrigiert', '{{count}} Einträge korrigiert'),
  ],
  imported: [plural('1 import', '{{count}} imports'), plural('1 Import', '{{count}} Importe')],
  taughtUse: [
    plural('1 answer used this new knowledge.', '{{count}} answers used this new knowledge.'),
    plural('1 Antwort hat das Neue benutzt.', '{{count}} Antworten haben das Neue benutzt.'),
  ],
  learningOff: [
    'Learning is off: the bot learns nothing from your team’s replies.',
    'Lernen ist aus: Aus Antworten deines Teams lernt der Bot nichts.',
  ],
  toLearning: ['Switch it on', 'Einschalten'],
  nobodyTeaches: ['Learning is on, but no role may teach.', 'Lernen ist an, aber keine Rolle darf anlernen.'],
  nobodyCalled: [
    'When a person is needed, nobody is called.',
    'Wenn ein Mensch gebraucht wird, wird niemand gerufen.',
  ],
  calledInPlaces: [
    'Nobody is called when a person is needed, except for the places, topics and reasons that have a role of their own.',
    'Wenn ein Mensch gebraucht wird, wird niemand gerufen, außer bei Orten, Themen und Gründen mit eigener Rolle.',
  ],
  toRoles: ['Choose a role', 'Rolle wählen'],
  nothingTaught: ['Nothing new this week.', 'Diese Woche nichts Neues.'],
  toKnowledge: ['Add an entry', 'Eintrag hinzufügen'],
  chart: [
    'Columns for each day of the week: last week’s questions on the left; on the right those of this week, answered and handed over. The tables below have the numbers.',
    'Säulen für jeden Tag der Woche: links die Fragen der letzten Woche, rechts die dieser Woche, beantwortet und übergeben. Die Zahlen stehen in den Tabellen darunter.',
  ],
  before: ['Last week', 'Letzte Woche'],
  later: ['Last week, after this time', 'Letzte Woche, später als jetzt'],
  dayAnswered: ['{{day}}: {{count}} answered', '{{day}}: {{count}} beantwortet'],
  dayHandedOver: ['{{day}}: {{count}} handed over', '{{day}}: {{count}} übergeben'],
  dayBefore: ['Questions on {{day}}, last week: {{count}}', 'Fragen am {{day}}, letzte Woche: {{count}}'],
  reasons: ['Why questions were handed over', 'Warum übergeben wurde'],
  noReasons: ['Nothing was handed over this week.', 'Diese Woche wurde nichts übergeben.'],
  otherReasons: [
    plural(
      '1 more for another reason, in the table below.',
      '{{count}} more for other reasons, in the table below.',
    ),
    plural(
      '1 weitere aus einem anderen Grund, in der Tabelle unten.',
      '{{count}} weitere aus anderen Gründen, in der Tabelle unten.',
    ),
  ],
  gaps: ['Without a good answer', 'Ohne gute Antwort'],
  asked: [
    plural('asked once this week', 'asked {{count}} times this week'),
    plural('diese Woche 1-mal gefragt', 'diese Woche {{count}}-mal gefragt'),
  ],
  toGaps: [
    plural('Answer it', 'Answer this week’s {{count}} topics'),
    plural('Beantworten', 'Die {{count}} Themen dieser Woche beantworten'),
  ],
  noGaps: [
    'No question of this week still needs an answer.',
    'Diese Woche blieb keine Frage ohne gute Antwort.',
  ],
  olderGaps: ['Older ones are still waiting', 'Ältere warten noch'],
  toTests: ['Keep it that way with test questions', 'Mit Testfragen dabei bleiben'],
  noKnowledge: [
    'The bot knows nothing yet, so it can answer nothing.',
    'Der Bot weiß noch nichts, also kann er nichts beantworten.',
  ],
  toFirstEntry: [
    'Write an entry, import a file or link your documentation',
    'Einen Eintrag schreiben, eine Datei importieren oder die Doku verlinken',
  ],
  noAnswers: [
    'Nobody has asked anything this week or last week. Ask a question yourself, let the bot answer in a channel, or connect your ticket system:',
    'Diese und letzte Woche hat niemand etwas gefragt. Stell selbst eine Frage, lass den Bot in einem Kanal antworten oder verbinde dein Ticketsystem:',
  ],
  toPlayground: ['Try it', 'Ausprobieren'],
  toChannels: ['Places', 'Kanäle'],
  toConnect: ['Connect your ticket system', 'Ticketsystem verbinden'],
  numbers: ['The numbers as tables', 'Die Zahlen als Tabellen'],
  measure: ['What', 'Was'],
  upToNow: ['By this time last week', 'Letzte Woche bis dahin'],
  questions: ['Questions', 'Fragen'],
  answeredBefore: ['The week before: answered', 'Eine Woche davor: beant\u00adwortet'],
  handedOverBefore: ['The week before: handed over', 'Eine Woche davor: über\u00adgeben'],
  used: ['Answers that used new entries', 'Antworten, die Neues benutzt haben'],
  approvedHead: ['Suggestions approved', 'Vorschläge übernommen'],
  addedHead: ['Entries added', 'Einträge hinzugefügt'],
  changedHead: ['Entries corrected', 'Einträge korrigiert'],
  importedHead: ['Imports', 'Importe'],
});

export const stepTexts = defineTexts({
  knowledge: [
    'Give the bot knowledge: write an entry, import a file or link your documentation',
    'Wissen geben: einen Eintrag schreiben, eine Datei importieren oder deine Doku verlinken',
  ],
  question: ['Ask a question and see the answer', 'Eine Frage stellen und die Antwort ansehen'],
  persona: [
    'Give the bot a name, a tone or instructions of its own',
    'Einen eigenen Namen, Ton oder Anweisungen geben',
  ],
  key: ['Create a key for your ticket system', 'Einen Schlüssel für dein Ticketsystem anlegen'],
  bot: ['Invite the bot to your Discord server', 'Den Bot auf deinem Discord-Server haben'],
  team: [
    'Choose the role to call when a person is needed',
    'Die Rolle wählen, die gerufen wird, wenn ein Mensch gebraucht wird',
  ],
});
