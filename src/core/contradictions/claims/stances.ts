import { NEGATIONS } from '../../learning/similarity/stance.ts';
import { words } from '../../search/words/analyse.ts';
import { hintsIn, hintsOf } from './hints.ts';

/** What is said to be so or not: that something may be done or is there, or that it must be. */
export type Matter = 'permit' | 'need';

export interface Said {
  matter: Matter;
  isDenied: boolean;
  /** 2: a word of rules, `allowed` or `forbidden`; 1: `can`, `must`, `there is`; 0: something is said to be. */
  force: number;
  at: number;
  end: number;
}

const alternatives = (words: string, flags = 'u') =>
  new RegExp(
    `(?<!\\p{L})(?:${words
      .trim()
      .split(/\s*\n\s*|\|/)
      .join('|')})(?!\\p{L})`,
    flags,
  );

/** What says no by itself. */
const FORBIDDEN = `
verboten|untersagt|unzulässig|unerlaubt|tabu|ausgeschlossen|unerwünscht|forbidden|prohibited|banned|disallowed|off[ -]limits
against the rules|suspended|not welcome|impossible|unmöglich|strictly forbidden|not okay`;
const ALLOWED = `
erlaubt?|erlauben|gestattet|zulässig|willkommen|gern gesehen|in ordnung|darf|darfst|dürfen|dürft|allow|allows|allowed|permitted
permit|permits|welcome|fine|okay|ok|tolerated|geduldet`;
/** Switched off is what is not there. */
const GONE = `
deaktiviert|abgeschaltet|entfällt|entfallen|fehlt|fehlen|ausgeschaltet|abgeschafft|eingestellt worden|ausverkauft|disabled|switched off|turned off|unavailable
off by default|(?:is|are|stays?) off|(?:ist|sind|bleibt) (?:standardmäßig |ab werk |zunächst )?aus|standardmäßig aus|(?:comes?|ships?|sold|delivered) without|komm(?:t|en) ohne|ohne \\p{L}+ (?:\\p{L}+ )?(?:geliefert|verkauft|ausgeliefert)|not part of|kein bestandteil
discontinued|sold out|removed|excluded|unsupported|blocked|blockiert`;
const THERE = `
angeboten|zugelassen|freigegeben|genehmigt|vorgesehen|geliefert|verschickt|dabei|erhältlich|machbar|shipped|delivered|sold
gibt es|gibt['’]s|es gibt|bieten|bietet|anbieten|haben wir|wir haben|verfügbar|zur auswahl|zur verfügung|\\p{L}{4,}bar|unterstützen|unterstützt|akzeptieren|akzeptiert
nehmen wir|wir nehmen|vorhanden|aktiviert|enthalten|inklusive|there is|there are|there['’]s|offer|offers|offered|accept|accepts
on by default|(?:is|are|stays?) on|standardmäßig (?:an|ein)|eingeschaltet|switched on|turned on|(?:comes?|ships?) with|komm(?:t|en) mit|mit \\p{L}+ (?:\\p{L}+ )?(?:geliefert|verkauft|ausgeliefert)|part of|bestandteil|built in|eingebaut
accepted|support|supports|supported|available|included|includes|enabled|provide|provided|exists?|we have|we['’]ve got|do have`;
const NEEDED = `
brauchst?|brauchen|braucht|benötigst?|benötigen|benötigt|nötig|notwendig|erforderlich|pflicht|verpflichtend|voraussetzung|musst?
müssen|müsst|needs?|needed|requires?|required|must|mandatory|necessary|have to|has to|obligatory|zwingend|vorgeschrieben|compulsory`;
const CAN = `
kannst?|können|könnt|möglich|lässt sich|lassen sich|geht|gehen|klappt|funktioniert|funktionieren|läuft|laufen|can|cannot
can['’]?t|may|able to|possible|works?|working|lets you|let you|run`;
/** What we or they do or do not do: `we ship abroad`. */
const DO = `
wir|man|we|you|spielen zusammen|they|do not|does not|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|won['’]?t|nicht`;
/** What is explained can be done. */
const STEPS = `
open|click|go to|choose|select|type|press|pick|enter|öffne|klick|klicke|wähl|wähle|gib|tippe?|drücke?|geh|installier|install|download
lade?|buche?|connect`;
/** Anything that is said to be. */
const IS = `
ist|sind|wird|werden|hat|habt|bekommst|bekommt|bekommen|kriegst|kriegt|erhältst|erhält|erhalten|gehört|gehören|is|are|will|has
have|get|gets|comes?|keine?n?|no`;
const OPTIONAL = 'optional|freiwillig|voluntary';

