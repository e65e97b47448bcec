import type { Weekday } from './hours.ts';
import {
  MAX_CRAWL_MINUTES,
  MAX_KNOWLEDGE_ENTRIES,
  MAX_MESSAGES_PER_LINK,
  MAX_PAGES_PER_LINK,
} from './limits.ts';
import type {
  CrawlLimit,
  InterfaceLanguage,
  KeyScope,
  KnowledgeSource,
  Language,
  LinkState,
  Right,
  StoredConflict,
  SuspensionReason,
  TeamReason,
  TestFault,
  TrainingSource,
} from './types.ts';

/** Chat and dashboard share these words. */

/** Each language's own name. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
};

/** A text in every language of the interface. */
export type Texts = Record<InterfaceLanguage, string>;

/** `short` stands behind the name in a list; `means` says all of it. */
export const RIGHT_TEXTS: Record<Right, Record<'name' | 'short' | 'means', Texts>> = {
  viewer: {
    name: { de: 'Ansehen', en: 'Viewer' },
    short: { de: 'Übersicht und Antworten', en: 'overview and answers' },
    means: { de: 'Übersicht und Antworten ansehen.', en: 'Can see the overview and the answers.' },
  },
  editor: {
    name: { de: 'Bearbeiten', en: 'Editor' },
    short: { de: 'dazu Wissen, Training, Entwürfe, Tests', en: 'also knowledge, training, drafts, tests' },
    means: {
      de: 'Dazu Wissen und Doku-Links ändern, über Training, unbeantwortete Fragen und Entwürfe entscheiden, Testfragen und Ausprobieren.',
      en: 'Can do everything a viewer can; also change knowledge and documentation links, decide on training, unanswered questions and drafts, and use test questions and the playground.',
    },
  },
  admin: {
    name: { de: 'Admin', en: 'Admin' },
    short: { de: 'alles', en: 'everything' },
    means: {
      de: 'Alles, was „Server verwalten“ hier erlaubt: auch Einstellungen, Schlüssel, Zahlungen, Löschen und diese Rechte.',
      en: 'Everything that “Manage Server” allows here: also settings, keys, payments, deletion and access.',
    },
  },
};

export const WEEKDAY_NAMES: Record<Weekday, Texts> = {
  monday: { de: 'Montag', en: 'Monday' },
  tuesday: { de: 'Dienstag', en: 'Tuesday' },
  wednesday: { de: 'Mittwoch', en: 'Wednesday' },
  thursday: { de: 'Donnerstag', en: 'Thursday' },
  friday: { de: 'Freitag', en: 'Friday' },
  saturday: { de: 'Samstag', en: 'Saturday' },
  sunday: { de: 'Sonntag', en: 'Sunday' },
};

const NAMES = {
  de: new Intl.DisplayNames('de', { type: 'language' }),
  en: new Intl.DisplayNames('en', { type: 'language' }),
};

/** A language's name in another one: `Französisch`. */
export function nameLanguage(named: Language, language: InterfaceLanguage): string {
  return NAMES[language].of(named) ?? named;
}

export const ENTRY_SOURCES: Record<KnowledgeSource, Texts> = {
  manual: { de: 'von Hand', en: 'by hand' },
  training: { de: 'gelernt', en: 'learned' },
  link: { de: 'Doku-Link', en: 'documentation link' },
  import: { de: 'importiert', en: 'imported' },
};

export const KEY_SCOPE_NAMES: Record<KeyScope, Texts> = {
  chat: { de: 'Chat: stellt Fragen und bekommt Antworten', en: 'Chat: asks questions and gets answers' },
  knowledge: {
    de: 'Wissen: liest und ändert Einträge, stellt keine Fragen',
    en: 'Knowledge: reads and changes entries, asks nothing',
  },
};

export const SUGGESTION_SOURCES: Record<TrainingSource, Texts> = {
  menu: { de: 'Aus einer Nachricht', en: 'From a message' },
  correction: { de: 'Korrektur einer Antwort', en: 'Correction of an answer' },
  reply: { de: 'Antwort des Teams', en: 'Reply of the team' },
  vote: { de: 'Bessere Antwort zu einer Bewertung', en: 'Better answer after a rating' },
  gap: { de: 'Unbeantwortete Frage', en: 'Unanswered question' },
  import: { de: 'Importiert', en: 'Imported' },
  surge: { de: 'Viele gleiche Fragen', en: 'Many similar questions' },
  outcome: { de: 'Antwort des Teams in einem Ticket', en: 'Team answer in a ticket' },
};

/** Stands behind „Ausgesetzt:“ or “Suspended:”. */
export const SUSPENSION_REASONS: Record<SuspensionReason, Texts> = {
  source_deleted: {
    de: 'Die Nachricht, aus der es stammt, wurde gelöscht.',
    en: 'the message that it comes from was deleted.',
  },
  source_edited: {
    de: 'Die Nachricht, aus der es stammt, wurde geändert.',
    en: 'the message that it comes from was edited.',
  },
  member_gone: {
    de: 'Wer es geschrieben hat, hat seine Daten gelöscht.',
    en: 'the author has deleted their data.',
  },
  server_left: {
    de: 'Der Bot war von diesem Server entfernt.',
    en: 'the bot had been removed from this server.',
  },
};

/** Stands behind „Bisher bekannt“ or “Known so far”. */
export const CONFLICTS: Record<StoredConflict['kind'], Texts> = {
  contradicts: { de: 'mit anderen Angaben', en: 'with different facts' },
  same_question: { de: 'auf dieselbe Frage', en: 'for the same question' },
};

