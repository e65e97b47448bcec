import type { Decider } from '../../../core/answering/question.ts';
import * as tests from '../../../core/learning/test-questions/test-questions.ts';
import { PLAYGROUND_QUESTIONS_PER_DAY } from '../../../domain/limits.ts';
import { defineTexts, plural, SHARED } from './frame.ts';

export const unansweredTexts = defineTexts({
  intro: [
    'Questions that the bot had no good answer for, most often asked first. From the next question on, the bot knows what you answer here.',
    'Worauf der Bot keine gute Antwort hatte, das Häufigste zuerst. Was du hier beantwortest, weiß der Bot ab der nächsten Frage.',
  ],
  none: [
    'No questions are open: none of the recent ones still needs an answer.',
    'Es ist nichts offen: Keine Frage der letzten Zeit wurde mangels Wissen übergeben oder schlecht bewertet und wartet noch auf dich.',
  ],
  total: [
    plural('1 topic is open.', '{{count}} topics are open.'),
    plural('1 Thema ist offen.', '{{count}} Themen sind offen.'),
  ],
  shown: [
    '{{first}} to {{last}} of {{count}} open topics.',
    '{{first}} bis {{last}} von {{count}} offenen Themen.',
  ],
  asked: [plural('Asked once', 'Asked {{count}} times'), plural('1-mal gefragt', '{{count}}-mal gefragt')],
  handedOver: ['{{count}} not answered', '{{count}} nicht beantwortet'],
  votedDown: ['{{count}} voted down', '{{count}} schlecht bewertet'],
  last: ['last asked', 'zuletzt'],
  said: ['The bot said:', 'Der Bot sagte:'],
  comment: ['Newest comment:', 'Neuester Kommentar:'],
  notKept: ['The bot’s answer is no longer stored.', 'Was der Bot sagte, ist nicht mehr gespeichert.'],
  coverage: ['Check what the knowledge covers now', 'Prüfen, was das Wissen inzwischen abdeckt'],
  covered: ['The bot now finds something for this question.', 'Inzwischen findet der Bot dazu etwas.'],
  openAnswer: ['The whole answer', 'Die ganze Antwort'],
  openAnswerSpoken: ['The whole answer to “{{question}}”', 'Die ganze Antwort auf „{{question}}“'],
  tryIt: ['Check in the playground whether it fits.', 'Sieh unter „Ausprobieren“ nach, ob es passt.'],
  notCovered: ['The knowledge does not cover it.', 'Das Wissen deckt es nicht ab.'],
  answer: ['Answer', 'Beantworten'],
  answerSpoken: ['Answer “{{question}}”', '„{{question}}“ beantworten'],
  question: ['Question', 'Frage'],
  questionHint: [
    'Word it as it should be stored, without names.',
    'So, wie du sie behalten willst, ohne Namen.',
  ],
  yourAnswer: ['Your answer', 'Deine Antwort'],
  save: ['Answer and close', 'Beantworten und erledigen'],
  force: ['Answer anyway', 'Trotzdem beantworten'],
  close: ['Dismiss', 'Beiseitelegen'],
  closeSpoken: ['Dismiss “{{question}}”', '„{{question}}“ beiseitelegen'],
  closeHint: [
    'A dismissed question is listed again when it is asked again.',
    'Was du beiseitelegst, steht wieder hier, wenn es wieder gefragt wird.',
  ],
  gone: [
    'This question is no longer open: someone handled it, or it is no longer stored. Your text is below.',
    'Diese Frage ist nicht mehr offen: Jemand hat sie erledigt, oder sie ist nicht mehr gespeichert. Dein Text steht unten.',
  ],
  typed: ['What you typed', 'Was du geschrieben hast'],
  optedOut: [
    'The asker opted out of learning. Add the answer to the knowledge in your own words.',
    'Wer gefragt hat, möchte nicht, dass der Bot daraus lernt. Schreib es mit eigenen Worten ins Wissen.',
  ],
  tooMany: [
    'Too many suggestions are waiting on this server. Decide on some under Training first.',
    'Auf diesem Server warten zu viele Vorschläge. Entscheide zuerst welche unter „Training“.',
  ],
  failingTests: [
    'Not answered: your answer would make these test questions fail.',
    'Nicht beantwortet: Diese Testfragen würden danach scheitern.',
  ],
  waits: [
    'Your answer waits under Training; the question stays open.',
    'Deine Antwort wartet unter „Training“; die Frage bleibt offen.',
  ],
});

