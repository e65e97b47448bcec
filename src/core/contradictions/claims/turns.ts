import { words } from '../../search/words/analyse.ts';
import { hintsIn, hintsOf } from './hints.ts';

/** Said before or after what, or under which condition. */
const CONDITIONS =
  /(?<!\p{L})(?:(außer|except|unless|wenn|if|falls|sofern|ohne|without|solange|sobald)|(nur|only|ausschließlich|exclusively)|(vor|before|bevor)|(nach(?=\s(?:de|eine|dem|abl|vers|kauf|best))|nachdem|after|sobald)|(nachträglich|afterwards))(?!\p{L})/giu;
/** Verbs in two parts, and the words that are none of their own then. */
const PHRASES: readonly [hints: string, RegExp, concept: string, loses: readonly string[]][] = [
  ['send|sent|give|ship', /(?<!\p{L})(?:send|sent|give|ship)\p{L}*\s.*back(?!\p{L})/iu, '#return', []],
  ['schick|send|gib|geb', /(?<!\p{L})(?:schick|send|gib|geb)\p{L}*\s.*zurück(?!\p{L})/iu, '#return', []],
  ['start', /(?<!\p{L})start\p{L}*\s.*(?<!\p{L})neu(?!\p{L})/iu, '#restart', ['#begin']],
  ['komm', /(?<!\p{L})komm\p{L}*\s.*\san(?!\p{L})/iu, '#ship', []],
  ['schalt', /(?<!\p{L})schalt\p{L}*\s.*\sfrei(?!\p{L})/iu, '#setup', ['schalt', 'frei']],
  ['tritt', /(?<!\p{L})tritt\p{L}*\s.*\sbei(?!\p{L})/iu, '#register', ['tritt']],
  ['set', /(?<!\p{L})set(?:ting)? up(?!\p{L})/iu, '#setup', []],
  // What goes after a month is kept for one.
  [
    'delete|remove|lösch|disappear|verschwind|purge|wipe|nach|after',
    /(?<!\p{L})(?:delet|remov|lösch|disappear|verschwind|purg|wip)\p{L}* (?:[\p{L}]+ ){0,4}(?:after|nach)(?!\p{L})|(?<!\p{L})(?:nach|after) .{0,60}(?:gelöscht|entfernt|deleted|removed|purged|wiped)(?!\p{L})/iu,
    '#keep',
    ['#delete', 'disappear', 'verschwind', 'purg', 'wip'],
  ],
  ['log', /(?<!\p{L})log(?:s|ged|ging)? in(?!\p{L})/iu, '#login', ['log']],
];

/** Words that tell one thing from another only where they stand: `small parcels`, `the online shop`. */
const KINDS: readonly [hints: string, RegExp, kind: string][] = [
  // Capitals tell the plan from `pro Person`.
  ['pro', /(?<=[\p{L}\d] )Pro(?!\p{L})|(?<!\p{L})Pro(?=-| \p{Ll}|$)/u, '?pro'],
  [
    'business',
    /(?<=\p{L} )Business(?![\p{L}]| (?:days?|hours?))|(?<!\p{L})Business(?=-| (?!days?|hours?))/u,
    '?business',
  ],
  [
    'moderator|admin|staff|teammitglied',
    /^\P{L}*(?:als |as an? |nur |only |die |unsere )?(?:moderator|admin|staff|teammitglied)\p{L}*/iu,
    '?staff',
  ],
  [
    'spieler|player|user|nutzer',
    /^\P{L}*(?:als |as an? |normale |regular |die )?(?:spieler(?:innen)?|players?|users?|nutzer(?:innen)?)(?!\p{L})/iu,
    '?player',
  ],
  ['mitglieder|members', /(?<!\p{L})(?:mitglieder[sn]?|members)(?!\p{L})/iu, '?member'],
  [
    'view|read|ansehen|anschauen|anzusehen|lesen',
    /(?<!\p{L})(?:view|viewing|read|reading|ansehen|anschauen|anzusehen|anzuschauen|lesen)(?!\p{L})/iu,
    '?view',
  ],
  [
    'edit|change|modify|write|bearbeiten|ändern|schreiben',
    /(?<!\p{L})(?:edit|editing|change|changing|modify|write|writing|bearbeiten|ändern|schreiben)(?!\p{L})/iu,
    '?edit',
  ],
  [
    'current|newer|aktuell|neue',
    /(?<!\p{L})(?:current|newer|aktuelle\p{Ll}{0,2}|neue[nrsm]?) (?=\p{L})/iu,
    '?new',
  ],
  [
    'old|older|legacy|former|alte|ältere|frühere|bisherige',
    /(?<!\p{L})(?<!years? |months? |days? )(?:old|older|legacy|former|alte[nrsm]?|ältere[nrsm]?|frühere[nrsm]?|bisherige[nrsm]?) (?=\p{L})/iu,
    '?old',
  ],
  [
    'pro|per|je|each|every|jede',
    /(?<!\p{L})(?:pro|per|je|each|every|jede[rn]?) (?:person|kopf|head|player|spieler|user|nutzer|mitglied|member|konto|account|guest|gast|teilnehmer|participant|kind|child)/iu,
    '?each',
  ],
  [
    'pro|per|je|each|every|jede|familien|gruppen|families|groups',
    /(?<!\p{L})^(?:familien|gruppen|families|groups) |(?<!\p{L})(?:pro|per|je|each|every|jede[rns]?) (?:gruppe|group|team|famil|haushalt|household|crew|clan|gilde|guild|klasse|class|firma|company|unternehmen)/iu,
    '?group',
  ],
  [
    'first|erste',
    /(?<!\p{L})(?:the|your|die|der|das|deine?[nr]?|euer|eure) (?:first|erste[nrsm]?) (?=\p{L})/iu,
    '?first',
  ],
  [
    'second|third|zweite|dritte|jede|alle|every|each|any|all|additional|further|subsequent|weitere',
    /(?<!\p{L})(?:(?:the|your|die|der|das|deine?[nr]?) (?:second|third|zweite[nrs]?|dritte[nrs]?) (?=\p{L})|jede[rsn]? (?:weitere|andere|zusätzliche)|alle weiteren|(?:every|each|any) (?:further|additional|other|extra)|all (?:further|other)|(?:additional|further|subsequent|weitere[nrsm]?) (?=\p{L}))/iu,
    '?later',
  ],
  [
    'store|person|ort|kasse|counter|till|desk|laden|geschäft|filiale|branch|shop',
    /(?<!\p{L})(?:in[ -]store|in person|vor ort|an der kasse|at the (?:counter|till|desk)|(?:im|in (?:the|our)|in der) (?:laden|geschäft|filiale|store|branch|shop))(?!\p{L})/iu,
    '?store',
  ],
  ['kleine|small', /(?<!\p{L})(?:kleine\p{Ll}? (?=\p{Lu})|small (?=\p{L}))/iu, '?small'],
  ['große|large|big', /(?<!\p{L})(?:große\p{Ll}? (?=\p{Lu})|(?<!how )(?:large|big) (?=\p{L}))/iu, '?large'],
  [
    'online',
    /(?<!\p{L})(?:online[ -]?(?:shop|store|zahl|pay|bestell|order|kauf)|(?:bestell|zahl|kauf|order|pay|buy|book|buch|bought|booked|paid|ordered)\p{L}* online|online (?:bestell|bezahl|zahl|kauf|gekauf|gebuch|buch))/iu,
    '?online',
  ],
];

