import { normalise } from '../../search/words/analyse.ts';
import type { Claim, Context } from './claim.ts';
import { type Clause, statementsOf } from './clauses.ts';
import { blank, ownOf } from './measures.ts';
import { readSaid, type Said } from './stances.ts';
import { mergeTerms, readTerms } from './terms.ts';

/** What is said in more words is said under more conditions than words tell. */
const [MAX_TERMS, MAX_WEAK] = [12, 8];
const BETWEEN_ITEMS = /,| und | and | oder | or |:|\//u;
const MOST_OF_ITEM = 4;
/** What a longer clause sets apart by commas is no list of things. */
const LONG = 160;

/** What a sentence allows, demands or denies. */
export function readStatements(context: Context): Claim[] {
  const { lower, unit } = context;
  const plain = blank(unit.text, []);
  const said = statementsOf(lower, (text) => readSaid(text) !== null).flatMap(({ at, end }) => {
    const read = readSaid(lower.slice(at, end));
    return read ? statedIn(context, plain, { at, end }, read) : [];
  });
  if (said.length > 0) return said;
  const [listed, lead] = leadOf(context);
  return lead ? listedIn(context, plain, listed, lead) : [];
}

/** A list is there unless what leads to it, or its title, says otherwise. */
const LISTED: Said = { matter: 'permit', isDenied: false, force: 0, at: 0, end: 0 };

function leadOf({ unit, title }: Context): [text: string, said: Said | null] {
  if (!unit.isItem) {
    const asked = LISTS.test(unit.asked ?? '') ? (unit.asked ?? '') : '';
    return [asked, readSaid(normalise(asked))];
  }
  const lead = readSaid(normalise(unit.lead));
  const titled = readSaid(normalise(title));
  if (titled && (lead === null || lead.force < titled.force)) return [title, titled];
  return [unit.lead, lead ?? (unit.lead === '' ? null : LISTED)];
}

/** What asks for a list is answered with one. */
const LISTS =
  /^(?:which|what|where|who|welche[nrsm]?|womit|wohin|von welche[nrm]|with which|wer|was)(?!\p{L})/iu;

/** Why it is so is not what is so. */
const REASON = /(?<!\p{L})(?:because|since|weil|damit|so that|sonst|otherwise)(?!\p{L}).*$/iu;

/** One claim for all, and one for each thing of a list. */
function statedIn(context: Context, plain: string, { at, end }: Clause, said: Said): Claim[] {
  const { base, isGerman } = context;
  const { matter: kind, isDenied, force } = said;
  const marks = [[at + said.at, at + said.end] as const];
  const claim = { ...base, kind, isDenied, force, marks };
  const clause = plain.slice(at, end).replace(REASON, '');
  const whole = readTerms(clause, isGerman);
  const items = clause.split(BETWEEN_ITEMS);
  const isList = (items.length > 2 && clause.length < LONG) || (items.length === 2 && force === 2);
  const things = isList ? items.map((item) => readTerms(item, isGerman)) : [];
  const single = things.filter(({ all }) => all.size > 0 && all.size <= MOST_OF_ITEM);
  return [
    ...(whole.all.size <= (force > 0 ? MAX_TERMS : MAX_WEAK)
      ? [{ ...claim, own: ownOf(context, whole) }]
      : []),
    ...single.map((own) => ({ ...claim, own: { ...own, narrow: own.narrow.union(whole.narrow) } })),
  ];
}

/** What a list names is what its lead says of it: `You can pay with:`. */
function listedIn(context: Context, plain: string, listed: string, said: Said): Claim[] {
  const { base, isGerman } = context;
  const { matter: kind, isDenied, force } = said;
  const lead = readTerms(listed, isGerman);
  return plain.split(BETWEEN_ITEMS).flatMap((item) => {
    const terms = readTerms(item, isGerman);
    if (terms.all.size === 0 || terms.all.size > MOST_OF_ITEM) return [];
    const at = plain.indexOf(item);
    const start = at + item.length - item.trimStart().length;
    const marks = [[start, at + item.trimEnd().length] as const];
    return [{ ...base, kind, isDenied, force, marks, own: mergeTerms(terms, lead) }];
  });
}
