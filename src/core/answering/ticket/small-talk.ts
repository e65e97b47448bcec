import type { ChatMessage, Language } from '../../../domain/types.ts';
import { fold, unify, words } from '../../search/words/analyse.ts';
import { FOREIGN_SIGNS, type Sign } from './small-talk-signs.ts';

/** What a message without a question is, and its language; null: several, or none. */
export interface SmallTalk {
  kind: 'greeting' | 'closing';
  language: Language | null;
}

const MAX_CHARACTERS = 80;

/** Whole phrases: their single words (`geht`, `help`) may ask something. In expressions, `?` marks optional parts. */
const SIGNS: readonly Sign[] = [
  ['greeting', null, '(hi|hey)( team| bot)?, huhu, yo, hola, salut, bonjour, merhaba'],
  [
    'greeting',
    'de',
    `hallo( (liebes )?(team|bot))?, hallöchen, hallihallo, moin( moin)?, moinsen, servus,
      (schönen )?guten (tag|morgen|abend), grüß (dich|euch|gott)`,
  ],
  ['greeting', 'en', 'hello( team| bot)?, hiya, howdy, greetings, good (morning|afternoon|evening|day)'],
  ['closing', null, 'ok, okay, okey, oki, merci, gracias, ciao, cool, super, top'],
  [
    'closing',
    'de',
    `danke( schön| sehr| vielmals| nochmal| nochmals)?( (liebes )?team)?, dankeschön, dankesehr,
      (vielen|besten|herzlichen|lieben|tausend)( lieben)? dank, tschüss, tschau, perfekt, prima, klasse, sehr gut,
      (alles )?klar, alles gut, verstanden, ((das|es) )?(hat )?(mir )?(sehr |gut )?(geholfen|geklappt),
      (es )?hat (jetzt |wieder )?funktioniert, (hat sich |ist )?erledigt,
      ((es|das) )?(geht|klappt|läuft|funktioniert) (jetzt|nun|wieder|jetzt wieder),
      (jetzt|nun) (geht|klappt|läuft|funktioniert) (es|das|alles)( wieder)?, gute nacht, bis (dann|bald|später),
      (einen )?schönen (tag|abend), schönes wochenende, (viele|liebe|beste|schöne) grüße, lg, vg, mfg`,
  ],
  [
    'closing',
    'en',
    `(many )?thanks( again)?( team)?, thank (you|u|ya)( again)?( team)?, thx, ty, tysm, bye( bye)?, goodbye,
      great, perfect, awesome, nice, cheers, ((that|it|this) )?(really )?helped( me)?,
      ((that|it|this) )?works( (fine|great|perfectly))?( (now|again))?, (all )?(solved|sorted|fixed)( now)?,
      (that|it) (s|is) (all|great|perfect|fine|solved|sorted|fixed)( now)?, all good, got it, good night,
      see you( (later|soon|around))?, have a (nice|good|great) (day|one|evening|weekend), (kind|best) regards`,
  ],
  // What may stand beside them, and still nothing is asked.
  [
    'filler',
    null,
    `sehr, dir, euch, ihnen, noch, bitte, gerne, zusammen, leute, im voraus, schon ?mal,
  für (die|deine|eure|ihre) ((schnelle|super|tolle|nette) )?(hilfe|antwort|auskunft), there, all, everyone, guys, please,
  (very|so) much, a lot, so far, in advance, for (the|your) ((quick|great|kind) )?(help|answer|reply|support), d, xd, 3`,
  ],
  ...FOREIGN_SIGNS,
];

/** Without umlauts and accents, which many leave out. */
function spell(text: string): string {
  return fold(unify(text));
}

const PATTERNS = SIGNS.map(([kind, language, phrases]) => {
  const expressions = phrases.split(',').map((phrase) => spell(phrase.trim().replace(/\s+/g, ' ')));
  const joint = kind === 'filler' ? '' : '(?:(?:und|and|et|y|e|en|i|ve) )?';
  return { kind, language, pattern: new RegExp(`${joint}(?:${expressions.join('|')}) `, 'y') };
});
type Group = (typeof PATTERNS)[number];

const ASKS = /[?？]/;
const PICTOGRAPH = /\p{Extended_Pictographic}/gu;
const PICTURES_ALONE = /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)+$/u;
/** Others (👎, 😡, 🆘) say that something is wrong. */
const FRIENDLY = new Set('👍👌🙏❤🧡💛💚💙💜💕😊🙂😀😃😄😁😆😅😂😉😍🥰🤗😎🎉✅✔👏💪🤝🙌🫶☺💯👋🚀✨🔥');

/** Whether a message only greets, thanks, agrees or says goodbye. */
export function readSmallTalk(text: string): SmallTalk | null {
  if (text.length > MAX_CHARACTERS) return null;
  const pictures = text.match(PICTOGRAPH) ?? [];
  if (!pictures.every((picture) => FRIENDLY.has(picture))) return null;
  if (pictures.length > 0 && PICTURES_ALONE.test(text)) return { kind: 'closing', language: null };
  const signs = splitIntoSigns(`${words(text).map(spell).join(' ')} `);
  const [first] = signs;
  if (!first) return null;
  const kind = signs.some((sign) => sign.kind === 'closing') ? 'closing' : first.kind;
  // `Works now?` is a question; `Hello?` is not.
  if (kind === 'closing' && ASKS.test(text)) return null;
  const languages = new Set(signs.flatMap(({ language }) => language ?? []));
  return { kind, language: languages.size === 1 ? ([...languages][0] ?? null) : null };
}

/** A conversation up to the open question: an `ok` after a question does not remove it. */
export function withoutSmallTalk(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant');
  const waiting = messages.findLastIndex(
    ({ content }, index) => index > answered && readSmallTalk(content) === null,
  );
  return waiting < 0 ? messages : messages.slice(0, waiting + 1);
}

/**
 * What the customer's last message is, if it asks nothing and nothing before it waits for an answer. `Hello?`
 * after something was said asks whether anybody is there, so it is not small talk.
 */
export function findSmallTalk(messages: readonly ChatMessage[]): SmallTalk | null {
  const last = withoutSmallTalk(messages).at(-1)?.content ?? '';
  return messages.length > 1 && ASKS.test(last) ? null : readSmallTalk(last);
}

/** The signs that make up a line of unified words; none if it contains anything else. */
function splitIntoSigns(line: string): SmallTalk[] {
  const found: SmallTalk[] = [];
  let position = 0;
  while (position < line.length) {
    const { length, group } = findLongest(line, position);
    if (length === 0 || !group) return [];
    if (group.kind !== 'filler') found.push({ kind: group.kind, language: group.language });
    position += length;
  }
  return found;
}

function findLongest(line: string, position: number): { length: number; group: Group | null } {
  let best: { length: number; group: Group | null } = { length: 0, group: null };
  for (const group of PATTERNS) {
    group.pattern.lastIndex = position;
    const length = group.pattern.exec(line)?.[0].length ?? 0;
    if (length > best.length) best = { length, group };
  }
  return best;
}
