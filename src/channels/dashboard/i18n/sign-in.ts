import { defineTexts } from './frame.ts';

export const signInTexts = defineTexts({
  title: ['Sign in', 'Anmelden'],
  intro: [
    'Here you set up how your assistant answers: its name and tone, its knowledge, its keys.',
    'Hier stellst du ein, wie dein Assistent antwortet: Name und Ton, Wissen, Schlüssel.',
  ],
  withDiscord: ['Sign in with Discord', 'Mit Discord anmelden'],
  whatDiscordTells: [
    'Discord tells us your name, your servers and your permissions there. Nothing else, and nothing is posted.',
    'Discord sagt uns deinen Namen, deine Server und deine Rechte dort. Sonst nichts, und es wird nichts gepostet.',
  ],
  localHint: [
    'On this machine: open the sign-in link that the service printed when it started, or make a new one with',
    'Auf diesem Rechner: Öffne den Anmelde-Link, den der Dienst beim Start ausgibt, oder erzeuge einen neuen mit',
  ],
  withoutDiscord: [
    'Is your server not on Discord? Ask the operator of this service for a sign-in link, which works once.',
    'Dein Server ist nicht auf Discord? Bitte den Betreiber dieses Dienstes um einen Anmelde-Link; er gilt einmal.',
  ],
  refused: [
    'Discord did not sign you in. Please try again.',
    'Discord hat dich nicht angemeldet. Versuch es bitte noch einmal.',
  ],
  linkUsed: [
    'This sign-in link has been used or has expired. The service prints a new one at every start; this command makes one, too:',
    'Dieser Anmelde-Link wurde schon benutzt oder ist zu alt. Der Dienst gibt bei jedem Start einen neuen aus; dieser Befehl erzeugt auch einen:',
  ],
  linkIntro: [
    'This link works once and keeps you signed in for a week in this browser.',
    'Mit diesem Link meldest du dich einmal an; in diesem Browser gilt es eine Woche.',
  ],
  linkOver: [
    'This sign-in link has been used or has expired. Ask the operator of this service for a new one.',
    'Dieser Anmelde-Link wurde schon benutzt oder ist zu alt. Bitte den Betreiber dieses Dienstes um einen neuen.',
  ],
  keptTitle: ['Your text is still here', 'Dein Text ist noch da'],
  keptIntro: [
    'You were signed out when you sent this form, so nothing was changed. Send it now, or go back to the page.',
    'Du warst abgemeldet, als du dieses Formular gesendet hast. Deshalb wurde nichts geändert. Sende es jetzt, oder geh zur Seite zurück.',
  ],
  keptSend: ['Send now', 'Jetzt senden'],
  keptDiscard: ['Back without sending', 'Zurück, ohne zu senden'],
  serversTitle: ['Your servers', 'Deine Server'],
  noServers: [
    'None of the servers that you may manage has the bot.',
    'Hier ist kein Server, den du verwalten darfst und auf dem der Bot ist.',
  ],
  noServersHint: [
    'On Discord, you need the “Manage Server” permission or a role with access to the bot, and the bot must be on the server. A new permission takes effect within a minute.',
    'Du brauchst auf Discord das Recht „Server verwalten“ oder eine Rolle mit einem Recht am Bot, und der Bot muss dort sein. Ein Recht, das du gerade erst bekommen hast, gilt binnen einer Minute.',
  ],
  members: ['Members: {{count}}', 'Mitglieder: {{count}}'],
  premium: ['Premium', 'Premium'],
  free: ['Free', 'Kostenlos'],
});
