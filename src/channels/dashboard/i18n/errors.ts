import type { z } from 'zod';
import {
  MAX_KEYS_PER_SERVER,
  MAX_URL_CHARACTERS,
  PLAYGROUND_QUESTIONS_PER_DAY,
} from '../../../domain/limits.ts';
import type { InterfaceLanguage, TeamReason } from '../../../domain/types.ts';
import { defineTexts } from './frame.ts';

/** Each text says what to do next. */
export const errorTexts = defineTexts({
  title: ['This did not work', 'Das hat nicht geklappt'],
  back: ['Back to your servers', 'Zu deinen Servern'],
  requestId: ['If you ask the operator, quote this:', 'Für Rückfragen an den Betreiber:'],
  invalid_json: [
    'This could not be read. Please go back and try again.',
    'Das ließ sich nicht lesen. Geh bitte zurück und versuch es noch einmal.',
  ],
  invalid_body: [
    'This could not be read. Please go back and try again.',
    'Das ließ sich nicht lesen. Geh bitte zurück und versuch es noch einmal.',
  ],
  too_many_messages: ['This conversation is too long.', 'Dieses Gespräch ist zu lang.'],
  last_message_not_user: ['There is no question to answer.', 'Darin steht keine Frage.'],
  invalid_api_key: ['This key is wrong or revoked.', 'Dieser Schlüssel ist falsch oder widerrufen.'],
  not_signed_in: ['Please sign in.', 'Bitte melde dich an.'],
  quota_exhausted: [
    "This week's quota and the credit are used up.",
    'Das Kontingent dieser Woche und das Guthaben sind aufgebraucht.',
  ],
  trial_requirements_not_met: [
    'Without premium, the server needs enough members and enough days with the bot.',
    'Ohne Premium braucht der Server genug Mitglieder, und der Bot muss lange genug dabei sein.',
  ],
  wrong_scope: ['The scope of this key does not allow this.', 'Ein Schlüssel dieser Art darf das nicht.'],
  server_inactive: [
    'The bot was removed from this server. Invite it again.',
    'Der Bot wurde von diesem Server entfernt. Lade ihn wieder ein.',
  ],
  forbidden: [
    'This is not allowed. Reload the page and try again.',
    'Das ist nicht erlaubt. Lade die Seite neu und versuch es noch einmal.',
  ],
  not_found: [
    'This page does not exist, or you do not have access to it.',
    'Diese Seite gibt es nicht, oder sie ist nicht für dich.',
  ],
  payments_off: [
    'Nothing can be bought here; the operator grants credit.',
    'Hier kann man nichts kaufen; der Betreiber schreibt Guthaben selbst gut.',
  ],
  method_not_allowed: [
    'This address cannot be used this way.',
    'Diese Adresse lässt sich so nicht benutzen.',
  ],
  request_timeout: [
    'This took too long. Please try again.',
    'Das hat zu lange gedauert. Versuch es bitte noch einmal.',
  ],
  already_exists: ['This already exists.', 'Das gibt es schon.'],
  invalid_input: ['These values are not valid.', 'Mit diesen Angaben geht das nicht.'],
  key_limit_reached: [
    `A server has at most ${MAX_KEYS_PER_SERVER} valid keys. Revoke one first.`,
    `Ein Server hat höchstens ${MAX_KEYS_PER_SERVER} gültige Schlüssel. Widerrufe erst einen.`,
  ],
  idempotency_in_progress: [
    'This is already being done. Please wait a moment.',
    'Das läuft schon. Warte bitte einen Moment.',
  ],
  idempotency_mismatch: [
    'This does not match what you sent before.',
    'Das passt nicht zu dem, was du vorher geschickt hast.',
  ],
  body_too_large: ['This is too large. Please shorten it.', 'Das ist zu groß. Bitte kürze es.'],
  unsupported_media_type: ['This format cannot be read.', 'Dieses Format lässt sich nicht lesen.'],
  rate_limited_minute: [
    'Too many requests in a minute. Please wait a moment.',
    'Zu viele Anfragen in einer Minute. Warte bitte einen Moment.',
  ],
  too_many_uploads: [
    'Other files are being read. Please try again in a few seconds.',
    'Gerade werden andere Dateien gelesen. Versuch es bitte in ein paar Sekunden noch einmal.',
  ],
  rate_limited_day: [
    `The ${PLAYGROUND_QUESTIONS_PER_DAY} free questions of this server are used up for today.`,
    `Die ${PLAYGROUND_QUESTIONS_PER_DAY} kostenlosen Fragen dieses Servers sind für heute aufgebraucht.`,
  ],
  client_left: ['Stopped.', 'Abgebrochen.'],
  internal_error: [
    'Something went wrong on our side. Please try again.',
    'Bei uns ist etwas schiefgegangen. Versuch es bitte noch einmal.',
  ],
  discord_unavailable: [
    'Discord is not responding, so your permissions cannot be checked. Please try again in a minute.',
    'Discord antwortet nicht, deshalb lassen sich deine Rechte gerade nicht prüfen. Versuch es bitte in einer Minute noch einmal.',
  ],
  payment_unavailable: [
    'The payment service is not responding. Nothing was charged; please try again in a minute.',
    'Der Zahlungsdienst antwortet nicht. Es wurde nichts abgebucht; versuch es bitte in einer Minute noch einmal.',
  ],
  ai_unavailable: [
    'The AI is not responding. Nothing was charged; please try again in a minute.',
    'Die KI antwortet nicht. Es wurde nichts berechnet; versuch es bitte in einer Minute noch einmal.',
  ],
  too_busy: [
    'Too many questions are being answered right now. Please try again in a moment.',
    'Gerade werden viele Fragen gleichzeitig beantwortet. Versuch es bitte gleich noch einmal.',
  ],
  service_unavailable: [
    'The data is not available right now. Please try again in a minute.',
    'Die Daten sind gerade nicht erreichbar. Versuch es bitte in einer Minute noch einmal.',
  ],
});

