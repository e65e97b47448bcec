import type { Language } from '../../../domain/types.ts';
import { readCalendar } from './calendar.ts';
import { SCHEME, type StatedValue } from './carrier.ts';
import { readFigures } from './figures.ts';
import { wordsIn } from './lexicon.ts';

const ADDRESS = new RegExp(
  [
    String.raw`(?:https?:\/\/|www\.)[^\s<>()[\]"'\x60|]{1,500}`,
    String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}`,
    String.raw`(?<![\w@./-])(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,12}(?:\/[^\s<>()[\]"'\x60|*]{0,500})?(?![\w-])`,
    // Channels and commands.
    String.raw`(?<![\p{L}\p{N}<:/])[#/]\p{L}[\p{L}\p{N}_-]{1,60}`,
  ].join('|'),
  'giu',
);
const TRAILING = /[.,;:!?*_~…/]+$/;
/** Nobody sees it; marks of the platform (`<#1>`) are no numbers either. */
const UNSEEN = /<(script|style)\b[^<>]{0,200}>.{0,2000}?<\/\1>|<(?!https?:)[^<>]{1,300}>/gis;
/** Numbers of lists and headings. */
const COUNTER = /^\s{0,6}(?:[-*] )?(?:\*\*)?\d{1,2}[.)]\s/gm;

/** @param isAnswer false: the text carries others, so a doubtful value counts. */
export function readValues(text: string, language: Language, isAnswer: boolean): StatedValue[] {
  const addresses: StatedValue[] = [];
  const seen = isAnswer ? text.replace(UNSEEN, ' ') : text;
  const rest = seen.replace(ADDRESS, (found) => {
    const written = found.replace(TRAILING, '');
    addresses.push({
      kind: 'address',
      text: written,
      forms: [written.replace(SCHEME, '').toLowerCase()],
      unit: null,
    });
    return ' '.repeat(found.length);
  });
  const plain = isAnswer ? rest.replace(COUNTER, '') : rest;
  const all = wordsIn(plain);
  return [
    ...addresses,
    ...readFigures(plain, all, { language, isAnswer }),
    ...readCalendar(plain, all, { language, isAnswer }),
  ];
}
