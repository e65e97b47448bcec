import type { Language } from '../../../domain/types.ts';

type Text = string | ((...facts: never[]) => string);

/** The same keys in every language: a key that one lacks is a type error. */
export function defineTexts<Texts extends Record<string, Text>>(
  en: Texts,
  de: { [Key in keyof Texts]: Texts[Key] extends string ? string : Texts[Key] },
): Record<Language, { [Key in keyof Texts]: Texts[Key] extends string ? string : Texts[Key] }> {
  return { en: en as never, de };
}

/** Names of the pages of a server, in the order of the menu; '' is the overview. */
export const TABS = [
  '',
  'ki',
  'knowledge',
  'links',
  'training',
  'unanswered',
  'playground',
  'channels',
  'tests',
  'api',
  'audit',
  'data',
] as const;
export type Tab = (typeof TABS)[number];

export const tabTexts = defineTexts(
  {
    '': 'Overview',
    ki: 'KI',
    knowledge: 'Knowledge',
    links: 'Documentation links',
    training: 'Training',
    unanswered: 'Unanswered',
    playground: 'Playground',
    channels: 'Channels and team',
    tests: 'Test questions',
    api: 'API',
    audit: 'Audit log',
    data: 'Export and delete',
  },
  {
    '': 'Übersicht',
    ki: 'KI',
    knowledge: 'Wissen',
    links: 'Doku-Links',
    training: 'Training',
    unanswered: 'Unbeantwortet',
    playground: 'Ausprobieren',
    channels: 'Kanäle und Team',
    tests: 'Testfragen',
    api: 'API',
    audit: 'Protokoll',
    data: 'Export und Löschen',
  },
);

export const frameTexts = defineTexts(
  {
    skip: 'Skip to content',
    unreachable: 'No answer came. Check your connection and try again.',
    menu: 'Pages of this server',
    servers: 'Your servers',
    switchLanguage: 'Deutsch',
    theme: 'Appearance',
    light: 'Light',
    dark: 'Dark',
    auto: 'Automatic',
    signedInAs: (name: string) => `Signed in as ${name}`,
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
    reference: 'API reference',
    inactive:
      'The bot was removed from this server: nothing is answered here. Invite it again, or export and delete what is stored.',
    operator: 'Operator',
  },
  {
    skip: 'Zum Inhalt springen',
    unreachable: 'Es kam keine Antwort. Prüf deine Verbindung und versuch es noch einmal.',
    menu: 'Seiten dieses Servers',
    servers: 'Deine Server',
    switchLanguage: 'English',
    theme: 'Darstellung',
    light: 'Hell',
    dark: 'Dunkel',
    auto: 'Automatisch',
    signedInAs: (name: string) => `Angemeldet als ${name}`,
    signOut: 'Abmelden',
    signOutEverywhere: 'Überall abmelden',
    reference: 'API-Referenz',
    inactive:
      'Der Bot wurde von diesem Server entfernt: Hier wird nichts beantwortet. Lade ihn wieder ein, oder exportiere und lösche, was gespeichert ist.',
    operator: 'Betreiber',
  },
);

export const pagingTexts = defineTexts(
  {
    label: 'Pages',
    back: 'Back',
    next: 'Next',
    position: (number: string, last: string) => `Page ${number} of ${last}`,
  },
  {
    label: 'Seiten',
    back: 'Zurück',
    next: 'Weiter',
    position: (number: string, last: string) => `Seite ${number} von ${last}`,
  },
);

