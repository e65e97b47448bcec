import * as limits from '../../../domain/limits.ts';
import type { PageState } from '../../../domain/types.ts';
import { defineTexts, plural, SHARED } from './frame.ts';

export const knowledgeTexts = defineTexts({
  ...SHARED,
  intro: [
    'Everything the bot may answer from. A change counts from the next question on.',
    'Alles, woraus der Bot antworten darf. Eine Änderung gilt ab der nächsten Frage.',
  ],
  contradictions: ['These entries contradict each other', 'Diese Einträge widersprechen sich'],
  contradictionsIntro: [
    'The bot cannot know which of the two is right. Change or remove one of them, or say that both are right.',
    'Der Bot kann nicht wissen, was davon stimmt. Ändere oder entferne einen der beiden, oder sag, dass beide stimmen.',
  ],
  contradictionsCompare: ['Compare them now', 'Jetzt vergleichen'],
  contradictionFine: ['Both are right', 'Beide stimmen'],
  contradictionFineSpoken: ['Both are right: {{one}} and {{other}}', 'Beide stimmen: {{one}} und {{other}}'],
  contradictionGone: [
    'Nothing was saved: these two entries have changed since.',
    'Es wurde nichts notiert: Diese beiden widersprechen sich nicht mehr so, wie sie dort standen.',
  ],
  contradictionsMore: ['More pairs: {{n}}', 'Weitere Paare: {{n}}'],
  contradictionsPending: [
    'The knowledge is being checked for contradictions. Load this page again in a moment.',
    'Das Wissen wird gerade auf Widersprüche geprüft. Lade diese Seite gleich noch einmal.',
  ],
  entries: ['Entries', 'Einträge'],
  search: ['Search', 'Suchen'],
  searchHint: [
    'A question as a member would ask it, or a part of a title.',
    'Eine Frage, wie ein Mitglied sie stellen würde, oder ein Teil eines Titels.',
  ],
  source: ['Source', 'Quelle'],
  everySource: ['Every source', 'Alle Quellen'],
  show: ['Show', 'Anzeigen'],
  showAll: ['All entries', 'Alle Einträge'],
  showExpired: ['Expired entries only', 'Nur abgelaufene'],
  count: [plural('1 entry', '{{count}} entries'), plural('1 Eintrag', '{{count}} Einträge')],
  countFound: [
    'Entries the bot would use: {{hits}}; titles that contain your search: {{titles}}.',
    'Gefunden für eine Antwort: {{hits}}; nach Titel: {{titles}}.',
  ],
  none: ['No entry matches.', 'Kein Eintrag passt.'],
  empty: [
    'The bot knows nothing yet. Add an entry, import a file or add a documentation link.',
    'Der Bot weiß noch nichts. Füge einen Eintrag hinzu, importiere eine Datei oder nimm einen Doku-Link auf.',
  ],
  found: ['What the bot finds for this question', 'Was der Bot dazu findet'],
  foundNone: ['The bot finds nothing to answer this with.', 'Für eine Antwort findet der Bot hier nichts.'],
  titles: ['Titles that contain your search', 'Titel, in denen es vorkommt'],
  entryTitle: ['Title', 'Titel'],
  titleHint: [
    'Best as a question, in the words of your members.',
    'Am besten als Frage, in den Worten deiner Mitglieder.',
  ],
  questions: ['Other wordings', 'Andere Formulierungen'],
  questionsHint: [
    `Optional: how else people ask this, one per line, at most ${limits.MAX_ENTRY_QUESTIONS}. The bot finds the entry by these as well as by its title.`,
    `Freiwillig: wie man das sonst noch fragt, eine Formulierung pro Zeile, höchstens ${limits.MAX_ENTRY_QUESTIONS}. Sie werden gefunden wie der Titel.`,
  ],
  questionsFault: [
    `At most ${limits.MAX_ENTRY_QUESTIONS} wordings, one per line, each with at most ${limits.MAX_ENTRY_TITLE_CHARACTERS} characters.`,
    `Höchstens ${limits.MAX_ENTRY_QUESTIONS} Formulierungen, eine pro Zeile, jede mit höchstens ${limits.MAX_ENTRY_TITLE_CHARACTERS} Zeichen.`,
  ],
  proposed: ['Proposed by the AI', 'Von der KI vorgeschlagen'],
  proposedHint: [
    'The bot already uses these. Delete lines that do not fit; move a line to the field above to make it your own.',
    'Der Bot benutzt sie schon. Lösche die Zeilen, die nicht passen; verschiebe eine Zeile nach oben, um sie zu übernehmen.',
  ],
  propose: ['Propose wordings', 'Formulierungen vorschlagen'],
  proposeQuota: [
    'Nothing was proposed: half of the weekly quota is used and the rest is kept for answers.',
    'Es wurde nichts vorgeschlagen: Die Hälfte des Wochenkontingents ist verbraucht, der Rest bleibt für Antworten.',
  ],
  proposeBackend: [
    'Nothing was proposed: no AI service is set up.',
    'Es wurde nichts vorgeschlagen: Es ist kein KI-Dienst eingerichtet.',
  ],
  proposeFull: [
    `Nothing was proposed: the entry already has ${limits.MAX_ENTRY_QUESTIONS} other wordings.`,
    `Es wurde nichts vorgeschlagen: Der Eintrag hat schon seine ${limits.MAX_ENTRY_QUESTIONS} anderen Formulierungen.`,
  ],
  text: ['Text', 'Text'],
  textHint: ['The answer. Markdown is welcome.', 'Die Antwort. Markdown ist willkommen.'],
  link: ['Link', 'Link'],
  linkHint: [
    'Optional: the bot gives this address with the answer.',
    'Freiwillig: Der Bot nennt diese Adresse zur Antwort.',
  ],
  anyLanguage: ['Detect it from the text', 'Am Text erkennen'],
  validUntil: ['Valid until', 'Gültig bis'],
  validUntilHint: [
    'Optional: after this day the bot no longer uses it.',
    'Freiwillig: Nach diesem Tag benutzt der Bot den Eintrag nicht mehr.',
  ],
  forever: ['no end', 'ohne Ende'],
  expired: ['expired', 'abgelaufen'],
  add: ['Add an entry', 'Eintrag hinzufügen'],
  notSaved: [
    'Nothing was saved. Please look at the fields below.',
    'Es wurde nichts gespeichert. Bitte sieh dir die Felder unten an.',
  ],
  knownTitle: ['There is already an entry with this title.', 'Einen Eintrag mit diesem Titel gibt es schon.'],
  openKnown: ['Open the entry that has this title', 'Den Eintrag mit diesem Titel öffnen'],
  full: [
    `A server holds at most ${limits.MAX_KNOWLEDGE_ENTRIES.toLocaleString('en')} entries, and this one is full. Remove some first.`,
    `Ein Server hat höchstens ${limits.MAX_KNOWLEDGE_ENTRIES.toLocaleString('de')} Einträge, und dieser ist voll. Entferne zuerst welche.`,
  ],
  edit: ['Edit entry', 'Eintrag bearbeiten'],
  back: ['All entries', 'Alle Einträge'],
  id: ['ID', 'Kennung'],
  file: ['File', 'Datei'],
  remove: ['Remove entry', 'Eintrag entfernen'],
  removeQuestion: [
    'Remove this entry? The bot will no longer use it.',
    'Diesen Eintrag entfernen? Der Bot benutzt ihn dann nicht mehr.',
  ],
  ofImport: [
    'This entry was imported. The next import with the same ID overwrites your changes.',
    'Dieser Eintrag wurde importiert. Der nächste Import mit derselben Kennung überschreibt, was du hier änderst.',
  ],
  ofTraining: [
    'This entry comes from an approved suggestion. Changes here leave the suggestion as it is; removing the entry rejects the suggestion.',
    'Dieser Eintrag kommt aus einem übernommenen Vorschlag. Der Vorschlag behält seinen Wortlaut; wird der Eintrag entfernt, gilt er als abgelehnt.',
  ],
  ofLink: [
    'This entry comes from a documentation link and is read from there regularly, so it can be neither changed nor removed here.',
    'Dieser Eintrag kommt von einem Doku-Link und wird von dort immer wieder neu gelesen. Hier lässt er sich deshalb weder ändern noch entfernen.',
  ],
  toLinks: ['Go to the documentation links', 'Zu den Doku-Links'],
  changedMeanwhile: [
    'Someone changed this entry while you were editing, so nothing was saved. Compare both: your text is still in the form; saving again replaces what is stored.',
    'Jemand hat diesen Eintrag geändert, während du ihn bearbeitet hast. Es wurde nichts gespeichert. Vergleiche beides: Was du getippt hast, steht noch im Formular; wenn du noch einmal speicherst, ersetzt es das Gespeicherte.',
  ],
  stored: ['What is stored now', 'Was jetzt gespeichert ist'],
  versions: ['What it said before', 'Was dort vorher stand'],
  versionUntil: ['Until', 'Bis'],
  restore: ['Restore', 'Zurücksetzen'],
  restoreSpoken: ['Restore what it said until {{at}}', 'Auf den Stand bis {{at}} zurücksetzen'],
  restoreQuestion: [
    'Restore this? What the entry says now stays in this list.',
    'Darauf zurücksetzen? Was der Eintrag jetzt sagt, bleibt in dieser Liste.',
  ],
  notRestored: [
    'Nothing was changed: this cannot be restored.',
    'Es wurde nichts geändert: Darauf lässt sich der Eintrag nicht zurücksetzen.',
  ],
  gone: [
    'This entry no longer exists. Your text is in the form below: you can add it again.',
    'Diesen Eintrag gibt es nicht mehr. Was du getippt hast, steht unten im Formular: Du kannst ihn neu hinzufügen.',
  ],
  notEntry: [
    'This line is not an entry: an object with title and text is needed.',
    'Diese Zeile ist kein Eintrag: Es braucht ein Objekt mit title und text.',
  ],
  idFault: [
    'must be 1 to 120 letters, digits or any of “. : / _ -”, and must not begin with “page:”',
    '1 bis 120 Buchstaben, Ziffern oder . : / _ - und nicht mit page: am Anfang',
  ],
});

