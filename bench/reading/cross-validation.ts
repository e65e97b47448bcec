import { READ_REASONS, readReasons } from '../../src/core/reading/reader.ts';
import { LANGUAGES } from '../../src/domain/types.ts';
import type { Example } from './examples.ts';
import { splitIntoFolds } from './folds.ts';
import { trainReasons } from './models.ts';

const FOLDS = 5;

/** Texts of one kind: how many a person must see and how many of those are found, the others and the alarms. */
export interface ReaderRow {
  name: string;
  affected: number;
  found: number;
  harmless: number;
  alarms: number;
}

/** Every ticket read by a model that was trained without its fold. */
export function crossValidate(examples: readonly Example[]): {
  languages: ReaderRow[];
  reasons: ReaderRow[];
} {
  const folds = splitIntoFolds(examples, FOLDS);
  const judged: { example: Example; isFlagged: boolean }[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    // Trained once, which is a little worse than the mean that ships.
    const model = trainReasons(
      examples.filter((_, place) => folds[place] !== fold),
      1,
    );
    for (const [place, example] of examples.entries())
      if (folds[place] === fold && 'reasons' in example)
        judged.push({ example, isFlagged: readReasons(example.text, model).length > 0 });
  }
  const rowOf = (name: string, isIncluded: (example: Example) => boolean): ReaderRow => {
    const tickets = judged.filter(({ example }) => isIncluded(example));
    const [affected, harmless] = [true, false].map((isAffected) =>
      tickets.filter(({ example }) => isAffected === ('reasons' in example && example.reasons.length > 0)),
    ) as [typeof judged, typeof judged];
    const count = (some: typeof judged) => some.filter(({ isFlagged }) => isFlagged).length;
    return {
      ...{ name, affected: affected.length, found: count(affected) },
      ...{ harmless: harmless.length, alarms: count(harmless) },
    };
  };
  return {
    languages: LANGUAGES.map((language) => rowOf(language, (example) => example.language === language)),
    reasons: READ_REASONS.map((reason) =>
      rowOf(reason, (example) => 'reasons' in example && example.reasons.includes(reason)),
    ),
  };
}
