import type { z } from 'zod';
import { MAX_KEYS_PER_SERVER, PLAYGROUND_QUESTIONS_PER_DAY } from '../../../domain/limits.ts';
import type { Language, TeamReason } from '../../../domain/types.ts';
import { defineTexts } from './frame.ts';

/** What every code says on a page, and what to do next. */
export const errorTexts = defineTexts(
  {
    title: 'This did not work',
    back: 'To your servers',
    requestId: 'For questions to the operator:',
    invalid_json: 'This could not be read. Please go back and try again.',
    invalid_body: 'This could not be read. Please go back and try again.',
    too_many_messages: 'This conversation is too long.',
    last_message_not_user: 'There is no question in it.',
    invalid_api_key: 'This key is wrong or revoked.',
    not_signed_in: 'Please sign in.',
    quota_exhausted: "This week's quota and the credit are used up.",
    trial_requirements_not_met: 'Without premium, the server needs more members or more days with the bot.',
    server_inactive: 'The bot was removed from this server. Invite it again.',
    forbidden: 'This is not allowed. Load the page anew and try again.',
    not_found: 'There is no such page, or it is not yours to see.',
    payments_off: 'Nothing can be bought here; the operator grants credit.',
    method_not_allowed: 'This address cannot be used this way.',
    request_timeout: 'This took too long. Please try again.',
    already_exists: 'This exists already.',
    invalid_input: 'This cannot be done with these values.',
    key_limit_reached: `A server has at most ${MAX_KEYS_PER_SERVER} valid keys. Revoke one first.`,
    idempotency_in_progress: 'This is being done already. Please wait a moment.',
    idempotency_mismatch: 'This does not match what you sent before.',
    body_too_large: 'This is too large. Please shorten it.',
    unsupported_media_type: 'This format cannot be read.',
    rate_limited_minute: 'Too many requests in a minute. Please wait a moment.',
    too_many_uploads: 'Other files are being read. Please try again in a few seconds.',
    rate_limited_day: `The ${PLAYGROUND_QUESTIONS_PER_DAY} free questions of this server are used up for today.`,
    client_left: 'Stopped.',
    internal_error: 'Something went wrong on our side. Please try again.',
    discord_unavailable:
      'Discord does not answer, so your rights cannot be checked right now. Please try again in a minute.',
    payment_unavailable:
      'The payment service does not answer. Nothing was charged; please try again in a minute.',
    ai_unavailable: 'The AI does not answer. Nothing was charged; please try again in a minute.',
    too_busy: 'Many questions are being answered at once. Please try again in a moment.',
    service_unavailable: 'The data cannot be reached right now. Please try again in a minute.',
  },
  {
    title: 'Das hat nicht geklappt',
    back: 'Zu deinen Servern',
    requestId: 'Für Rückfragen an den Betreiber:',
    invalid_json: 'Das ließ sich nicht lesen. Geh bitte zurück und versuch es noch einmal.',
    invalid_body: 'Das ließ sich nicht lesen. Geh bitte zurück und versuch es noch einmal.',
    too_many_messages: 'Dieses Gespräch ist zu lang.',
    last_message_not_user: 'Darin steht keine Frage.',
    invalid_api_key: 'Dieser Schlüssel ist falsch oder widerrufen.',
    not_signed_in: 'Bitte melde dich an.',
    quota_exhausted: 'Das Kontingent dieser Woche und das Guthaben sind aufgebraucht.',
    trial_requirements_not_met:
      'Ohne Premium braucht der Server mehr Mitglieder, oder der Bot muss länger dabei sein.',
    server_inactive: 'Der Bot wurde von diesem Server entfernt. Lade ihn wieder ein.',
    forbidden: 'Das ist nicht erlaubt. Lade die Seite neu und versuch es noch einmal.',
    not_found: 'Diese Seite gibt es nicht, oder sie ist nicht für dich.',
    payments_off: 'Hier kann man nichts kaufen; der Betreiber schreibt Guthaben selbst gut.',
    method_not_allowed: 'Diese Adresse lässt sich so nicht benutzen.',
    request_timeout: 'Das hat zu lange gedauert. Versuch es bitte noch einmal.',
    already_exists: 'Das gibt es schon.',
    invalid_input: 'Mit diesen Angaben geht das nicht.',
    key_limit_reached: `Ein Server hat höchstens ${MAX_KEYS_PER_SERVER} gültige Schlüssel. Widerrufe erst einen.`,
    idempotency_in_progress: 'Das läuft schon. Warte bitte einen Moment.',
    idempotency_mismatch: 'Das passt nicht zu dem, was du vorher geschickt hast.',
    body_too_large: 'Das ist zu groß. Bitte kürze es.',
    unsupported_media_type: 'Dieses Format lässt sich nicht lesen.',
    rate_limited_minute: 'Zu viele Anfragen in einer Minute. Warte bitte einen Moment.',
    too_many_uploads:
      'Gerade werden andere Dateien gelesen. Versuch es bitte in ein paar Sekunden noch einmal.',
    rate_limited_day: `Die ${PLAYGROUND_QUESTIONS_PER_DAY} kostenlosen Fragen dieses Servers sind für heute aufgebraucht.`,
    client_left: 'Abgebrochen.',
    internal_error: 'Bei uns ist etwas schiefgegangen. Versuch es bitte noch einmal.',
    discord_unavailable:
      'Discord antwortet nicht, deshalb lassen sich deine Rechte gerade nicht prüfen. Versuch es bitte in einer Minute noch einmal.',
    payment_unavailable:
      'Der Zahlungsdienst antwortet nicht. Es wurde nichts abgebucht; versuch es bitte in einer Minute noch einmal.',
    ai_unavailable:
      'Die KI antwortet nicht. Es wurde nichts berechnet; versuch es bitte in einer Minute noch einmal.',
    too_busy: 'Gerade werden viele Fragen gleichzeitig beantwortet. Versuch es bitte gleich noch einmal.',
    service_unavailable:
      'Die Daten sind gerade nicht erreichbar. Versuch es bitte in einer Minute noch einmal.',
  },
);

