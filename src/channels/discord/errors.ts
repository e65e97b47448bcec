import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import type { Texts } from '../../../commands/command.ts';
import { guessLanguage } from '../../core/reading/language.ts';
import { words } from '../../core/search/words/analyse.ts';
import { AppError, type ErrorCode, type ErrorContext, MISSING_RIGHTS } from '../../domain/errors.ts';
import { MAX_KEYS_PER_SERVER } from '../../domain/limits.ts';
import { type InterfaceLanguage, interfaceLanguageOf, type Language } from '../../domain/types.ts';

/** The text for each code in a chat, and what to do next. Faults on our side never say more than this. */
export const SENTENCES: Record<ErrorCode, Texts> = {
  invalid_json: {
    de: 'Das konnte ich nicht lesen. Versuch es bitte noch einmal.',
    en: 'I could not read that. Please try again.',
  },
  invalid_body: {
    de: 'Diese Angaben passen nicht. Prüf sie bitte und versuch es noch einmal.',
    en: 'These details are not valid. Please check them and try again.',
  },
  too_many_messages: {
    de: 'Dieses Gespräch ist mir zu lang geworden. Stell deine Frage bitte neu, am besten in einem Satz.',
    en: 'This conversation has become too long for me. Please start again, ideally in one sentence.',
  },
  last_message_not_user: {
    de: 'Ich sehe hier keine Frage. Schreib sie mir bitte noch einmal.',
    en: 'I see no question here. Please write it again.',
  },
  invalid_api_key: {
    de: 'Dieser Schlüssel ist falsch oder widerrufen. Ein Admin kann mit `/key create` einen neuen anlegen.',
    en: 'This key is wrong or revoked. An admin can make a new one with `/key create`.',
  },
  quota_exhausted: {
    de: 'Das Kontingent dieses Servers ist für diese Woche aufgebraucht.',
    en: 'The quota of this server is used up for this week.',
  },
  trial_requirements_not_met: {
    de: 'Ohne Premium braucht es dafür genug Mitglieder auf dem Server und genug Tage mit dem Bot. Admins sehen mit `/setup`, was fehlt.',
    en: 'Without premium, this needs enough members on the server and enough days with the bot. Admins can see what is missing with `/setup`.',
  },
  wrong_scope: {
    de: 'Ein Schlüssel dieser Art darf das nicht.',
    en: 'The scope of this key does not allow this.',
  },
  server_inactive: {
    de: 'Der Bot wurde von diesem Server entfernt. Ein Admin kann ihn wieder einladen.',
    en: 'The bot was removed from this server. An admin can invite it again.',
  },
  forbidden: {
    de: 'Das darfst du hier nicht. Frag bitte einen Admin des Servers.',
    en: 'You are not allowed to do this here. Please ask an admin of the server.',
  },
  not_found: {
    de: 'Das gibt es nicht oder nicht mehr. Ruf die Liste bitte noch einmal auf.',
    en: 'This does not exist, or no longer does. Please open the list again.',
  },
  method_not_allowed: {
    de: 'Das geht hier nicht. Versuch es bitte mit einem Befehl; `/` zeigt alle.',
    en: 'This cannot be done here. Please try a command; `/` shows them all.',
  },
  body_too_large: {
    de: 'Das ist zu groß. Kürz es bitte und versuch es noch einmal.',
    en: 'This is too large. Please shorten it and try again.',
  },
  unsupported_media_type: {
    de: 'Dieses Format kenne ich nicht. Schick es bitte als Text.',
    en: 'I do not know this format. Please send it as text.',
  },
  request_timeout: {
    de: 'Das hat zu lange gedauert. Versuch es bitte noch einmal.',
    en: 'This took too long. Please try again.',
  },
  client_left: {
    de: 'Das habe ich abgebrochen. Versuch es bitte noch einmal.',
    en: 'I stopped this. Please try again.',
  },
  idempotency_mismatch: {
    de: 'Das passt nicht zu dem, was du vorher geschickt hast. Fang bitte neu an.',
    en: 'This does not match what you sent before. Please start over.',
  },
  idempotency_in_progress: {
    de: 'Daran arbeite ich schon. Warte bitte einen Moment.',
    en: 'I am working on this already. Please wait a moment.',
  },
  rate_limited_minute: {
    de: 'Das waren zu viele Anfragen in einer Minute. Versuch es bitte gleich noch einmal.',
    en: 'That was too many requests in one minute. Please try again shortly.',
  },
  too_many_uploads: {
    de: 'Gerade werden andere Dateien gelesen. Versuch es bitte in ein paar Sekunden noch einmal.',
    en: 'Other files are being read. Please try again in a few seconds.',
  },
  rate_limited_day: {
    de: 'Die Anfragen dieses Servers sind für heute aufgebraucht. Versuch es bitte morgen noch einmal.',
    en: 'This server has used up its requests for today. Please try again tomorrow.',
  },
  key_limit_reached: {
    de: `Der Server hat schon seine ${MAX_KEYS_PER_SERVER} Schlüssel. Widerruf zuerst einen mit \`/key revoke\`.`,
    en: `The server already has ${MAX_KEYS_PER_SERVER} keys. Revoke one first with \`/key revoke\`.`,
  },
  already_exists: {
    de: 'Das gibt es schon. Such bitte einen anderen Namen aus.',
    en: 'This already exists. Please choose another name.',
  },
  invalid_input: {
    de: 'Mit diesen Angaben geht das nicht. Prüf sie bitte und versuch es noch einmal.',
    en: 'This cannot be done with these details. Please check them and try again.',
  },
  internal_error: {
    de: 'Da ist bei mir etwas schiefgegangen. Versuch es bitte noch einmal; wenn es bleibt, sag einem Admin Bescheid.',
    en: 'Something went wrong on my side. Please try again; if it keeps happening, tell an admin.',
  },
  not_signed_in: {
    de: 'Melde dich dafür bitte im Dashboard an.',
    en: 'Please sign in to the dashboard for that.',
  },
  payments_off: {
    de: 'Hier kann man nichts kaufen; der Betreiber schreibt Guthaben selbst gut.',
    en: 'Nothing can be bought here; the operator grants credit.',
  },
  discord_unavailable: {
    de: 'Discord antwortet gerade nicht. Versuch es bitte in einer Minute noch einmal.',
    en: 'Discord is not responding. Please try again in a minute.',
  },
  payment_unavailable: {
    de: 'Der Zahlungsdienst antwortet gerade nicht. Es wurde nichts abgebucht; versuch es bitte in einer Minute noch einmal.',
    en: 'The payment service is not responding. Nothing was charged; please try again in a minute.',
  },
  ai_unavailable: {
    de: 'Ich kann gerade nicht nachdenken: Die KI antwortet nicht. Das hat nichts gekostet; versuch es bitte in einer Minute noch einmal.',
    en: 'I cannot think right now: the AI is not responding. Nothing was charged; please try again in a minute.',
  },
  too_busy: {
    de: 'Gerade stellen hier sehr viele gleichzeitig Fragen. Das hat nichts gekostet; versuch es bitte gleich noch einmal.',
    en: 'Too many people are asking questions here at once. Nothing was charged; please try again in a moment.',
  },
  service_unavailable: {
    de: 'Ich komme gerade nicht an meine Daten. Das hat nichts gekostet; versuch es bitte in einer Minute noch einmal.',
    en: 'I cannot reach my data right now. Nothing was charged; please try again in a minute.',
  },
};

