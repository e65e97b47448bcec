import { daysIn, defineTexts, SHARED } from './frame.ts';

export const answersTexts = defineTexts({
  ...SHARED,
  title: ['Answers', 'Antworten'],
  intro: [
    (days: number) =>
      `Questions to the bot and its answers, newest first, kept for ${daysIn.en(days)}. Questions from people who opted out are not listed.`,
    (days: number) =>
      `Was der Bot gefragt wurde und was er sagte, das Neueste zuerst, ${daysIn.de(days)} lang. Wovon jemand nichts gespeichert haben möchte, steht nicht hier.`,
  ],
  marks: ['Your verdicts on answers', 'Was du zu Antworten gesagt hast'],
  filter: ['Filter', 'Filtern'],
  everyChannel: ['Everywhere', 'Überall'],
  playground: ['Playground', 'Ausprobieren'],
  learning: ['Learning', 'Lernen'],
  rehearsal: ['Rehearsal', 'Probelauf'],
  place: ['Discord channel', 'Discord-Kanal'],
  placeHint: [
    'A channel that you choose here does not include its threads.',
    'Ein Kanal steht hier ohne seine Threads.',
  ],
  everyPlace: ['All channels', 'Alle Kanäle'],
  search: ['Search questions and answers', 'In Fragen und Antworten suchen'],
  from: ['From', 'Von'],
  to: ['To', 'Bis'],
  csv: ['Download as CSV', 'Als CSV herunterladen'],
  test: ['API, with a test key', 'API, mit Testschlüssel'],
  result: ['Result', 'Ergebnis'],
  everyResult: ['Every result', 'Alle Ergebnisse'],
  vote: ['Vote', 'Bewertung'],
  everyVote: ['With and without a vote', 'Mit und ohne Bewertung'],
  up: ['Helpful', 'Hilfreich'],
  down: ['Not helpful', 'Nicht hilfreich'],
  noVote: ['Without a vote', 'Ohne Bewertung'],
  comment: ['with a comment', 'mit Kommentar'],
  everyDraft: ['Drafts and other answers', 'Entwürfe und andere'],
  drafts: ['Drafts only', 'Nur Entwürfe'],
  noDrafts: ['No drafts', 'Keine Entwürfe'],
  noWords: ['(only personal data, not shown)', '(nur persönliche Daten)'],
  none: [
    'There are no answers yet. The next question will appear here.',
    'Es gibt noch keine Antworten. Die nächste Frage erscheint hier.',
  ],
  noneFits: [
    'No answer matches these filters. Remove one or more of them.',
    'Keine Antwort passt zu diesen Filtern. Wähl weniger davon.',
  ],
  noMore: ['There are no older answers.', 'Ältere gibt es nicht.'],
  newest: ['Newest', 'Neueste'],
  older: ['Older', 'Ältere'],
  isDraft: ['Draft', 'Entwurf'],
});

export const outdatedTexts = defineTexts({
  title: ['Answers that are wrong now', 'Stimmt nicht mehr'],
  intro: [
    'These answers no longer match your knowledge. Send the correct one to the people who asked.',
    'Hier wurde etwas gesagt, was in deinem Wissen inzwischen anders steht. Sag den Leuten, was jetzt gilt.',
  ],
  said: ['What the bot said', 'Was der Bot sagte'],
  now: ['What the entry says now', 'Was der Eintrag jetzt sagt'],
  gone: ['It no longer says so', 'Das steht dort nicht mehr'],
  asked: ['What was asked', 'Was gefragt wurde'],
  correct: ['Correct it on Discord', 'Auf Discord berichtigen'],
  correctSpoken: [
    'Correct the answer to “{{question}}” on Discord',
    'Die Antwort auf „{{question}}“ auf Discord berichtigen',
  ],
  known: [
    'There is nothing left to correct in this answer, or someone is correcting it right now.',
    'An dieser Antwort ist nichts mehr zu berichtigen, oder jemand berichtigt sie gerade.',
  ],
  messageGone: [
    'Not corrected: the message or its channel no longer exists on Discord.',
    'Nicht berichtigt: Die Nachricht oder ihren Kanal gibt es auf Discord nicht mehr.',
  ],
  rightMissing: [
    'Not corrected: the bot lacks the permission to write there or to read earlier messages. Grant both, then try again.',
    'Nicht berichtigt: Der Bot darf dort nicht schreiben oder frühere Nachrichten nicht lesen. Erlaube ihm beides und versuch es noch einmal.',
  ],
  discordAway: [
    'Discord cannot be reached. Please try again in a minute; nothing is posted twice.',
    'Discord ist nicht erreichbar. Versuch es bitte in einer Minute noch einmal; doppelt gesendet wird nichts.',
  ],
});

