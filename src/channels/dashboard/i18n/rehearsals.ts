import { defineTexts, SHARED } from './frame.ts';

export const rehearsalTexts = defineTexts({
  ...SHARED,
  intro: [
    'The bot, as it is now, answers conversations that your team had with customers, and you see what it would have said. Nobody else sees it, and nothing is sent.',
    'Gespräche, die dein Team mit Kunden geführt hat, gehen durch den Bot, wie er jetzt ist, und du siehst, was er gesagt hätte. Niemand sonst sieht es, und nichts davon wird gesendet.',
  ],
  kept: [
    'The newest 500 conversations are used. Addresses, phone numbers and the writers’ names are removed, and private notes are not read. Everything is deleted after 14 days.',
    'Genommen werden die neuesten 500. Adressen, Telefonnummern und die Namen derer, die schrieben, werden entfernt, interne Notizen nicht gelesen, und nach 14 Tagen ist alles gelöscht.',
  ],
  begin: ['New rehearsal', 'Neuer Probelauf'],
  file: [
    'Conversations exported from Zendesk, Intercom, Freshdesk, Chatwoot or Zammad (JSON), or ticket transcripts (HTML)',
    'Export der Gespräche von Zendesk, Intercom, Freshdesk, Chatwoot oder Zammad (JSON) oder Mitschriften von Tickets (HTML)',
  ],
  orChannel: ['Or the last 90 days of a channel', 'Oder der Verlauf eines Kanals, 90 Tage'],
  noChannel: ['no channel', 'kein Kanal'],
  noTeam: [
    'First choose under “Team” who is on your team: the bot’s answers are compared with theirs.',
    'Wähle erst unter „Team“, wer zu deinem Team gehört: Verglichen wird mit dessen Antworten.',
  ],
  share: ['Share of the weekly quota in percent', 'Anteil am Wochenkontingent in Prozent'],
  shareHint: [
    'All rehearsals of a week together use at most this share of the quota. Then they pause until next week, or until you choose a larger share.',
    'Mehr verbrauchen alle Probeläufe einer Woche zusammen nicht. Dann ruhen sie bis zur nächsten Woche oder bis du einen größeren Anteil wählst.',
  ],
  start: ['Start', 'Starten'],
  goOn: ['Continue with this share', 'Mit diesem Anteil weitermachen'],
  nothingChosen: ['Please choose a file or a channel.', 'Bitte wähle eine Datei oder einen Kanal.'],
  badShare: [
    'Please enter a number from 0.01 to 100 with at most two decimals, such as 10 or 2.5.',
    'Bitte gib eine Zahl von 0,01 bis 100 mit höchstens zwei Nachkommastellen an, etwa 10 oder 2,5.',
  ],
  full: [
    'At most ten rehearsals are kept. Delete one first.',
    'Zehn Probeläufe werden aufgehoben. Lösch erst einen.',
  ],
  empty: ['The file is empty.', 'Die Datei ist leer.'],
  unknown: [
    'The file has no conversations in the format that these systems export.',
    'In der Datei wurden keine Gespräche gefunden, wie diese Systeme sie exportieren.',
  ],
  no_customer: [
    'None of the conversations in the file has a message from a customer.',
    'In keinem ihrer Gespräche hat ein Kunde geschrieben.',
  ],
  too_slow: ['Reading the file takes too long.', 'Die Datei zu lesen dauert zu lange.'],
  too_much_memory: [
    'Reading the file takes too much memory.',
    'Die Datei zu lesen braucht zu viel Speicher.',
  ],
  failed: ['The file cannot be read.', 'Die Datei ist nicht lesbar.'],
  list: ['Rehearsals', 'Probeläufe'],
  none: ['There is no rehearsal yet.', 'Es gibt noch keinen Probelauf.'],
  reading: ['The history of the channel is being read.', 'Der Verlauf des Kanals wird gelesen.'],
  unread: ['The history of the channel could not be read.', 'Der Verlauf des Kanals ließ sich nicht lesen.'],
  nothingRead: ['Your team answered no question there.', 'Dein Team hat dort keine Frage beantwortet.'],
  running: ['Conversations done: {{done}} of {{all}}.', 'Fertige Gespräche: {{done}} von {{all}}.'],
  paused: [
    'This week’s share or the whole weekly quota is used up. Conversations done: {{done}} of {{all}}. The rest follow next week, or at once with a larger share if some of the quota is left.',
    'Der Anteil oder das ganze Kontingent dieser Woche ist verbraucht. Fertige Gespräche: {{done}} von {{all}}. Weiter geht es nächste Woche, oder sofort mit einem größeren Anteil, wenn vom Kontingent noch etwas übrig ist.',
  ],
  outage: [
    'The AI is not responding. The rehearsal continues by itself once the AI is back.',
    'Die KI antwortet gerade nicht. Es geht von selbst weiter.',
  ],
  reload: ['Reload', 'Neu laden'],
  skipped: [
    'Left out, by line or number in the file: {{lines}}',
    'Ausgelassen, nach Zeile oder Nummer in der Datei: {{lines}}',
  ],
  not_json: ['not JSON', 'kein JSON'],
  unknown_one: ['not a conversation', 'kein Gespräch'],
  no_customer_one: ['no message from a customer', 'keine Nachricht von einem Kunden'],
  drafted: ['Drafts for the team', 'Entwürfe für das Team'],
  asked_back: ['The bot asked for details', 'Nachgefragt'],
  nothing_asked: ['The customer asked nothing', 'Keine Frage gestellt'],
  failedOnes: ['No answer after several attempts', 'Ohne Antwort nach mehreren Versuchen'],
  differs: ['Contradicts your team', 'Widerspricht deinem Team'],
  differsHint: [
    'The two answers differ in a number, a date or a unit, or one says yes and the other no. Something that only one of them mentions does not count.',
    'Die beiden Antworten unterscheiden sich in einer Zahl, einem Datum oder einer Einheit, oder eine sagt Ja und die andere Nein. Was nur eine von beiden sagt, zählt nicht.',
  ],
  ofOthers: [
    'Share of conversations answered: here, and the range to expect in as many new ones',
    'Anteil beantwortet, hier und wohl in ebenso vielen anderen Gesprächen',
  ],
  percents: [
    '{{percent}}% here, {{from}} to {{to}}% expected',
    'hier {{percent}} %, dort wohl {{from}} bis {{to}} %',
  ],
  price: [
    'Cost of these conversations (if they span more than a week: cost per week)',
    'Preis dieser Gespräche (bei mehr als einer Woche: einer Woche davon)',
  ],
  ofWeek: ['{{percent}} of the weekly quota', '{{percent}} des Wochenkontingents'],
  entries: ['Entries that would help most', 'Einträge, die am meisten brächten'],
  count: ['Times asked', 'Gefragt'],
  proposed: ['What your team said', 'Was dein Team sagte'],
  asked: ['The customer asked', 'Der Kunde fragte'],
  bot: ['The bot would have said', 'Der Bot hätte gesagt'],
  nothingSaid: ['–', '–'],
  delete: ['Delete with all conversations', 'Mit allen Gesprächen löschen'],
});