export const playgroundTexts = defineTexts({
  ...SHARED,
  intro: [
    `Talk to the bot as a customer would and see what is behind its answers. This costs nothing and is not recorded; up to ${PLAYGROUND_QUESTIONS_PER_DAY} questions a day.`,
    `Sprich mit dem Bot wie ein Kunde und sieh, was hinter seinen Antworten steht. Das kostet nichts und wird nirgends aufgezeichnet; bis zu ${PLAYGROUND_QUESTIONS_PER_DAY} Fragen am Tag.`,
  ],
  next: ['Next message', 'Nächste Nachricht'],
  keys: ['Ctrl+Enter sends (Cmd+Enter on a Mac).', 'Strg+Eingabe schickt ab (Mac: Befehl+Eingabe).'],
  ask: ['Ask', 'Fragen'],
  restart: ['New conversation', 'Neues Gespräch'],
  choices: ['Try other settings', 'Etwas anderes ausprobieren als eingestellt'],
  asSet: ['Current setting ({{value}})', 'Wie eingestellt ({{value}})'],
  levelOnFree: [
    'Without premium, V1 gives every answer, whichever level is chosen.',
    'Ohne Premium antwortet V1, egal was gewählt ist.',
  ],
  otherLevel: ['Your plan does not have level {{level}}.', 'Stufe {{level}} gehört nicht zu deinem Tarif.'],
  language: ['Language of the asker', 'Sprache des Fragenden'],
  languageHint: [
    'The bot answers in the language of the question. This one is used when that is unclear.',
    'Der Bot antwortet in der Sprache der Frage. Diese hier gilt, wenn sich die nicht erkennen lässt.',
  ],
  place: ['Place', 'Ort'],
  anyPlace: [
    'The API, or a place without instructions of its own',
    'Die API oder ein Ort ohne eigene Anweisungen',
  ],
  placeHint: ['The bot follows the instructions of this place.', 'Mit den Anweisungen dieses Kanals.'],
  asker: ['Customer', 'Kunde'],
  cut: [
    'A ticket cannot hold more messages, so the oldest are left out.',
    'Mehr passt nicht in ein Ticket: Die ältesten Nachrichten sind weggelassen.',
  ],
  unreadable: [
    'The conversation so far cannot be read or is too long, so a new one starts. Your message is still below.',
    'Das bisherige Gespräch wurde unterwegs verändert oder ist zu lang, deshalb beginnt es neu. Deine Nachricht steht noch unten.',
  ],
  team: ['A person takes over:', 'Ein Mensch übernimmt:'],
  noTeam: ['The team is not called for this.', 'Dafür wird das Team nicht gerufen.'],
  sources: ['Sources shown with the answer', 'Quellen, die dabeistehen'],
  facts: ['Level {{level}}, answered by: {{engine}}.', 'Stufe {{level}}, beantwortet von: {{engine}}.'],
  behind: ['What is behind the last answer', 'Was hinter der letzten Antwort steht'],
  decision: ['How it was made', 'Wie sie zustande kam'],
  handover: ['Hand-over', 'Übergabe'],
  answersFrom: ['The bot answers at {{threshold}} or more.', 'Ab {{threshold}} antwortet der Bot.'],
  sureFrom: [
    'The model decides whether it can answer. If it is given only some of the entries and no passage found reaches {{threshold}}, it is first asked to suggest other search words.',
    'Das Modell entscheidet. Sieht es nicht alle Einträge und erreicht kein Abschnitt der Suche {{threshold}}, wird es zuerst nach anderen Suchwörtern gefragt.',
  ],
  isDraft: [
    'Yes: in real use, your team would check it first.',
    'Ja: Im Betrieb sähe dein Team zuerst darauf.',
  ],
  noDraft: ['No: in real use, it would be sent at once.', 'Nein: Im Betrieb ginge sie gleich hinaus.'],
  levelAndEngine: ['Level and engine', 'Stufe und Modell'],
  calls: ['Calls to the model', 'Ans Modell gingen'],
  noCalls: ['none: no model answered', 'nichts: Es antwortete kein Modell'],
  tokenCounts: ['{{prompt}} read, {{completion}} written', '{{prompt}} gelesen, {{completion}} geschrieben'],
  cached: [
    '({{count}} of those read came from the AI service’s cache)',
    '({{count}} der gelesenen kannte das Backend schon)',
  ],
  units: ['Cost', 'Kosten'],
  unitsAndPart: [
    'free here; in real use it would cost {{units}} units, {{percent}} of the weekly quota',
    'hier kostenlos; im Betrieb wären es {{units}} Einheiten, {{percent}} des Wochenkontingents',
  ],
  time: ['Time', 'Dauer'],
  addEntry: ['Add an entry to the knowledge', 'Eintrag zum Wissen hinzufügen'],
  makeTest: ['Make it a test question', 'Zur Testfrage machen'],
  queries: ['What was searched for', 'Wonach gesucht wurde'],
  noQueries: ['Nothing was searched for.', 'Es wurde nichts gesucht.'],
  quoted: ['“{{text}}”', '„{{text}}“'],
  weight: ['weight {{weight}}', 'Gewicht {{weight}}'],
  worded: ['worded by the model', 'vom Modell formuliert'],
  passages: ['What was found', 'Was gefunden wurde'],
  whole: [
    'All entries fit into the prompt, so the model saw every one of them; these match the question best.',
    'Alle Einträge passen in die Anfrage, also sah das Modell jeden davon; diese passen am besten.',
  ],
  noPassages: ['Nothing in your knowledge matches.', 'Kein Eintrag deines Wissens passt.'],
  notFound: [
    'Not found by the search, sent along with all entries',
    'Von der Suche nicht gefunden, mit allen Einträgen mitgeschickt',
  ],
  used: ['used in the answer', 'in der Antwort verwendet'],
});

