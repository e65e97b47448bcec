import { MAX_ENTRY_QUESTIONS } from '../../../domain/limits.ts';
import { defineTexts, plural, SHARED } from './frame.ts';

export const importTexts = defineTexts({
  ...SHARED,
  title: ['Import', 'Importieren'],
  intro: [
    'Markdown (.md), web pages (.html), Word (.docx) and PDF (.pdf) become one entry per heading or question. In .jsonl each line is one entry: {"title": …, "text": …} and, optionally, id, link, language, valid_until and questions. A .csv needs two columns, such as question and answer, or title and text; other wordings go into an optional column “wordings”, separated by |. The JSON exports (.json) of Zendesk, Intercom and Freshdesk become one entry per article. An entry updates the stored one with the same id or, if it has no id, the same title. You see everything before anything is written.',
    'Markdown (.md), Webseiten (.html), Word (.docx) und PDF (.pdf) ergeben einen Eintrag je Überschrift oder Frage. In .jsonl ist jede Zeile ein Eintrag: {"title": …, "text": …} und, wenn du magst, id, link, language, valid_until, questions. In .csv werden zwei Spalten gelesen, etwa Frage und Antwort oder Titel und Text, und andere Formulierungen aus einer Spalte „Formulierungen“, mit | dazwischen. Die JSON-Exporte (.json) von Zendesk, Intercom und Freshdesk ergeben einen Eintrag je Artikel. Ein Eintrag mit bekannter Kennung, oder ohne Kennung mit bekanntem Titel, wird aktualisiert. Du siehst alles, bevor etwas geschrieben wird.',
  ],
  file: [
    'File (.md, .jsonl, .csv, .html, .pdf, .docx or .json)',
    'Datei (.md, .jsonl, .csv, .html, .pdf, .docx oder .json)',
  ],
  text: ['Or paste the text here', 'Oder den Text hier einfügen'],
  show: ['Show preview', 'Vorschau anzeigen'],
  nothingChosen: ['Choose a file or paste text.', 'Wähle eine Datei oder füge einen Text ein.'],
  both: [
    'Choose a file or paste text, not both. To import the file, clear the text field and choose the file again.',
    'Entweder eine Datei oder ein Text, nicht beides. Um die Datei zu importieren, leere das Textfeld und wähle sie noch einmal.',
  ],
  previewTitle: ['Preview of the import', 'Vorschau des Imports'],
  preview: [
    'Nothing has been imported yet. New: {{added}}, changed: {{updated}}, unchanged: {{unchanged}}.',
    'Es wurde noch nichts importiert. Neu: {{added}}, geändert: {{updated}}, unverändert: {{unchanged}}.',
  ],
  confirm: ['Import', 'Importieren'],
  cancel: ['Back without importing', 'Zurück, ohne zu importieren'],
  nothingNew: [
    'All of this is already stored; there is nothing to import.',
    'All das ist schon gespeichert, es gibt also nichts zu importieren.',
  ],
  gone: [
    'Nothing was imported: this preview has expired or was replaced by a newer one. Choose the file again.',
    'Es wurde nichts importiert: Diese Vorschau gibt es nicht mehr, oder eine spätere hat sie ersetzt. Wähle die Datei noch einmal.',
  ],
  first: ['The first entries', 'Die ersten Einträge'],
  entry: ['Entry', 'Eintrag'],
  added: ['new', 'neu'],
  updated: ['changed', 'geändert'],
  done: [
    '{{added}} added, {{updated}} updated, {{unchanged}} unchanged.',
    '{{added}} hinzugefügt, {{updated}} aktualisiert, {{unchanged}} unverändert.',
  ],
  rejected: [
    plural(
      'Nothing was imported. Correct this error and try again.',
      'Nothing was imported. Correct these {{count}} errors and try again.',
    ),
    plural(
      'Es wurde nichts importiert. Korrigiere diesen Fehler und versuch es noch einmal.',
      'Es wurde nichts importiert. Korrigiere diese {{count}} Fehler und versuch es noch einmal.',
    ),
  ],
  warnings: [
    'Parts of the file that will be left out or adjusted: {{n}}. Everything else will be imported as it is.',
    'Stellen der Datei, aus denen kein Eintrag wird oder die sich dabei ändern: {{n}}. Alles andere wird importiert, wie es ist.',
  ],
  remarks: ['Other remarks about the file: {{n}}.', 'Was sonst noch zur Datei zu sagen ist: {{n}}.'],
  line: ['Line', 'Zeile'],
  article: ['Article', 'Artikel'],
  section: ['Section', 'Abschnitt'],
  reason: ['Note', 'Was dazu zu sagen ist'],
  more: ['and {{n}} more', 'und {{n}} weitere'],
  not_json: ['This line is not JSON.', 'Diese Zeile ist kein JSON.'],
  not_csv: [
    'A quotation mark is opened here and never closed.',
    'Hier öffnet sich ein Anführungszeichen, das sich nie schließt.',
  ],
  no_columns: [
    'The first line must name the columns, such as question and answer, or title and text.',
    'Die erste Zeile muss die Spalten benennen, etwa Frage und Antwort oder Titel und Text.',
  ],
  long_row: [
    'This row has more than a million characters. A quotation mark may be missing, or the file is not a table.',
    'Diese Zeile hat mehr als eine Million Zeichen. Vielleicht fehlt ein Anführungszeichen, oder die Datei ist keine Tabelle.',
  ],
  other_kind: [
    'This kind of file cannot be imported, or its content does not match its name. Markdown (.md), JSON lines (.jsonl), tables (.csv), web pages (.html), PDF (.pdf), Word (.docx) and the JSON exports (.json) of Zendesk, Intercom and Freshdesk can be imported.',
    'Das ist eine andere Art von Datei, oder nicht die, die ihr Name nennt. Importieren lassen sich Markdown (.md), JSON-Zeilen (.jsonl), Tabellen (.csv), Webseiten (.html), PDF (.pdf), Word (.docx) und die JSON-Exporte (.json) von Zendesk, Intercom und Freshdesk.',
  ],
  spreadsheet: [
    'This is a spreadsheet. Save it as CSV (in Excel: “CSV UTF-8”) and choose that file.',
    'Das ist eine Arbeitsmappe. Speichere sie als CSV (in Excel: „CSV UTF-8“) und wähle diese Datei.',
  ],
  other_document: [
    'This kind of document cannot be imported. Save it as .docx and choose that file.',
    'Das ist ein Dokument anderer Art. Speichere es als .docx und wähle diese Datei.',
  ],
  encoding: [
    'The file is not UTF-8. Save it as UTF-8 and try again.',
    'Die Datei ist kein UTF-8. Speichere sie als UTF-8 und versuche es noch einmal.',
  ],
  unknown_json: [
    'No articles were recognised in this JSON. The exports of Zendesk ({"articles": […]}), Intercom ({"data": […]}) and Freshdesk (categories, folders, articles) are understood; write entries of your own as JSON lines (.jsonl).',
    'In diesem JSON wurden keine Artikel erkannt. Verstanden werden die Exporte von Zendesk ({"articles": […]}), Intercom ({"data": […]}) und Freshdesk (Kategorien, Ordner, Artikel); eigene Einträge gehören in JSON-Zeilen (.jsonl).',
  ],
  bad_json: [
    'This is not a single JSON document. Export it again, or rename it to .jsonl if each line is one entry.',
    'Das ist kein einzelnes JSON-Dokument. Exportiere es noch einmal, oder nenne es .jsonl, wenn jede Zeile ein Eintrag ist.',
  ],
  broken: [
    'This file cannot be read; it may be damaged. Open it, save it again and choose the new file.',
    'Diese Datei lässt sich nicht lesen; vielleicht ist sie beschädigt. Öffne sie, speichere sie neu und wähle die neue Datei.',
  ],
  locked: [
    'This document needs a password, or comes from an old version of Word. Save it without a password; save a Word document as .docx.',
    'Dieses Dokument braucht ein Passwort oder kommt aus einem alten Word. Speichere es ohne Passwort, Word-Dokumente als .docx.',
  ],
  pictures: [
    'This PDF has no text, only pictures. Run text recognition (OCR) on it first.',
    'In diesem PDF steht kein Text, es sind nur Bilder. Lass eine Texterkennung (OCR) darüber laufen und importiere es dann.',
  ],
  too_many_pages: [
    'This document has more than 2,000 pages. Split it and import its parts one after another.',
    'Dieses Dokument hat mehr als 2.000 Seiten. Teile es auf und importiere die Teile nacheinander.',
  ],
  too_many: [
    'There is more in this file than a server can hold. Split it and import what matters.',
    'In dieser Datei steht mehr, als ein Server fasst. Teile sie auf und importiere, was wichtig ist.',
  ],
  too_slow: [
    'Reading this file takes too long. Split it, or save it again in a simpler form.',
    'Diese Datei zu lesen dauert zu lange. Teile sie auf, oder speichere sie in einer einfacheren Form.',
  ],
  too_much_memory: [
    'Reading this file takes too much memory. Split it, or save it again in a simpler form.',
    'Diese Datei zu lesen braucht zu viel Speicher. Teile sie auf, oder speichere sie in einer einfacheren Form.',
  ],
  above_first_heading: [
    'This text has no heading; it will be imported as “{{title}}”.',
    'Dieser Text steht unter keiner Überschrift; er wird als „{{title}}“ übernommen.',
  ],
  same_title: [
    'The file has this title more than once; it will be imported as “{{title}}”.',
    'Dieser Titel steht mehrmals in der Datei; er wird als „{{title}}“ übernommen.',
  ],
  same_entry: [
    'This repeats a title and text that are already in the file, so it will be left out.',
    'Derselbe Titel mit demselben Text steht schon in der Datei und wird deshalb ausgelassen.',
  ],
  cut: [
    'The text of “{{title}}” is too long for one entry; it will be split into several.',
    'Der Text von „{{title}}“ ist zu lang für einen Eintrag; er wird auf mehrere verteilt.',
  ],
  many_questions: [
    `“{{title}}” has more than ${MAX_ENTRY_QUESTIONS} other wordings; only the first ${MAX_ENTRY_QUESTIONS} will be imported.`,
    `„{{title}}“ hat mehr als ${MAX_ENTRY_QUESTIONS} andere Formulierungen; nur die ersten ${MAX_ENTRY_QUESTIONS} werden übernommen.`,
  ],
  unknown_columns: ['Columns that are not used: {{names}}.', 'Spalten, die nicht benutzt werden: {{names}}.'],
  no_question: [
    'This row has no question; it will be imported as “{{title}}”.',
    'Diese Zeile hat keine Frage; sie wird als „{{title}}“ übernommen.',
  ],
  not_utf8: [
    'The table is not UTF-8; it was read as Windows-1252, with words like “{{title}}”. Save it as UTF-8 if that is wrong.',
    'Die Tabelle ist kein UTF-8; sie wurde als Windows-1252 gelesen, mit Wörtern wie „{{title}}“. Speichere sie als UTF-8, falls das nicht stimmt.',
  ],
  drafts: [
    'Articles that are not published will be left out: {{n}}.',
    'Artikel, die nicht veröffentlicht sind, werden ausgelassen: {{n}}.',
  ],
  restricted: [
    'Articles that not everyone may read will be left out: {{n}}.',
    'Artikel, die nicht jeder lesen darf, werden ausgelassen: {{n}}.',
  ],
  no_text: [
    'This heading or question has no text, so it will be left out.',
    'Unter dieser Überschrift oder Frage steht kein Text, also wird kein Eintrag daraus.',
  ],
  no_title: [
    'This heading has no words; the text below it will be added to the text above it.',
    'Diese Überschrift hat keine Wörter; was darunter steht, kommt zu dem, was darüber steht.',
  ],
  no_article_text: ['This article has no text.', 'Dieser Artikel hat keinen Text.'],
  no_page_text: ['There is no text on this page.', 'Auf dieser Seite steht kein Text.'],
  twice: ['“{{name}}” is already in this file: {{place}}.', '„{{name}}“ steht schon dort: {{place}}.'],
  nothing: ['No entries were found.', 'Darin steht kein Eintrag.'],
});