/** In this order; whether they turn what is said around, and with which force. */
const CUES: readonly [expression: RegExp, matter: Matter, isTurned: boolean, force: number][] = [
  [alternatives(FORBIDDEN), 'permit', true, 2],
  [alternatives(OPTIONAL), 'need', true, 2],
  [alternatives(ALLOWED), 'permit', false, 2],
  [alternatives(GONE), 'permit', true, 1],
  [alternatives(NEEDED), 'need', false, 1],
  [alternatives(THERE), 'permit', false, 1],
  [alternatives(CAN), 'permit', false, 1],
  [
    new RegExp(`^(?:\\P{L}*|.{0,40}[,:] (?:dann |then )?)${alternatives(STEPS).source}`, 'u'),
    'permit',
    false,
    0,
  ],
  [alternatives(DO), 'permit', false, 0],
  [alternatives(IS), 'permit', false, 0],
];
const HARMLESS =
  /(?<!\p{L})(?:nicht nur|not only|kein(?:e|en)? (?:problem|sorgen?)|no (?:problem|worries|longer than|matter)|nicht (?:mehr|länger|größer|weniger) als|not (?:more|longer|less) than|warum nicht|why not|nothing else|not even|auch nicht|nicht einmal|don['’]?t (?:worry|forget)|nicht vergessen|not just)(?!\p{L})/gu;
/** Nothing is said outright. */
const TURNS =
  'aber nicht|but not|nicht aber|ob|whether|unless|es sei denn|ausgenommen|falls nicht|if not|wenn nicht';
const TURNED = alternatives(TURNS);
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;
const CANNOT = alternatives("cannot|can['’]?t|mustn['’]?t");
/** What comes without something does not need it. */
const WITHOUT = alternatives('ohne|without');
/** A `nicht` within a condition denies what is there alone. */
const CONDITION =
  /(?<!\p{L})(?:wenn|falls|sofern|if|when|once|weil|because|damit|so that|as long as|solange)(?!\p{L})(?: [^\s,]+){2,}?(?:,|$|(?= (?:the|der|die|das|you|we|they|du|wir|ihr|man|kannst|können|darfst|dürfen) )|(?=[.!]))/gu;

const MEMO = 500;
const memo = new Map<string, Said | null>();

/** What a clause says about something; null where it says neither yes nor no. @param clause in lower case. */
export function readSaid(clause: string): Said | null {
  const known = memo.get(clause);
  if (known !== undefined) return known;
  if (memo.size >= MEMO) memo.clear();
  const said = readClause(clause);
  memo.set(clause, said);
  return said;
}

/** In the order of `CUES`, then what turns them around. */
const HINTS = hintsOf([
  ...[FORBIDDEN, OPTIONAL, ALLOWED, GONE, NEEDED, THERE, CAN, STEPS, DO, IS],
  ...[
    'nicht|not|kein|no|warum|why|nothing|auch|don|cannot|can|mustn',
    [...NEGATIONS].map((word) => word.slice(0, 3)).join('|'),
  ],
  ...['wenn|falls|sofern|if|when|once|weil|because|damit|so|as|solange', `${TURNS}|ohne|without`],
]);
const ALL_CUES = (1 << CUES.length) - 1;
const [HARMLESS_BIT, NEGATED_BIT, CONDITION_BIT, TURNED_BIT] = [10, 11, 12, 13].map((bit) => 1 << bit) as [
  number,
  number,
  number,
  number,
];
/** `Buchbar` begins with anything. */
const THERE_BIT = 1 << 5;
const ABLE = /\p{L}bar(?!\p{L})/u;

function readClause(clause: string): Said | null {
  const hints = hintsIn(words(clause), HINTS) | (ABLE.test(clause) ? THERE_BIT : 0);
  if ((hints & ALL_CUES) === 0) return null;
  const plain = withoutAsides(clause, hints);
  const negations = hints & NEGATED_BIT ? countNegations(plain) : 0;
  if (negations > 1 || (hints & TURNED_BIT && TURNED.test(plain))) return null;
  const without = WITHOUT.exec(plain);
  const isCannot = (hints & HARMLESS_BIT) !== 0 && CANNOT.test(plain);
  for (const [bit, [expression, matter, isTurned, force]] of CUES.entries()) {
    const found = hints & (1 << bit) ? expression.exec(plain) : null;
    if (!found) continue;
    const isDenied = ((negations === 1) !== isTurned) !== isCannot;
    const place = { at: found.index, end: found.index + found[0].length };
    if (without && matter === 'permit' && force < 2 && !isTurned && without.index < WITHOUT_NEAR + place.at)
      return { matter: 'need', isDenied: !isDenied, force, ...place };
    return { matter, isDenied, force, ...place };
  }
  return null;
}

function withoutAsides(clause: string, hints: number): string {
  const blank = (found: string) => ' '.repeat(found.length);
  const harmful = hints & HARMLESS_BIT ? clause.replace(HARMLESS, blank) : clause;
  return hints & CONDITION_BIT ? harmful.replace(CONDITION, blank) : harmful;
}

function countNegations(plain: string): number {
  return words(plain.replace(APOSTROPHE, '')).filter(
    (word) => NEGATIONS.has(word) && !WITHOUT.test(word) && !CANNOT.test(word),
  ).length;
}

const WITHOUT_NEAR = 60;

const YES =
  /^(?:ja|jap|jo|yes|yep|yeah|sure|klar|natürlich|selbstverständlich|gerne|certainly|absolutely|definitely)$/;
const NO = /^(?:nein|nö|nee|no|nope|leider|sorry)$/;

/** Whether an answer begins with a plain yes or no; `only in the arena` is a no to whoever says yes to all. */
export function readVerdict(text: string): 'yes' | 'no' | null {
  if (/^[\s*_]*(?:only|nur|ausschließlich)\s/iu.test(text)) return 'no';
  const [, first = '', behind = ''] =
    /^[\s*_"„“]*(\p{L}+)[*_"“]*\s*([,.!;:–-]|$| (?:nicht|not)(?!\p{L}))/u.exec(text.toLowerCase()) ?? [];
  if (YES.test(first)) return 'yes';
  return NO.test(first) && (!/leider|sorry/.test(first) || /nicht|not/.test(behind)) ? 'no' : null;
}
