import { digitsOf } from '../text.ts';
import { type FoundSpan, findAll } from './found.ts';
import { DRAWN_STEMS, KEY_STEMS } from './words.ts';

/** API keys of this service. */
export const OWN_KEY = /\blts_\w+/g;

/** Every expression is linear: one that could begin within a run of its own characters would not be. */
const KEYS = [
  // To its end, or as far as the text was cut.
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[\w+/=:,\s]|-(?!----))*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  OWN_KEY,
  // Tokens of Discord bots and of webhooks.
  /(?<![\w-])(?:[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}|mfa\.[\w-]{60,})/g,
  /https?:\/\/[\w.-]+\/api\/(?:v\d+\/)?webhooks\/[^\s<>]+/gi,
  /https:\/\/(?:[\w-]{1,63}\.){0,3}(?:web)?hooks?\.[\w.-]+\/[^\s<>"']+/gi,
  // What a command signs in with.
  /(?<=\s-u ["']?)[^\s"':]{8,}:[^\s"']*/g,
  // Tokens of Telegram bots, and signed ones.
  /(?<![\w:])\d{8,10}:AA[\w-]{30,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];
/** Keys with a known beginning, also within addresses; an example has no digit and few capitals between its letters. */
const SERVICE_KEY =
  /(?<![A-Za-z0-9_-])(?:sk-(?=[\w-]*[A-Za-z0-9]{16})|[a-z]{2,8}_(?:live|test|prod)_|gh[opsur]_|github_pat_|glpat-|A[KS]IA(?=[A-Z0-9]{16})|xox[a-z]-|xapp-|AIza|whsec_|SG\.|hv[bsr]\.)[\w.+/=-]{11,}\w/g;
/** A beginning and a long random part (`name_5Yc…`), or several; the path of an address is its own. */
const PREFIXED =
  /(?<![\w/.-])[A-Za-z][A-Za-z0-9]{1,11}[_-](?:[a-z0-9]{1,8}[_-]){0,2}(?:[A-Za-z0-9]{8,}[_-])*([A-Za-z0-9]{20,})(?:[_-][A-Za-z0-9]+)*(?![\w-])/g;
/** The same behind full stops; a file has an ending. */
const DOTTED = /(?<![\w/.@-])\w{2,24}\.(?:\w{2,12}\.){0,2}([\w-]{40,})(?:\.[\w-]{16,})?(?![\w-]|\.\w)/g;
/** A run that a word before it calls a key, or so long and mixed that it can be nothing else. */
const RUN = /(?<![\w/.&?+-])[\w+-][\w+/.-]{18,}\w(?!\w)/g;
const LONG = /^(?=.*[a-z])(?=.*[A-Z])[\w-]{28,}$/;
/** In one case; what has no letter behind F is a digest. */
const ONE_CASE = /^(?:(?=.*[g-z])[a-z\d]{30,}|(?=.*[G-Z])[A-Z\d]{24,})$/;
const LABEL = new RegExp(`(${KEY_STEMS.join('|')})|(?<![a-z])(?:${DRAWN_STEMS.join('|')})(?![a-z])`, 'gi');
const NAMED_BEHIND = new RegExp(`^["'\`]? (?:[a-z]{2,4} )?(?:${KEY_STEMS.join('|')})`, 'i');
const LABEL_WINDOW = 40;
/** Digits, letters and a long run of both, or the form of a UUID. */
const DRAWN = /^(?=.*\d)(?=.*[a-z]).*[^_./-]{16}|(?:^|[-_.])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const MIN_SIGNS = 10;
/** Small and capital letters and digits change so often in no word, nor where words are put together. */
const MIN_CHANGES = 0.47;
const MIN_CHANGES_OF_ONE_CASE = 0.3;
const BEGINS_ONE = /-----BEGIN|:\/\/|lts_|(?<![\w-])(?=[\w-]{16})[\w-]+[\dA-Z]/;

/** Keys and tokens of the usual kinds. */
export function* findKeys(text: string): Generator<FoundSpan> {
  if (!BEGINS_ONE.test(text)) return;
  for (const key of KEYS) yield* findAll(key, text);
  yield* findAll(SERVICE_KEY, text, ([key]) => digitsOf(key) !== '' || key.startsWith('A') || isMixed(key));
  for (const form of [PREFIXED, DOTTED])
    yield* findAll(form, text, ([, part = '']) => isDrawn(part) || isMixed(part));
  yield* findAll(RUN, text, (run) => isDrawn(run[0]) && (isNamed(text, run) || isMixed(run[0])));
}

/** Whether the nearest word that says what follows says a key. */
function isNamed(text: string, { index, 0: { length } }: RegExpExecArray): boolean {
  const last = [...text.slice(Math.max(0, index - LABEL_WINDOW), index).matchAll(LABEL)].at(-1);
  return last ? last[1] !== undefined : NAMED_BEHIND.test(text.slice(index + length).slice(0, LABEL_WINDOW));
}

function isMixed(run: string): boolean {
  const changes = (run.match(/[a-z]+|[A-Z]+|\d+/g) ?? []).length / run.length;
  return ONE_CASE.test(run) ? changes >= MIN_CHANGES_OF_ONE_CASE : LONG.test(run) && changes >= MIN_CHANGES;
}

/** Words and numbers have fewer signs. */
function isDrawn(part: string): boolean {
  return DRAWN.test(part) && new Set(part).size >= MIN_SIGNS;
}