export const draftTexts = defineTexts({
  ...SHARED,
  intro: [
    'Answers that are waiting for someone on your team, oldest first. Send, edit or discard each one on its card on Discord.',
    'Antworten, die auf jemanden aus deinem Team warten. Senden, bearbeiten oder verwerfen kannst du jede auf ihrer Karte auf Discord; was am längsten wartet, steht oben.',
  ],
  none: ['No drafts are waiting.', 'Es warten keine Entwürfe.'],
  text: ['Draft', 'Entwurf'],
  waitsSince: ['Written', 'Geschrieben'],
  openCard: ['Open the card', 'Karte öffnen'],
  openCardSpoken: ['Open the card for “{{question}}”', 'Karte öffnen zu „{{question}}“'],
  noCard: ['The card is being posted.', 'Die Karte wird gerade gesendet.'],
  more: ['Only the first {{count}} are listed.', 'Nur die ersten {{count}} stehen hier.'],
});

export const verdictTexts = defineTexts({
  title: ['What your team did with drafts', 'Was dein Team mit Entwürfen gemacht hat'],
  intro: [
    'What your team did with the last drafts ({{count}}): sent unchanged, edited before sending or discarded. Edited and discarded drafts count as wrong. So do sent ones that were later voted down, reopened or answered by the team.',
    'Von den letzten {{count}} Entwürfen: gesendet, wie sie waren, erst bearbeitet oder verworfen. Bearbeitete und verworfene gelten als falsch, auch gesendete, die schlecht bewertet, wieder geöffnet oder doch vom Team beantwortet wurden.',
  ],
  none: [
    'There are no decisions yet. Choose “Observe only” on the page “AI”, then send, edit or discard the drafts that your team gets.',
    'Es gibt noch keine Urteile. Wähl auf der Seite KI „Nur beobachten“ und entscheide über die Karten, die dein Team bekommt.',
  ],
  save: ['Save', 'Speichern'],
  sent: ['Sent unchanged', 'Gesendet, wie er war'],
  edited: ['Edited', 'Bearbeitet'],
  discarded: ['Discarded', 'Verworfen'],
  level: ['Confidence, in steps of 0.1', 'Sicherheit, in Zehnteln'],
  topic: ['Entry', 'Eintrag'],
  noTopic: ['No entry', 'Kein Eintrag'],
  holds: [
    'At a confidence of {{confidence}} or more, at most {{wrong}} in 100 answers will be wrong. This is 95% certain.',
    'Ab einer Sicherheit von {{confidence}} sind höchstens {{wrong}} von 100 Antworten falsch. Das gilt mit 95 % Gewissheit.',
  ],
  unknown: [
    'The decisions so far do not show how high the confidence must be for at most {{wrong}} in 100 answers to be wrong.',
    'Die bisherigen Urteile zeigen nicht, ab welcher Sicherheit höchstens {{wrong}} von 100 Antworten falsch sind.',
  ],
  take: [
    'Send answers with a confidence of {{confidence}} or more without a check',
    'Ab einer Sicherheit von {{confidence}} ohne Entwurf antworten',
  ],
});

