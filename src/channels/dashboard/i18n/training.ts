import * as limits from '../../../domain/limits.ts';
import type { TrainingState } from '../../../domain/types.ts';
import { defineTexts, plural, SHARED } from './frame.ts';

type ByKey<Key extends string> = { [One in Key]: string };

export const stateTexts = defineTexts<ByKey<TrainingState>>({
  pending: ['Waiting', 'Offen'],
  approved: ['Approved', 'Übernommen'],
  rejected: ['Rejected', 'Abgelehnt'],
  suspended: ['Suspended', 'Ausgesetzt'],
});

export const correctionTexts = defineTexts({
  title: ['Suggest a better answer', 'Bessere Antwort vorschlagen'],
  intro: [
    'Write what the bot should have said. It waits under Training until someone approves it.',
    'Schreib, was der Bot hätte sagen sollen. Es wartet unter „Training“, bis es jemand übernimmt.',
  ],
  suggest: ['Suggest', 'Vorschlagen'],
});

export const refusalTexts = defineTexts({
  question: [
    `The question must have 1 to ${limits.MAX_ENTRY_TITLE_CHARACTERS} characters, and something besides personal data.`,
    `Die Frage braucht 1 bis ${limits.MAX_ENTRY_TITLE_CHARACTERS} Zeichen und mehr als persönliche Daten.`,
  ],
  answer: [
    `The answer must have 1 to ${limits.MAX_ENTRY_TEXT_CHARACTERS.toLocaleString('en')} characters, and something besides personal data.`,
    `Die Antwort braucht 1 bis ${limits.MAX_ENTRY_TEXT_CHARACTERS.toLocaleString('de')} Zeichen und mehr als persönliche Daten.`,
  ],
  entries: [
    `This server already has ${limits.MAX_KNOWLEDGE_ENTRIES.toLocaleString('en')} entries. Remove one first.`,
    `Dieser Server hat schon ${limits.MAX_KNOWLEDGE_ENTRIES.toLocaleString('de')} Einträge. Entferne zuerst einen.`,
  ],
  questions: [
    `The entry already has ${limits.MAX_ENTRY_QUESTIONS} other wordings, which is the maximum. Remove one first.`,
    `Der Eintrag hat schon seine ${limits.MAX_ENTRY_QUESTIONS} anderen Formulierungen, keine davon vorgeschlagen. Nimm dort zuerst eine heraus.`,
  ],
  source: [
    'This entry comes from a documentation link and is read again from there; it cannot have other wordings.',
    'Dieser Eintrag kommt von einem Doku-Link und wird von dort neu gelesen; er kann keine anderen Formulierungen haben.',
  ],
  gone: ['This entry no longer exists.', 'Diesen Eintrag gibt es nicht mehr.'],
  state: ['Someone has already decided this.', 'Das hat inzwischen jemand entschieden.'],
  incomplete: [
    'This cannot be approved yet: both question and answer must be written. Edit it first.',
    'Das lässt sich noch nicht übernehmen: Frage und Antwort müssen beide geschrieben sein. Bearbeite es zuerst.',
  ],
  too_long: [
    `Together the answers would be longer than ${limits.MAX_ENTRY_TEXT_CHARACTERS.toLocaleString('en')} characters. Shorten one first.`,
    `Zusammen wären die Antworten länger als ${limits.MAX_ENTRY_TEXT_CHARACTERS.toLocaleString('de')} Zeichen. Kürze zuerst eine.`,
  ],
  alone: [
    'None of the similar suggestions is still open.',
    'Von den ähnlichen Vorschlägen ist keiner mehr offen.',
  ],
  tests: [
    'Not approved: this would make these test questions fail.',
    'Nicht übernommen: Diese Testfragen würden danach scheitern.',
  ],
  someTests: [
    'Not approved: this would make one or more test questions fail. Open it to see which.',
    'Nicht übernommen: Mindestens eine Testfrage würde danach scheitern. Öffne es, um zu sehen, welche.',
  ],
});

