import { WEBHOOK_FAILING_DAYS } from '../../../domain/limits.ts';
import type { WebhookEvent } from '../../../domain/types.ts';
import { defineTexts } from './frame.ts';

/** The webhook of a server, on the page of the API. */
export const webhookTexts = defineTexts({
  title: ['Webhook', 'Webhook'],
  intro: [
    'Your own server is told at once when a person should act: events are sent to its address, signed by the Standard Webhooks specification.',
    'Dein eigener Server erfährt sofort, wenn ein Mensch handeln soll: Ereignisse gehen an seine Adresse, unterschrieben nach der Spezifikation Standard Webhooks.',
  ],
  none: ['There is no webhook yet.', 'Es gibt noch keinen Webhook.'],
  address: ['Address of the receiver', 'Adresse des Empfängers'],
  addressHint: [
    'A public address that begins with https://. Nothing but status 2xx counts as received.',
    'Eine öffentliche Adresse, die mit https:// beginnt. Nur ein Status 2xx gilt als angekommen.',
  ],
  set: ['Set webhook', 'Webhook einrichten'],
  setAgain: ['Set anew with a new secret', 'Mit neuem Geheimnis einrichten'],
  setAgainHint: [
    'Setting it anew makes a new secret; the one before stops working at once.',
    'Neu einrichten erzeugt ein neues Geheimnis; das bisherige gilt sofort nicht mehr.',
  ],
  state: ['State', 'Zustand'],
  works: ['It works.', 'Er funktioniert.'],
  failing: ['Failing since', 'Gestört seit'],
  failingHint: [
    `Each event is tried eight times over a day, in order. After ${WEBHOOK_FAILING_DAYS} days of failures the webhook is switched off.`,
    `Jedes Ereignis wird über einen Tag acht Mal versucht, der Reihe nach. Nach ${WEBHOOK_FAILING_DAYS} Tagen Störung wird der Webhook abgeschaltet.`,
  ],
  off: ['Switched off since', 'Abgeschaltet seit'],
  offHint: [
    'The receiver took no events. No new ones are noted until you switch it on again.',
    'Der Empfänger nahm keine Ereignisse an. Neue werden erst wieder gemeldet, wenn du ihn einschaltest.',
  ],
  newSecret: ['Your new secret', 'Dein neues Geheimnis'],
  shownOnce: [
    'It is shown only this once. Store it on your server now and check every event with it.',
    'Es wird nur dieses eine Mal gezeigt. Speichere es jetzt auf deinem Server und prüf damit jedes Ereignis.',
  ],
  copy: ['Copy', 'Kopieren'],
  copied: ['Copied', 'Kopiert'],
  test: ['Send a test event', 'Test-Ereignis senden'],
  testTaken: ['The test event arrived.', 'Das Test-Ereignis ist angekommen.'],
  testRefused: ['The test event did not arrive.', 'Das Test-Ereignis ist nicht angekommen.'],
  enable: ['Switch on', 'Einschalten'],
  remove: ['Remove webhook', 'Webhook entfernen'],
  removeQuestion: [
    'Remove the webhook? What waits is not sent any more.',
    'Den Webhook entfernen? Was wartet, wird nicht mehr gesendet.',
  ],
  deliveries: ['Last events', 'Letzte Ereignisse'],
  noDeliveries: ['There was no event yet.', 'Es gab noch kein Ereignis.'],
  event: ['Event', 'Ereignis'],
  when: ['When', 'Wann'],
  outcome: ['Outcome', 'Ergebnis'],
  tries: ['Tries', 'Versuche'],
  actions: ['Actions', 'Aktionen'],
  waiting: ['Waits', 'Wartet'],
  nextTry: ['Next try:', 'Nächster Versuch:'],
  delivered: ['Arrived', 'Angekommen'],
  failed: ['Did not arrive', 'Nicht angekommen'],
  redeliver: ['Send again', 'Noch einmal senden'],
  redeliverOne: ['Send {{event}} of {{when}} again', '{{event}} vom {{when}} noch einmal senden'],
  noAddress: [
    'This must be one address that begins with http:// or https://.',
    'Das muss eine Adresse sein, die mit http:// oder https:// beginnt.',
  ],
});

type EventTexts = { [Event in WebhookEvent]: string };

/** What an event is about. */
export const eventTexts = defineTexts<EventTexts>({
  'answer.handed_over': ['Handed over to the team', 'An das Team übergeben'],
  'question.unanswered': ['Unanswered question', 'Unbeantwortete Frage'],
  'quota.reached': ['Quota reached', 'Kontingent erreicht'],
  'suggestion.created': ['New suggestion', 'Neuer Vorschlag'],
  'webhook.test': ['Test', 'Test'],
});