export const answerTexts = defineTexts({
  ...SHARED,
  title: ['One answer', 'Eine Antwort'],
  back: ['All answers', 'Alle Antworten'],
  gone: [
    (days: number) =>
      `This answer is no longer stored. Texts are deleted after ${daysIn.en(days)}, or at once if the asker asks for it.`,
    (days: number) =>
      `Diese Antwort ist nicht mehr gespeichert. Texte bleiben ${daysIn.de(days)} und gehen sofort, wenn wer gefragt hat das möchte.`,
  ],
  ticket: ['What was asked', 'Was gefragt wurde'],
  customer: ['Customer', 'Kunde'],
  conversation: ['Ticket', 'Ticket'],
  team: ['Team', 'Team'],
  bot: ['Bot', 'Bot'],
  left: [
    (count: number) =>
      count === 1
        ? 'One earlier message is not stored: it was too long, or someone else wrote it.'
        : `${count} earlier messages are not stored: they were too long, or someone else wrote them.`,
    (count: number) =>
      count === 1
        ? 'Eine frühere Nachricht ist hier nicht gespeichert: Sie war zu lang, oder jemand anderes hat sie geschrieben.'
        : `${count} frühere Nachrichten sind hier nicht gespeichert: Sie waren zu lang, oder jemand anderes hat sie geschrieben.`,
  ],
  leftWithContext: [
    'Earlier messages from the bot and the team are not stored: they may repeat facts about the customer that your system sent (`context`), or what a picture showed.',
    'Frühere Nachrichten von Bot und Team sind hier nicht gespeichert: Dein System hat Angaben zum Kunden mitgeschickt (`context`), oder der Bot bekam ein Bild zu sehen. Beides kann darin vorkommen.',
  ],
  withContext: [
    'The text is not stored: it may repeat facts about the customer that your system sent (`context`), or what a picture showed.',
    'Der Text ist nicht gespeichert: Dein System hat Angaben zum Kunden mitgeschickt (`context`), oder der Bot bekam ein Bild zu sehen. Beides kann darin vorkommen.',
  ],
  masked: [
    'E-mail addresses, phone numbers, account and card numbers, passwords, keys and quoted messages are left out.',
    'Gezeigt ohne E-Mail-Adressen, Telefon-, Konto- und Kartennummern, Passwörter und Schlüssel, und ohne das, was darum herum zitiert war.',
  ],
  answer: ['What the bot said', 'Was der Bot sagte'],
  alone: ['This was not handed over.', 'Das wurde nicht übergeben.'],
  claims: ['Where each sentence comes from', 'Woher jeder Satz kommt'],
  handedOver: ['Handed over to the team:', 'Ans Team übergeben:'],
  byWords: [
    'The ticket itself says so; nothing the AI says can change that.',
    'Das stand in den Worten des Tickets; nichts, was die KI sagt, kann es ändern.',
  ],
  read: ['Why your team would be called if this were asked now', 'Wie diese Worte heute gelesen werden'],
  facts: ['Facts', 'Angaben'],
  vote: ['Vote', 'Bewertung'],
  message: ['On Discord', 'Auf Discord'],
  openMessage: ['Open the message', 'Nachricht öffnen'],
  asker: ['Asked by', 'Gefragt von'],
  comment: ['Comment', 'Kommentar'],
  outcome: ['What became of it', 'Was daraus wurde'],
  resolved: ['Resolved', 'Gelöst'],
  team_answered: ['Answered by the team', 'Vom Team beantwortet'],
  unknown: ['Not known', 'Nicht bekannt'],
  isDraft: ['Yes: the team should look at it first', 'Ja: Das Team soll zuerst darauf schauen'],
  isRepeated: ['Yes: the same question got this answer before', 'Ja: Dieselbe Frage bekam sie schon'],
  no: ['No', 'Nein'],
  engine: ['Answered by', 'Beantwortet von'],
  units: ['Quota units', 'Einheiten'],
  givenBack: ['{{units}}, later given back', '{{units}}, zurückgegeben'],
  inAndOut: ['{{prompt}} in, {{completion}} out', '{{prompt}} hinein, {{completion}} heraus'],
  took: ['Time taken', 'Dauer'],
  passages: ['What the answer is based on', 'Woraus die Antwort entstand'],
  passagesHint: [
    'These entries were found when the question was asked. Their texts are shown as they are today.',
    'Damals gefunden; die Texte sind die von heute und können sich seither geändert haben.',
  ],
  whole: [
    'All of the knowledge was sent to the AI; these entries fit best.',
    'Der KI wurde das ganze Wissen mitgegeben; diese passten am besten.',
  ],
  noPassages: ['No entry was found for this question.', 'Dazu wurde kein Eintrag gefunden.'],
  notRecorded: [
    'The entries found for this question were not recorded.',
    'Was dazu gefunden wurde, ist nicht notiert.',
  ],
  noScore: ['Without a score', 'Ohne Wertung'],
  used: ['used', 'benutzt'],
  changed: ['changed since', 'seither geändert'],
  removed: [
    'This entry, or this part of it, no longer exists.',
    'Diesen Eintrag oder diesen Teil davon gibt es nicht mehr.',
  ],
  openEntry: ['Open entry', 'Eintrag öffnen'],
  openEntrySpoken: ['Open entry “{{title}}”', 'Eintrag öffnen: „{{title}}“'],
  correct: ['Correct this answer', 'Diese Antwort berichtigen'],
  correctHint: [
    'This becomes a suggestion under Training. What was sent to the customer stays as it is.',
    'Wird ein Vorschlag unter „Training“. Was der Kunde bekommen hat, bleibt, wie es ist.',
  ],
  rightAnswer: ['Right answer', 'Richtige Antwort'],
  noNames: ['Word it as it should be stored, without names.', 'So, wie du sie behalten willst, ohne Namen.'],
  suggest: ['Suggest', 'Vorschlagen'],
  decided: [
    'The same suggestion was made before and has been decided. See Training.',
    'Genau das wurde schon vorgeschlagen und ist entschieden. Sieh unter „Training“ nach.',
  ],
  makeTest: ['Make it a test question', 'Zur Testfrage machen'],
  makeTestHint: [
    'A test question stays until you remove it. Word it so that nobody can be identified.',
    'Eine Testfrage bleibt, bis du sie entfernst: Formuliere sie so, dass niemand zu erkennen ist.',
  ],
});

