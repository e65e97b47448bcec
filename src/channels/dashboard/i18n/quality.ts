import {
  MAX_EXPECTED_CHARACTERS,
  MAX_TEST_QUESTION_CHARACTERS,
  MAX_TESTS_PER_SERVER,
} from '../../../core/learning/test-questions/test-questions.ts';
import { PLAYGROUND_QUESTIONS_PER_DAY } from '../../../domain/limits.ts';
import { defineTexts, plural } from './frame.ts';

export const unansweredTexts = defineTexts({
  title: ['Unanswered', 'Unbeantwortet'],
  intro: [
    'What the bot had no good answer for, most often asked first. What you answer here, the bot knows from the next question on.',
    'Worauf der Bot keine gute Antwort hatte, das Häufigste zuerst. Was du hier beantwortest, weiß der Bot ab der nächsten Frage.',
  ],
  none: [
    'Nothing is open: no recent question was handed over for want of knowledge or voted down and still waits for you.',
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
  notKept: ['What the bot said is not stored any more.', 'Was der Bot sagte, ist nicht mehr gespeichert.'],
  coverage: ['Check what the knowledge covers by now', 'Prüfen, was das Wissen inzwischen abdeckt'],
  covered: ['By now the bot finds something for it.', 'Inzwischen findet der Bot dazu etwas.'],
  openAnswer: ['The whole answer', 'Die ganze Antwort'],
  openAnswerSpoken: ['The whole answer to “{{question}}”', 'Die ganze Antwort auf „{{question}}“'],
  tryIt: ['Check in the playground whether it fits.', 'Sieh unter „Ausprobieren“ nach, ob es passt.'],
  notCovered: ['The knowledge does not cover it.', 'Das Wissen deckt es nicht ab.'],
  answer: ['Answer', 'Beantworten'],
  answerSpoken: ['Answer “{{question}}”', '„{{question}}“ beantworten'],
  question: ['Question', 'Frage'],
  questionHint: ['As you want to keep it, without names.', 'So, wie du sie behalten willst, ohne Namen.'],
  yourAnswer: ['Your answer', 'Deine Antwort'],
  save: ['Answer and close', 'Beantworten und erledigen'],
  force: ['Answer anyway', 'Trotzdem beantworten'],
  close: ['Not needed', 'Nicht nötig'],
  closeSpoken: ['Put “{{question}}” aside', '„{{question}}“ beiseitelegen'],
  closeHint: [
    'What you put aside is listed again when it is asked again.',
    'Was du beiseitelegst, steht wieder hier, wenn es wieder gefragt wird.',
  ],
  gone: [
    'This question is not open any more: somebody dealt with it, or it is not stored any more. Your text stands below.',
    'Diese Frage ist nicht mehr offen: Jemand hat sie erledigt, oder sie ist nicht mehr gespeichert. Dein Text steht unten.',
  ],
  typed: ['What you typed', 'Was du geschrieben hast'],
  optedOut: [
    'Whoever asked does not want the bot to learn from it. Add it to the knowledge in your own words.',
    'Wer gefragt hat, möchte nicht, dass der Bot daraus lernt. Schreib es mit eigenen Worten ins Wissen.',
  ],
  tooMany: [
    'Too many suggestions are waiting on this server. Decide some under Training first.',
    'Auf diesem Server warten zu viele Vorschläge. Entscheide zuerst welche unter „Training“.',
  ],
  failingTests: [
    'Not answered: these test questions would fail afterwards.',
    'Nicht beantwortet: Diese Testfragen würden danach scheitern.',
  ],
  waits: [
    'Your answer waits under Training; the question stays open.',
    'Deine Antwort wartet unter „Training“; die Frage bleibt offen.',
  ],
});

export const playgroundTexts = defineTexts({
  title: ['Playground', 'Ausprobieren'],
  intro: [
    `Ask as a customer would and see what is behind the answer. It costs nothing and is recorded nowhere; up to ${PLAYGROUND_QUESTIONS_PER_DAY} questions a day.`,
    `Frag wie ein Kunde und sieh, was hinter der Antwort steht. Das kostet nichts und wird nirgends aufgezeichnet; bis zu ${PLAYGROUND_QUESTIONS_PER_DAY} Fragen am Tag.`,
  ],
  question: ['Question', 'Frage'],
  ask: ['Ask', 'Fragen'],
  answer: ['Answer', 'Antwort'],
  team: ['A human takes over:', 'Ein Mensch übernimmt:'],
  noTeam: ['The bot answers this alone.', 'Das beantwortet der Bot allein.'],
  passages: ['What the answer was made of', 'Woraus die Antwort entstand'],
  noPassages: ['No entry of your knowledge fits.', 'Kein Eintrag deines Wissens passt.'],
  score: ['Score {{score}}', 'Wertung {{score}}'],
  sources: ['Sources shown with it', 'Quellen, die dabeistehen'],
  facts: ['Level {{level}}, answered by: {{engine}}', 'Stufe {{level}}, beantwortet von: {{engine}}'],
});

export const testTexts = defineTexts({
  title: ['Test questions', 'Testfragen'],
  intro: [
    'What the bot must always get right. Every day and before every approval these questions are held against the knowledge; what passed before and would fail then is told first.',
    'Was der Bot immer richtig beantworten soll. Jeden Tag und vor jeder Übernahme werden diese Fragen gegen das Wissen gehalten; was vorher bestand und dann scheitern würde, erfährst du zuerst.',
  ],
  add: ['Add a test question', 'Testfrage hinzufügen'],
  question: ['Question', 'Frage'],
  questionHint: [
    `As somebody would ask it; up to ${MAX_TEST_QUESTION_CHARACTERS} characters.`,
    `So, wie jemand sie stellen würde; bis ${MAX_TEST_QUESTION_CHARACTERS} Zeichen.`,
  ],
  expected: ['Must be in the answer', 'Muss in der Antwort stehen'],
  expectedHint: [
    `A number, a word or a sentence; up to ${MAX_EXPECTED_CHARACTERS} characters. May stay empty when you say whether the team is needed.`,
    `Eine Zahl, ein Wort oder ein Satz; bis ${MAX_EXPECTED_CHARACTERS} Zeichen. Darf leer bleiben, wenn du sagst, ob das Team nötig ist.`,
  ],
  needsTeam: ['Must the team be called?', 'Muss das Team gerufen werden?'],
  any: ['Either is right', 'Beides ist richtig'],
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
    'There are no test questions yet. Add one: you then learn before every approval whether it would still be answered right.',
    'Es gibt noch keine Testfragen. Füge eine hinzu: Dann erfährst du vor jeder Übernahme, ob sie noch richtig beantwortet würde.',
  ],
  expectation: ['Expected', 'Erwartet'],
  result: ['Last result', 'Letztes Ergebnis'],
  at: ['Checked', 'Geprüft'],
  action: ['Action', 'Aktion'],
  passed: ['passed', 'bestanden'],
  failed: ['failed: {{faults}}', 'gescheitert: {{faults}}'],
  notRun: ['never checked', 'noch nie geprüft'],
  withTeam: ['with the team', 'mit Team'],
  withoutTeam: ['without the team', 'ohne Team'],
  holds: ['holds “{{text}}”', 'enthält „{{text}}“'],
  remove: ['Remove', 'Entfernen'],
  removeSpoken: ['Remove the test question “{{question}}”', 'Testfrage „{{question}}“ entfernen'],
  run: ['Check all', 'Alle prüfen'],
  runHint: [
    'What the bot finds for each question is checked. It costs nothing.',
    'Geprüft wird, was der Bot zu jeder Frage findet. Das kostet nichts.',
  ],
  runReal: ['Check real answers', 'Echte Antworten prüfen'],
  runRealHint: [
    `Each counts to the ${PLAYGROUND_QUESTIONS_PER_DAY} free questions a day of the playground.`,
    `Jede zählt zu den ${PLAYGROUND_QUESTIONS_PER_DAY} kostenlosen Fragen am Tag unter „Ausprobieren“.`,
  ],
  runResult: ['Result of the check', 'Ergebnis der Prüfung'],
  runCounts: ['{{passed}} passed, {{failed}} failed.', '{{passed}} bestanden, {{failed}} gescheitert.'],
  wasPassed: ['It passed the last time.', 'Beim letzten Mal bestand sie.'],
  said: ['The bot says:', 'Der Bot sagt:'],
  notAskedLimit: [
    (count: number) =>
      `${count} ${count === 1 ? 'was' : 'were'} not asked: the ${PLAYGROUND_QUESTIONS_PER_DAY} free questions of today are used up.`,
    (count: number) =>
      `${count} ${count === 1 ? 'wurde' : 'wurden'} nicht gefragt: Die ${PLAYGROUND_QUESTIONS_PER_DAY} kostenlosen Fragen von heute sind aufgebraucht.`,
  ],
  notAskedAi: [
    (count: number) =>
      `${count} ${count === 1 ? 'was' : 'were'} not asked: the AI does not answer at the moment.`,
    (count: number) =>
      `${count} ${count === 1 ? 'wurde' : 'wurden'} nicht gefragt: Die KI antwortet gerade nicht.`,
  ],
  full: [
    `This server has its ${MAX_TESTS_PER_SERVER} test questions already. Remove one first.`,
    `Dieser Server hat schon ${MAX_TESTS_PER_SERVER} Testfragen. Entferne zuerst eine.`,
  ],
  badExpected: [
    'Say what must be in the answer, with letters or digits, or choose below whether the team must be called.',
    'Sag, was in der Antwort stehen muss, mit Buchstaben oder Ziffern, oder wähle darunter, ob das Team gerufen werden muss.',
  ],
  badQuestion: [
    `The question needs 1 to ${MAX_TEST_QUESTION_CHARACTERS} characters.`,
    `Die Frage braucht 1 bis ${MAX_TEST_QUESTION_CHARACTERS} Zeichen.`,
  ],
  tooLongExpected: [
    `At most ${MAX_EXPECTED_CHARACTERS} characters.`,
    `Höchstens ${MAX_EXPECTED_CHARACTERS} Zeichen.`,
  ],
});
