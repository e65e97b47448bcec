import { pickOne, type Random } from '../random.ts';

export type Language = 'de' | 'en';

const WORDS = {
  en: {
    things: 'gateway,invoice,channel,backup,role,ticket,webhook,queue,token,region,template,schedule'.split(
      ',',
    ),
    kinds: 'shared,local,weekly,encrypted,second,default,empty,remote,signed,pending'.split(','),
    deeds: 'replaces,checks,closes,exports,copies,delays,confirms,restores,counts,locks'.split(','),
    moments: [
      'as soon as the first member joins',
      'once a day before noon',
      'while nobody is signed in',
      'after the payment has arrived',
      'when more than forty people write at once',
      'unless the owner has said otherwise',
    ],
    forms: ['The % * the % #.', 'Before that, a % * each % #.', 'You will see that the % * your % #.'],
    heads: ['Set up the %', 'Limits of a %', 'When the % fails', 'Move a %', 'Prices of the %', 'Undo a %'],
  },
  de: {
    things:
      'Zugang,Vertrag,Kanal,Auftrag,Schlüssel,Bericht,Server,Filter,Verlauf,Termin,Ordner,Hinweis'.split(','),
    kinds: 'gemeinsame,lokale,wöchentliche,verschlüsselte,zweite,leere,entfernte,geprüfte,offene,neue'.split(
      ',',
    ),
    deeds: 'ersetzt,prüft,schließt,verschiebt,kopiert,verzögert,bestätigt,öffnet,zählt,sperrt'.split(','),
    moments: [
      'sobald das erste Mitglied beitritt',
      'einmal am Tag vor dem Mittag',
      'während niemand angemeldet ist',
      'nachdem die Zahlung eingegangen ist',
      'wenn mehr als vierzig Leute zugleich schreiben',
      'falls der Inhaber nichts anderes bestimmt hat',
    ],
    forms: [
      'Der % * jeden % #.',
      'Davor gilt: Der % * diesen % #.',
      'Man sieht, dass der % bald wirkt und er * ihn #.',
    ],
    heads: [
      'Den % einrichten',
      'Grenzen für den %',
      'Wenn der % fehlt',
      'Den % umziehen',
      'Preise je %',
      'Vom % zurück',
    ],
  },
};

/** A sentence like those of a handbook; the words are drawn, the grammar is not. */
export function writeSentence(random: Random, language: Language): string {
  const { forms, things, kinds, deeds, moments } = WORDS[language];
  return pickOne(random, forms)
    .replace(/%/g, () => `${pickOne(random, kinds)} ${pickOne(random, things)}`)
    .replace('*', () => pickOne(random, deeds))
    .replace('#', () => pickOne(random, moments));
}

export function writeParagraph(random: Random, language: Language): string {
  const count = 2 + Math.floor(random() * 5);
  return Array.from({ length: count }, () => writeSentence(random, language)).join(' ');
}

export function writeHeading(random: Random, language: Language): string {
  const { heads, things } = WORDS[language];
  return pickOne(random, heads).replace('%', pickOne(random, things));
}
