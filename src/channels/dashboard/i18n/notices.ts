import { defineTexts } from './texts.ts';

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
