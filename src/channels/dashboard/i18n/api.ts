import {
  LOOKUP_TIMEOUT_SECONDS,
  MAX_LOOKUP_TOPIC_CHARACTERS,
  MAX_LOOKUP_TOPICS,
  WEBHOOK_FAILING_DAYS,
} from '../../../domain/limits.ts';
import type { WebhookEvent } from '../../../domain/types.ts';
import { defineTexts, SHARED } from './frame.ts';

export const apiTexts = defineTexts({
  ...SHARED,
  intro: [
    'Your own system sends the history of a ticket and gets one answer, from the same knowledge as on Discord.',
    'Dein eigener Server schickt den Verlauf eines Tickets und bekommt eine Antwort, aus demselben Wissen wie auf Discord.',
  ],
  baseUrl: ['Base address', 'Basisadresse'],
  steps: ['In four steps', 'In vier Schritten'],
  stepKey: [
    'Create an API key. It is shown only once.',
    'Leg einen API-Schlüssel an. Er wird nur einmal gezeigt.',
  ],
  toKeys: ['Go to API keys', 'Zu den Schlüsseln'],
  stepStore: [
    'Store it on your server only, in an environment variable for example:',
    'Speichere ihn nur auf deinem Server, zum Beispiel in einer Umgebungsvariablen:',
  ],
  stepSend: [
    'Send the history of the ticket with the header',
    'Schick den Verlauf des Tickets mit der Kopfzeile',
  ],
  stepShow: [
    'Show the answer in the ticket, and notify your team when needs_team is true.',
    'Zeig die Antwort im Ticket, und ruf dein Team, wenn needs_team true ist.',
  ],
  noticeDue: [
    'Your customers must see ai_notice: it tells them that an AI answered.',
    'Deine Kunden müssen ai_notice sehen: Daran erkennen sie, dass eine KI geantwortet hat.',
  ],
  noBrowser: [
    'Browsers cannot call the API, and they must not: anyone who sees the key can spend your quota. Call it from your own server.',
    'Browser können die API nicht aufrufen und sollen es auch nicht: Wer den Schlüssel sieht, verbraucht dein Kontingent. Ruf sie von deinem eigenen Server auf.',
  ],
  samples: ['Samples', 'Beispiele'],
  samplesIntro: [
    'Each is a whole program: put the key in an environment variable and run it. Replace the two functions that show the answer and notify the team.',
    'Jedes ist ein ganzes Programm: Leg den Schlüssel in die Umgebung und starte es. Ersetze die beiden Funktionen, die die Antwort zeigen und das Team rufen.',
  ],
  copyOne: ['Copy the sample for {{label}}', 'Beispiel für {{label}} kopieren'],
  reference: ['Quick reference', 'Das Wichtigste in Kürze'],
  fullReference: ['Full reference', 'Vollständige Referenz'],
  openapi: ['OpenAPI document', 'OpenAPI-Dokument'],
  errorsIntro: [
    'Every error has error.code, error.message and request_id. A refused request costs nothing and is not counted.',
    'Jeder Fehler hat error.code, error.message und request_id. Eine abgelehnte Anfrage kostet nichts und zählt nirgends.',
  ],
  operation: ['Request', 'Anfrage'],
  meaning: ['Meaning', 'Bedeutung'],
});

/** The webhook of a server, on the page of the API. */
export const webhookTexts = defineTexts({
  ...SHARED,
  title: ['Webhook', 'Webhook'],
  intro: [
    'Your own system learns at once when someone should act: events are sent to its address, signed according to the Standard Webhooks specification.',
    'Dein eigener Server erfährt sofort, wenn ein Mensch handeln soll: Ereignisse gehen an seine Adresse, unterschrieben nach der Spezifikation Standard Webhooks.',
  ],
  none: ['There is no webhook yet.', 'Es gibt noch keinen Webhook.'],
  address: ['Address of the receiver', 'Adresse des Empfängers'],
  addressHint: [
    'A public address, ideally with https://. Only a 2xx status counts as received.',
    'Eine öffentliche Adresse, am besten mit https://. Nur ein Status 2xx gilt als angekommen.',
  ],
  set: ['Set webhook', 'Webhook einrichten'],
  setAgain: ['Save with a new secret', 'Mit neuem Geheimnis speichern'],
  setAgainHint: [
    'This makes a new secret; the old one stops working at once.',
    'Neu einrichten erzeugt ein neues Geheimnis; das bisherige gilt sofort nicht mehr.',
  ],
  addOne: ['Add another address', 'Eine weitere Adresse hinzufügen'],
  add: ['Add webhook', 'Webhook hinzufügen'],
  five: ['A server has at most five webhooks.', 'Ein Server hat höchstens fünf Webhooks.'],
  types: ['Events', 'Ereignisse'],
  allTypes: ['All', 'Alle'],
  typesHint: ['Choose none to get all events.', 'Keines gewählt: alle Ereignisse.'],
  rotate: ['New secret', 'Neues Geheimnis'],
  former: ['Events are also signed with the old secret until', 'Das alte Geheimnis unterschreibt mit bis'],
  state: ['State', 'Zustand'],
  works: ['It works.', 'Er funktioniert.'],
  failing: ['Failing since', 'Gestört seit'],
  failingHint: [
    `Events are sent in order, each up to eight times over a day. After ${WEBHOOK_FAILING_DAYS} days of failures the webhook is switched off.`,
    `Jedes Ereignis wird über einen Tag acht Mal versucht, der Reihe nach. Nach ${WEBHOOK_FAILING_DAYS} Tagen Störung wird der Webhook abgeschaltet.`,
  ],
  off: ['Switched off since', 'Abgeschaltet seit'],
  offHint: [
    'The receiver accepted no events. New events are not recorded until you switch the webhook on again.',
    'Der Empfänger nahm keine Ereignisse an. Neue werden erst wieder gemeldet, wenn du ihn einschaltest.',
  ],
  newSecret: ['Your new secret', 'Dein neues Geheimnis'],
  shownOnce: [
    'It is shown only this once. Store it on your server now and check every event with it.',
    'Es wird nur dieses eine Mal gezeigt. Speichere es jetzt auf deinem Server und prüf damit jedes Ereignis.',
  ],
  test: ['Send a test event', 'Test-Ereignis senden'],
  testTaken: ['The test event was delivered.', 'Das Test-Ereignis ist angekommen.'],
  testRefused: ['The test event was not delivered.', 'Das Test-Ereignis ist nicht angekommen.'],
  enable: ['Switch on', 'Einschalten'],
  remove: ['Remove webhook', 'Webhook entfernen'],
  removeQuestion: [
    'Remove the webhook? Waiting events are dropped.',
    'Den Webhook entfernen? Was wartet, wird nicht mehr gesendet.',
  ],
  deliveries: ['Recent events', 'Letzte Ereignisse'],
  noDeliveries: ['No events are stored.', 'Es sind keine Ereignisse gespeichert.'],
  event: ['Event', 'Ereignis'],
  outcome: ['Outcome', 'Ergebnis'],
  tries: ['Attempts', 'Versuche'],
  actions: ['Actions', 'Aktionen'],
  waiting: ['Waiting', 'Wartet'],
  nextTry: ['Next attempt:', 'Nächster Versuch:'],
  delivered: ['Delivered', 'Angekommen'],
  failed: ['Not delivered', 'Nicht angekommen'],
  redeliver: ['Send again', 'Noch einmal senden'],
  redeliverOne: ['Send {{event}} from {{when}} again', '{{event}} vom {{when}} noch einmal senden'],
});