/** Why a customer's words need the team. */
export const whyTexts = defineTexts({
  rule: ['A fixed rule says so.', 'Das sagt eine feste Regel.'],
  model: [
    'The bot judges this from sample tickets built into it.',
    'Das beurteilt der Bot nach den Beispiel-Tickets, die er mitbringt.',
  ],
  owner: ['You said so.', 'Das hast du so gesagt.'],
  score: ['Score {{score}}.', 'Wertung {{score}}.'],
  words: ['Words that weighed most:', 'Am meisten wog:'],
});

/** The buttons that say whether the team was needed, and the list of those verdicts. */
export const markTexts = defineTexts({
  ...SHARED,
  title: ['Your verdicts on answers', 'Was du zu Antworten gesagt hast'],
  question: ['Was the team needed?', 'War das Team nötig?'],
  hint: [
    'From the next question on, similar texts are handled the way you choose here. Your team is still called for danger, for a plain request for a person and for your topics. If only the knowledge was missing, add an entry instead.',
    'Ab der nächsten Frage folgen ähnliche Texte dem, was du hier sagst. Worte über eine Gefahr für jemanden und die einer festen Regel rufen das Team trotzdem. Wo das Wissen keine Antwort hat, füg stattdessen eine hinzu.',
  ],
  needed: ['The team was needed', 'Das Team war nötig'],
  'not-needed': ['The team was not needed', 'Niemand war nötig'],
  marked: ['You said:', 'Du sagtest:'],
  remove: ['Take back', 'Zurücknehmen'],
  removeSpoken: ['Take back the verdict on “{{text}}”', 'Zurücknehmen, was zu „{{text}}“ gesagt wurde'],
  intro: [
    'Texts similar to these are handled according to your verdicts. Each is kept until you take it back or the asker opts out. E-mail addresses, phone numbers, account and card numbers, passwords and keys are left out of the stored texts.',
    'Texte, die diesen ähnlich sind, folgen dem, was du dazu gesagt hast. Gespeichert, bis du es zurücknimmst oder wer gefragt hat nichts gespeichert haben möchte, und ohne E-Mail-Adressen, Telefonnummern, Konten, Karten, Passwörter und Schlüssel.',
  ],
  none: [
    'Nothing yet. Open an answer and say whether the team was needed.',
    'Noch nichts. Sag auf der Seite einer Antwort, ob das Team nötig war.',
  ],
  text: ['What was asked', 'Was gefragt wurde'],
  verdict: ['Verdict', 'Was gesagt wurde'],
  back: ['All answers', 'Alle Antworten'],
  optedOut: [
    'The asker opted out, so your verdict cannot be stored.',
    'Wer das gefragt hat, möchte nichts gespeichert haben.',
  ],
  full: [
    'There are already 500 verdicts. Take back some that you no longer need.',
    'Es sind schon 500. Nimm einige zurück, die nicht mehr nötig sind.',
  ],
  noWords: [
    'The question contains only personal data, so there is nothing to store.',
    'Was gefragt wurde, besteht nur aus persönlichen Daten.',
  ],
});
