import type { AuditAction } from '../../../domain/types.ts';
import { defineTexts, SHARED } from './frame.ts';

export const auditTexts = defineTexts({
  ...SHARED,
  intro: [
    'Who changed what on this server, newest first. Entries are kept for {{days}} days.',
    'Wer auf diesem Server was geändert hat, das Neueste zuerst. Einträge bleiben {{days}} Tage.',
  ],
  log: ['What was done', 'Was getan wurde'],
  who: ['Who', 'Wer'],
  where: ['Where', 'Wo'],
  what: ['What', 'Was'],
  subject: ['Details', 'Woran'],
  from: ['From', 'Von'],
  to: ['To', 'Bis'],
  filter: ['Filter', 'Filtern'],
  everybody: ['Everybody', 'Alle'],
  everything: ['Everything', 'Alles'],
  noneFits: [
    'Nothing matches these filters. Remove one or more of them.',
    'Nichts passt zu diesen Filtern. Wähl weniger davon.',
  ],
  nothing: ['Nothing has been changed here yet.', 'Hier wurde noch nichts geändert.'],
  noMore: ['Nothing older is recorded.', 'Älteres ist nicht verzeichnet.'],
  on: ['on', 'an'],
  off: ['off', 'aus'],
  older: ['Older', 'Ältere'],
  newest: ['Newest', 'Zum Neuesten'],
  dashboard: ['Dashboard', 'Dashboard'],
  cli: ['Command line', 'Kommandozeile'],
  api: ['Administration API', 'Verwaltungs-API'],
  payment: ['Payment service', 'Zahlungsdienst'],
  operator: ['Operator', 'Betreiber'],
  unnamed: ['A member whose name is not stored', 'Ein Mitglied, das hier keinen Namen hat'],
  operatorOrUnnamed: [
    'Operator, or a member whose name is not stored',
    'Betreiber oder ein Mitglied, das hier keinen Namen hat',
  ],
  member: ['Member {{id}}', 'Mitglied {{id}}'],
});

type ActionTexts = { [Action in AuditAction]: string };

