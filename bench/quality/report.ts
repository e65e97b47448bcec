import { basename } from 'node:path';
import type { Given, Shipped, Way } from './findings.ts';
import {
  format,
  measureErrorOf,
  renderCalibration,
  renderDecisions,
  renderFloors,
  renderKinds,
  renderReader,
  renderSearch,
  renderSets,
  renderTaught,
  renderTickets,
  renderWordings,
  renderWorst,
} from './sections.ts';

const [BEGIN, END] = ['<!-- shipped -->', '<!-- /shipped -->'];
const [README_BEGIN, README_END] = ['<!-- quality -->', '<!-- /quality -->'];

/** Files that were given, and what was found in them. */
export interface GivenRun {
  paths: readonly string[];
  cases: string | null;
  /** The model for embeddings; null: words alone. */
  model: string | null;
  found: Given;
}

/** The whole document. @param chat the part about chat models, which is measured apart. */
export function renderReport(shipped: Shipped, given: GivenRun, chat: string): string {
  const { found } = given;
  const bases = [...lastOf(shipped.ways), ...lastOf(found.ways)];
  const sections = [
    '# Quality',
    'Written by `npm run quality`; do not edit. [docs/build/quality.md](../docs/build/quality.md) explains the figures and how to reproduce them. The same files give the same document, to the letter:',
    `\`\`\`sh\n${renderCommand(given)}\n\`\`\``,
    renderShipped(shipped),
    '## Public sets',
    'The threshold and the weights of the search were chosen with these sets in view, so their figures are a little better than those of your own knowledge will be.',
    renderSets(lastOf(found.ways)),
    ...(given.model === null ? [] : [describeMeaning(given.model)]),
    ...renderPublic(found),
    chat,
    '## What is bad',
    renderWorst(bases),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** The part of the document that needs no file from outside. */
export function renderShipped(shipped: Shipped): string {
  const sections = [
    BEGIN,
    '## What ships with Lotse',
    renderSets(lastOf(shipped.ways)),
    '### Finding the entry',
    renderSearch(shipped),
    '### Handing over',
    renderDecisions(shipped),
    renderTickets(shipped),
    'No ticket of `held-out` was used for training. But the thresholds were chosen with its figures in view, and the last texts for training were written after its mistakes had been read, some about the same situations. So these figures flatter: at first sight, the second half was read with 96 of 100 found, 9 of 100 false alarms and 23 of 25 in danger.',
    '### Reading tickets',
    `The reader was trained on ${shipped.reader.texts} labelled texts ([one file a language](../src/core/reading/examples)), \`npm run train\`. Here each text is read by a reader that never saw its fifth of them; texts that say nearly the same are in one fifth. Half of them were written to be hard: said without the obvious word, or the obvious word without a case.`,
    renderReader('language', shipped.reader.languages),
    renderReader('reason', shipped.reader.reasons),
    '### Calibration',
    renderCalibration(shipped),
    '### What is shown without a model',
    'Ordinary questions, rephrased ones, and ones near the topic that no entry answers, on bases of 30 entries and one of 401 ([`near.jsonl`](eval/near.jsonl)). The weights of the confidence were fitted on the half that is not held out and on the demo, by words; with E5 those for meaning. Calibration compares it with whether the shown answer is right.',
    shipped.shown,
    '### Floors',
    'A change that goes below one of these fails `npm run check` ([`bench/eval/floor.json`](eval/floor.json)).',
    renderFloors(shipped.floors),
    END,
  ];
  return sections.join('\n\n');
}

/** A document with that part exchanged. @throws Error when it has no such part. */
export function replaceShipped(document: string, part: string): string {
  return replaceBetween(document, [BEGIN, END], part);
}

/** That part as a document has it. */
export function readShipped(document: string): string {
  return document.slice(document.indexOf(BEGIN), document.indexOf(END) + END.length);
}

/** The README with two figures of this run. */
export function replaceFigures(readme: string, { found }: GivenRun): string {
  const bases = found.ways[0]?.bases ?? [];
  const recall = bases.reduce((sum, { score }) => sum + score.recall5, 0) / bases.length;
  const line = `On ${bases.length} public sets of questions, **${format(recall * 100, 0)} %** of the right entries are among the first five that Lotse finds, and the confidence of an answer is **${format(measureErrorOf(...bases), 2)}** away from how often it is right to answer: [docs/build/quality.md](docs/build/quality.md) explains every figure, and what is bad.`;
  return replaceBetween(readme, [README_BEGIN, README_END], [README_BEGIN, line, README_END].join('\n'));
}

/** What only some runs have is left out. */
function renderPublic(found: Given): string[] {
  const [way] = found.ways.slice(-1);
  const parts: [heading: string, text: string][] = [
    ['Finding the entry', renderSearch(found)],
    ['Handing over', [renderDecisions(found), renderTickets(found)].filter(Boolean).join('\n\n')],
    ['By kind of question', way ? renderKinds(way) : ''],
    ['Calibration', renderCalibration(found)],
  ];
  if (found.taught.length > 0) parts.push(['Other wordings of an entry', describeTaught(found)]);
  if (found.wordings.length > 0) parts.push(['Other words, another language', describeWordings(found)]);
  return parts.flatMap(([heading, text]) => [`### ${heading}`, text]);
}

function describeMeaning(model: string): string {
  return `By words alone, and by words and meaning with the embeddings of \`${model}\`. The one that \`npm run bench -- encoder\` starts knows English only, so its figures for other languages say nothing about a multilingual model ([how to run one](../docs/operators.md#embeddings)).`;
}

function describeTaught({ taught }: Given): string {
  const text =
    "Half of the users' questions become other wordings of the entries that answer them (`questions`), the other half is asked, and the other way round; means of both, by words alone. Sets with hardly more than one question an entry are left out.";
  return `${text}\n\n${renderTaught(taught)}`;
}

function describeWordings({ wordings }: Given): string {
  const text =
    'Questions that share few words with the entry that answers them, and questions in another language than the entries. With a model: how often the entry reaches the prompt, in a base of a dozen entries and among 400, the others made from support messages. Without a model: what was answered. The model here is a stand-in that translates and rephrases well when it is asked to.';
  return `${text}\n\n${renderWordings(wordings)}`;
}

function renderCommand({ paths, cases, model }: GivenRun): string {
  const words = paths.map((path) => basename(path));
  if (cases !== null) words.push('--cases DIR');
  if (model !== null) words.push('--embeddings');
  return `npm run quality -- ${words.join(' ')}`;
}

/** The bases as the last way of searching sees them: the one with the most evidence. */
function lastOf(ways: readonly Way[]): Way['bases'] {
  return ways.at(-1)?.bases ?? [];
}

export function replaceBetween(text: string, [begin, end]: readonly [string, string], part: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`there is no ${begin} before ${end}`);
  return text.slice(0, from) + part + text.slice(to + end.length);
}
