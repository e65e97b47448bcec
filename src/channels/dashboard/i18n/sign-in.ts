import { defineTexts } from './texts.ts';

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
