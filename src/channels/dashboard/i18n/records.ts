import type { AuditAction } from '../../../domain/types.ts';
import { defineTexts } from './frame.ts';

export const auditTexts = defineTexts(
  {
    title: 'Audit log',
    intro: (days: number) =>
      `Who changed what on this server, the newest first. Entries are kept for ${days} days.`,
    log: 'What was done',
    when: 'When',
    who: 'Who',
    where: 'Where',
    what: 'What',
    subject: 'To what',
    nothing: 'Nothing was changed here yet.',
    noMore: 'Nothing older is recorded.',
    older: 'Older',
    newest: 'To the newest',
    dashboard: 'Dashboard',
    discord: 'Discord',
    cli: 'Command line',
    payment: 'Payment service',
    operator: 'Operator',
    provider: 'Payment',
    unnamed: 'A member without a name here',
    operatorOrUnnamed: 'Operator, or a member without a name here',
    member: (id: string) => `Member ${id}`,
  },
  {
    title: 'Protokoll',
    intro: (days: number) =>
      `Wer auf diesem Server was geändert hat, das Neueste zuerst. Einträge bleiben ${days} Tage.`,
    log: 'Was getan wurde',
    when: 'Wann',
    who: 'Wer',
    where: 'Wo',
    what: 'Was',
    subject: 'Woran',
    nothing: 'Hier wurde noch nichts geändert.',
    noMore: 'Älteres ist nicht verzeichnet.',
    older: 'Ältere',
    newest: 'Zum Neuesten',
    dashboard: 'Dashboard',
    discord: 'Discord',
    cli: 'Kommandozeile',
    payment: 'Zahlungsdienst',
    operator: 'Betreiber',
    provider: 'Zahlung',
    unnamed: 'Ein Mitglied, das hier keinen Namen hat',
    operatorOrUnnamed: 'Betreiber oder ein Mitglied, das hier keinen Namen hat',
    member: (id: string) => `Mitglied ${id}`,
  },
);

type ActionTexts = { [Action in AuditAction]: string };

/** What was done, as a sentence. */
export const actionTexts = defineTexts<ActionTexts>(
  {
    'key.created': 'A key was created.',
    'key.revoked': 'A key was revoked.',
    'persona.changed': 'The persona was changed.',
    'knowledge.added': 'An entry was added to the knowledge.',
    'knowledge.changed': 'An entry of the knowledge was changed.',
    'knowledge.removed': 'An entry was removed from the knowledge.',
    'knowledge.imported': 'Knowledge was imported.',
    'link.added': 'A documentation link was added.',
    'link.removed': 'A documentation link was removed.',
    'link.crawled': 'Documentation was read again.',
    'training.suggested': 'A suggestion was made.',
    'training.approved': 'A suggestion was approved.',
    'training.rejected': 'A suggestion was rejected.',
    'training.edited': 'A suggestion was edited.',
    'training.merged': 'Suggestions were merged.',
    'training.reverted': 'An approval was taken back.',
    'gap.answered': 'An unanswered question was answered.',
    'gap.closed': 'An unanswered question was put aside.',
    'channels.changed': 'Where the bot answers was changed.',
    'team.changed': 'The roles or names of the team were changed.',
    'learning.changed': 'Learning was switched.',
    'test.added': 'A test question was added.',
    'test.removed': 'A test question was removed.',
    'alerts.changed': 'The channel for alerts was changed.',
    'top_up.started': 'A top-up was started.',
    'premium.checkout': 'The page to buy premium was opened.',
    'premium.started': 'Premium was started.',
    'premium.cancelled': 'Premium was cancelled.',
    'premium.resumed': 'The cancellation of premium was taken back.',
    'credit.granted': 'Credit was granted.',
    'server.added': 'The server was added.',
    'server.changed': 'The server was changed.',
    'server.exported': 'The stored data was exported.',
    'server.deleted': 'The server was deleted.',
  },
  {
    'key.created': 'Ein Schlüssel wurde angelegt.',
    'key.revoked': 'Ein Schlüssel wurde widerrufen.',
    'persona.changed': 'Der Auftritt des Bots wurde geändert.',
    'knowledge.added': 'Ein Wissenseintrag kam hinzu.',
    'knowledge.changed': 'Ein Wissenseintrag wurde geändert.',
    'knowledge.removed': 'Ein Wissenseintrag wurde entfernt.',
    'knowledge.imported': 'Wissen wurde importiert.',
    'link.added': 'Ein Doku-Link kam hinzu.',
    'link.removed': 'Ein Doku-Link wurde entfernt.',
    'link.crawled': 'Doku-Seiten wurden neu gelesen.',
    'training.suggested': 'Ein Vorschlag wurde gemacht.',
    'training.approved': 'Ein Vorschlag wurde übernommen.',
    'training.rejected': 'Ein Vorschlag wurde abgelehnt.',
    'training.edited': 'Ein Vorschlag wurde bearbeitet.',
    'training.merged': 'Vorschläge wurden zusammengefasst.',
    'training.reverted': 'Eine Übernahme wurde zurückgenommen.',
    'gap.answered': 'Eine offene Frage wurde beantwortet.',
    'gap.closed': 'Eine offene Frage wurde beiseitegelegt.',
    'channels.changed': 'Wo der Bot antwortet, wurde geändert.',
    'team.changed': 'Die Rollen oder Namen des Teams wurden geändert.',
    'learning.changed': 'Das Lernen wurde umgeschaltet.',
    'test.added': 'Eine Testfrage kam hinzu.',
    'test.removed': 'Eine Testfrage wurde entfernt.',
    'alerts.changed': 'Der Kanal für Warnungen wurde geändert.',
    'top_up.started': 'Eine Aufladung wurde begonnen.',
    'premium.checkout': 'Die Seite zum Kauf von Premium wurde geöffnet.',
    'premium.started': 'Premium wurde begonnen.',
    'premium.cancelled': 'Premium wurde gekündigt.',
    'premium.resumed': 'Die Kündigung von Premium wurde zurückgenommen.',
    'credit.granted': 'Guthaben wurde gutgeschrieben.',
    'server.added': 'Der Server wurde angelegt.',
    'server.changed': 'Der Server wurde geändert.',
    'server.exported': 'Die gespeicherten Daten wurden exportiert.',
    'server.deleted': 'Der Server wurde gelöscht.',
  },
);

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
