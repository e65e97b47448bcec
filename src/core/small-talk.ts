import type { Language } from '../domain/types.ts';
import { words } from './retrieval/analyse.ts';

/** What a message is that asks nothing, and the language that its words are of; null: of several, or none. */
export interface SmallTalk {
  kind: 'greeting' | 'closing';
  language: Language | null;
}

const MAX_CHARACTERS = 80;

/** What makes a message one of a kind. */
const SIGNS: readonly (SmallTalk & { phrases: string })[] = [
  { kind: 'greeting', language: null, phrases: 'hi, hey, huhu, yo' },
  {
    kind: 'greeting',
    language: 'de',
    phrases: `hallo, hallöchen, hallihallo, moin, moinsen, servus, grüezi, guten tag, guten morgen, guten abend,
      grüß dich, grüß euch, grüß gott`,
  },
  {
    kind: 'greeting',
    language: 'en',
    phrases: 'hello, hiya, howdy, greetings, good morning, good afternoon, good evening, good day',
  },
  { kind: 'closing', language: null, phrases: 'ok, okay, okey, merci, ciao, cool, super, top' },
  {
    kind: 'closing',
    language: 'de',
    phrases: `danke, dankeschön, dankesehr, dank, tschüss, tschüß, tschau, perfekt, prima, klasse, geklappt, geholfen,
      erledigt, verstanden, geht jetzt, geht wieder, funktioniert, alles klar, gute nacht, bis dann, bis bald,
      bis später, schönen tag, schönen abend`,
  },
  {
    kind: 'closing',
    language: 'en',
    phrases: `thanks, thank you, thx, ty, bye, goodbye, great, perfect, awesome, nice, helped, works, solved, cheers,
      got it, good night, see you, have a nice day, have a good day, have a good one`,
  },
];
const PATTERNS = SIGNS.map(({ kind, language, phrases }) => {
  const listed = phrases.split(',').map((phrase) => phrase.trim());
  return { kind, language, pattern: new RegExp(` (?:${listed.join('|')}) `) };
});

/** What may stand beside them, and still nothing is asked. */
const FILLERS = `vielen lieben herzlichen dir euch ihnen ihr du das hat es alles jetzt zusammen team bot leute da noch
  sehr gut so wieder nun mir gerne mal für die schnelle hilfe antwort und geht
  you so very much a lot it that this s now again there all everyone guys for the your help quick answer and later`;
const KNOWN = new Set(words(`${SIGNS.map(({ phrases }) => phrases).join(' ')} ${FILLERS}`));
const EMOJI_ALONE = /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)+$/u;

/** Whether a message only greets, thanks, agrees or says goodbye, in German or English. */
export function readSmallTalk(text: string): SmallTalk | null {
  if (text.length > MAX_CHARACTERS) return null;
  if (EMOJI_ALONE.test(text)) return { kind: 'closing', language: null };
  const spoken = words(text);
  if (!spoken.every((word) => KNOWN.has(word))) return null;
  const line = ` ${spoken.join(' ')} `;
  const found = PATTERNS.filter(({ pattern }) => pattern.test(line));
  const [first] = found;
  if (!first) return null;
  const kind = found.some((one) => one.kind === 'closing') ? 'closing' : first.kind;
  // `Works now?` is a question; `Hello?` is none.
  if (kind === 'closing' && text.includes('?')) return null;
  const languages = new Set(found.flatMap(({ language }) => language ?? []));
  return { kind, language: languages.size === 1 ? ([...languages][0] ?? null) : null };
}
