import { defineTexts } from './texts.ts';

export const dataTexts = defineTexts(
  {
    title: 'Export and delete',
    export: 'Export',
    exportIntro:
      'A file (JSON lines: one row of a table a line, the last line counts them) with what is stored of this server: settings, knowledge, documentation links and their pages, suggestions with the messages they come from, questions and answers, test questions, use, credit, payments, alerts and the audit log.',
    exportMind:
      'Of keys only name and last characters are in it, so it is a copy to read and not a backup; those are made by the operator. It holds what members wrote: keep it where only your team can read it.',
    download: 'Download the export',
    delete: 'Delete',
    deleteIntro:
      'Deletes this server here, at once and for good. This cannot be undone; export first what you want to keep.',
    goesKeys: 'Keys stop working at once.',
    goesKnowledge: 'Settings, knowledge, documentation links, suggestions and test questions go.',
    goesAnswers: 'Recorded questions and answers, use, alerts and this audit log go.',
    goesMoney:
      'Premium ends now and is not charged again. Credit that is left is lost; nothing is paid back.',
    stays:
      'What stays: receipts at the payment service, the wish of members who opted out, and in the sign-ins of admins that they may manage this Discord server. Numbers of answers by day vanish from a cache within a day.',
    comesBack:
      'The bot is still on the Discord server: this server comes back here, empty and on the free plan, as soon as somebody asks the bot something or it connects anew. If you do not want that, remove the bot on Discord right after deleting.',
    confirm: (name: string) => `Type the name of the server: ${name}`,
    wrongName: (name: string) => `This is not the name. Type exactly: ${name}`,
    button: 'Delete everything',
    paymentsOff:
      'Nothing was deleted: a subscription runs, and payments are switched off here, so it cannot be ended. Please ask the operator.',
    paymentUnavailable:
      'Nothing was deleted: the payment service does not answer, so the subscription could not be ended. Please try again in a minute.',
  },
  {
    title: 'Export und Löschen',
    export: 'Export',
    exportIntro:
      'Eine Datei (JSON Lines: eine Tabellenzeile je Zeile, die letzte zählt sie) mit dem, was über diesen Server gespeichert ist: Einstellungen, Wissen, Doku-Links und ihre Seiten, Vorschläge mit den Nachrichten, aus denen sie stammen, Fragen und Antworten, Testfragen, Verbrauch, Guthaben, Zahlungen, Warnungen und das Protokoll.',
    exportMind:
      'Von Schlüsseln stehen nur Name und letzte Zeichen darin; sie ist also eine Kopie zum Lesen und keine Sicherung, die macht der Betreiber. Die Datei enthält, was Mitglieder geschrieben haben: Bewahr sie so auf, dass nur dein Team sie lesen kann.',
    download: 'Export herunterladen',
    delete: 'Löschen',
    deleteIntro:
      'Löscht diesen Server hier, sofort und endgültig. Das lässt sich nicht rückgängig machen; exportiere vorher, was du behalten willst.',
    goesKeys: 'Schlüssel gelten ab sofort nicht mehr.',
    goesKnowledge: 'Einstellungen, Wissen, Doku-Links, Vorschläge und Testfragen verschwinden.',
    goesAnswers:
      'Aufgezeichnete Fragen und Antworten, Verbrauch, Warnungen und dieses Protokoll verschwinden.',
    goesMoney:
      'Premium endet jetzt und wird nicht mehr abgebucht. Übriges Guthaben verfällt; zurückgezahlt wird nichts.',
    stays:
      'Was bleibt: Belege beim Zahlungsdienst, der Wunsch von Mitgliedern, die widersprochen haben, und in den Anmeldungen der Admins, dass sie diesen Discord-Server verwalten dürfen. Zahlen der Antworten nach Tagen verschwinden binnen eines Tages aus einem Zwischenspeicher.',
    comesBack:
      'Der Bot ist noch auf dem Discord-Server: Dieser Server kommt leer und mit dem kostenlosen Plan hierher zurück, sobald jemand den Bot etwas fragt oder er sich neu verbindet. Wenn du das nicht willst, entferne den Bot gleich nach dem Löschen auf Discord.',
    confirm: (name: string) => `Tippe den Namen des Servers ein: ${name}`,
    wrongName: (name: string) => `Das ist nicht der Name. Tippe genau: ${name}`,
    button: 'Alles löschen',
    paymentsOff:
      'Es wurde nichts gelöscht: Ein Abo läuft, und Zahlungen sind hier abgeschaltet, deshalb lässt es sich nicht beenden. Frag bitte den Betreiber.',
    paymentUnavailable:
      'Es wurde nichts gelöscht: Der Zahlungsdienst antwortet nicht, deshalb ließ sich das Abo nicht beenden. Versuch es bitte in einer Minute noch einmal.',
  },
);