/** A place whose share of the week is used up; elsewhere on the server questions are answered. */
const PLACE_EXHAUSTED: Texts = {
  de: 'Dieser Kanal hat seinen Anteil am Kontingent dieser Woche aufgebraucht.',
  en: 'This channel has used up its share of the quota for this week.',
};

const DETAILS: Partial<Record<ErrorCode, (context: ErrorContext) => Texts | null>> = {
  quota_exhausted: ({ details }) => {
    const at = Date.parse(String(details?.resets_at));
    if (Number.isNaN(at)) return null;
    const time = `<t:${Math.floor(at / 1000)}:F>`;
    if (isOfPlace(details))
      return {
        de: `Ab ${time} antworte ich hier wieder; bis dahin frag mich bitte in einem anderen Kanal.`,
        en: `I will answer here again from ${time}; until then, please ask me in another channel.`,
      };
    return {
      de: `Ab ${time} antworte ich wieder; wie ein Admin vorher mehr bekommt, zeigt \`/usage\`.`,
      en: `I will answer again from ${time}; \`/usage\` shows admins how to get more before then.`,
    };
  },
  trial_requirements_not_met: ({ details }) => {
    const [members, days] = [readNeed(details?.members), readNeed(details?.days_present)];
    if (!members || !days) return null;
    return {
      de: `Mitglieder: ${members.have} von ${members.need}. Tage mit dem Bot: ${days.have} von ${days.need}.`,
      en: `Members: ${members.have} of ${members.need}. Days with the bot: ${days.have} of ${days.need}.`,
    };
  },
  rate_limited_minute: ({ retryAfterSeconds }) =>
    retryAfterSeconds === undefined
      ? null
      : {
          de: `Noch ${retryAfterSeconds} s.`,
          en: `You can try again in ${retryAfterSeconds} s.`,
        },
};

