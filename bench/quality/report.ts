import { basename } from 'node:path';
import type { Given, Shipped, Way } from './findings.ts';
import {
  format,
  measureErrorOf,
  renderCalibration,
  renderDecisions,
  renderFloors,
  renderKinds,
  renderLanguages,
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

/** The whole document. */
export function renderReport(shipped: Shipped, given: GivenRun): string {
  const { found } = given;
  const bases = [...lastOf(shipped.ways), ...lastOf(found.ways)];
  const sections = [
    '# Quality',
    'Written by `npm run quality`; do not edit. It measures what Lotse does before any model is asked, with the functions that the service itself uses: finding the right entry, and deciding that a question has to go to the team. The same files give the same document, to the letter.',
    renderNotes(),
    '## How to reproduce it',
    'What ships with Lotse is measured in seconds, and a test holds that part of this document to what the command writes:',
    '```sh\nnpm run quality\n```',
    'The public sets are share-alike or belong to others, so they are not in the repository. Turned into the JSON lines that [`bench/eval/files.ts`](../bench/eval/files.ts) reads, they are measured and everything here is written anew with:',
    `\`\`\`sh\n${renderCommand(given)}\n\`\`\``,
    renderShipped(shipped),
    '## Public sets',
    'The threshold and the weights of the search were chosen with these sets in view, so their figures are a little better than those of your own knowledge will be.',
    renderSets(lastOf(found.ways)),
    ...(given.model === null ? [] : [describeMeaning(given.model)]),
    ...renderPublic(found),
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
    'The rules were tried on these tickets while they were written, and so were those of every other language on its own. Their figures show that nothing gets lost, not how the rules do on tickets that nobody has seen.',
    '### Languages',
    'Tickets by language: what a person must see, and what nobody needs to see.',
    renderLanguages(shipped.languages),
    '### Calibration',
    renderCalibration(shipped),
    '### Floors',
    'A change that goes below one of these fails `npm run check` ([`bench/eval/floor.json`](../bench/eval/floor.json)).',
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

/** The README with the three figures of this run. */
export function replaceFigures(readme: string, { found }: GivenRun): string {
  const bases = found.ways[0]?.bases ?? [];
  const mean = (values: readonly number[]) =>
    format(values.reduce((sum, n) => sum + n, 0) / values.length, 2);
  const lines = [
    `- **${mean(bases.map(({ score }) => score.recall5))}** of the right entries are among the first five (Recall@5, mean of ${bases.length} public sets)`,
    `- **${mean(bases.map(({ score }) => score.auc))}** is how often a question that the knowledge answers looks more certain than one that it does not (AUC, the same sets; 0.5 is a guess)`,
    `- **${format(measureErrorOf(...bases), 2)}** is the distance between the confidence of an answer and how often it is right to answer (expected calibration error over all their questions; 0 is perfect)`,
  ];
  return replaceBetween(readme, [README_BEGIN, README_END], [README_BEGIN, ...lines, README_END].join('\n'));
}

function renderNotes(): string {
  return [
    '- **nDCG@10, Recall@5, MRR** say how high up the right entry is among what was found: 1 is first place every time, 0 is never found. **Sent on V1** is the share of right entries among the passages that the smallest level sends, and how many passages those are in the mean, where the base is too large to be sent whole.',
    '- **AUC** is how often a question without an answer looks less certain than one with an answer; 0.5 is a guess. **F1** joins *precision* (of what is handed over, how much has to be) and *found* (of what has to be, how much is). *False alarms* are answerable questions that are handed over.',
    '- **Calibration** compares the confidence with what is true. Of the questions with a confidence of about 0.7, the knowledge should cover 70 %. The expected calibration error is the mean distance between the two over ten bins of equal width.',
  ].join('\n');
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
  return `By words alone, and by words and meaning with the embeddings of \`${model}\`. The one that \`npm run encoder\` starts knows English only, so its figures for other languages say nothing about a multilingual model ([how to run one](operators.md#embeddings)).`;
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

function replaceBetween(text: string, [begin, end]: readonly [string, string], part: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`there is no ${begin} before ${end}`);
  return text.slice(0, from) + part + text.slice(to + end.length);
}
