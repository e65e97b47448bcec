import { FIGURES, type Findings, ratioOf, rowOf } from './summary.ts';

/** So much dearer than before may a question be without a word about it. */
const MOST = 1.1;
export const BOUGHT = '## What a dearer question bought';
const FIGURES_OF_GATE = { CPU: FIGURES.cpuUs, tokens: FIGURES.promptTokens } as const;
type GateFigure = keyof typeof FIGURES_OF_GATE;

/** A line of the table: `| date | CPU or tokens | factor | what it bought |`. */
interface Purchase {
  line: string;
  figure: string;
  factor: number;
}

/** The section of a report that people write, up to the next heading; empty if there is none. */
export function findBought(report: string): string {
  const [, section = ''] = report.split(BOUGHT);
  return section === '' ? '' : `${BOUGHT}${section.split('\n## ')[0]}`.trimEnd();
}

function readPurchases(report: string): Purchase[] {
  return findBought(report)
    .split('\n')
    .map((line) => ({ line, cells: line.split('|').map((cell) => cell.trim()) }))
    .map(({ line, cells: [, , figure = '', factor] }) => ({ line, figure, factor: Number(factor) }));
}

/**
 * Judges a question against the one of another checkout. A dearer one passes where the report has a line about it that
 * the other checkout's has not, with a factor that is enough.
 * @param reports bench/RESULTS.md of this checkout and of the other one.
 */
export function judgeGate(findings: Findings, reports: { ours: string; before: string }) {
  const old = new Set(readPurchases(reports.before).map(({ line }) => line));
  const purchases = readPurchases(reports.ours).filter(({ line }) => !old.has(line));
  const [ours, before] = ['postgresql', 'before'].map((name) => rowOf(findings, name));
  return (Object.keys(FIGURES_OF_GATE) as GateFigure[]).map((figure) => {
    const factor = ratioOf(ours, before, FIGURES_OF_GATE[figure]);
    const isBought = purchases.some((one) => one.figure === figure && one.factor >= (factor ?? Infinity));
    const passes = factor !== null && (factor <= MOST || isBought);
    const told = factor === null ? 'not measured' : `${factor.toFixed(2)} times that of before`;
    const how = isBought ? ' (bench/RESULTS.md says what for)' : '';
    const advice = `: more than ${MOST}. Make it cheaper, or say under "${BOUGHT.slice(3)}" in bench/RESULTS.md what it bought: | date | ${figure} | factor | what |`;
    return { passes, text: `${figure} a question: ${told}${passes ? how : advice}` };
  });
}
