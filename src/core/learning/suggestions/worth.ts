import { isGreeting, isStopWord, words } from '../../search/words/analyse.ts';

const MIN_ANSWER_WORDS = 3;

/** Words of people who meet, wait or thank: without others they tell nothing. */
const SOCIAL = new Set(
  `hallo hallöchen hi hey hello hiya moin servus yo tach morgen abend nacht morning evening night welcome willkommen
  gute guten gutes good danke dank dankeschön merci thanks thank thx ty tysm bitte please pls plz np problem gern gerne
  geschehen sorry entschuldigung moment momentchen sekunde sekunden second seconds sec secs minute minuten min gleich
  kurz brb afk gedulde geduld patience warte warten wait waiting hold check checke checken schau schaue schauen guck
  gucke gucken nachschauen nachsehen nachgucken look looking seh sehe frag frage fragen nachfragen question questions
  ask asking antworte antwort melde meld meldet kümmere kümmer kümmern kümmert dran drum drauf gebe geb leite weiter weitergeben
  weiterleiten forward pass along forwarded weitergegeben weitergeleitet wünsche wünsch schönen schönes tag day nice haha hahaha lol lmao xd hmm hm ahnung keine idk
  weiß weiss know unsure team support staff admin admins mod mods dev devs kollege kollegen colleague colleagues leute
  zusammen alle jemand jemanden someone anyone anybody somebody everyone everybody guys all help hilfe helfen hilf hilft spaß spass fun luck glück
  same true stimmt cool super great perfekt perfect top geil genau exactly freut freue glad happy feedback
  let lets one into mal ll ve re
  back zurück soon later später bald asap today heute tomorrow dm pm pn privat privately message nachricht`.split(
    /\s+/,
  ),
);
/** Neither tells anything nor makes a sentence social: `Yes, sure, you can.` */
const FILLERS = new Set(
  'ok okay oki sure klar ja nein yes no jo yep yeah nope natürlich course oh ah äh uh bro mate lol'.split(
    ' ',
  ),
);

/** A single letter is one too: `a` is in neither list. */
const isFunctionWord = (word: string) =>
  /^\p{L}$/u.test(word) || isStopWord(word, 'de') || isStopWord(word, 'en');
const isSocial = (word: string) => SOCIAL.has(word) || isGreeting(word);

/**
 * Whether a reply of the team teaches something: the question is about something, and the answer says something
 * beyond thanks, greetings, a request to wait or a question back. Rather too much than too little: a person decides later.
 */
export function isWorthLearning({ question, answer }: { question: string; answer: string }): boolean {
  if (!hasTopic(question)) return false;
  const told = sentencesOf(answer).filter((sentence) => !isQuestion(sentence) && !isSmallTalk(sentence));
  return told.reduce((sum, sentence) => sum + words(sentence).length, 0) >= MIN_ANSWER_WORDS;
}

function hasTopic(question: string): boolean {
  return words(question).some((word) => !isFunctionWord(word) && !isSocial(word) && !FILLERS.has(word));
}

/** An address or a number may hold dots. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+|\n+/).filter((sentence) => words(sentence).length > 0);
}

/** A question that ends in an address asks nothing: `https://docs.example/?page`. */
function isQuestion(sentence: string): boolean {
  return /\?[\s\p{P}\p{S}]*$/u.test(sentence) && !/https?:\/\/\S+$/.test(sentence);
}

function isSmallTalk(sentence: string): boolean {
  // What stands in code or begins with a slash is said to be typed.
  if (/`[^`]+`|(?<!\S)[/!.][\p{L}]{2,}|https?:\/\//u.test(sentence)) return false;
  const telling = words(sentence).filter((word) => !isFunctionWord(word) && !FILLERS.has(word));
  return telling.length > 0 ? telling.every(isSocial) : words(sentence).every((word) => FILLERS.has(word));
}
