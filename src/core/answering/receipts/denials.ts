import type { Language } from '../../../domain/types.ts';
import { fold } from '../../search/words/analyse.ts';
import { termsOf } from './statements.ts';

/** A part of a sentence up to a comma: a sentence may say one thing and deny another. */
export interface Clause {
  terms: ReadonlySet<string>;
  isDenied: boolean;
}

/** A closed class of words, as function words are, and what says the same; verbs of Turkish deny by a syllable. */
const DENIALS: Readonly<Record<Language, RegExp>> = {
  de: /^(?:nein|nichts?|kein(?:e[mnrs]?)?|nie|niemals|niemand|ohne|weder|verboten|untersagt|unmoglich|ausgeschlossen)$/,
  en: /^(?:not|no|never|nothing|none|nobody|without|cannot|neither|nor|(?:do|does|did|is|are|was|were|wo|ca|could|should|would|must|has|have|had)nt|forbidden|prohibited|impossible|unavailable)$/,
  fr: /^(?:pas|jamais|aucune?|rien|sans|ni|non|interdite?s?|impossible)$/,
  es: /^(?:no|nunca|jamas|ningun[oa]?|nada|sin|tampoco|prohibid[oa]s?|imposible)$/,
  it: /^(?:no|non|mai|nessun[oa]?|niente|nulla|senza|neanche|vietat[oaei]|impossibile)$/,
  pt: /^(?:nao|nunca|jamais|nenhuma?|nada|sem|nem|proibid[oa]s?|impossivel)$/,
  nl: /^(?:nee|niets?|niet|geen|nooit|niemand|zonder|verboden|onmogelijk)$/,
  pl: /^(?:nie(?!dziel|zalez|kto|wiel|mal|mniej|co)\p{L}*|nigdy|zaden|zadn(?:a|e|ego|ej|ych)|nic|bez|ani|zabronion\p{L}|zakazan\p{L})$/u,
  tr: /^(?:degil\p{L}*|hayir|yok\p{L}*|hic|hicbir|yasak\p{L}*|\p{L}+m[ae]z\p{L}*|\p{L}+m[iu]yor\p{L}*|\p{L}+m[ae](?:d[iu]|yacak|yecek|m[iu]s|mal[iu]|meli)\p{L}*|\p{L}+s[iu]z\p{L}*)$/u,
};
const CLAUSE_END = /[,;:()](?!\d)|\s[–—-]\s|(?<=\d)\.\s+(?=\p{Lu})/u;
/** `No, …` answers the question. */
const VERDICT = /^[^\p{L}]*\p{L}{2,5}[,.!:]\s/u;
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** `without any problem`, `kein Problem`: the word is one in eight of the languages. */
const NO_PROBLEM = /\p{L}+ (?:(?:any|de|ningun|alcun) )?proble[me]\p{L}*/gu;
/** Share of what is said, how many words, and the share of the other clause, from which both speak of the same. */
const [SAME_PART, LEAST_SHARED, LEAST_OF_OTHER] = [0.8, 2, 0.4];

/** @param denies whether the text denies anything */
export function clausesOf(text: string, language: Language, denies = mayDeny(text, language)): Clause[] {
  return text
    .replace(VERDICT, '')
    .split(CLAUSE_END)
    .map((clause) => ({ terms: termsOf(clause, language), isDenied: denies && mayDeny(clause, language) }))
    .filter(({ terms }) => terms.size > 0);
}

/** Whether a sentence begins with a word that denies. */
export function beginsDenying(text: string, language: Language): boolean {
  return mayDeny(VERDICT.exec(text)?.[0] ?? '', language);
}

/** Whether a text denies anything. */
export function mayDeny(text: string, language: Language): boolean {
  const folded = fold(text.toLowerCase()).replace(APOSTROPHE, '');
  const all = (folded.includes('proble') ? folded.replace(NO_PROBLEM, ' ') : folded).match(WORD) ?? [];
  return all.some((word) => DENIALS[language].test(word));
}