export const faultTexts = defineTexts({
  required: ['Please fill in this field.', 'Bitte fülle das aus.'],
  tooLong: [
    (most: number) => `At most ${most.toLocaleString('en')} characters.`,
    (most: number) => `Höchstens ${most.toLocaleString('de')} Zeichen.`,
  ],
  tooMany: [
    (most: number) => `At most ${most.toLocaleString('en')}.`,
    (most: number) => `Höchstens ${most.toLocaleString('de')}.`,
  ],
  tooSmall: [
    (least: number) => `At least ${least.toLocaleString('en')}.`,
    (least: number) => `Mindestens ${least.toLocaleString('de')}.`,
  ],
  url: [
    'Enter a valid address that begins with http:// or https://.',
    'Das muss eine gültige Adresse sein, die mit http:// oder https:// beginnt.',
  ],
  choice: ['Please choose one of the options.', 'Bitte wähle eine der Möglichkeiten.'],
  date: ['Enter a date.', 'Das muss ein Datum sein.'],
  other: ['This value is not valid here.', 'Diese Angabe passt hier nicht.'],
});

export function explainIssue(issue: z.core.$ZodIssue, language: InterfaceLanguage): string {
  const t = faultTexts[language];
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? t.required : t.tooSmall(Number(issue.minimum));
    case 'too_big':
      return issue.origin === 'string' ? t.tooLong(Number(issue.maximum)) : t.tooMany(Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'url' ? t.url : t.other;
    case 'invalid_value':
      return t.choice;
    case 'invalid_type':
      return issue.expected === 'date' ? t.date : t.required;
    default:
      return t.other;
  }
}

/** Says what is wrong with an address that was not taken. @param other for one that is there and short enough */
export function explainAddress(given: string, language: InterfaceLanguage, other?: string): string {
  const t = faultTexts[language];
  if (given === '') return t.required;
  return given.length > MAX_URL_CHARACTERS ? t.tooLong(MAX_URL_CHARACTERS) : (other ?? t.url);
}

type ReasonTexts = { [Reason in TeamReason]: string };

export const reasonTexts = defineTexts<ReasonTexts>({
  safety: ['Someone may be in danger.', 'Jemand könnte in Gefahr sein.'],
  legal: ['It is about the law or personal data.', 'Es geht um Recht oder persönliche Daten.'],
  payment: ['It is about a payment.', 'Es geht um eine Zahlung.'],
  ban: ['It is about a ban.', 'Es geht um eine Sperre.'],
  account: ['It is about access to an account.', 'Es geht um den Zugang zu einem Konto.'],
  asked_for_human: ['The customer asked for a person.', 'Jemand möchte mit einem Menschen sprechen.'],
  owner_topic: [
    'It is about a topic that you reserved for your team.',
    'Es geht um ein Thema, das du deinem Team vorbehalten hast.',
  ],
  not_in_knowledge: ['The knowledge has no answer to it.', 'Das Wissen hat keine Antwort darauf.'],
  model: [
    'The AI thinks that a person should look at it.',
    'Die KI findet, dass ein Mensch darauf schauen sollte.',
  ],
});
