import { foldWord } from './text.ts';

/** Words worth reading through a slip: they carry a rule, and their slips are seldom words themselves. */
const KEY_WORDS = [
  'account admin appeal authenticator banned blocked cancelled chargeback charged delete deleted donated hacked harassing',
  'harassed invoice kicked lawyer locked moderator muted nothing password payment paypal permanently police purchased',
  'received refund refunded scammed stolen subscription support suspended threatened threatening unban unbanned',
  'abgebucht anwalt angekommen bedroht bekommen beleidigt belästigt betrogen bezahlt einloggen entbannen entbannt erhalten',
  'erstatten erstattung freigeschaltet gebannt gehackt geklaut gekauft gekickt gekündigt gelöscht gemobbt gemutet gesperrt',
  'gestohlen löschen mahnung mitarbeiter moderator nichts passwort polizei rechnung rückerstattung sperrung stummgeschaltet',
  'überwiesen verloren verschwunden zurück',
].flatMap((line) => line.split(' '));

/** Shorter slips have too many honest neighbours. */
const MIN_LENGTH = 4;

/** Words of their own that are one slip away from a key word; written as folded. */
const REAL_WORDS = new Set(
  'amin band bande dante dele ersten layer loked noting papal solen sport wieder'.split(' '),
);

/** A word with one letter missing (not the first or last) or two neighbours swapped. */
function misspell(word: string): string[] {
  const slips: string[] = [];
  for (let index = 1; index < word.length; index += 1) {
    slips.push(
      word.slice(0, index - 1) + word.charAt(index) + word.charAt(index - 1) + word.slice(index + 1),
    );
    if (index < word.length - 1) slips.push(word.slice(0, index) + word.slice(index + 1));
  }
  return slips;
}

/** Slip -> key word, both folded; slips of "banned" and of its folded form "baned" differ. */
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

const SLIPS = listSlips();

/** Reads a folded word with one slip as the key word that was meant. */
export function correctTypo(word: string): string {
  return SLIPS.get(word) ?? word;
}