/** A sentence of the knowledge; its clauses are read when something may contradict it. */
export interface DeniableStatement {
  text: string;
  mayDeny: boolean;
  readClauses(): readonly Clause[];
  /** Its values. */
  readLinks(): ReadonlySet<string>;
}

/** A sentence of an answer. */
export interface SaidSentence {
  clauses: readonly Clause[];
  /** Its first word denies: `No, …`. */
  denies: boolean;
  /** Its values. */
  links: ReadonlySet<string>;
}

/** An answer and the question, against which one of its sentences is read. */
export interface WholeAnswer {
  /** Words of the question. */
  asked: ReadonlySet<string>;
  clauses: readonly Clause[];
}

/**
 * The statements that a sentence turns round: it affirms a thing that was asked about, of which they speak in denials
 * alone, or denies one that they only affirm. None where the rest of the answer says so too, or a value tells what is meant.
 */
export function findReversed(
  said: SaidSentence,
  statements: readonly DeniableStatement[],
  reply: WholeAnswer,
): DeniableStatement[] {
  const [first] = reply.clauses;
  return said.clauses.flatMap((clause) => {
    if (!clause.isDenied && (said.denies || first?.isDenied)) return [];
    const reversed = [...clause.terms.intersection(reply.asked)].flatMap((term) => {
      const isKept = reply.clauses.some((one) => one.terms.has(term) && one.isDenied !== clause.isDenied);
      return isKept ? [] : findContrary(clause, term, statements);
    });
    return reversed.some((one) => !one.readLinks().isDisjointFrom(said.links)) ? [] : reversed.slice(0, 1);
  });
}

/** All statements that hold a word, where none of them says what a clause says of it. */
function findContrary(
  clause: Clause,
  term: string,
  statements: readonly DeniableStatement[],
): DeniableStatement[] {
  const known = statements.flatMap((statement) => {
    const clauses = statement.readClauses().filter(({ terms }) => terms.has(term));
    return clauses.length > 0 ? [{ statement, clauses }] : [];
  });
  const all = known.flatMap(({ clauses }) => clauses);
  if (all.some(({ isDenied }) => isDenied === clause.isDenied)) return [];
  // More is denied than is said, so a denial has to share more.
  const isNear = all.some(({ terms }) => terms.intersection(clause.terms).size >= LEAST_SHARED);
  const isSure = !clause.isDenied || (isNear && !known.some(({ statement }) => statement.mayDeny));
  return isSure ? known.map(({ statement }) => statement) : [];
}

/** The statements of which a clause says the contrary, and no other that is as near says the same as it. */
export function findDenied(
  said: readonly Clause[],
  statements: readonly DeniableStatement[],
): DeniableStatement[] {
  const denying = statements.filter((one) => one.mayDeny);
  return said.flatMap((clause) => {
    const isContrary = ({ isDenied, other }: NearStatement) =>
      isDenied !== clause.isDenied &&
      !said.some((one) => one.isDenied === isDenied && !one.terms.isDisjointFrom(other));
    if (!findNear(clause, clause.isDenied ? statements : denying).some(isContrary)) return [];
    const near = findNear(clause, statements);
    const most = Math.max(...near.map(({ part }) => part));
    const nearest = near.filter(({ part }) => part === most);
    const [first] = nearest;
    return first && nearest.every(isContrary) ? [first.statement] : [];
  });
}

interface NearStatement {
  statement: DeniableStatement;
  isDenied: boolean;
  other: ReadonlySet<string>;
  part: number;
}

/** Those that speak of the same as a clause. */
function findNear(clause: Clause, statements: readonly DeniableStatement[]): NearStatement[] {
  return statements
    .flatMap((statement) =>
      statement.readClauses().map((other) => ({
        ...{ statement, isDenied: other.isDenied, other: other.terms, part: nearness(clause, other) },
      })),
    )
    .filter(({ part }) => part >= SAME_PART);
}

/** The share of what is said that stands in the other; 0 where either says little, or the other much more. */
function nearness(said: Clause, other: Clause): number {
  const shared = said.terms.intersection(other.terms).size;
  if (shared < LEAST_SHARED || shared < other.terms.size * LEAST_OF_OTHER) return 0;
  return shared / said.terms.size;
}
