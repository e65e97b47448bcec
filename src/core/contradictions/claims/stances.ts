import { NEGATIONS } from '../../learning/similarity/stance.ts';
import { words } from '../../search/words/analyse.ts';

/** What is said to be so or not: that something may be done, must be done, or is there. */
export type Matter = 'permit' | 'need';

export interface Said {
  matter: Matter;
  isDenied: boolean;
  /** A word of rules, `allowed` or `forbidden`, and no mere `can`. */
  isStrict: boolean;
  at: number;
  end: number;
}

const FORBID =
  /(?<!\p{L})(?:verboten|untersagt|unzulässig|unerlaubt|tabu|forbidden|prohibited|banned|disallowed|impossible|unmöglich|against the rules|darf (?:man )?nicht|dürfen nicht|must not|mustn['’]?t|may not|strictly forbidden)(?!\p{L})/u;
const STRICT =
  /(?<!\p{L})(?:erlaubt?|erlauben|gestattet|zulässig|willkommen|darf|darfst|dürfen|dürft|allowed|(?:we|not|n['’]t) allow|permitted|welcome)(?!\p{L})/u;
const CAN =
  /(?<!\p{L})(?:kannst?|können|könnt|möglich|lässt sich|lassen sich|geht|can|cannot|can['’]?t|may|able to|possible)(?!\p{L})/u;
const NEED =
  /(?<!\p{L})(?:brauchst?|brauchen|braucht|benötigst?|benötigen|nötig|notwendig|erforderlich|pflicht|verpflichtend|musst?|müssen|needs?|requires?|required|must|mandatory|necessary|have to|has to)(?!\p{L})/u;
/** What we do or do not do: `we ship abroad`. */
const WE = /(?<!\p{L})(?:wir|we)(?!\p{L})/u;
const OPTIONAL = /(?<!\p{L})(?:optional|freiwillig|voluntary)(?!\p{L})/u;
const EXIST =
  /(?<!\p{L})(?:gibt es|es gibt|bieten wir|wir bieten|haben wir|wir haben|verfügbar|unterstütz(?:t|en)|akzeptier(?:t|en)|nehmen wir|wir nehmen|there (?:is|are)|there['’]s|we (?:offer|have|accept|support)|do not (?:offer|have|accept|support)|don['’]?t (?:offer|have|accept|support)|available|(?:is|are|not|longer) supported|(?:is|are|not|longer) accepted)(?!\p{L})/u;
const HARMLESS =
  /(?<!\p{L})(?:nicht nur|not only|kein(?:e|en)? (?:problem|sorgen?)|no (?:problem|worries|longer than)|nicht (?:mehr|länger|größer) als|warum nicht|why not)(?!\p{L})/gu;
/** Nothing is said outright. */
const TURNED = /(?<!\p{L})(?:aber nicht|but not|nicht aber|ob|whether|unless|es sei denn)(?!\p{L})/u;
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;
const CANNOT = /(?<!\p{L})(?:cannot|can['’]?t)(?!\p{L})/u;

/** Whether they turn what is said around: `optional` denies a need. */
const RULES: readonly [RegExp, Matter, boolean][] = [
  [OPTIONAL, 'need', true],
  [STRICT, 'permit', false],
  [EXIST, 'permit', false],
];

/** Whether words of rules may stand in a text in lower case. */
export const STRICT_HINT =
  /erlaub|gestatt|zulässig|willkomm|darf|dürf|allow|permit|welcome|verbot|untersagt|tabu|forbid|prohibit|banned|against the rules|must ?n|möglich|impossible/;
const HINT = new RegExp(
  `${STRICT_HINT.source}|kann|könn|geht|lass|läss|can|may|able|possib|brauch|benötig|nötig|notwend|erforder|pflicht|muss|müss|need|requir|must|mandat|necess|ha[vs]e? to|optional|freiwillig|volunt|gib|biet|hab|verfüg|unterstütz|akzept|nehm|there|have|offer|support|accept|wir|we `,
);

/** What a clause says about something; null where it says neither yes nor no. @param clause in lower case. */
export function readSaid(clause: string): Said | null {
  if (!HINT.test(clause)) return null;
  const plain = clause.replace(HARMLESS, (found) => ' '.repeat(found.length));
  if (TURNED.test(plain)) return null;
  const negations = words(plain.replace(APOSTROPHE, '')).filter((word) => NEGATIONS.has(word)).length;
  if (negations > 1) return null;
  const isNegated = negations === 1;
  const of = (match: RegExpExecArray, matter: Matter, isDenied: boolean, isStrict = false): Said => ({
    ...{ matter, isDenied, isStrict, at: match.index, end: match.index + match[0].length },
  });
  const forbid = FORBID.exec(plain);
  if (forbid && STRICT.test(plain.slice(forbid.index + forbid[0].length))) return null;
  if (forbid) {
    const holdsOne = /nicht|not|n['’]?t/u.test(forbid[0]);
    return of(forbid, 'permit', holdsOne || !isNegated, true);
  }
  for (const [expression, matter, isTurned] of RULES) {
    const found = expression.exec(plain);
    if (found) return of(found, matter, isNegated !== isTurned, expression === STRICT);
  }
  return readWeak(plain, isNegated, of);
}

/** What `need` and `can` say; of both in one clause it takes more than words to tell which is denied. */
function readWeak(
  plain: string,
  isNegated: boolean,
  of: (match: RegExpExecArray, matter: Matter, isDenied: boolean) => Said,
): Said | null {
  const [need, can] = [NEED.exec(plain), CAN.exec(plain)];
  if (need && can) return isNegated ? null : of(can, 'permit', false);
  if (need) return of(need, 'need', isNegated);
  if (can) return of(can, 'permit', isNegated || CANNOT.test(plain));
  const done = WE.exec(plain);
  return done && of(done, 'permit', isNegated);
}

/** Whether an answer begins with a plain yes or no; `only in the arena` is a no to whoever says yes to all. */
export function readVerdict(text: string): 'yes' | 'no' | null {
  if (/^[\s*_]*(?:only|nur|ausschließlich)\s/iu.test(text)) return 'no';
  const [, first = ''] = /^[\s*_"„“]*(\p{L}+)[*_"“]*\s*(?:[,.!;:–-]|$)/u.exec(text.toLowerCase()) ?? [];
  if (/^(?:ja|jap|yes|yep|yeah|sure|klar|natürlich)$/.test(first)) return 'yes';
  return /^(?:nein|nö|nee|no|nope)$/.test(first) ? 'no' : null;
}
