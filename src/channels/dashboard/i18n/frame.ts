import { defineTexts } from './texts.ts';

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
