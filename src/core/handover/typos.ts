import { foldWord } from './text.ts';

/** Words worth recognising despite a typo: they carry a rule, and their typos are rarely words themselves. */
const KEY_WORDS = [
  'account admin appeal authenticator banned blocked cancelled chargeback charged delete deleted donated hacked harassing',
  'harassed invoice kicked lawyer locked moderator muted nothing password payment paypal permanently police purchased',
  'received refund refunded scammed stolen subscription support suspended threatened threatening unban unbanned',
  'abgebucht anwalt angekommen bedroht bekommen beleidigt belästigt betrogen bezahlt einloggen entbannen entbannt erhalten',
  'erstatten erstattung freigeschaltet gebannt gehackt geklaut gekauft gekickt gekündigt gelöscht gemobbt gemutet gesperrt',
  'gestohlen löschen mahnung mitarbeiter moderator nichts passwort polizei rechnung rückerstattung sperrung stummgeschaltet',
  'überwiesen verloren verschwunden zurück versehentlich nacktbilder entbannungsantrag stornieren gutschein guthaben',
  'authorized cancelled suicide harassment invoice delivered ordered appeal purchase',
].flatMap((line) => line.split(' '));

/** Shorter typos have too many real words as neighbours. */
const MIN_LENGTH = 4;

/** Real words that are one typo away from a key word, in folded form. */
const REAL_WORDS = new Set(
  'amin band bande dante dele ersten layer loked noting papal solen sport wieder'.split(' '),
);

/** A word with one letter missing (not the first or last) or two neighbours swapped. */
function misspell(word: string): string[] {
  const slips: string[] = [];
  for (let index = 1; index < word.length; index += 1) {
    const swapped = word.charAt(index) + word.charAt(index - 1);
    slips.push(word.slice(0, index - 1) + swapped + word.slice(index + 1));
    if (index < word.length - 1) slips.push(word.slice(0, index) + word.slice(index + 1));
  }
  return slips;
}

/** Typo -> key word, both folded; typos of "banned" and of its folded form "baned" differ. */
function listSlips(): Map<string, string> {
  const words = new Set(KEY_WORDS.map(foldWord));
  const slips = new Map<string, string>();
  for (const word of KEY_WORDS) {
    for (const slip of [...misspell(word), ...misspell(foldWord(word))].map(foldWord)) {
      if (slip.length >= MIN_LENGTH && !words.has(slip) && !REAL_WORDS.has(slip))
        slips.set(slip, foldWord(word));
    }
  }
  return slips;
}

/** Phonetic spellings; "u" and "ur" are in the rules themselves. */
const SPOKEN: ReadonlyMap<string, string> = new Map(
  [
    'wher where|whre where|wat what|wats whats|wut what|hw how|frm from|wiso wieso|shud should|cud could|wud would',
    'nvr never|nevr never|neva never|dnt dont|didn didnt|dosnt doesnt|doesn doesnt|cnt cant|hav have|wiv with|bcuz because',
    'immernoch immer noch|garnix gar nix|garnichts gar nichts|garnicht gar nicht|immerno immer noch|nichma nicht mal|nichtmal nicht mal',
    'ausversehn versehentlich|ausversehen versehentlich|wier wir|iwer irgendwer|iwie irgendwie|nid nicht',
    'keina keiner|imma immer|zruck zurück|zrück zurück|rückgengig rückgängig|sinds sind|hats hat|wirds wird',
  ]
    .flatMap((line) => line.split('|'))
    .map((pair): [string, string] => {
      const [said = '', ...meant] = pair.split(' ');
      return [foldWord(said), foldWord(meant.join(' '))];
    }),
);

let slips: Map<string, string> | null = null;

/** Reads a folded word with one typo as the intended key word, and "geflogn" as "geflogen". */
export function correctTypo(word: string): string {
  slips ??= listSlips();
  const meant = slips.get(word) ?? SPOKEN.get(word);
  if (meant !== undefined) return meant;
  if (!word.endsWith('n')) return word;
  return /^[a-z]{3,}[bdfgkpstz]n$/.test(word) ? correctTypo(`${word.slice(0, -1)}en`) : word;
}
