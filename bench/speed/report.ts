import type { Options } from './arguments.ts';
import type { Generator } from './load.ts';
import type { Sample } from './measure.ts';
import { errorsOf, type Findings, type Floor, figureOf, type Row, ratioOf } from './summary.ts';

/** On what was measured; nothing that names the machine. */
export interface Surroundings {
  date: string;
  node: string;
  cpu: string;
  cores: number;
  postgreSql: string | null;
  generator: Generator;
  isPinned: boolean;
}

/** One column: its heading, its figure and how many digits it has. */
type Column = [heading: string, figure: (sample: Sample) => number | null, digits: number];

const NOTHING = '–';
const PER_SECOND: Column = ['req/s', (sample) => sample.perSecond, 0];
const CPU: Column = ['CPU µs', (sample) => sample.cpuUs, 0];
const REST: Column[] = [
  ['PostgreSQL µs', (sample) => sample.databaseUs, 0],
  ['p50 at 1, ms', (sample) => sample.aloneMs, 2],
  ['p99 at 32, ms', (sample) => sample.p99Ms, 1],
  ['RSS idle, MB', (sample) => sample.idleMb, 0],
  ['RSS peak, MB', (sample) => sample.peakMb, 0],
  ['start, ms', (sample) => sample.startMs, 0],
];

/** Medians of every target, and how they stand to the bare proxy and to each peer. */
export function renderTable(rows: readonly Row[], peers: readonly { name: string; title: string }[]): string {
  const bases = [{ name: 'bare', title: 'bare' }, ...peers].map((peer) => ({
    ...peer,
    row: rows.find(({ name }) => name === peer.name),
  }));
  const times = (row: Row, base: Row | undefined, [, figure]: Column) =>
    format(ratioOf(figureOf(row, figure), figureOf(base, figure)), 2);
  const headings = [
    ...['target', PER_SECOND[0], ...bases.map(({ title }) => `x ${title}`)],
    ...[CPU[0], 'x bare', ...REST.map(([heading]) => heading), 'errors'],
  ];
  const lines = rows.map((row) => [
    ...[row.title, cell(row, PER_SECOND), ...bases.map((base) => times(row, base.row, PER_SECOND))],
    ...[cell(row, CPU), times(row, bases[0]?.row, CPU), ...REST.map((column) => cell(row, column))],
    describeErrors(row),
  ]);
  return renderLines(headings, lines);
}

function renderDelayed({ bare, service }: NonNullable<Findings['delayed']>): string {
  const p99 = (row: Row) => figureOf(row, (sample) => sample.p99Ms);
  return renderLines(
    ['target', 'req/s', 'p99, ms', 'x bare', 'errors'],
    [bare, service].map((row) => [
      ...[row.title, cell(row, PER_SECOND), format(p99(row), 1), format(ratioOf(p99(row), p99(bare)), 3)],
      describeErrors(row),
    ]),
  );
}

function renderKnowledge({ known, asNew }: NonNullable<Findings['knowledge']>): string {
  const cpu = (row: Row) => figureOf(row, (sample) => sample.cpuUs);
  return renderLines(
    ['target', 'req/s', 'CPU µs', 'x 100 entries', 'RSS idle, MB', 'start, ms', 'errors'],
    [known, asNew].flatMap(({ small, large }) =>
      [small, large].map((row) => [
        ...[row.title, cell(row, PER_SECOND), cell(row, CPU), format(ratioOf(cpu(row), cpu(small)), 2)],
        ...[
          format(
            figureOf(row, (sample) => sample.idleMb),
            0,
          ),
          format(
            figureOf(row, (s) => s.startMs),
            0,
          ),
        ],
        describeErrors(row),
      ]),
    ),
  );
}

export function renderFloors(floors: readonly Floor[]): string {
  const verdict = (holds: boolean | null) =>
    holds === null ? 'not measured' : holds ? 'holds' : 'does not hold';
  const lines = floors.map(({ text, value, holds }) => [text, format(value, 2), verdict(holds)]);
  return renderLines(['floor', 'measured', 'verdict'], lines);
}

/** How to do the same, without passwords and without the folders of this machine. */
export function renderCommand(options: Options): string {
  const words = [`--rounds ${options.rounds}`, `--seconds ${options.seconds}`];
  if (options.database) words.push('--database "$DATABASE_URL"');
  for (const { name, command, port, path } of options.peers) {
    words.push(`--peer "${name}=${command.map(shorten).join(' ')}@${port}${path}"`);
  }
  for (const [name, value] of Object.entries(options.peerHeaders)) {
    words.push(`--peer-header "${name}: ${SECRET.test(name) ? '…' : value}"`);
  }
  if (options.only) words.push(`--only "${options.only.join(',')}"`);
  return `npm run bench -- ${words.join(' ')}`;
}