export const actionTexts = defineTexts<ActionTexts>({
  'key.created': ['A key was created.', 'Ein Schlüssel wurde angelegt.'],
  'key.observed': [
    'The setting “For the team only” of a key was changed.',
    'Ob ein Schlüssel nur für das Team ist, wurde geändert.',
  ],
  'key.revoked': ['A key was revoked.', 'Ein Schlüssel wurde widerrufen.'],
  'persona.changed': ['The persona was changed.', 'Der Auftritt des Bots wurde geändert.'],
  'picture.set': ['A picture of the bot was uploaded.', 'Ein Bild des Bots wurde hochgeladen.'],
  'picture.removed': ['The picture of the bot was removed.', 'Das Bild des Bots wurde entfernt.'],
  'knowledge.added': ['An entry was added to the knowledge.', 'Ein Wissenseintrag kam hinzu.'],
  'knowledge.changed': ['A knowledge entry was changed.', 'Ein Wissenseintrag wurde geändert.'],
  'knowledge.removed': ['An entry was removed from the knowledge.', 'Ein Wissenseintrag wurde entfernt.'],
  'knowledge.imported': ['Knowledge was imported.', 'Wissen wurde importiert.'],
  'knowledge.restored': [
    'An earlier version of an entry was restored.',
    'Ein Wissenseintrag wurde auf einen früheren Stand zurückgesetzt.',
  ],
  'contradiction.accepted': [
    'Two entries that seem to contradict each other were both marked as right.',
    'Zwei Einträge, die sich widersprechen, wurden für in Ordnung erklärt.',
  ],
  'sign_in.offered': ['A sign-in link was made.', 'Ein Anmelde-Link wurde erzeugt.'],
  'sign_in.ended': [
    'Sign-in links and their sessions were ended.',
    'Anmelde-Links und ihre Sitzungen wurden beendet.',
  ],
  'link.added': ['A documentation link was added.', 'Ein Doku-Link kam hinzu.'],
  'link.removed': ['A documentation link was removed.', 'Ein Doku-Link wurde entfernt.'],
  'link.crawled': ['Documentation was read again.', 'Doku-Seiten wurden neu gelesen.'],
  'training.suggested': ['A suggestion was made.', 'Ein Vorschlag wurde gemacht.'],
  'training.approved': ['A suggestion was approved.', 'Ein Vorschlag wurde übernommen.'],
  'training.rejected': ['A suggestion was rejected.', 'Ein Vorschlag wurde abgelehnt.'],
  'training.edited': ['A suggestion was edited.', 'Ein Vorschlag wurde bearbeitet.'],
  'training.merged': ['Suggestions were merged.', 'Vorschläge wurden zusammengefasst.'],
  'training.reverted': ['An approval was taken back.', 'Eine Übernahme wurde zurückgenommen.'],
  'gap.answered': ['An unanswered question was answered.', 'Eine offene Frage wurde beantwortet.'],
  'gap.closed': ['An unanswered question was dismissed.', 'Eine offene Frage wurde beiseitegelegt.'],
  'answer.marked': [
    'A verdict was given on whether the team was needed.',
    'Jemand sagte zu einer Antwort, ob das Team nötig war.',
  ],
  'answer.unmarked': [
    'A verdict on whether the team was needed was taken back.',
    'Zurückgenommen wurde, ob das Team nötig war.',
  ],
  'answer.corrected': [
    'An answer that had become wrong was corrected on Discord.',
    'Eine Antwort, die nicht mehr stimmt, wurde auf Discord berichtigt.',
  ],
  'answer.erased': ['The text of an answer was deleted.', 'Die Worte einer Antwort wurden gelöscht.'],
  'handover.claimed': ['A hand-over was claimed.', 'Eine Übergabe wurde übernommen.'],
  'handover.solved': ['A hand-over was marked as solved.', 'Eine Übergabe wurde erledigt.'],
  'channels.changed': [
    'The settings for places were changed.',
    'Die Einstellungen für Orte wurden geändert.',
  ],
  'team.changed': [
    'The settings for the team were changed.',
    'Die Einstellungen für das Team wurden geändert.',
  ],
  'access.changed': ['The access of a role was changed.', 'Das Recht einer Rolle wurde geändert.'],
  'learning.changed': ['Learning was switched on or off.', 'Das Lernen wurde umgeschaltet.'],
  'history.imported': [
    'The import of a channel’s history was started.',
    'Das Lesen eines Kanalverlaufs wurde begonnen.',
  ],
  'history.stopped': [
    'The import of a channel’s history was stopped.',
    'Das Lesen eines Kanalverlaufs wurde angehalten.',
  ],
  'rehearsal.started': ['A rehearsal was started or continued.', 'Ein Probelauf begann oder ging weiter.'],
  'rehearsal.deleted': ['A rehearsal was deleted.', 'Ein Probelauf wurde gelöscht.'],
  'test.added': ['A test question was added.', 'Eine Testfrage kam hinzu.'],
  'test.removed': ['A test question was removed.', 'Eine Testfrage wurde entfernt.'],
  'alerts.changed': ['The channel for alerts was changed.', 'Der Kanal für Warnungen wurde geändert.'],
  'drafts.changed': [
    'The settings for drafts and repeats were changed.',
    'Die Einstellungen zu Entwürfen und Wiederholungen wurden geändert.',
  ],
  'limits.changed': [
    'The limits for members, roles or places were changed.',
    'Die Limits für Mitglieder, Rollen oder Orte wurden geändert.',
  ],
  'hours.changed': ['The hours of the team were changed.', 'Die Zeiten des Teams wurden geändert.'],
  'drafts.sent': ['A draft was sent.', 'Ein Entwurf wurde gesendet.'],
  'drafts.edited': ['A draft was edited and sent.', 'Ein Entwurf wurde bearbeitet und gesendet.'],
  'drafts.discarded': ['A draft was discarded.', 'Ein Entwurf wurde verworfen.'],
  'webhook.set': ['A webhook was set up.', 'Ein Webhook wurde eingerichtet.'],
  'lookup.set': ['The look-up was set up.', 'Die Abfrage wurde eingerichtet.'],
  'lookup.removed': ['The look-up was removed.', 'Die Abfrage wurde entfernt.'],
  'webhook.rotated': ['A webhook got a new secret.', 'Ein Webhook bekam ein neues Geheimnis.'],
  'webhook.removed': ['A webhook was removed.', 'Ein Webhook wurde entfernt.'],
  'top_up.started': ['A top-up was started.', 'Eine Aufladung wurde begonnen.'],
  'premium.checkout': [
    'The page to buy premium was opened.',
    'Die Seite zum Kauf von Premium wurde geöffnet.',
  ],
  'premium.started': ['Premium was started.', 'Premium wurde begonnen.'],
  'premium.cancelled': ['Premium was cancelled.', 'Premium wurde gekündigt.'],
  'premium.resumed': [
    'The cancellation of premium was taken back.',
    'Die Kündigung von Premium wurde zurückgenommen.',
  ],
  'credit.granted': ['Credit was granted.', 'Guthaben wurde gutgeschrieben.'],
  'credit.taken_back': [
    'Credit was removed because its payment was returned or is disputed.',
    'Guthaben wurde zurückgenommen, weil die Zahlung zurückging oder angefochten ist.',
  ],
  'credit.given_back': [
    'Credit was restored because its payment is valid after all.',
    'Guthaben wurde wieder gutgeschrieben, weil die Zahlung doch gilt.',
  ],
  'premium.taken_back': [
    'A month of premium ended because its payment was returned or is disputed.',
    'Ein Monat Premium endete, weil die Zahlung zurückging oder angefochten ist.',
  ],
  'premium.given_back': [
    'A month of premium was restored because its payment is valid after all.',
    'Ein Monat Premium gilt wieder, weil die Zahlung doch gilt.',
  ],
  'server.added': ['The server was added.', 'Der Server wurde angelegt.'],
  'server.changed': ['The server was changed.', 'Der Server wurde geändert.'],
  'server.exported': ['The stored data was exported.', 'Die gespeicherten Daten wurden exportiert.'],
  'server.deleted': ['The server was deleted.', 'Der Server wurde gelöscht.'],
});

