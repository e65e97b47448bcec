import type { Options } from './arguments.ts';
import type { Floor } from './floors.ts';
import type { Findings } from './summary.ts';
import {
  type Named,
  renderBefore,
  renderCosts,
  renderFloors,
  renderFootprint,
  renderWaits,
} from './tables.ts';

/** The environment of the measurement, without the machine's name. */
export interface Surroundings {
  date: string;
  node: string;
  cpu: string;
  cores: number;
  postgreSql: string | null;
  isPinned: boolean;
}

/** The whole file. */
export function renderReport(
  findings: Findings,
  floors: readonly Floor[],
  {
    options,
    around,
    peers,
    bought = '',
  }: { options: Options; around: Surroundings; peers: readonly Named[]; bought?: string },
): string {
  const before = renderBefore(findings);
  const sections = [
    '# Speed',
    'Written by `npm run bench`; only "What a dearer question bought" is edited by hand. Every last message is one that nobody asked before.',
    renderSurroundings(options, around),
    `\`\`\`sh\n${renderCommand(options)}\n\`\`\``,
    '## What people wait for, behind a model that takes 300 ms',
    renderWaits(findings),
    '## What a question sends, and what a process takes',
    renderFootprint(findings),
    '## What a question costs, behind a model that answers at once',
    renderCosts(findings, peers),
    ...(before ? ['## Beside another version', before] : []),
    '## Floors',
    renderFloors(floors),
    ...(bought ? [bought] : []),
    '## How to read this',
    renderNotes(around),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** How to repeat the run, without passwords and folders of this machine. */
export function renderCommand(options: Options): string {
  const words = [`--rounds ${options.rounds}`, `--seconds ${options.seconds}`];
  if (options.isDatabaseGiven) words.push('--database "$DATABASE_URL"');
  if (options.against !== null) words.push('--against …');
  for (const { name, command, port, path } of options.peers) {
    words.push(`--peer "${name}=${command.map(shorten).join(' ')}@${port}${path}"`);
  }
  for (const [name, value] of Object.entries(options.peerHeaders)) {
    words.push(`--peer-header "${name}: ${SECRET.test(name) ? '…' : value}"`);
  }
  if (options.only) words.push(`--only "${options.only.join(',')}"`);
  return `npm run bench -- ${words.join(' ')}`;
}

function renderSurroundings({ rounds, seconds }: Options, around: Surroundings): string {
  const { date, node, cpu, cores, postgreSql, isPinned } = around;
  const place = isPinned ? 'targets on core 0, load and stub on core 1' : 'no process kept on a core';
  return [
    `- ${date}, Node ${node}, ${postgreSql ? `PostgreSQL ${postgreSql}` : 'no PostgreSQL'}`,
    `- ${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}; ${place}`,
    `- medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s, targets in turn; ratios and differences are those of each round`,
  ].join('\n');
}

function renderNotes({ isPinned }: Surroundings): string {
  return [
    'Believe ratios and CPU a request: they were taken in one run on one machine. Requests/s also tell what else that machine was doing.',
    'Every target gets the same tickets, one for each fourth short German and English text in `src/core/reading/examples` that needs nobody of the team and each fortieth that does, five messages each. Earlier messages of a ticket stay the same; the last one is put together anew, in German or English: the title of an entry, every other time a sentence about something else, and a number, with every tenth longer word exchanged and every tenth mistyped. In the rows "the same tickets in turn" the last message repeats, too.',
    'The service has 40 servers, each with a key and 100 entries, and is asked on all of them in turn; the rows with "one server" and the embedded database have one. "With embeddings" the stub also gives a vector of 384 numbers for each text, at once. It does its whole work: key, limits, quota, reading of tickets, search, prompt, settling, the record of the answer, log. It runs what `npm start` runs, with every part that needs no account (so without the bot, which takes 60 MB more), at level V1, which makes one call of the backend as a proxy does (and a second one before it, for search queries, where the search is unsure: in about two of five questions here, as on the public sets, where it is 15 to 38 % of those that can be answered). The proxies and peers only pass requests on. "Koa + MiniSearch + openai + pg" does the visible part of the work by well-kept libraries in one file: key, counts of minute and week, search, prompt, one call, one row.',
    'The backend is a stub that answers at once, or after 300 ms. "Added" is what a target takes longer than the bare proxy in the same round. A connection asks its next question as soon as its last is answered; at one connection behind 300 ms that makes about thirty questions a round, so its p99 is the slowest of them. Each start is warmed up for at least two seconds and 3,000 requests (at most ten seconds). The run fails when a target does not ask the stub for every answer, or more than twice in the mean.',
    'Tokens are those of the prompt, counted for 60 questions of different tickets on one server; "as in the last prompt" is the share that stands at the beginning of the prompt before, which a backend need not read again.',
    "CPU is that of a target's whole process tree. PostgreSQL's own is beside it: the connections to the service's database and the server's writers; the embedded database works within the service.",
    'Memory is the resident size of the process tree: idle after the first answer, peak as the sum of the highest values (VmHWM). Start is from the spawn to the first answer with status 200, on a database that is set up, with the compile cache that an earlier start left. The proxies are plain JavaScript.',
    `Load and stub share a core${isPinned ? ', PostgreSQL is kept on none' : ''}: the faster a target, the more that core holds it back, the bare proxy most.`,
    'An error is an answer of status 400 or above, a broken connection or no answer within ten seconds. A single round of two seconds only shows the order of things.',
  ].join('\n\n');
}

/** A local folder means nothing elsewhere, and a value named as a secret is one. */
function shorten(word: string): string {
  const [, name] = /^([^=]+=)/.exec(word) ?? [];
  if (name && SECRET.test(name)) return `${name}…`;
  return word.replace(/(^|=)(?:\.{0,2}|~)\/(?:\S*\/)?/, '$1…/');
}

const SECRET = /authorization|cookie|api.?key|token|secret|password/i;