export const trainingTexts = defineTexts({
  choose: ['Select', 'Auswählen'],
  selectAll: ['Select all on this page', 'Alle auf dieser Seite auswählen'],
  many: ['All selected:', 'Alle ausgewählten:'],
  noneChosen: ['Select at least one suggestion first.', 'Wähl zuerst mindestens einen Vorschlag aus.'],
  manyDecided: [
    'Decided: {{done}}. Left as they are: {{left}}.',
    'Entschieden: {{done}}. Unverändert: {{left}}.',
  ],
  ...SHARED,
  one: ['Suggestion', 'Vorschlag'],
  intro: [
    'What your team taught the bot. The bot uses none of it until you approve it.',
    'Was dein Team dem Bot beigebracht hat. Er benutzt nichts davon, bevor du es übernimmst.',
  ],
  learningOn: [
    'Learning is on: replies from your team become suggestions.',
    'Lernen ist an: Antworten deines Teams werden zu Vorschlägen.',
  ],
  learningOff: [
    'Learning is off: the only suggestions here are those that your team makes by hand, and those for a question that many people ask within a few minutes.',
    'Lernen ist aus: Hierher kommt nur, was dein Team von sich aus vorschlägt und was viele in wenigen Minuten fragen.',
  ],
  learningLink: ['Change it under Team', 'Unter „Team“ ändern'],
  states: ['Which suggestions', 'Welche Vorschläge'],
  search: ['Search in questions and answers', 'In Fragen und Antworten suchen'],
  clear: ['Show all', 'Alle zeigen'],
  none: [
    'There is nothing to decide. A team member makes suggestions in the menu of a message: Apps → “Learn from this” or “Correct this answer”.',
    'Es ist nichts zu entscheiden. Vorschläge macht ein Teammitglied im Menü einer Nachricht: Apps → „Daraus lernen“ oder „Antwort berichtigen“.',
  ],
  noneHere: ['There are none here.', 'Hier gibt es keine.'],
  noneFound: ['Nothing contains “{{query}}”.', 'Nirgends steht „{{query}}“.'],
  shown: ['{{first}} to {{last}} of {{count}}.', '{{first}} bis {{last}} von {{count}}.'],
  noQuestion: [
    '(The question was deleted with its author’s data.)',
    '(Die Frage wurde mit ihrem Autor gelöscht.)',
  ],
  noAnswer: [
    'There is no answer yet. Write it with “Edit”, then you can approve it.',
    'Die Antwort fehlt noch. Schreib sie mit „Bearbeiten“, dann kannst du sie übernehmen.',
  ],
  message: ['Open the message in Discord', 'Zur Nachricht in Discord'],
  role: ['by {{name}}', 'von {{name}}'],
  unknownRole: ['a member with the role {{id}}', 'jemandem mit der Rolle {{id}}'],
  suggested: ['suggested', 'vorgeschlagen'],
  decided: ['decided', 'entschieden'],
  all: ['To all suggestions', 'Zu allen Vorschlägen'],
  replaces: ['Replaces this entry', 'Ersetzt diesen Eintrag'],
  corrects: ['Corrects what the bot said', 'Korrigiert, was der Bot sagte'],
  legend: [
    'Text that is struck through is removed; underlined text is added.',
    'Durchgestrichenes entfällt, Unterstrichenes kommt dazu.',
  ],
  removed: ['removed:', 'entfällt:'],
  added: ['added:', 'kommt dazu:'],
  suggestion: ['Suggested', 'Vorschlag'],
  suspended: ['Suspended:', 'Ausgesetzt:'],
  knownSoFar: ['Existing entry', 'Bisher bekannt'],
  taught: ['In the words of the person who answered', 'In den Worten der Person, die geantwortet hat'],
  similar: [
    plural('1 similar suggestion is open', '{{count}} similar suggestions are open'),
    plural('1 ähnlicher Vorschlag ist offen', '{{count}} ähnliche Vorschläge sind offen'),
  ],
  similarMore: ['Not shown, and still open: {{count}}.', 'Nicht zu sehen und weiter offen: {{count}}.'],
  merge: ['Merge these into this suggestion', 'Die gezeigten hiermit zusammenlegen'],
  mergeHint: [
    'The question of this suggestion stays, and the other questions become other wordings of it. The answers are combined.',
    'Die Frage von diesem bleibt, die anderen werden andere Formulierungen davon; was die Antworten sagen, steht dann einmal darin.',
  ],
  wordings: ['Other wordings that also lead to this entry', 'Auch so gefragt und dann so zu finden'],
  proof: ['What would change?', 'Was würde sich ändern?'],
  proofNow: ['What would change', 'Was sich ändern würde'],
  proofHint: [
    'What the bot finds for these questions is compared; it costs nothing.',
    'Verglichen wird, was der Bot zu diesen Fragen findet; das kostet nichts.',
  ],
  proofNothing: [
    'There are no questions yet that could show what approving this would change.',
    'Es gibt noch keine Fragen, an denen sich die Wirkung zeigen ließe.',
  ],
  proofLater: [
    'The comparison is not available right now. Please try again later.',
    'Das lässt sich gerade nicht berechnen. Versuch es bitte gleich noch einmal.',
  ],
  lookedNone: ['No questions are stored.', 'Es sind keine Fragen gespeichert.'],
  looked: [
    plural('The last question was checked.', 'The last {{count}} questions were checked.'),
    plural('Angesehen: die letzte Frage.', 'Angesehen: die letzten {{count}} Fragen.'),
  ],
  unchanged: ['No answer would change.', 'Keine Antwort würde sich ändern.'],
  asked: ['(asked {{count}} times)', '({{count}}-mal gefragt)'],
  answered: ['would be answered now', 'würde jetzt beantwortet'],
  handed_over: ['would be handed over to the team', 'würde ans Team übergeben'],
  other_passages: ['would be answered from other entries', 'würde aus anderen Einträgen beantwortet'],
  before: ['Before', 'Vorher'],
  after: ['After', 'Nachher'],
  toTeam: ['to the team', 'ans Team'],
  fromNothing: ['nothing found', 'nichts gefunden'],
  testPasses: ['Test question would pass', 'Testfrage würde bestanden'],
  testFails: ['Test question would fail', 'Testfrage würde scheitern'],
  testChanges: ['Test question would fail for another reason', 'Testfrage würde aus anderem Grund scheitern'],
  passes: ['passes', 'bestanden'],
  questions: ['Questions of members and customers', 'Fragen von Mitgliedern und Kunden'],
  tests: ['Test questions', 'Testfragen'],
  approve: ['Approve', 'Übernehmen'],
  approveAgain: ['Approve again', 'Wieder übernehmen'],
  approveAnyway: ['Approve anyway', 'Trotzdem übernehmen'],
  edit: ['Edit', 'Bearbeiten'],
  reject: ['Reject', 'Ablehnen'],
  revert: ['Take back', 'Zurücknehmen'],
  of: ['{{action}}: {{question}}', '{{action}}: {{question}}'],
  keys: ['Keyboard', 'Tastatur'],
  keysIntro: [
    'Use these keys to go through the list without a mouse. They are off while you type.',
    'Mit diesen Tasten kommst du ohne Maus durch die Liste; nicht, während du schreibst.',
  ],
  keyNext: ['next suggestion', 'nächster Vorschlag'],
  keyPrevious: ['previous suggestion', 'voriger Vorschlag'],
  keyApprove: ['approve', 'übernehmen'],
  keyEdit: ['edit', 'bearbeiten'],
  keyReject: ['reject', 'ablehnen'],
  keyHelp: ['show or hide this help', 'diese Hilfe zeigen oder verbergen'],
  key: ['Key', 'Taste'],
  does: ['What it does', 'Was sie tut'],
  position: ['Suggestion {{index}} of {{count}}', 'Vorschlag {{index}} von {{count}}'],
});

