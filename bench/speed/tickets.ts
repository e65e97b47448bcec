import { createRandom, pickOne } from '../random.ts';
import { type MadeEntry, makeCorpus } from '../search/corpus.ts';

/** What customers want; the knowledge has entries about it, the tickets ask for it. */
const SUBJECTS = {
  en: [
    'change the billing address',
    'download an invoice',
    'cancel the premium plan',
    'add a second moderator',
    'reset the password',
    'connect a voice channel',
    'move to another server',
    'export the member list',
    'install the mobile app',
    'see the weekly events',
    'turn off notifications',
    'redeem a gift code',
    'track a parcel',
    'return a broken headset',
    'rename the workspace',
    'invite a guest',
  ],
  de: [
    'die Rechnungsadresse ändern',
    'eine Rechnung herunterladen',
    'den Premiumtarif kündigen',
    'eine zweite Moderatorin eintragen',
    'das Passwort zurücksetzen',
    'einen Sprachkanal verbinden',
    'auf einen anderen Server umziehen',
    'die Mitgliederliste ausgeben',
    'die App auf dem Handy einrichten',
    'die Termine der Woche sehen',
    'die Benachrichtigungen abschalten',
    'einen Gutschein einlösen',
    'ein Paket verfolgen',
    'ein defektes Headset zurückgeben',
    'den Arbeitsbereich umbenennen',
    'einen Gast einladen',
  ],
};

const TURNS = {
  en: {
    ask: (subject: string) =>
      `Hello, I bought the premium plan yesterday and would like to know where I can ${subject}. `,
    reply: 'Sure. Which account is it, and what do you see there?',
    more: 'It is the account with my first name. On my phone and in the browser I see the same page, and there is no button. ',
    hint: 'Thank you. Did you look at the page of the settings?',
  },
  de: {
    ask: (subject: string) =>
      `Hallo, ich habe gestern den großen Tarif gebucht und wüsste gern, wo ich ${subject} kann. `,
    reply: 'Gern. Um welches Konto geht es, und was siehst du dort?',
    more: 'Es ist das Konto mit meinem Vornamen. Auf dem Handy und im Browser sehe ich dieselbe Seite, und dort ist kein Knopf. ',
    hint: 'Danke. Hast du auf der Seite mit den Einstellungen nachgesehen?',
  },
};

/** Stands once in every ticket, in what is asked last; where each question is to be new, a number takes its place. */
export const NUMBER = '0000000';

/**
 * Bodies of five messages and about 1 kB that are both a chat completion and a ticket of ours. Different ones in
 * turn, since nobody gets the same question over and over: an answer kept in memory would prove nothing.
 */
export function makeTickets(): string[] {
  return (['en', 'de'] as const).flatMap((language) =>
    SUBJECTS[language].map((subject) => {
      const { ask, reply, more, hint } = TURNS[language];
      const last = `${ask(subject)}${more}${ask(subject)}(${NUMBER})`;
      const turns = [ask(subject) + more, reply, more, hint, last];
      const messages = turns.map((content, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: content.trim(),
      }));
      return JSON.stringify({ model: 'stub', messages });
    }),
  );
}

/** Entries of which each speaks of one subject, beside words that only few of them share. */
export function makeKnowledge(count: number, seed = 1): MadeEntry[] {
  const random = createRandom(seed, 'subjects');
  return makeCorpus(count, 0, seed).entries.map(({ id, title, text }, index) => {
    const isGerman = index % 2 === 0;
    const subject = pickOne(random, SUBJECTS[isGerman ? 'de' : 'en']);
    const opening = isGerman ? `So kannst du ${subject}` : `How to ${subject}`;
    return { id, title: `${opening}: ${title}`, text: `${opening}. ${text}.` };
  });
}
