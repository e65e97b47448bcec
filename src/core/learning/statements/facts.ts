import { normalise } from '../../search/words/analyse.ts';

const NUMBERS = firstOf(`1 eins einen einem einer one|2 zwei two|3 drei three|4 vier four|5 fünf fuenf five|
6 sechs six|7 sieben seven|8 acht eight|9 neun nine|10 zehn ten|11 elf eleven|12 zwölf zwoelf twelve|
13 dreizehn thirteen|14 vierzehn fourteen|15 fünfzehn fifteen|16 sechzehn sixteen|17 siebzehn seventeen|
18 achtzehn eighteen|19 neunzehn nineteen|20 zwanzig twenty|24 vierundzwanzig|25 fünfundzwanzig|
30 dreißig thirty|40 vierzig forty|48 achtundvierzig|50 fünfzig fifty|60 sechzig sixty|70 siebzig seventy|
80 achtzig eighty|90 neunzig ninety|100 hundert hundred`);

/** Nothing is converted: texts that agree say a number as they have it, so `2 weeks` is never held against `14 days`. */
const UNITS = firstOf(`second seconds sec secs sek sekunde sekunden|minute minuten minutes min mins|
hour hours std hrs h stunde stunden|day days tag tage tagen werktag werktage werktagen|week weeks woche wochen|
month months monat monate monaten|year years jahr jahre jahren|eur € euro euros|cent cents|usd $ dollar dollars|
gbp £ pound pounds|chf franken|percent % prozent|uhr|am|pm`);

const MONTHS = firstOf(`januar january jan|februar february feb|märz maerz march mar|april apr|mai may|
juni june jun|juli july jul|august aug|september sep sept|oktober october okt oct|november nov|
dezember december dez dec`);
const WEEKDAYS = firstOf(`montag monday montags mondays|dienstag tuesday dienstags tuesdays|
mittwoch wednesday mittwochs wednesdays|donnerstag thursday donnerstags thursdays|
freitag friday freitags fridays|samstag saturday samstags saturdays sonnabend|sonntag sunday sonntags sundays`);

/** Longer texts are no short answers. */
const MAX_CHARACTERS = 4_000;
const TOKEN = /\d+(?:[.,:]\d+)*|[€$£%]|\p{L}+/gu;

/** `measured` holds numbers with their units or months, as `9 eur`. */
export interface Facts {
  numbers: ReadonlySet<string>;
  measured: ReadonlySet<string>;
  weekdays: ReadonlySet<string>;
}

export function readFacts(text: string): Facts {
  const tokens = normalise(text.slice(0, MAX_CHARACTERS)).match(TOKEN) ?? [];
  const amounts = tokens.flatMap((token, place) => {
    const amount = NUMBERS.get(token) ?? (/^\d/.test(token) ? token.replace(',', '.') : null);
    return amount === null ? [] : [{ amount, place }];
  });
  return {
    numbers: new Set(amounts.map(({ amount }) => amount)),
    measured: new Set(amounts.flatMap(({ amount, place }) => measuresOf(amount, tokens, place))),
    weekdays: new Set(tokens.flatMap((token) => WEEKDAYS.get(token) ?? [])),
  };
}

/** Whether two texts contradict each other in facts: neither holds all that the other says. */
export function differs(one: Facts, other: Facts): boolean {
  const kinds = ['numbers', 'measured', 'weekdays'] as const;
  return kinds.some((kind) => !one[kind].isSubsetOf(other[kind]) && !other[kind].isSubsetOf(one[kind]));
}

function measuresOf(amount: string, tokens: readonly string[], place: number): string[] {
  const unit = unitBeside(tokens, place);
  const month = MONTHS.get(tokens[place + 1] ?? '') ?? MONTHS.get(tokens[place - 1] ?? '');
  return [
    ...(unit === undefined ? [] : [`${toValue(amount)} ${unit}`]),
    ...(month === undefined ? [] : [`${Number.parseInt(amount, 10)} ${month}`]),
  ];
}

/** The unit behind a number, or the sign before it (`$5`). */
function unitBeside(tokens: readonly string[], place: number): string | undefined {
  const behind = UNITS.get(tokens[place + 1] ?? '');
  if (behind) return behind;
  const before = tokens[place - 1] ?? '';
  return '€$£'.includes(before) ? UNITS.get(before) : undefined;
}

/** `17:00` is `17`, `05` is `5`, and any other time stays as it is written. */
function toValue(amount: string): string {
  const value = Number(amount.replace(/:00$/, ''));
  return Number.isNaN(value) ? amount : String(value);
}

/** The first of each group, by each of its names. */
function firstOf(groups: string): Map<string, string> {
  const names = groups
    .replaceAll('\n', '')
    .split('|')
    .map((group) => group.split(' '));
  return new Map(names.flatMap((group) => group.map((name) => [name, group[0] ?? name])));
}