export const linksTexts = defineTexts({
  ...SHARED,
  intro: [
    `Web pages and channels that the bot reads and knows. Every link is read again every ${limits.CRAWL_REFRESH_HOURS} hours; what changed there changes here.`,
    `Webseiten und Kanäle, die der Bot liest und kennt. Jeder Link wird alle ${limits.CRAWL_REFRESH_HOURS} Stunden neu gelesen; was sich dort ändert, ändert sich hier.`,
  ],
  add: ['Add a link', 'Link hinzufügen'],
  url: ['Address', 'Adresse'],
  kinds: ['A link may be:', 'Ein Link kann sein:'],
  kindPage: [
    'a single page, such as https://example.com/help/shipping: only this page is read;',
    'eine einzelne Seite, zum Beispiel https://example.com/hilfe/versand: Nur diese Seite wird gelesen;',
  ],
  kindSite: [
    'a site or a part of it, an address that ends in “/”, such as https://example.com/help/: everything below it is read;',
    'eine Website oder ein Teil davon, eine Adresse mit „/“ am Ende, zum Beispiel https://example.com/hilfe/: Alles darunter wird gelesen;',
  ],
  kindSitemap: [
    'a sitemap, such as https://example.com/sitemap.xml: every page listed in it is read;',
    'eine Sitemap, zum Beispiel https://example.com/sitemap.xml: Jede Seite, die darin steht, wird gelesen;',
  ],
  kindFolder: [
    'a folder of Markdown files on GitHub, such as https://github.com/example/help/tree/main/docs: every file in it is read.',
    'ein Ordner mit Markdown-Dateien auf GitHub, zum Beispiel https://github.com/example/help/tree/main/docs: Jede Datei darin wird gelesen.',
  ],
  addChannel: ['Add a channel', 'Kanal hinzufügen'],
  channel: ['Channel', 'Kanal'],
  chooseChannel: ['Choose a channel', 'Kanal wählen'],
  channelHint: [
    'The bot reads announcements, pinned messages and what the team posts there. If a message is edited or deleted, so is what the bot knows from it.',
    'Der Bot übernimmt, was das Team dort schreibt, Ankündigungen und Angepinntes. Wer etwas bearbeitet oder löscht, ändert oder löscht es auch hier.',
  ],
  caps: [
    `Up to ${limits.MAX_LINKS_PER_SERVER} links, each with up to ${limits.MAX_PAGES_PER_LINK.toLocaleString('en')} pages. Only public pages are read, and only where the site's robots.txt allows it.`,
    `Bis zu ${limits.MAX_LINKS_PER_SERVER} Links mit je bis zu ${limits.MAX_PAGES_PER_LINK.toLocaleString('de')} Seiten. Gelesen werden nur öffentliche Seiten, und nur, wo die robots.txt der Website es erlaubt.`,
  ],
  save: ['Add', 'Hinzufügen'],
  known: ['This link has already been added.', 'Diesen Link gibt es schon.'],
  openKnown: ['See its pages', 'Seine Seiten ansehen'],
  full: [
    `A server has at most ${limits.MAX_LINKS_PER_SERVER} links. Remove one first.`,
    `Ein Server hat höchstens ${limits.MAX_LINKS_PER_SERVER} Links. Entferne zuerst einen.`,
  ],
  noAddress: [
    'Enter an address such as https://example.com/help.',
    'Das ist keine Adresse wie https://example.com/hilfe.',
  ],
  gone: ['This link no longer exists.', 'Diesen Link gibt es nicht mehr.'],
  links: ['Links', 'Links'],
  none: [
    'There is no link yet. Add your help pages, for example.',
    'Es gibt noch keinen Link. Füge zum Beispiel deine Hilfeseiten hinzu.',
  ],
  underWay: [
    'Pages are being read; the bot knows each one as soon as it is read.',
    'Seiten werden gelesen; was der Bot gelesen hat, weiß er sofort.',
  ],
  settled: ['Nothing is being read right now.', 'Gerade wird nichts gelesen.'],
  reload: ['Reload', 'Neu laden'],
  pages: ['Pages', 'Seiten'],
  read: [
    plural('1 page read', '{{count}} pages read'),
    plural('1 Seite gelesen', '{{count}} Seiten gelesen'),
  ],
  failed: ['{{n}} failed', '{{n}} fehlgeschlagen'],
  progress: ['Pages done: {{read}} of about {{known}}', 'Fertige Seiten: {{read}} von etwa {{known}}'],
  waiting: ['{{n}} waiting', '{{n}} offen'],
  lastRead: ['Last read', 'Zuletzt gelesen'],
  nextRead: ['Next read', 'Wird wieder gelesen'],
  never: ['never', 'noch nie'],
  soon: ['in a moment', 'gleich'],
  showPages: ['Show pages', 'Seiten ansehen'],
  showPagesOf: ['Show pages of {{url}}', 'Seiten von {{url}} ansehen'],
  crawl: ['Read again now', 'Jetzt neu lesen'],
  crawlOf: ['Read {{url}} again now', '{{url}} jetzt neu lesen'],
  crawlAll: ['Read all again now', 'Alle jetzt neu lesen'],
  removeOf: ['Remove {{url}}', '{{url}} entfernen'],
  removeQuestion: [
    'Remove {{url}}, with everything that the bot knows only from there?',
    '{{url}} entfernen, mit allem, was der Bot nur von dort weiß?',
  ],
  back: ['All links', 'Alle Links'],
  pagesOf: ['Pages of', 'Seiten von'],
  noPages: ['No page is known yet.', 'Noch ist keine Seite bekannt.'],
  state: ['State', 'Stand'],
  merged: ['same content as another page', 'gleicher Inhalt wie eine andere Seite'],
});

type PageStateTexts = { [State in PageState]: string };

export const pageStateTexts = defineTexts<PageStateTexts>({
  queued: ['waiting', 'offen'],
  fetched: ['read', 'gelesen'],
  unchanged: ['read, unchanged', 'gelesen, unverändert'],
  failed: ['failed', 'fehlgeschlagen'],
});
