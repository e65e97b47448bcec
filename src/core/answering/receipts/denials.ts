import type { Language } from '../../../domain/types.ts';
import { fold } from '../../search/words/analyse.ts';

/** A part of a sentence up to a comma: a sentence may say one thing and deny another. */
export interface Clause {
  terms: ReadonlySet<string>;
  isDenied: boolean;
}

/** A closed class of words, as function words are; verbs of Turkish deny by a syllable. */
const DENIALS: Readonly<Record<Language, RegExp>> = {
  de: /^(?:nichts?|kein(?:e[mnrs]?)?|nie|niemals|niemand|ohne|weder)$/,
  en: /^(?:not|no|never|nothing|none|nobody|without|cannot|neither|\p{L}+nt)$/u,
  fr: /^(?:pas|jamais|aucune?|rien|sans|ni|non)$/,
  es: /^(?:no|nunca|jamas|ningun[oa]?|nada|sin|tampoco)$/,
  it: /^(?:non|mai|nessun[oa]?|niente|nulla|senza|neanche)$/,
  pt: /^(?:nao|nunca|jamais|nenhuma?|nada|sem|nem)$/,
  nl: /^(?:niets?|niet|geen|nooit|niemand|zonder)$/,
  pl: /^(?:nie|nigdy|zaden|zadn(?:a|e|ego|ej|ych)|nic|bez|ani)$/,
  tr: /^(?:degil\p{L}*|yok\p{L}*|hic|hicbir|\p{L}+m[ae]z\p{L}*|\p{L}+m[iu]yor\p{L}*|\p{L}+m[ae](?:d[iu]|yacak|yecek|m[iu]s|mal[iu]|meli)\p{L}*|\p{L}+s[iu]z)$/u,
};
const CLAUSE_END = /[,;:()]|\s[–—-]\s/;
/** `No, …` answers the question. */
const VERDICT = /^[^\p{L}]*\p{L}{2,5}[,.!:]\s/u;
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** Share of the words of the shorter of two clauses, and how many, from which both speak of the same. */
const [SAME_PART, LEAST_SHARED] = [0.6, 2];

export function clausesOf(
  text: string,
  language: Language,
  termsOf: (text: string, language: Language) => Set<string>,
): Clause[] {
  return text
    .replace(VERDICT, '')
    .split(CLAUSE_END)
    .map((clause) => ({ terms: termsOf(clause, language), isDenied: denies(clause, language) }))
    .filter(({ terms }) => terms.size > 0);
}

function denies(clause: string, language: Language): boolean {
  const all = fold(clause.toLowerCase()).replace(APOSTROPHE, '').match(WORD) ?? [];
  return all.some((word) => DENIALS[language].test(word));
}

/** The statements of which a clause says the contrary, and no other that is as near says the same as it. */
export function findDenied<Statement extends { clauses: readonly Clause[] }>(
  said: readonly Clause[],
  statements: readonly Statement[],
): Statement[] {
  return said.flatMap((clause) => {
    const near = statements.flatMap((statement) =>
      statement.clauses.map((other) => ({
        statement,
        isDenied: other.isDenied,
        part: nearness(clause, other),
      })),
    );
    const most = Math.max(0, ...near.map(({ part }) => part));
    const nearest = near.filter(({ part }) => part >= SAME_PART && part === most);
    const [first] = nearest;
    return first && nearest.every(({ isDenied }) => isDenied !== clause.isDenied) ? [first.statement] : [];
  });
}

function nearness(one: Clause, other: Clause): number {
  if (Math.min(one.terms.size, other.terms.size) < LEAST_SHARED) return 0;
  const shared = one.terms.intersection(other.terms).size;
  return shared < LEAST_SHARED ? 0 : shared / Math.min(one.terms.size, other.terms.size);
}
