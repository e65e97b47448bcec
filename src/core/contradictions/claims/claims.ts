import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { normalise } from '../../search/words/analyse.ts';
import { readAsked } from './answers.ts';
import type { Claim, Context, Passage, Source } from './claim.ts';
import { unitsOf } from './clauses.ts';
import { readMeasures } from './measures.ts';
import { readSaid, readVerdict } from './stances.ts';
import { readStatements } from './statements.ts';
import { mergeTerms, namesIn, readsGerman, readTerms } from './terms.ts';

/** Longer sentences are tables, lists of names and terms of law. */
const MAX_SENTENCE = 320;
const MAX_UNITS = 120;
/** What happened, and when a page was written, is no promise. */
const IS_HISTORY =
  /(?<![\d.,])(?:1\d{3}|20[01]\d)(?![\d.,]*\d)(?! ?(?:€|\$|mb|gb|euro|zeichen|characters|kilo))|last (?:updated|modified)|updated on|^stand:/i;

/** Reads what a passage says; a step is a sentence. */
export function* readClaims({ entryId, title, text }: Source): Generator<void, Claim[]> {
  const isGerman = readsGerman(`${title} ${text.slice(0, 600)}`);
  const titleTerms = readTerms(title, isGerman);
  const claims: Claim[] = [];
  const all = namesIn(`${title}\n${text}`);
  const passage: Passage = { title: titleTerms, all, claims };
  for (const unit of unitsOf(title, text).slice(0, MAX_UNITS)) {
    const lower = normalise(unit.text);
    // Places in the one are places in the other, but for letters that no language here has.
    if (lower.length === unit.text.length && lower.length <= MAX_SENTENCE && !IS_HISTORY.test(unit.text)) {
      const lead = readTerms(unit.lead, isGerman);
      const base = {
        ...{ entryId, sentence: unit.text, own: lead, around: lead, passage },
        ...{ quantity: null, isDenied: false, force: 0, period: '', days: 0 },
      };
      const asked = unit.asked === null ? null : readAsked(unit.asked);
      const context: Context = { unit, lower, isGerman, asked, title, base };
      const found = [...verdictOf(context), ...readMeasures(context), ...readStatements(context)];
      if (found.length > 0) {
        const around = mergeTerms(readTerms(unit.text, isGerman), lead, readTerms(unit.before, isGerman));
        for (const claim of found) claim.around = around;
        claims.push(...found);
      }
    }
    yield;
  }
  return claims;
}

/** `Only in the arena` is a yes there. */
const EXCEPT = /^[\s*_]*(?:only|nur|ausschließlich)\s/iu;

/** A question that is answered with a plain yes or no. */
function verdictOf({ unit, isGerman, base }: Context): Claim[] {
  const verdict = readVerdict(unit.text);
  const asked = unit.asked ?? '';
  if (verdict === null || !isQuestion(asked) || / oder | or /i.test(asked)) return [];
  const said = readSaid(normalise(asked));
  const mark = /\p{L}+/u.exec(unit.text);
  const at = mark?.index ?? 0;
  const isDenied = (verdict === 'no') !== (said?.isDenied ?? false);
  const kind = said?.matter ?? 'permit';
  const marks = [[at, at + (mark?.[0].length ?? 0)] as const];
  const own = readTerms(asked, isGerman);
  const claim = { ...base, kind, isDenied, force: 2, marks, own };
  if (!EXCEPT.test(unit.text)) return [claim];
  return [claim, { ...claim, isDenied: !isDenied, own: mergeTerms(own, readTerms(unit.text, isGerman)) }];
}
