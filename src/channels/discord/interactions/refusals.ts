import type { Access, Texts } from '../../../../commands/command.ts';

/** What is said when an interaction leads nowhere. */
export const REFUSALS = {
  serversOnly: {
    de: 'Das geht nur auf einem Server, nicht in Direktnachrichten.',
    en: 'This works on a server only, not in direct messages.',
  },
  unknownCommand: {
    de: 'Diesen Befehl kenne ich nicht (mehr). Tipp `/`, dann siehst du alle, die es gibt.',
    en: 'I do not know this command (any more). Type `/` to see all there are.',
  },
  unknownAction: {
    de: 'Dieser Knopf oder dieses Formular ist veraltet. Ruf den Befehl bitte noch einmal auf.',
    en: 'This button or form is out of date. Please use the command again.',
  },
  badOptions: {
    de: 'Diese Angaben passen nicht zum Befehl. Lad Discord neu und versuch es bitte noch einmal.',
    en: 'These details do not fit the command. Please reload Discord and try again.',
  },
  tooLateForForm: {
    de: 'Das hat gerade zu lange gedauert. Versuch es bitte noch einmal, dann öffnet sich das Formular.',
    en: 'That took too long just now. Please try again, then the form opens.',
  },
  notEdited: {
    de: '⚠️ Die Nachricht selbst konnte ich nicht ändern: Sie ist gelöscht, oder mir fehlt im Kanal ein Recht. Prüf das bitte mit `/setup`.',
    en: '⚠️ I could not change the message itself: it was deleted, or I lack a right in the channel. Please check with `/setup`.',
  },
  teamNotCalled: {
    de: '⚠️ Ich konnte das Team hier nicht rufen. Schreib ihm bitte direkt, oder frag in einer Minute noch einmal.',
    en: '⚠️ I could not call the team here. Please write to them directly, or ask again in a minute.',
  },
  notAllSent: {
    de: '⚠️ Den Rest konnte ich nicht senden. Versuch es bitte noch einmal.',
    en: '⚠️ I could not send the rest. Please try again.',
  },
} satisfies Record<string, Texts>;

/** Who may use what somebody else tried to use. */
export const ACCESS_REFUSALS: Record<Exclude<Access, 'everyone'>, Texts> = {
  admin: {
    de: 'Das darf nur, wer den Server verwalten darf (Recht „Server verwalten“). Frag bitte einen Admin.',
    en: 'Only those who may manage the server (right “Manage Server”) can do this. Please ask an admin.',
  },
  teacher: {
    de: 'Das dürfen nur Mitglieder mit einer Lehr-Rolle. Ein Admin vergibt sie mit `/team teach`.',
    en: 'Only members with a teaching role can do this. An admin sets it with `/team teach`.',
  },
};