const texts = defineTexts(
  {
    required: 'Please fill this in.',
    tooLong: (most: number) => `At most ${most.toLocaleString('en')} characters.`,
    tooMany: (most: number) => `At most ${most.toLocaleString('en')}.`,
    tooSmall: (least: number) => `At least ${least.toLocaleString('en')}.`,
    url: 'This must be an address that begins with http:// or https://.',
    choice: 'Please choose one of the options.',
    date: 'This must be a date.',
    other: 'This value does not fit here.',
  },
  {
    required: 'Bitte fülle das aus.',
    tooLong: (most: number) => `Höchstens ${most.toLocaleString('de')} Zeichen.`,
    tooMany: (most: number) => `Höchstens ${most.toLocaleString('de')}.`,
    tooSmall: (least: number) => `Mindestens ${least.toLocaleString('de')}.`,
    url: 'Das muss eine Adresse sein, die mit http:// oder https:// beginnt.',
    choice: 'Bitte wähle eine der Möglichkeiten.',
    date: 'Das muss ein Datum sein.',
    other: 'Diese Angabe passt hier nicht.',
  },
);

export const faultTexts = texts;

/** What is wrong with a field, in words for whoever typed it; the schemas' own messages are for developers. */
export function explainIssue(issue: z.core.$ZodIssue, language: Language): string {
  const t = texts[language];
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

type ReasonTexts = { [Reason in TeamReason]: string };

/** Why the team is asked to take over. */
export const reasonTexts = defineTexts<ReasonTexts>(
  {
    safety: 'Somebody may be in danger.',
    legal: 'It is about the law or personal data.',
    payment: 'It is about a payment.',
    ban: 'It is about a ban.',
    account: 'It is about access to an account.',
    asked_for_human: 'A human was asked for.',
    owner_topic: 'It is about a topic that you reserved for your team.',
    not_in_knowledge: 'The knowledge has no answer to it.',
    model: 'The AI found that a human should look at it.',
  },
  {
    safety: 'Jemand könnte in Gefahr sein.',
    legal: 'Es geht um Recht oder persönliche Daten.',
    payment: 'Es geht um eine Zahlung.',
    ban: 'Es geht um eine Sperre.',
    account: 'Es geht um den Zugang zu einem Konto.',
    asked_for_human: 'Jemand möchte mit einem Menschen sprechen.',
    owner_topic: 'Es geht um ein Thema, das du deinem Team vorbehalten hast.',
    not_in_knowledge: 'Das Wissen hat keine Antwort darauf.',
    model: 'Die KI findet, dass ein Mensch darauf schauen sollte.',
  },
);