export const sameEntryTexts = defineTexts({
  title: ['Choose the entry that answers this', 'Den Eintrag wählen, der das beantwortet'],
  open: ['Choose an entry that answers this …', 'Eintrag wählen, der das beantwortet …'],
  intro: [
    'Choose the entry that already answers this. The question becomes another wording of that entry; the text of the entry stays as it is, and no second entry is made.',
    'Wähle den Eintrag, der das schon beantwortet. Die Frage wird eine weitere Formulierung davon; sein Text bleibt, wie er ist, und es entsteht kein zweiter Eintrag.',
  ],
  question: ['The question as a wording of the entry', 'Die Frage als Formulierung des Eintrags'],
  search: ['Search the knowledge', 'Im Wissen suchen'],
  find: ['Search', 'Suchen'],
  choose: ['This one', 'Dieser'],
  chooseSpoken: ['This one: {{title}}', 'Dieser: {{title}}'],
  force: ['Use this one anyway', 'Trotzdem dieser'],
  none: ['No entry matches. Try different words.', 'Kein Eintrag passt. Versuch es mit anderen Wörtern.'],
  back: ['Back', 'Zurück'],
});

export const historyTexts = defineTexts({
  title: ['History of a channel', 'Verlauf eines Kanals'],
  none: [
    'Answered questions of a channel or forum can become suggestions: type /learning import there on Discord.',
    'Beantwortete Fragen eines Kanals oder Forums können zu Vorschlägen werden: Tipp auf Discord /learning import.',
  ],
  running: ['Being read now.', 'Wird gerade gelesen.'],
  channel: ['Channel', 'Kanal'],
  begun: ['Started', 'Begonnen'],
  ended: ['Ended', 'Beendet'],
  messages: ['Messages read', 'Nachrichten gelesen'],
  suggested: ['New suggestions', 'Neue Vorschläge'],
  grouped: ['Repeated questions, added as other wordings', 'Gleiche Fragen, als Formulierung dazu'],
  ownWords: [
    'Suggestions left in the original words, because half of the weekly quota was used and the rest is kept for answers',
    'Im Wortlaut: die Hälfte des Wochenkontingents ist verbraucht, der Rest bleibt für Antworten',
  ],
  leftOut: ['Left out', 'Ausgelassen'],
  reload: ['Reload', 'Noch einmal nachsehen'],
  stop: ['Stop reading', 'Lesen anhalten'],
  again: [
    'To read again, type /learning import on Discord.',
    'Ein neuer Lauf: /learning import auf Discord.',
  ],
});