/** Settings that have no label of their own, as the audit log calls them, and what an operator sets. */
export const settingTexts = defineTexts({
  channels: ['Mode', 'Modus'],
  place_instructions: ['Instructions', 'Anweisungen'],
  role_questions: ['Questions per hour', 'Fragen in einer Stunde'],
  place_shares: ['Percent of the weekly quota', 'Prozent des Wochenkontingents'],
  place_hours: ['Hours', 'Zeiten'],
  form_bots: ['Ticket bots', 'Ticket-Bots'],
  teach_roles: ['Roles that teach the bot', 'Rollen, die den Bot belehren'],
  handover_role: ['Role to call', 'Rolle, die gerufen wird'],
  handover_roles: ['Role to call instead', 'Rolle, die stattdessen gerufen wird'],
  access: ['Access', 'Recht'],
  alerts_channel: ['Channel for alerts', 'Kanal für Warnungen'],
  report_channel: ['Channel for the weekly report', 'Kanal für den Wochenbericht'],
  topics: ['Words that always call the team', 'Wörter, die immer das Team rufen'],
  team_names: ['Names of the team in tickets', 'Namen des Teams in Tickets'],
  hours: ['Hours', 'Zeiten'],
  name: ['Name', 'Name'],
  plan: ['Plan', 'Tarif'],
  active: ['Bot is on the server', 'Bot ist auf dem Server'],
  memberCount: ['Members', 'Mitglieder'],
  botJoinedAt: ['Bot on the server since', 'Bot da seit'],
});