/** The whole file. */
export function renderReport(
  findings: Findings,
  floors: readonly Floor[],
  {
    options,
    around,
    peers,
  }: { options: Options; around: Surroundings; peers: { name: string; title: string }[] },
): string {
  const { delayed, knowledge, rows } = findings;
  const sections = [
    '# Speed',
    'Written by `npm run bench`; do not edit.',
    renderSurroundings(options, around),
    `\`\`\`sh\n${renderCommand(options)}\n\`\`\``,
    '## Side by side',
    renderTable(rows, peers),
    ...(delayed ? ['## A backend that takes 300 ms, 200 connections', renderDelayed(delayed)] : []),
    ...(knowledge ? ['## Knowledge', renderKnowledge(knowledge)] : []),
    '## Floors of the service with PostgreSQL',
    renderFloors(floors),
    '## How to read this',
    renderNotes(around),
  ];
  return `${sections.join('\n\n')}\n`;
}

function renderSurroundings({ rounds, seconds }: Options, around: Surroundings): string {
  const { date, node, cpu, cores, postgreSql, generator, isPinned } = around;
  const place = isPinned ? 'targets on core 0, load and stub on core 1' : 'no process kept on a core';
  return [
    `- ${date}, Node ${node}, ${postgreSql ? `PostgreSQL ${postgreSql}` : 'no PostgreSQL'}`,
    `- ${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}; ${place}`,
    `- load by ${generator}; medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s, targets in turn`,
  ].join('\n');
}

function renderNotes({ isPinned }: Surroundings): string {
  return [
    'Believe ratios and CPU a request: they were taken in one run on one machine. Requests/s also tell what else that machine was doing.',
    'Every target gets the same 32 tickets in turn, five messages and about 1 kB each. The backend is a stub that answers at once, so what is left is the cost of what stands before it. Each start is warmed up for two seconds and at least 2,000 requests (at most ten seconds). The run fails when a target does not ask the stub once for every answer.',
    'The service does its whole work: key, limits, quota, hand-over rules, search in 100 entries, prompt, settling, the record of the answer, log. It runs as `npm start` runs it, with every part that needs no account (so without the bot, which takes 60 MB more), at level V1, which makes one call of the backend as a proxy does. The forwards and peers only pass requests on.',
    'Of a message that comes again, as those of a ticket do with each of its turns, the service remembers what rules and tokenizer found, and of a question what the search found in the same knowledge. With the same tickets in turn it has all of that; with "new questions" what is asked last is never the same twice, so it is read and searched for each time. Answers are never remembered.',
    "CPU is that of a target's whole process tree. PostgreSQL's own is beside it: the connections to the service's database and the server's writers; the embedded database works within the service.",
    'RSS is the sum of the process tree: idle after the first answer, peak as the sum of the highest values (VmHWM). Start is from the spawn to the first answer with status 200, on a database that is set up.',
    `The forwards are plain JavaScript without a compile cache. The service has the one that an earlier start left (\`npm start\` keeps it), and gives back what loading left behind soon after its first answer. Load and stub share a core${isPinned ? ', PostgreSQL is kept on none' : ''}: the faster a target, the more that core holds it back, the bare proxy most.`,
    'An error is an answer of status 400 or above, a broken connection or no answer within ten seconds. Floors are read within one run; a single round of two seconds only shows the order of things.',
  ].join('\n\n');
}

function cell(row: Row, [, figure, digits]: Column): string {
  return format(figureOf(row, figure), digits);
}

function describeErrors(row: Row): string {
  const failed = row.failures > 0 ? `${row.failures} failed` : '';
  const errors = errorsOf(row);
  return [failed, failed && errors === 0 ? '' : `${errors}`].filter(Boolean).join(', ');
}

function format(value: number | null, digits: number): string {
  return value === null
    ? NOTHING
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function renderLines(headings: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = headings.map((_, index) => (index === 0 ? '---' : '--:'));
  return [headings, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A folder of this machine says nothing elsewhere, and a value that is called a secret is one. */
function shorten(word: string): string {
  const [, name] = /^([^=]+=)/.exec(word) ?? [];
  if (name && SECRET.test(name)) return `${name}…`;
  return word.replace(/(^|=)(?:\.{0,2}|~)\/(?:\S*\/)?/, '$1…/');
}

const SECRET = /authorization|cookie|api.?key|token|secret|password/i;
