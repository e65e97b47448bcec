import type { Session } from '../../../core/owners/sessions.ts';
import type { InterfaceLanguage } from '../../../domain/types.ts';

type Param = string | number;
type Text = string | ((...facts: never[]) => string);

type Params<One> = One extends `${string}{{${string}}}${infer Rest}` ? [fact: Param, ...Params<Rest>] : [];
type Translation<One> = One extends string
  ? Params<One> extends []
    ? string
    : (...facts: Params<One>) => string
  : One;
type Table<Texts> = { [Key in keyof Texts]: Translation<Texts[Key]> };

/**
 * Makes tables by language of pairs, English first. A text with `{{places}}` becomes a function whose parameters
 * follow the order of the English text.
 */
export function defineTexts<Texts extends Record<string, Text>>(
  pairs: {
    [Key in keyof Texts]: readonly [
      en: Texts[Key],
      de: NoInfer<Texts[Key] extends string ? string : Texts[Key]>,
    ];
  },
): Record<InterfaceLanguage, Table<Texts>> {
  const toTable = (index: 0 | 1) =>
    Object.fromEntries(
      Object.entries<readonly [Text, Text]>(pairs).map(([key, pair]) => [key, toSaid(pair[index], pair[0])]),
    ) as Table<Texts>;
  return { en: toTable(0), de: toTable(1) };
}

const PLACE = /\{\{(\w+)\}\}/g;

function toSaid(text: Text, english: Text): Text {
  const places = typeof english === 'string' ? english.match(PLACE) : null;
  if (typeof text !== 'string' || places === null) return text;
  return (...facts: Param[]) => text.replace(PLACE, (place) => String(facts[places.indexOf(place)]));
}

/** @param several has the place `{{count}}` and stands for every number but 1 */
export function plural(one: string, several: string) {
  return (count: Param, shown: Param = count): string =>
    String(count) === '1' ? one : several.replace(PLACE, () => String(shown));
}

/** How long something is kept, as an object of the sentence. */
export const daysIn = { en: plural('1 day', '{{count}} days'), de: plural('einen Tag', '{{count}} Tage') };

/** Words that several tables share. */
export const SHARED = {
  channel: ['Channel', 'Kanal'],
  api: ['API', 'API'],
  discord: ['Discord', 'Discord'],
  answered: ['Answered', 'Beantwortet'],
  handedOver: ['Handed over', 'Übergeben'],
  draft: ['Draft', 'Entwurf'],
  when: ['When', 'Wann'],
  question: ['Question', 'Frage'],
  confidence: ['Confidence', 'Sicherheit'],
  level: ['Level', 'Stufe'],
  repeated: ['Repeated', 'Wiederholt'],
  reopened: ['Reopened', 'Wieder geöffnet'],
  language: ['Language', 'Sprache'],
  tokens: ['Tokens', 'Tokens'],
  seconds: ['{{seconds}} s', '{{seconds}} s'],
  score: ['Score {{score}}', 'Wertung {{score}}'],
  answer: ['Answer', 'Antwort'],
  action: ['Action', 'Aktion'],
  copy: ['Copy', 'Kopieren'],
  copied: ['Copied', 'Kopiert'],
  save: ['Save', 'Speichern'],
  remove: ['Remove', 'Entfernen'],
  change: ['Change', 'Änderung'],
  page: ['Page', 'Seite'],
  helpful: ['Helpful', 'Hilfreich'],
  day: ['Day', 'Tag'],
  find: ['Search', 'Suchen'],
} as const;

/** The pages of a server in the order and the groups of the menu; '' is the overview. */
export const MENU = [
  { group: null, tabs: [''] },
  { group: 'inbox', tabs: ['answers', 'drafts', 'unanswered', 'training'] },
  { group: 'content', tabs: ['knowledge', 'links', 'tests', 'playground', 'rehearsals'] },
  {
    group: 'settings',
    tabs: ['ki', 'channels', 'team', 'hours', 'limits', 'api', 'payments', 'audit', 'data'],
  },
] as const;
export type MenuGroup = (typeof MENU)[number];
export type Tab = MenuGroup['tabs'][number];
export const TABS: readonly Tab[] = MENU.flatMap(({ tabs }): readonly Tab[] => tabs);

export const tabTexts = defineTexts({
  '': ['Overview', 'Übersicht'],
  answers: ['Answers', 'Antworten'],
  drafts: ['Drafts', 'Entwürfe'],
  unanswered: ['Unanswered', 'Unbeantwortet'],
  training: ['Training', 'Training'],
  knowledge: ['Knowledge', 'Wissen'],
  links: ['Documentation links', 'Doku-Links'],
  tests: ['Test questions', 'Testfragen'],
  playground: ['Playground', 'Ausprobieren'],
  rehearsals: ['Rehearsals', 'Probelauf'],
  ki: ['AI', 'KI'],
  channels: ['Places', 'Kanäle'],
  team: ['Team', 'Team'],
  hours: ['Hours', 'Zeiten'],
  limits: ['Limits and alerts', 'Limits und Warnungen'],
  api: ['API', 'API'],
  payments: ['Payments', 'Zahlungen'],
  audit: ['Audit log', 'Protokoll'],
  data: ['Export and delete', 'Export und Löschen'],
});