/** Where facts of who asks are looked up, on the page of the API. */
export const lookupTexts = defineTexts({
  title: ['Look-up', 'Abfrage'],
  intro: [
    'No entry can know a customer’s order or rank. Enter an address on your own server, and Lotse asks it before each answer: the facts it returns are used for that one answer and stored nowhere.',
    'Kein Eintrag kennt die Bestellung oder den Rang eines Kunden. Nenn eine Adresse von dir, und Lotse fragt sie vor der Antwort: Was sie sagt, gilt für diese eine Antwort und wird nirgends gespeichert.',
  ],
  address: ['Look-up address', 'Adresse, die gefragt wird'],
  addressHint: [
    `It receives a signed request with the question and who asks it, and has ${LOOKUP_TIMEOUT_SECONDS} seconds to reply. If it fails, Lotse answers without its facts.`,
    `Sie bekommt die Frage und wer fragt, unterschrieben, und hat ${LOOKUP_TIMEOUT_SECONDS} Sekunden. Scheitert sie, antwortet Lotse ohne sie.`,
  ],
  topics: ['Topics', 'Themen'],
  topicsHint: [
    'Words separated by commas. Only questions that contain one of them are looked up; leave it empty to look up all.',
    'Wörter mit Kommas dazwischen. Nur Fragen mit einem davon werden abgefragt; leer: alle.',
  ],
  badTopics: [
    `At most ${MAX_LOOKUP_TOPICS} topics, each of up to ${MAX_LOOKUP_TOPIC_CHARACTERS} characters.`,
    `Höchstens ${MAX_LOOKUP_TOPICS} Themen mit ${MAX_LOOKUP_TOPIC_CHARACTERS} Zeichen.`,
  ],
  set: ['Set look-up', 'Abfrage einrichten'],
  setAgain: ['Save with a new secret', 'Mit neuem Geheimnis speichern'],
  setAgainHint: [
    'This makes a new secret; the old one stops working at once.',
    'Das erzeugt ein neues Geheimnis; das bisherige gilt sofort nicht mehr.',
  ],
  shownOnce: [
    'It is shown only this once. Store it on your server now and check every look-up with it.',
    'Es wird nur dieses eine Mal gezeigt. Speichere es jetzt auf deinem Server und prüf damit jede Abfrage.',
  ],
  test: ['Try it', 'Ausprobieren'],
  sample: ['Test of the look-up', 'Test der Abfrage'],
  answered: ['The address answered.', 'Die Adresse hat geantwortet.'],
  knowsNothing: ['It returned no facts for the test.', 'Zu einem Test kennt sie keine Fakten.'],
  remove: ['Remove look-up', 'Abfrage entfernen'],
  removeQuestion: [
    'Remove the look-up? Answers will no longer use its facts.',
    'Die Abfrage entfernen? Antworten kommen dann ohne ihre Fakten aus.',
  ],
});

type EventTexts = { [Event in WebhookEvent]: string };

export const eventTexts = defineTexts<EventTexts>({
  'answer.created': ['Answer to an asynchronous request', 'Antwort auf eine angenommene Frage'],
  'answer.failed': ['No answer to an asynchronous request', 'Keine Antwort auf eine angenommene Frage'],
  'answer.handed_over': ['Handed over to the team', 'An das Team übergeben'],
  'answer.outdated': ['An answer is now wrong', 'Eine Antwort stimmt nicht mehr'],
  'report.weekly': ['Weekly report', 'Der Bericht einer Woche'],
  'knowledge.changed': ['The knowledge changed', 'Das Wissen änderte sich'],
  'question.unanswered': ['Unanswered question', 'Unbeantwortete Frage'],
  'quota.reached': ['80% or all of the quota used', 'Kontingent zu 80 % oder ganz verbraucht'],
  'suggestion.created': ['New suggestion', 'Neuer Vorschlag'],
  'webhook.test': ['Test', 'Test'],
});