export const dataTexts = defineTexts({
  export: ['Export', 'Export'],
  exportIntro: [
    'A file (JSON lines: one table row per line; the last line counts them) with what is stored about this server: settings, knowledge, documentation links and their pages, suggestions with the messages they come from, questions and answers, test questions, usage, credit, payments, alerts and the audit log.',
    'Eine Datei (JSON Lines: eine Tabellenzeile je Zeile, die letzte zählt sie) mit dem, was über diesen Server gespeichert ist: Einstellungen, Wissen, Doku-Links und ihre Seiten, Vorschläge mit den Nachrichten, aus denen sie stammen, Fragen und Antworten, Testfragen, Verbrauch, Guthaben, Zahlungen, Warnungen und das Protokoll.',
  ],
  exportMind: [
    'It is a copy to read, not a backup (the operator makes those): no key can be restored from it. It contains what members wrote: keep it where only your team can read it.',
    'Sie ist eine Kopie zum Lesen und keine Sicherung (die macht der Betreiber): Kein Schlüssel lässt sich daraus wiederherstellen. Die Datei enthält, was Mitglieder geschrieben haben: Bewahr sie so auf, dass nur dein Team sie lesen kann.',
  ],
  download: ['Download the export', 'Export herunterladen'],
  delete: ['Delete', 'Löschen'],
  deleteIntro: [
    'This deletes the server from this service, at once and for good. It cannot be undone; export first what you want to keep.',
    'Löscht diesen Server hier, sofort und endgültig. Das lässt sich nicht rückgängig machen; exportiere vorher, was du behalten willst.',
  ],
  goesKeys: ['Keys stop working at once.', 'Schlüssel gelten ab sofort nicht mehr.'],
  goesKnowledge: [
    'Settings, knowledge, documentation links, suggestions and test questions are deleted.',
    'Einstellungen, Wissen, Doku-Links, Vorschläge und Testfragen verschwinden.',
  ],
  goesAnswers: [
    'Recorded questions and answers, usage figures, alerts and the audit log are deleted.',
    'Aufgezeichnete Fragen und Antworten, Verbrauch, Warnungen und dieses Protokoll verschwinden.',
  ],
  goesMoney: [
    'Premium ends now and is not charged again. Credit that is left is lost; nothing is refunded.',
    'Premium endet jetzt und wird nicht mehr abgebucht. Übriges Guthaben verfällt; zurückgezahlt wird nichts.',
  ],
  stays: [
    'What stays: receipts at the payment service, the opt-outs of members and, while admins are signed in, a record that they may manage this Discord server. Cached daily counts of answers disappear within a day.',
    'Was bleibt: Belege beim Zahlungsdienst, der Wunsch von Mitgliedern, die widersprochen haben, und in den Anmeldungen der Admins, dass sie diesen Discord-Server verwalten dürfen. Zahlen der Antworten nach Tagen verschwinden binnen eines Tages aus einem Zwischenspeicher.',
  ],
  comesBack: [
    'The bot is still on the Discord server: this server comes back here, empty and on the free plan, as soon as someone asks the bot something or it reconnects. If you do not want that, remove the bot on Discord right after deleting.',
    'Der Bot ist noch auf dem Discord-Server: Dieser Server kommt leer und mit dem kostenlosen Plan hierher zurück, sobald jemand den Bot etwas fragt oder er sich neu verbindet. Wenn du das nicht willst, entferne den Bot gleich nach dem Löschen auf Discord.',
  ],
  confirm: ['Type the name of the server: {{name}}', 'Tippe den Namen des Servers ein: {{name}}'],
  wrongName: [
    'This is not the name. Type exactly: {{name}}',
    'Das ist nicht der Name. Tippe genau: {{name}}',
  ],
  button: ['Delete everything', 'Alles löschen'],
  paymentsOff: [
    'Nothing was deleted: a subscription is active, and payments are switched off here, so it cannot be ended. Please ask the operator.',
    'Es wurde nichts gelöscht: Ein Abo läuft, und Zahlungen sind hier abgeschaltet, deshalb lässt es sich nicht beenden. Frag bitte den Betreiber.',
  ],
  paymentUnavailable: [
    'Nothing was deleted: the payment service is not responding, so the subscription could not be ended. Please try again in a minute.',
    'Es wurde nichts gelöscht: Der Zahlungsdienst antwortet nicht, deshalb ließ sich das Abo nicht beenden. Versuch es bitte in einer Minute noch einmal.',
  ],
});