/** Each names who called the team, after the reason for it. */
export const deciderTexts = defineTexts<{ [One in Decider]: string }>({
  rule: [
    'The customer’s own words say so, and nothing overrules them.',
    'Das sagen die Worte des Kunden, und nichts überstimmt sie.',
  ],
  search: [
    'The search says so: nothing it found fits well enough.',
    'Das sagt die Suche: Nichts Gefundenes passt sicher genug.',
  ],
  model: ['The model says so.', 'Das sagt das Modell.'],
  review: [
    'The second check says so: the entries do not support the model’s answer.',
    'Das sagt die zweite Prüfung: Die Einträge belegen die Antwort des Modells nicht.',
  ],
  repeat: [
    'The model had nothing new: it repeated an answer that had not helped.',
    'Das Modell hatte nichts Neues: Es wiederholte eine Antwort, die nicht geholfen hatte.',
  ],
  ungrounded: [
    'Nothing in the model’s answer came from the entries.',
    'Die Antwort des Modells sagte nichts, was in den Einträgen steht.',
  ],
  garbled: [
    'The model lost its way: it repeated itself, or switched to an alphabet that nobody had used.',
    'Das Modell verlor den Faden: Es wiederholte sich oder schrieb eine Schrift, die niemand benutzt hatte.',
  ],
  refusal: [
    'The model, or a filter of its provider, refused to answer.',
    'Das Modell oder ein Filter seines Anbieters hat die Antwort verweigert.',
  ],
  withheld: [
    'What the model wrote was not fit to be shown.',
    'Was das Modell schrieb, durfte nicht gezeigt werden.',
  ],
});

/** The calls of the model, by name of the reply. */
export const callTexts = defineTexts({
  rewrite: ['the question in other words', 'die Frage in anderen Worten'],
  queries: ['search queries', 'Suchanfragen'],
  answer: ['the answer', 'die Antwort'],
  review: ['a second check', 'eine zweite Prüfung'],
});

