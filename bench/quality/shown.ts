import { type Example, measureCalibrationError } from '../eval/calibrate.ts';
import { readEvalFile } from '../eval/files.ts';
import { HELD_OUT, type Judged, judgeBase } from '../eval/score.ts';
import { renderLines } from '../speed/tables.ts';

/** What the engine without a model shows, by base, and whether its confidence comes true. */
export async function renderShown(path: string): Promise<string> {
  const rows: { name: string; judged: Judged[] }[] = [];
  for (const [name, base] of readEvalFile(path).bases) rows.push({ name, judged: await judgeBase(base) });
  const all = rows.flatMap(({ judged }) => judged);
  const isHeldOut = ({ question }: Judged) => question.id.includes(HELD_OUT);
  rows.push({ name: 'all, held out', judged: all.filter(isHeldOut) });
  rows.push({ name: 'all, fitted on', judged: all.filter((one) => !isHeldOut(one)) });
  const lines = rows.map(({ name, judged }) => [
    name,
    ...['ordinary', 'rephrased', 'foreign'].map((kind) => countRight(judged, kind)),
    ...['near', 'foreign, near'].map((kind) => countShown(judged, kind)),
    measureCalibrationError(judged.map(toExample)).toFixed(3),
  ]);
  const right = ['ordinary', 'other words', 'other language'].map((kind) => `${kind}: right (wrong)`);
  const near = ['near the topic', 'in another language'].map((kind) => `no entry, ${kind}: answered`);
  return renderLines(['set', ...right, ...near, 'calibration error'], lines);
}

function toExample({ shown, isRight }: Judged): Example {
  return { value: shown, isAnswerable: isRight };
}

function countRight(judged: readonly Judged[], kind: string): string {
  const asked = judged.filter(({ question }) => question.kind === kind);
  const shown = asked.filter(({ isUnsure }) => !isUnsure);
  const right = shown.filter(({ isRight }) => isRight).length;
  return `${right} (${shown.length - right}) of ${asked.length}`;
}

function countShown(judged: readonly Judged[], kind: string): string {
  const asked = judged.filter(({ question }) => question.kind === kind);
  return `${asked.filter(({ isUnsure }) => !isUnsure).length} of ${asked.length}`;
}