/** Faults on our side: their own messages and causes are for the log alone. */
const OURS = new Set<ErrorCode>([
  'internal_error',
  'discord_unavailable',
  'payment_unavailable',
  'ai_unavailable',
  'service_unavailable',
]);

export function codeOf(error: unknown): ErrorCode {
  return error instanceof AppError ? error.code : 'internal_error';
}

export function isOurFault(error: unknown): boolean {
  return OURS.has(codeOf(error));
}

export function isDatabaseAway(error: unknown): boolean {
  return codeOf(error) === 'service_unavailable';
}

export function describeError(error: unknown, language: InterfaceLanguage): string {
  const code = codeOf(error);
  if (!(error instanceof AppError) || OURS.has(code)) return SENTENCES[code][language];
  if (error.context.message !== undefined) return error.context.message;
  const more = DETAILS[code]?.(error.context);
  const sentence = isOfPlace(error.context.details) ? PLACE_EXHAUSTED : SENTENCES[code];
  return more ? `${sentence[language]} ${more[language]}` : sentence[language];
}

function isOfPlace(details: ErrorContext['details']): boolean {
  return details?.of_place === true;
}

/** The same in the language of what somebody wrote. */
export function describeErrorTo(text: string, error: unknown): string {
  return describeError(error, interfaceLanguageOf(guessLanguageOf(text) ?? 'en'));
}

export function guessLanguageOf(text: string): Language | null {
  return guessLanguage(words(text));
}

/** null where the platform says that there is no such thing. @throws whatever else it says */
export async function orGone<Found>(reading: Promise<Found>): Promise<Found | null> {
  return reading.catch((error: unknown) => {
    if (isStatus(error, 404)) return null;
    throw error;
  });
}

export function isStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof DiscordAPIError && statuses.includes(error.status);
}

export function isHidden(error: unknown): boolean {
  return isStatus(error, 403) || (error instanceof DiscordAPIError && MISSING_RIGHTS.has(error.code));
}

/** Gone or hidden. A compatible platform tells what is gone by the status alone. */
export function isOutOfReach(error: unknown): boolean {
  return isStatus(error, 404) || isHidden(error);
}

function readNeed(value: unknown): { have: number; need: number } | null {
  if (typeof value !== 'object' || value === null || !('have' in value && 'need' in value)) return null;
  const { have, need } = value;
  return typeof have === 'number' && typeof need === 'number' ? { have, need } : null;
}

/** Connections that were refused, broken off or took too long, as Node and its HTTP client name them. */
const NETWORK_CODE = /^(?:E(?:CONN|AI_|NET|HOST|PIPE|TIMEDOUT|NOTFOUND)|UND_ERR_)/;
const NETWORK_NAMES = new Set(['AbortError', 'TimeoutError']);
const MAX_CAUSES = 3;
const TRANSIENT_STATUS = 408;

type Cause =
  | { kind: 'refused'; status: number; code: number | string }
  | { kind: 'outage'; status: number | null; code: string | null }
  | { kind: 'rate_limited'; retryAfterMs: number };

/** null: it did not come from the platform, so somebody has to look at its stack. */
export function findCause(error: unknown): Cause | null {
  for (let next = error, depth = 0; next instanceof Error && depth <= MAX_CAUSES; depth += 1) {
    const cause = causeOf(next);
    if (cause) return cause;
    next = next.cause;
  }
  return null;
}

/** The stack is logged only where the cause is not known. */
export function toFields(error: unknown): Record<string, unknown> {
  const cause = findCause(error);
  if (cause === null) return { err: error };
  if (cause.kind === 'rate_limited') return { cause: cause.kind, retry_after_ms: cause.retryAfterMs };
  return { cause: cause.kind, status: cause.status, code: cause.code };
}

function causeOf(error: Error): Cause | null {
  if (error instanceof RateLimitError) return { kind: 'rate_limited', retryAfterMs: error.retryAfter };
  if (error instanceof HTTPError) return { kind: 'outage', status: error.status, code: null };
  if (error instanceof DiscordAPIError) {
    const { status, code } = error;
    const isPassing = status >= 500 || status === TRANSIENT_STATUS;
    return isPassing ? { kind: 'outage', status, code: String(code) } : { kind: 'refused', status, code };
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const isNetwork = (code !== null && NETWORK_CODE.test(code)) || NETWORK_NAMES.has(error.name);
  return isNetwork ? { kind: 'outage', status: null, code: code ?? error.name } : null;
}
