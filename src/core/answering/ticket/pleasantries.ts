import { hasQuestionMark } from '../../../domain/markdown/sentences.ts';
import { saysAnything } from '../../../domain/text.ts';
import { words } from '../../search/words/analyse.ts';
import { MAX_MARK_CHARACTERS, toSet } from './line.ts';

const OPENING_WORDS =
  'hallo|hallöchen|hi|hey|hello|heya|hiya|dear|liebe[rs]?|sehr geehrte[rsn]?|guten? (?:tag|morgen|abend)|moin(?: moin)?|servus|grüezi|grüß (?:gott|euch|dich)|good (?:morning|afternoon|evening|day)|greetings|to whom it may concern|bonjour|hola|buongiorno|salut|ciao|merhaba|cześć|olá|hoi|dag|beste';
const OPENING = toPhrase(OPENING_WORDS);

const CLOSING_WORDS = [
  String.raw`(?:mit |m\. ?)?(?:(?:viele|ganz) )?(?:freundliche[nmr]?|freundlichste[nr]?|beste[nr]?|besten|viele[n]?|liebe[n]?|lieben|schöne[n]?|herzliche[nr]?|sonnige|nette[n]?)(?: und \p{L}{3,15})? (?:grüße[n]?|gruesse[n]?|grüsse[n]?|grüßen|gruß|gruss)`,
  'hochachtungsvoll|gruß|gruss|grüße|grüsse|gruesse|lg|vg|mfg|bg|glg|hg|beste wünsche',
  '(?:best|kind|kindest|warm|warmest|many|sincere)(?: and kind)? (?:regards|wishes)|regards|br|kr|rgds|cheers|sincerely|yours (?:sincerely|faithfully|truly)|sincerely yours|all the best|take care|respectfully|cordially|best',
  String.raw`(?:many |vielen |besten |herzlichen |lieben |tausend )?(?:thanks|thank you|thx|danke|dank|merci)(?: (?:schön|sehr|again|so much|very much|a lot|nochmals?|schon ?mal|vielmals|im ?voraus|in advance|und (?:viele |liebe )?grüße|and (?:best |kind )?regards|for (?:your|the) \p{L}{3,12}|für (?:ihre|eure|deine|die) \p{L}{3,12})){0,3}`,
  '(?:bien )?cordialement|bien à vous|saludos(?: cordiales)?|atentamente|un saludo|cordiali saluti|distinti saluti|met vriendelijke groet(?:en)?|groetjes|mvg|pozdrawiam|z poważaniem|atenciosamente|cumprimentos|saygılarımla|iyi (?:günler|çalışmalar)|(?:einen )?schönen (?:tag|abend)(?: noch)?|have a (?:nice|good|great) (?:day|one|evening|weekend)',
].join('|');
const CLOSING = toPhrase(CLOSING_WORDS);

/** Words beside names in greetings and goodbyes. */
const ADDRESSEES = toSet(
  `liebe lieber liebes sehr geehrte geehrter geehrtes geehrten dear das an to the all alle zusammen leute guys folks
  everyone everybody there team support kundenservice kundendienst bot admin admins mod mods herr frau mr mrs ms dr
  aus dem der den vom from sunny sonnigen kalten familie family
  damen herren ladies gentlemen sir sirs madam und and or from von aus euer eure dein deine your ihr ihre nochmal
  again`,
);
/** A person's name; without a capital letter a word may be the question: `hi voice chat`. */
const NAME = /^\p{Lu}[\p{L}'’.-]{0,30}$/u;
const MAX_NAMES = 7;
const PLEAS = toSet('please pls bitte help hilfe');

/** Introduce something forwarded without own words. */
const POINTERS = new Set(
  'fyi|f y i|fw|fwd|wg|see below|please see below|please see attached|see attached|below|as discussed|as requested|forwarded|weitergeleitet|anbei|s u|z k|zk|siehe unten|siehe anhang|siehe anbei|siehe unten stehend|zur info|zur information|zur kenntnis|zur kenntnisnahme|zur weiterleitung|zur bearbeitung|bitte um bearbeitung|bitte um prüfung|bitte prüfen|bitte bearbeiten|bitte weiterleiten|please handle|please check|please forward|please advise|please help'.split(
    '|',
  ),
);

/** `One quick question:` before the question. */
const ANNOUNCEMENT =
  /(?<=^|[.!?\n]\s{0,2})[^.!?:\n]{0,60}(?<!\p{L})(?:fragen?|anliegen|questions?|wonder(?:ing)?)(?!\p{L})[^.!?:\n]{0,30}:\s{1,4}(?=\S)/giu;

export function withoutAnnouncement(text: string): string {
  return text.includes(':') ? text.replace(ANNOUNCEMENT, ' ').trim() : text;
}

function toPhrase(words: string): RegExp {
  return new RegExp(String.raw`^[^\p{L}\p{N}?]{0,4}(?:${words})(?!\p{L})`, 'iu');
}

export function isGreeting(line: string): boolean {
  return isPhraseWithNames(line, OPENING);
}

export function isClosing(line: string): boolean {
  return isPhraseWithNames(line, CLOSING);
}

function isPhraseWithNames(text: string, phrase: RegExp): boolean {
  const found = text.length > MAX_MARK_CHARACTERS ? null : phrase.exec(text);
  if (!found || hasQuestionMark(text) || words(text).some((word) => PLEAS.has(word))) return false;
  const beside = text.slice(found[0].length).match(/[\p{L}\p{N}](?:[\p{L}\p{N}'’.-]*[\p{L}\p{N}])?/gu) ?? [];
  const isBeside = (word: string) => NAME.test(word) || ADDRESSEES.has(word.toLowerCase());
  return beside.length <= MAX_NAMES && beside.every(isBeside);
}

/** Tells whether a text is more than a greeting, a goodbye or a pointer to the text below. */
export function saysSomething(text: string): boolean {
  return text.split('\n').some((line) => {
    if (!saysAnything(line)) return false;
    // Thanks are an answer of their own to the quote below.
    const isThanks = ['thank', 'thx', 'dank', 'merci'].some((word) => line.toLowerCase().includes(word));
    return !isGreeting(line) && !POINTERS.has(words(line).join(' ')) && (!isClosing(line) || isThanks);
  });
}