/** Headings of the menu, and how a number beside a page is read out. */
export const menuTexts = defineTexts({
  inbox: ['Inbox', 'Eingang'],
  content: ['Knowledge', 'Wissen'],
  settings: ['Settings', 'Einstellungen'],
  open: ['Menu', 'Menü'],
  waiting: ['waiting', 'offen'],
});

export const frameTexts = defineTexts({
  skip: ['Skip to content', 'Zum Inhalt springen'],
  unreachable: [
    'There was no response. Check your connection and try again.',
    'Es kam keine Antwort. Prüf deine Verbindung und versuch es noch einmal.',
  ],
  menu: ['Pages of this server', 'Seiten dieses Servers'],
  servers: ['Your servers', 'Deine Server'],
  switchLanguage: ['Deutsch', 'English'],
  theme: ['Appearance', 'Darstellung'],
  light: ['Light', 'Hell'],
  dark: ['Dark', 'Dunkel'],
  auto: ['Automatic', 'Automatisch'],
  signedInAs: ['Signed in as {{name}}', 'Angemeldet als {{name}}'],
  signOut: ['Sign out', 'Abmelden'],
  sections: ['On this page', 'Auf dieser Seite'],
  signOutEverywhere: ['Sign out everywhere', 'Überall abmelden'],
  reference: ['API reference', 'API-Referenz'],
  inactive: [
    'The bot was removed from this server: nothing is answered here. Invite it again, or export and delete what is stored.',
    'Der Bot wurde von diesem Server entfernt: Hier wird nichts beantwortet. Lade ihn wieder ein, oder exportiere und lösche, was gespeichert ist.',
  ],
  operator: ['Operator', 'Betreiber'],
});

/** Who is signed in. */
export function nameOf({ person }: Pick<Session, 'person'>, language: InterfaceLanguage): string {
  return person.kind === 'local' ? frameTexts[language].operator : person.name;
}