/** Why the model has not compared a suggestion with the knowledge; null: it has, or there is none. */
export function describeUnchecked(unchecked: string | null): Texts | null {
  if (unchecked === null || unchecked === 'no_model') return null;
  if (unchecked === 'pending')
    return {
      de: 'Wird gerade mit dem Wissen verglichen; sieh gleich noch einmal nach.',
      en: 'It is being compared with the knowledge; check again in a moment.',
    };
  const [de, en] = reasonOf(unchecked);
  return { de: `Nicht mit dem Wissen verglichen: ${de}.`, en: `Not compared with the knowledge: ${en}.` };
}

/** How much of the knowledge is not compared yet, and why; null: nothing. */
export function describeUncompared(check: {
  uncompared: number;
  fault: string | null;
  isRunning: boolean;
}): Texts | null {
  const { uncompared: n, fault, isRunning } = check;
  if (n === 0) return null;
  const [de, en] = isRunning
    ? ['sie werden gerade verglichen', 'they are being compared right now']
    : fault === null
      ? ['das geschieht nach und nach', 'they will be compared little by little']
      : reasonOf(fault);
  return {
    de: `Noch nicht verglichene Abschnitte: ${n}; ${de}.`,
    en: `Passages not compared yet: ${n}; ${en}.`,
  };
}

function reasonOf(fault: string): [de: string, en: string] {
  return fault === 'quota_exhausted'
    ? [
        'der Teil des Wochenkontingents, der dafür da ist, ist aufgebraucht',
        'the part of the weekly quota meant for this is used up',
      ]
    : ['das Sprachmodell war nicht zu erreichen', 'the model could not be reached'];
}

export const LINK_STATES: Record<LinkState, Texts> = {
  queued: { de: 'wird gleich gelesen', en: 'will be read in a moment' },
  crawling: { de: 'wird gerade gelesen', en: 'is being read' },
  crawled: { de: 'gelesen', en: 'read' },
  failed: { de: 'nicht lesbar', en: 'could not be read' },
};

/** Tells what a cap left out. */
export const CRAWL_LIMITS: Record<CrawlLimit, Texts> = {
  pages: {
    de: `Nur die ersten ${MAX_PAGES_PER_LINK.toLocaleString('de')} Seiten wurden gelesen.`,
    en: `Only the first ${MAX_PAGES_PER_LINK.toLocaleString('en')} pages were read.`,
  },
  posts: {
    de: `Nur die neuesten ${MAX_MESSAGES_PER_LINK.toLocaleString('de')} Nachrichten wurden gelesen, und die angepinnten.`,
    en: `Only the newest ${MAX_MESSAGES_PER_LINK.toLocaleString('en')} messages were read, and the pinned ones.`,
  },
  tree: {
    de: 'GitHub nennt nicht alle Dateien dieses Repositorys: Es hat zu viele.',
    en: 'GitHub does not list all files of this repository: it has too many.',
  },
  bytes: { de: 'Es war zu groß, um ganz gelesen zu werden.', en: 'It was too large to be read in full.' },
  entries: {
    de: `Der Server hat die Höchstzahl von ${MAX_KNOWLEDGE_ENTRIES.toLocaleString('de')} Einträgen; der Rest fand keinen Platz.`,
    en: `The server has the maximum of ${MAX_KNOWLEDGE_ENTRIES.toLocaleString('en')} entries; the rest did not fit.`,
  },
  time: {
    de: `Das Lesen dauerte länger als ${MAX_CRAWL_MINUTES} Minuten und wurde beendet.`,
    en: `Reading took longer than ${MAX_CRAWL_MINUTES} minutes and was stopped.`,
  },
};

/**
 * The faults of a test question's answer in half a sentence.
 * @param test the wanted result, if it is still known.
 */
export function describeTestFaults(
  faults: readonly TestFault[],
  test: { expected: string | null; needsTeam: boolean | null } | undefined,
  language: InterfaceLanguage,
): string {
  const parts = faults.map((fault) =>
    fault === 'expected' ? lacks(test?.expected) : calls(test?.needsTeam),
  );
  return parts.map((texts) => texts[language]).join({ de: ' und ', en: ' and ' }[language]);
}

function lacks(expected: string | null | undefined): Texts {
  if (!expected) return { de: 'der erwartete Text fehlt', en: 'the expected text is missing' };
  return { de: `„${expected}“ fehlt`, en: `“${expected}” is missing` };
}

function calls(needsTeam: boolean | null | undefined): Texts {
  if (needsTeam === true) return { de: 'das Team wird nicht gerufen', en: 'the team is not called' };
  if (needsTeam === false) return { de: 'das Team wird gerufen', en: 'the team is called' };
  return {
    de: 'ob das Team gerufen wird, ist anders als gewünscht',
    en: 'whether the team is called is not as expected',
  };
}

/** Why a person is needed, in a few words. */
export const REASONS: Record<TeamReason, Texts> = {
  safety: { de: 'Sicherheit', en: 'safety' },
  legal: { de: 'Recht', en: 'legal' },
  payment: { de: 'Zahlung', en: 'payment' },
  ban: { de: 'Sperre', en: 'ban' },
  account: { de: 'Konto', en: 'account' },
  asked_for_human: { de: 'wollte einen Menschen', en: 'asked for a person' },
  owner_topic: { de: 'Wort für Übergaben', en: 'one of your hand-over words' },
  not_in_knowledge: { de: 'nicht im Wissen', en: 'not in the knowledge' },
  model: { de: 'KI war unsicher', en: 'the AI was unsure' },
};