/** What was done, said above the page that a change leads to. The address names the code, never the text. */
export const noticeTexts = defineTexts(
  {
    key_revoked: 'The key is revoked: it no longer opens anything.',
    key_shown: 'This key was shown already. A key is shown only once; create another one if you lost it.',
    persona_saved: 'Saved. The next answer already follows it.',
    entry_added: 'Added. The bot knows it from now on.',
    entry_saved: 'Saved. The next answer already uses it.',
    entry_removed: 'Removed. The bot no longer uses it.',
    entries_imported: 'Imported. The bot knows it from now on.',
    link_added: 'Added. The pages are being read; this takes a moment.',
    link_removed: 'Removed, with everything that came from it.',
    link_queued: 'The pages are being read again; this takes a moment.',
    training_approved: 'Approved. The bot answers with it from now on.',
    training_rejected: 'Rejected. The bot does not use it.',
    training_saved: 'Saved. It still waits for your decision.',
    training_merged: 'Merged into one suggestion.',
    training_reverted: 'Taken back. The bot no longer uses it; the suggestion waits again.',
    gap_answered: 'Answered. The bot knows it from now on.',
    gap_closed: 'Put aside.',
    channels_saved: 'Saved.',
    team_saved: 'Saved.',
    learning_on: 'Learning is on: replies of your team become suggestions.',
    learning_off: 'Learning is off.',
    alerts_saved: 'Saved.',
    test_added: 'Added.',
    test_removed: 'Removed.',
    paid: 'Thank you! The payment is being confirmed; it shows here in a moment.',
    premium_cancelled: 'Premium is not renewed. It stays as long as it is paid.',
    premium_resumed: 'Premium goes on.',
    server_deleted: 'The server and everything stored about it are deleted.',
    signed_out: 'You are signed out.',
    signed_out_everywhere: 'You are signed out everywhere.',
  },
  {
    key_revoked: 'Der Schlüssel ist widerrufen: Er öffnet nichts mehr.',
    key_shown:
      'Dieser Schlüssel wurde schon gezeigt. Ein Schlüssel wird nur einmal gezeigt; leg einen neuen an, wenn du ihn verloren hast.',
    persona_saved: 'Gespeichert. Schon die nächste Antwort richtet sich danach.',
    entry_added: 'Hinzugefügt. Der Bot weiß es ab jetzt.',
    entry_saved: 'Gespeichert. Schon die nächste Antwort benutzt es.',
    entry_removed: 'Entfernt. Der Bot benutzt es nicht mehr.',
    entries_imported: 'Importiert. Der Bot weiß es ab jetzt.',
    link_added: 'Hinzugefügt. Die Seiten werden gelesen; das dauert einen Moment.',
    link_removed: 'Entfernt, mit allem, was daraus kam.',
    link_queued: 'Die Seiten werden neu gelesen; das dauert einen Moment.',
    training_approved: 'Übernommen. Der Bot antwortet ab jetzt damit.',
    training_rejected: 'Abgelehnt. Der Bot benutzt es nicht.',
    training_saved: 'Gespeichert. Es wartet weiter auf deine Entscheidung.',
    training_merged: 'Zu einem Vorschlag zusammengefasst.',
    training_reverted: 'Zurückgenommen. Der Bot benutzt es nicht mehr; der Vorschlag wartet wieder.',
    gap_answered: 'Beantwortet. Der Bot weiß es ab jetzt.',
    gap_closed: 'Beiseitegelegt.',
    channels_saved: 'Gespeichert.',
    team_saved: 'Gespeichert.',
    learning_on: 'Lernen ist an: Antworten deines Teams werden zu Vorschlägen.',
    learning_off: 'Lernen ist aus.',
    alerts_saved: 'Gespeichert.',
    test_added: 'Hinzugefügt.',
    test_removed: 'Entfernt.',
    paid: 'Danke! Die Zahlung wird bestätigt und erscheint hier gleich.',
    premium_cancelled: 'Premium wird nicht verlängert. Es bleibt, solange es bezahlt ist.',
    premium_resumed: 'Premium läuft weiter.',
    server_deleted: 'Der Server und alles, was über ihn gespeichert war, ist gelöscht.',
    signed_out: 'Du bist abgemeldet.',
    signed_out_everywhere: 'Du bist überall abgemeldet.',
  },
);

export type NoticeCode = keyof typeof noticeTexts.en;

/** The code that an address names, if there is such a notice. */
export function toNoticeCode(given: string | null): NoticeCode | null {
  return given !== null && Object.hasOwn(noticeTexts.en, given) ? (given as NoticeCode) : null;
}

export const signInTexts = defineTexts(
  {
    title: 'Sign in',
    intro: 'Here you set up how your assistant answers: its name and tone, its knowledge, its keys.',
    withDiscord: 'Sign in with Discord',
    whatDiscordTells:
      'Discord tells us your name and on which servers you may manage the server. Nothing else, and nothing is posted.',
    localHint:
      'On this machine: open the sign-in link that the service printed when it started, or make a new one with',
    noWay: 'Sign-in is not set up. The operator sets DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET.',
    refused: 'Discord did not sign you in. Please try again.',
    linkUsed:
      'This sign-in link was used already or is too old. The service prints a new one at every start; this command makes one, too:',
    serversTitle: 'Your servers',
    noServers: 'There is no server here that you may manage and where the bot is.',
    noServersHint:
      'You need the right “Manage Server” on Discord, and the bot must be there. A right that you got just now counts within a minute.',
    members: (count: string) => `${count} members`,
    premium: 'Premium',
    free: 'Free',
  },
  {
    title: 'Anmelden',
    intro: 'Hier stellst du ein, wie dein Assistent antwortet: Name und Ton, Wissen, Schlüssel.',
    withDiscord: 'Mit Discord anmelden',
    whatDiscordTells:
      'Discord sagt uns deinen Namen und auf welchen Servern du den Server verwalten darfst. Sonst nichts, und es wird nichts gepostet.',
    localHint:
      'Auf diesem Rechner: Öffne den Anmelde-Link, den der Dienst beim Start ausgibt, oder erzeuge einen neuen mit',
    noWay:
      'Die Anmeldung ist nicht eingerichtet. Der Betreiber setzt DISCORD_CLIENT_ID und DISCORD_CLIENT_SECRET.',
    refused: 'Discord hat dich nicht angemeldet. Versuch es bitte noch einmal.',
    linkUsed:
      'Dieser Anmelde-Link wurde schon benutzt oder ist zu alt. Der Dienst gibt bei jedem Start einen neuen aus; dieser Befehl erzeugt auch einen:',
    serversTitle: 'Deine Server',
    noServers: 'Hier ist kein Server, den du verwalten darfst und auf dem der Bot ist.',
    noServersHint:
      'Du brauchst auf Discord das Recht „Server verwalten“, und der Bot muss dort sein. Ein Recht, das du gerade erst bekommen hast, gilt binnen einer Minute.',
    members: (count: string) => `${count} Mitglieder`,
    premium: 'Premium',
    free: 'Kostenlos',
  },
);
