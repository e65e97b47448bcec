import { measureRecall } from '../eval/metrics.ts';
import type { Answered, MeasuredBase } from './measure.ts';

const SHOWN = 3;
/** Fewer questions of one kind say little. */
const MIN_QUESTIONS = 10;
/** Licences that let a question be quoted here with its source; share-alike texts stay outside the project. */
const QUOTABLE = /^(?:MIT|CC BY \d\.\d)$/;

/** Something that went badly, with one question. */
export interface Bad {
  set: string;
  kind: string;
  questions: number;
  value: number;
  example: string;
}

/** How often the questions of one kind are decided rightly: answered if they can be, handed over if not. */
export interface KindRow extends Bad {
  answerable: boolean;
}

export function listKinds(bases: readonly MeasuredBase[]): KindRow[] {
  return bases.flatMap((base) =>
    [...Map.groupBy(base.answers, ({ kind }) => kind)].map(([kind, answers]) => {
      const wrong = answers.filter(({ answerable, isHandedOver }) => answerable === isHandedOver);
      const answerable = answers[0]?.answerable ?? true;
      return {
        ...{ set: base.name, kind, questions: answers.length, answerable },
        ...{ value: 1 - wrong.length / answers.length, example: quote(base, wrong[0]) },
      };
    }),
  );
}

/** The kinds that are decided worst, worst first. */
export function findWorstKinds(bases: readonly MeasuredBase[]): Bad[] {
  return takeLowest(listKinds(bases).filter(({ questions }) => questions >= MIN_QUESTIONS));
}

/** The bases in which the right entry is furthest down, worst first. */
export function findWorstBases(bases: readonly MeasuredBase[]): Bad[] {
  const rows = bases.map((base) => {
    const missed = base.answers.find(
      ({ relevant, ranking }) => relevant.length > 0 && measureRecall(ranking, relevant, 5) === 0,
    );
    const { questions, ndcg10: value } = base.score;
    return { set: base.name, kind: '', questions, value, example: quote(base, missed) };
  });
  return takeLowest(rows);
}

function takeLowest<Row extends Bad>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.value - b.value).slice(0, SHOWN);
}

/** The question itself where the licence allows it, otherwise its id. */
function quote({ licence }: MeasuredBase, answer: Answered | undefined): string {
  if (answer === undefined) return 'none';
  if (!QUOTABLE.test(licence)) return `\`${answer.id}\``;
  return `“${answer.text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')}”`;
}
