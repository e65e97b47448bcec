/** Numbers by the words for them, in both languages. */
export const NUMBERS =
  firstOf(`1 eins einen einem einer one|2 zwei two|3 drei three|4 vier four|5 fünf fuenf five|6 sechs six|
7 sieben seven|8 acht eight|9 neun nine|10 zehn ten|11 elf eleven|12 zwölf zwoelf twelve|13 dreizehn thirteen|
14 vierzehn fourteen|15 fünfzehn fifteen|16 sechzehn sixteen|17 siebzehn seventeen|18 achtzehn eighteen|
19 neunzehn nineteen|20 zwanzig twenty|24 vierundzwanzig|25 fünfundzwanzig|30 dreißig thirty|40 vierzig forty|
48 achtundvierzig|50 fünfzig fifty|60 sechzig sixty|70 siebzig seventy|80 achtzig eighty|90 neunzig ninety|
100 hundert hundred`);
/** Minutes by units of time. */
export const MINUTES = new Map([
  ...unitsOf(1 / 60, 'sekunde sekunden second seconds sec secs sek'),
  ...unitsOf(1, 'minute minuten minutes min mins'),
  ...unitsOf(60, 'stunde stunden hour hours std hrs h'),
  ...unitsOf(1440, 'tag tage tagen day days werktag werktage werktagen'),
  ...unitsOf(10_080, 'woche wochen week weeks'),
  ...unitsOf(43_200, 'monat monate monaten month months'),
  ...unitsOf(525_600, 'jahr jahre jahren year years'),
]);
/** Currencies, and percent, by their signs and names. */
export const CURRENCIES = firstOf(
  'eur € euro euros|usd $ dollar dollars|gbp £ pound pounds|chf franken|percent % prozent|cent cents',
);
/** Months by name, `1` to `12`. */
export const MONTHS = monthsOf(
  'januar january jan|februar february feb|märz maerz march mar|april apr|mai may|juni june jun|juli july jul|august aug|september sep sept|oktober october okt oct|november nov|dezember december dez dec',
);
/** Days of the week by name, `1` is Monday. */
export const WEEKDAYS = monthsOf(
  'montag monday montags mondays|dienstag tuesday dienstags tuesdays|mittwoch wednesday mittwochs wednesdays|donnerstag thursday donnerstags thursdays|freitag friday freitags fridays|samstag saturday samstags saturdays sonnabend|sonntag sunday sonntags sundays',
);

/** The first of each group, by each of its names. */
function firstOf(groups: string): Map<string, string> {
  const names = groups.split(/\|\n?/).map((group) => group.split(' '));
  return new Map(names.flatMap((group) => group.map((name) => [name, group[0] ?? name])));
}

function unitsOf(minutes: number, names: string): [string, number][] {
  return names.split(' ').map((name) => [name, minutes]);
}

function monthsOf(groups: string): Map<string, string> {
  return new Map(
    groups.split('|').flatMap((names, index) => names.split(' ').map((name) => [name, String(index + 1)])),
  );
}
