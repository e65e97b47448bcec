import { MAX_HISTORY_MESSAGES, MAX_PENDING_SUGGESTIONS } from './limits.ts';
import type { Texts } from './words.ts';

/** The place of a run of a history import in the channel and its threads. */
export interface HistoryWalk {
  /**
   * The channel itself, then its open threads, then the archived ones, page by page; then those that are private, all of
   * them or else those that the bot is in.
   */
  phase: 'own' | 'open' | 'archived' | 'private' | 'joined' | 'end';
  /** Unread threads, the next one first. */
  queue: string[];
  /** Threads that were open when listed: archived meanwhile, they are listed again. */
  open: string[];
  /** The last archived thread that was listed. */
  archivedBefore: string | null;
}

/**
 * Why an answer of the team became no suggestion; `thread`: the bot could not read that thread, `private`: nor the
 * archived private ones that it is not in.
 */
export type LeftOutReason =
  | 'small_talk'
  | 'unfit'
  | 'known'
  | 'opted_out'
  | 'gone'
  | 'no_role'
  | 'no_use'
  | 'thread'
  | 'private'
  | 'transcript';
export type LeftOut = Partial<Record<LeftOutReason, number>>;

export type HistoryEnd =
  | 'all'
  | 'limit'
  | 'full'
  | 'stopped'
  | 'learning_off'
  | 'right_missing'
  | 'content_refused'
  | 'channel_gone'
  | 'server_left'
  | 'discord_unavailable';

const limit = {
  de: MAX_HISTORY_MESSAGES.toLocaleString('de'),
  en: MAX_HISTORY_MESSAGES.toLocaleString('en'),
};
const room = {
  de: MAX_PENDING_SUGGESTIONS.toLocaleString('de'),
  en: MAX_PENDING_SUGGESTIONS.toLocaleString('en'),
};

/** `goesOn`: the next run continues from there. */
export const HISTORY_ENDS: Record<HistoryEnd, { text: Texts; goesOn: boolean }> = {
  all: {
    goesOn: false,
    text: { de: 'Fertig: Der ganze Zeitraum ist gelesen.', en: 'Done: the whole period has been read.' },
  },
  limit: {
    goesOn: true,
    text: {
      de: `Fertig für diesmal: ${limit.de} Nachrichten sind gelesen, es gibt ältere. Ein neuer Lauf macht dahinter weiter.`,
      en: `Done for this time: ${limit.en} messages have been read, and there are older ones. Run it again to read those.`,
    },
  },
  full: {
    goesOn: true,
    text: {
      de: `Angehalten: Es warten schon ${room.de} Vorschläge. Entscheide einige; ein neuer Lauf macht dann hier weiter.`,
      en: `Stopped: ${room.en} suggestions are already waiting. Decide on some, then run it again to continue.`,
    },
  },
  stopped: {
    goesOn: true,
    text: {
      de: 'Von Hand angehalten. Ein neuer Lauf macht hier weiter.',
      en: 'Stopped by hand. Run it again to continue.',
    },
  },
  learning_off: {
    goesOn: true,
    text: {
      de: 'Angehalten: Lernen wurde ausgeschaltet. Schalte es wieder ein; ein neuer Lauf macht hier weiter.',
      en: 'Stopped: learning was switched off. Switch learning on, then run it again to continue.',
    },
  },
  right_missing: {
    goesOn: true,
    text: {
      de: 'Angehalten: Ich darf den Kanal oder seinen Verlauf nicht mehr lesen. Gib mir dort „Kanal ansehen“ und „Nachrichtenverlauf anzeigen“; ein neuer Lauf macht hier weiter.',
      en: 'Stopped: I am no longer allowed to read the channel or its history. Give me “View Channel” and “Read Message History” there, then run it again to continue.',
    },
  },
  content_refused: {
    goesOn: true,
    text: {
      de: 'Angehalten: Discord lässt mich Nachrichten nicht mitlesen. Schalte im Discord Developer Portal → Bot → Message Content Intent ein; ein neuer Lauf macht hier weiter.',
      en: 'Stopped: Discord does not let me read messages. Switch on Message Content Intent in the Discord developer portal → Bot, then run it again to continue.',
    },
  },
  channel_gone: {
    goesOn: false,
    text: {
      de: 'Angehalten: Den Kanal gibt es nicht mehr. Was aus ihm vorgeschlagen war, ist weg.',
      en: 'Stopped: the channel no longer exists. Its suggestions are gone.',
    },
  },
  server_left: {
    goesOn: true,
    text: {
      de: 'Angehalten: Der Bot wurde von diesem Server entfernt.',
      en: 'Stopped: the bot was removed from this server.',
    },
  },
  discord_unavailable: {
    goesOn: true,
    text: {
      de: 'Angehalten: Discord hat einen Tag lang nicht geantwortet. Ein neuer Lauf macht hier weiter.',
      en: 'Stopped: Discord has not answered for a day. Run it again to continue.',
    },
  },
};

/** Stands behind a number: `12 × only small talk`. */
export const LEFT_OUT_REASONS: Record<LeftOutReason, Texts> = {
  small_talk: {
    de: 'nur Small Talk, Dank oder eine Rückfrage',
    en: 'only small talk, thanks or a question in return',
  },
  unfit: {
    de: 'zu lang oder ohne Text außer persönlichen Daten',
    en: 'too long, or without text besides personal data',
  },
  known: { de: 'schon bekannt', en: 'already known' },
  opted_out: { de: 'von jemandem mit `/opt-out`', en: 'by someone with `/opt-out`' },
  gone: { de: 'inzwischen gelöscht oder geändert', en: 'deleted or edited in the meantime' },
  no_role: { de: 'Lehr-Rolle inzwischen entfernt', en: 'teaching role removed in the meantime' },
  no_use: { de: 'laut KI nur für eine Person', en: 'for one person only, according to the AI' },
  thread: { de: 'Thread, den ich nicht lesen darf', en: 'a thread that I am not allowed to read' },
  private: {
    de: 'archivierte private Threads ohne mich: Mir fehlt das Recht „Threads verwalten“',
    en: 'archived private threads that I am not in: I lack the permission Manage Threads',
  },
  transcript: {
    de: 'Transkript, das ich nicht lesen kann oder das nicht sagt, wer schrieb',
    en: 'a transcript that I cannot read, or that does not say who wrote it',
  },
};
