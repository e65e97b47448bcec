import type { CaseFolder } from '../cases/files.ts';
import {
  type Extracted,
  extractWordings,
  listWordings,
  type Prompted,
  promptWordings,
  WORDING_LEVELS,
} from '../cases/wordings.ts';
import { makeKnowledge } from '../speed/knowledge.ts';

/** What a base holds in all when it is no small one. */
const MANY = 400;

/** One kind of other wording: how often the expected entry got into the prompt, and what was said without a model. */
export interface WordingRow {
  kind: string;
  /** By level and size of the base. */
  prompts: { name: string; found: number; of: number }[];
  extractive: { right: number; wrong: number; handedOver: number };
}

/** @param settings as in the environment, for embeddings. */
export async function measureWordings(
  folder: CaseFolder,
  settings: Record<string, string>,
): Promise<WordingRow[]> {
  const others = makeKnowledge(MANY - smallest(folder));
  const small = await promptWordings(folder, { settings });
  const many = await promptWordings(folder, { settings, others });
  const extracted = await extractWordings(folder, { settings });
  const kinds = new Set(listWordings(folder).map(({ kind }) => kind));
  return [...kinds].map((kind) => ({
    kind,
    prompts: WORDING_LEVELS.flatMap((level) => [
      countFound(`${level}, small base`, small, kind, level),
      countFound(`${level}, ${MANY} entries`, many, kind, level),
    ]),
    extractive: countVerdicts(extracted, kind),
  }));
}

/** So that every base has at least as many entries as is said. */
function smallest({ bases }: CaseFolder): number {
  const groups = Map.groupBy(bases, ({ base }) => base);
  return Math.min(...[...groups.values()].map(({ length }) => length));
}

function countFound(name: string, prompted: readonly Prompted[], kind: string, level: string) {
  const cases = prompted.filter((entry) => entry.kind === kind && entry.level === level);
  return { name, found: cases.filter(({ holdsFact }) => holdsFact).length, of: cases.length };
}

function countVerdicts(extracted: readonly Extracted[], kind: string): WordingRow['extractive'] {
  const count = (verdict: Extracted['verdict']) =>
    extracted.filter((entry) => entry.kind === kind && entry.verdict === verdict).length;
  return { right: count('right'), wrong: count('wrong'), handedOver: count('handed over') };
}