/** Whoever is no member is a guest. */
const NO_MEMBER =
  /(?<!\p{L})(?:kein(?:e|en)? mitglied(?:er|ern)?|nicht-?mitglied(?:er|ern)?|non-?members?|not (?:yet )?a member)(?!\p{L})/giu;

const CHANNEL = /(?<![\p{L}\d&#])#\p{L}[\p{L}\d-]+/gu;
/** Begins the names of channels among conditions. */
export const CHANNEL_MARK = '?#';

const MEMBERS = 'mitglied|member|nichtmitglied|nonmember|non|not';
const UNDER =
  'außer|except|unless|wenn|if|falls|sofern|ohne|without|solange|sobald|nur|only|ausschließlich|exclusively|vor|before|bevor|nach|after|nachträglich';
const HINTS = hintsOf([...PHRASES.map(([hints]) => hints), ...KINDS.map(([hints]) => hints), UNDER, MEMBERS]);
const [UNDER_BIT, MEMBER_BIT] = [PHRASES.length + KINDS.length, PHRASES.length + KINDS.length + 1];

/** What a text says beyond its single words. */
export interface Turns {
  /** Its words, in lower case; whoever is no member is a guest. */
  all: readonly string[];
  phrases: readonly (readonly [concept: string, loses: readonly string[]])[];
  conditions: readonly string[];
}

/** The words of a text, in lower case; whoever is no member is a guest. */
export function wordsMeant(text: string): string[] {
  return words(/mitglied|member/i.test(text) ? text.replace(NO_MEMBER, ' guest ') : text);
}

export function readTurns(text: string): Turns {
  const said = words(text);
  const bits = hintsIn(said, HINTS);
  const may = (bit: number) => (bits & (1 << bit)) !== 0;
  const meant = may(MEMBER_BIT) ? text.replace(NO_MEMBER, ' guest ') : text;
  return {
    all: meant === text ? said : words(meant),
    phrases: PHRASES.flatMap(([, expression, concept, loses], bit) =>
      may(bit) && expression.test(text) ? [[concept, loses] as const] : [],
    ),
    conditions: [
      ...KINDS.flatMap(([, expression, kind], number) =>
        may(PHRASES.length + number) && expression.test(meant) ? [kind] : [],
      ),
      ...(may(UNDER_BIT) ? [...meant.matchAll(CONDITIONS)].map(conditionOf) : []),
      ...(text.includes('#') ? [...text.matchAll(CHANNEL)].map(([name]) => `${CHANNEL_MARK}${name}`) : []),
    ],
  };
}

function conditionOf([, under, only, before]: RegExpMatchArray): string {
  if (under) return '?if';
  if (only) return '?only';
  return before ? '?before' : '?after';
}