export const testTexts = defineTexts({
  ...SHARED,
  intro: [
    'Questions that the bot must always get right. They are checked against the knowledge every day and before every approval, and you are warned when one that passed would fail.',
    'Was der Bot immer richtig beantworten soll. Jeden Tag und vor jeder Übernahme werden diese Fragen gegen das Wissen gehalten; was vorher bestand und dann scheitern würde, erfährst du zuerst.',
  ],
  add: ['Add a test question', 'Testfrage hinzufügen'],
  questionHint: [
    `As someone would ask it; up to ${tests.MAX_TEST_QUESTION_CHARACTERS} characters.`,
    `So, wie jemand sie stellen würde; bis ${tests.MAX_TEST_QUESTION_CHARACTERS} Zeichen.`,
  ],
  expected: ['Must be in the answer', 'Muss in der Antwort stehen'],
  expectedHint: [
    `A number, a word or a sentence; up to ${tests.MAX_EXPECTED_CHARACTERS} characters. You may leave it empty if you choose below whether the team must be called.`,
    `Eine Zahl, ein Wort oder ein Satz; bis ${tests.MAX_EXPECTED_CHARACTERS} Zeichen. Darf leer bleiben, wenn du sagst, ob das Team nötig ist.`,
  ],
  needsTeam: ['Should the team be called?', 'Soll das Team gerufen werden?'],
  any: ['Either is fine', 'Beides ist richtig'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nein'],
  save: ['Add', 'Hinzufügen'],
  list: ['All test questions', 'Alle Testfragen'],
  counts: [
    (total: number, failing: number) => `${total} in all, ${failing} failing.`,
    (total: number, failing: number) =>
      `${total} insgesamt, ${failing} ${failing === 1 ? 'scheitert' : 'scheitern'}.`,
  ],
  none: [
    'There are no test questions yet. Add one, and you will see before every approval whether it would still be answered correctly.',
    'Es gibt noch keine Testfragen. Füge eine hinzu: Dann erfährst du vor jeder Übernahme, ob sie noch richtig beantwortet würde.',
  ],
  expectation: ['Expected', 'Erwartet'],
  result: ['Last result', 'Letztes Ergebnis'],
  at: ['Checked', 'Geprüft'],
  passed: ['passed', 'bestanden'],
  failed: ['failed', 'gescheitert'],
  notRun: ['never checked', 'noch nie geprüft'],
  withTeam: ['the team must be called', 'mit Team'],
  withoutTeam: ['the team must not be called', 'ohne Team'],
  holds: ['contains “{{text}}”', 'enthält „{{text}}“'],
  removeSpoken: ['Remove the test question “{{question}}”', 'Testfrage „{{question}}“ entfernen'],
  run: ['Check all', 'Alle prüfen'],
  runHint: [
    'What the bot finds for each question is checked. It costs nothing.',
    'Geprüft wird, was der Bot zu jeder Frage findet. Das kostet nichts.',
  ],
  runReal: ['Check real answers', 'Echte Antworten prüfen'],
  runRealHint: [
    `Each answer counts towards the playground’s ${PLAYGROUND_QUESTIONS_PER_DAY} free questions a day.`,
    `Jede zählt zu den ${PLAYGROUND_QUESTIONS_PER_DAY} kostenlosen Fragen am Tag unter „Ausprobieren“.`,
  ],
  runResult: ['Result of the check', 'Ergebnis der Prüfung'],
  runCounts: ['{{passed}} passed, {{failed}} failed.', '{{passed}} bestanden, {{failed}} gescheitert.'],
  times: ['How many times to ask each question', 'Wie oft jede gefragt wird'],
  timesHint: [
    'A question passes when every answer is right.',
    'Eine Frage besteht, wenn jede Antwort stimmt.',
  ],
  right: ['Right {{right}} of {{times}} times.', '{{right}} von {{times}} Antworten stimmten.'],
  since: ['Changed since then:', 'Seither geändert:'],
  unchanged: ['No change has been recorded since then.', 'Seither ist keine Änderung verzeichnet.'],
  entry: ['Entry:', 'Eintrag:'],
  engine: ['AI model:', 'KI-Modell:'],
  wasPassed: ['It passed last time.', 'Beim letzten Mal bestand sie.'],
  said: ['The bot says:', 'Der Bot sagt:'],
  notAskedLimit: [
    (count: number) =>
      `${count} ${count === 1 ? 'was' : 'were'} not asked: today’s ${PLAYGROUND_QUESTIONS_PER_DAY} free questions are used up.`,
    (count: number) =>
      `${count} ${count === 1 ? 'wurde' : 'wurden'} nicht gefragt: Die ${PLAYGROUND_QUESTIONS_PER_DAY} kostenlosen Fragen von heute sind aufgebraucht.`,
  ],
  notAskedAi: [
    (count: number) => `${count} ${count === 1 ? 'was' : 'were'} not asked: the AI is not responding.`,
    (count: number) =>
      `${count} ${count === 1 ? 'wurde' : 'wurden'} nicht gefragt: Die KI antwortet gerade nicht.`,
  ],
  full: [
    `This server already has ${tests.MAX_TESTS_PER_SERVER} test questions. Remove one first.`,
    `Dieser Server hat schon ${tests.MAX_TESTS_PER_SERVER} Testfragen. Entferne zuerst eine.`,
  ],
  badExpected: [
    'Say what must be in the answer, with letters or digits, or choose below whether the team must be called.',
    'Sag, was in der Antwort stehen muss, mit Buchstaben oder Ziffern, oder wähle darunter, ob das Team gerufen werden muss.',
  ],
  badQuestion: [
    `The question must have 1 to ${tests.MAX_TEST_QUESTION_CHARACTERS} characters.`,
    `Die Frage braucht 1 bis ${tests.MAX_TEST_QUESTION_CHARACTERS} Zeichen.`,
  ],
  tooLongExpected: [
    `At most ${tests.MAX_EXPECTED_CHARACTERS} characters.`,
    `Höchstens ${tests.MAX_EXPECTED_CHARACTERS} Zeichen.`,
  ],
});