/** Confirmations above the page that a change leads to; its address names the code, never the text. */
export const noticeTexts = defineTexts({
  key_revoked: [
    'The key is revoked and no longer works.',
    'Der Schlüssel ist widerrufen: Er öffnet nichts mehr.',
  ],
  key_shown: [
    'This key was already shown. A key is shown only once; create another one if you lost it.',
    'Dieser Schlüssel wurde schon gezeigt. Ein Schlüssel wird nur einmal gezeigt; leg einen neuen an, wenn du ihn verloren hast.',
  ],
  webhook_shown: [
    'Not saved: the webhooks have changed since this page was opened. A secret is shown only once; if you lost one, choose “New secret”.',
    'Nicht gespeichert: Die Webhooks haben sich geändert, seit diese Seite geöffnet wurde. Ein Geheimnis wird nur einmal gezeigt; wähl „Neues Geheimnis“, wenn du eines verloren hast.',
  ],
  webhook_enabled: [
    'Switched on. Waiting events are sent in a moment.',
    'Eingeschaltet. Was wartet, wird gleich gesendet.',
  ],
  webhook_removed: [
    'Removed. No more events are sent to this address.',
    'Entfernt. An diese Adresse werden keine Ereignisse mehr gesendet.',
  ],
  lookup_removed: ['Removed. Nothing is looked up now.', 'Entfernt. Es wird nichts mehr abgefragt.'],
  event_repeated: ['It will be sent again in a moment.', 'Es wird gleich noch einmal gesendet.'],
  persona_saved: ['Saved. It applies from the next answer on.', 'Gespeichert. Gilt ab der nächsten Antwort.'],
  threshold_taken: [
    'Saved. Answers with a lower confidence become drafts; the rest are sent without a check.',
    'Gespeichert. Unsicherere Antworten werden zu Entwürfen; der Rest geht ungeprüft hinaus.',
  ],
  access_saved: ['Saved. It applies at once.', 'Gespeichert. Es gilt sofort.'],
  entry_added: ['Added. The bot knows it from now on.', 'Hinzugefügt. Der Bot weiß es ab jetzt.'],
  entry_saved: [
    'Saved. The bot uses it from the next answer on.',
    'Gespeichert. Schon die nächste Antwort benutzt es.',
  ],
  entry_restored: [
    'Restored. The bot uses it from the next answer on.',
    'Zurückgesetzt. Schon die nächste Antwort benutzt es.',
  ],
  wordings_proposed: [
    'Wordings added. The bot uses them from now on; remove any that do not fit.',
    'Formulierungen hinzugefügt. Der Bot benutzt sie ab jetzt; nimm heraus, was nicht passt.',
  ],
  wordings_none: ['The AI proposed nothing new.', 'Die KI hat nichts Neues vorgeschlagen.'],
  entry_removed: ['Removed. The bot no longer uses it.', 'Entfernt. Der Bot benutzt es nicht mehr.'],
  contradiction_accepted: [
    'Saved. The two are not shown again until one of them changes.',
    'Notiert. Die beiden erscheinen erst wieder, wenn sich einer von ihnen ändert.',
  ],
  entries_compared: [
    'Compared. Any contradictions, and anything not compared yet, are listed below.',
    'Verglichen. Widersprüche und was noch nicht verglichen ist, stehen unten.',
  ],
  entries_imported: ['Imported. The bot knows it from now on.', 'Importiert. Der Bot weiß es ab jetzt.'],
  link_added: [
    'Added. The pages are being read; this takes a moment.',
    'Hinzugefügt. Die Seiten werden gelesen; das dauert einen Moment.',
  ],
  link_removed: ['Removed, with everything that came from it.', 'Entfernt, mit allem, was daraus kam.'],
  link_queued: [
    'The pages are being read again; this takes a moment.',
    'Die Seiten werden neu gelesen; das dauert einen Moment.',
  ],
  training_approved: [
    'Approved. The bot answers with it from now on.',
    'Übernommen. Der Bot antwortet ab jetzt damit.',
  ],
  training_rejected: ['Rejected. The bot does not use it.', 'Abgelehnt. Der Bot benutzt es nicht.'],
  training_approved_some: [
    'All selected suggestions are approved. The bot uses them from now on.',
    'Alle gewählten sind übernommen. Der Bot antwortet ab jetzt damit.',
  ],
  training_rejected_some: [
    'All selected suggestions are rejected. The bot does not use them.',
    'Alle gewählten sind abgelehnt. Der Bot benutzt sie nicht.',
  ],
  training_saved: ['Saved. It is waiting for a decision.', 'Gespeichert. Es wartet auf eine Entscheidung.'],
  history_stopped: [
    'Reading stopped. Suggestions made so far stay.',
    'Lesen angehalten. Was vorgeschlagen ist, bleibt.',
  ],
  history_over: ['Reading had already ended.', 'Es war schon zu Ende.'],
  training_merged: ['Merged into one suggestion.', 'Zu einem Vorschlag zusammengefasst.'],
  training_reverted: [
    'Taken back. The bot no longer uses it; the suggestion waits again.',
    'Zurückgenommen. Der Bot benutzt es nicht mehr; der Vorschlag wartet wieder.',
  ],
  gap_answered: ['Answered. The bot knows it from now on.', 'Beantwortet. Der Bot weiß es ab jetzt.'],
  gap_closed: ['Dismissed.', 'Beiseitegelegt.'],
  answer_marked: [
    'Saved. Similar texts are handled this way from the next question on.',
    'Gespeichert. Ähnliche Texte werden ab der nächsten Frage so behandelt.',
  ],
  answer_unmarked: [
    'Taken back. Similar texts are handled as before.',
    'Zurückgenommen. Solche Texte werden gelesen wie zuvor.',
  ],
  outdated_corrected: ['The correction is posted on Discord.', 'Die Berichtigung steht auf Discord.'],
  answer_corrected: [
    'Saved. The bot uses it once you approve it here.',
    'Notiert. Der Bot benutzt es, sobald du es hier übernimmst.',
  ],
  channels_saved: ['Saved.', 'Gespeichert.'],
  team_saved: ['Saved.', 'Gespeichert.'],
  learning_on: [
    'Learning is on: replies from your team become suggestions.',
    'Lernen ist an: Antworten deines Teams werden zu Vorschlägen.',
  ],
  learning_off: ['Learning is off.', 'Lernen ist aus.'],
  alerts_saved: ['Saved.', 'Gespeichert.'],
  hours_saved: ['Saved.', 'Gespeichert.'],
  limit_saved: ['Saved.', 'Gespeichert.'],
  test_added: ['Added.', 'Hinzugefügt.'],
  test_removed: ['Removed.', 'Entfernt.'],
  rehearsal_started: ['Started. You can leave this page.', 'Gestartet. Du kannst die Seite verlassen.'],
  rehearsal_deleted: ['Deleted, with all its conversations.', 'Gelöscht, mit allen Gesprächen.'],
  paid: [
    'Thank you! The payment is being confirmed; it shows here in a moment.',
    'Danke! Die Zahlung wird bestätigt und erscheint hier gleich.',
  ],
  premium_cancelled: [
    'Premium will not renew. It stays active until the end of the paid period.',
    'Premium wird nicht verlängert. Es bleibt, solange es bezahlt ist.',
  ],
  premium_ended: ['The subscription has ended.', 'Das Abo ist beendet.'],
  premium_resumed: ['Premium continues.', 'Premium läuft weiter.'],
  server_deleted: [
    'The server and everything stored about it are deleted.',
    'Der Server und alles, was über ihn gespeichert war, ist gelöscht.',
  ],
  signed_out: ['You are signed out.', 'Du bist abgemeldet.'],
  signed_out_everywhere: ['You are signed out everywhere.', 'Du bist überall abgemeldet.'],
});

export type NoticeCode = keyof typeof noticeTexts.en;

/** The code that an address names, if there is such a notice. */
export function toNoticeCode(given: string | null): NoticeCode | null {
  return given !== null && Object.hasOwn(noticeTexts.en, given) ? (given as NoticeCode) : null;
}
