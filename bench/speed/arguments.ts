import { parseArgs } from 'node:util';

/** A program to compare with, which speaks the OpenAI protocol. */
export interface Peer {
  name: string;
  /** Started without a shell; `{stub}` and `{port}` are ports. */
  command: string[];
  port: number;
  path: string;
}

export interface Options {
  rounds: number;
  seconds: number;
  /** Where the run may create its own databases. */
  database: string;
  /** Whether the database was named explicitly; the usual one may be missing. */
  isDatabaseGiven: boolean;
  /** The folder of another checkout of the service, measured in the same rounds; null: none. */
  against: string | null;
  peers: Peer[];
  /** For every peer; `{stub}` and `{port}` are ports. */
  peerHeaders: Record<string, string>;
  /** Names of targets, and `knowledge`; null: all. */
  only: string[] | null;
  /** Where the results are written; null: nowhere. */
  out: string | null;
  isStrict: boolean;
  /** Only whether a question became dearer than that of `against`. */
  isGate: boolean;
}

const OWN_TARGETS = ['bare', 'koa', 'libraries', 'postgresql', 'embedded', 'before', 'small', 'embeddings'];
const SECTIONS = ['knowledge'];
const QUICK = { rounds: 1, seconds: 2 };
const USUAL = { rounds: 3, seconds: 3 };
/** Within a checkout. */
export const RESULTS = 'bench/RESULTS.md';
const USUAL_DATABASE = 'postgres://postgres@127.0.0.1:5432/test';

/** Printed by `--help`. */
export const HELP = `npm run bench -- [flags]: the cost of a question, medians of rounds in which targets take turns
  --rounds N --seconds N   how often and how long (3 and 3); --quick: 1 and 2
  --only NAMES             of ${[...OWN_TARGETS, ...SECTIONS].join(', ')} and of peers
  --against FOLDER         another checkout with its node_modules: the target "before"
  --peer "NAME=COMMAND@PORT/PATH" --peer-header "name: value"
  --database URL --out FILE --strict
  --gate --against FOLDER  a minute: exit code 1 when a question takes over a tenth more CPU or tokens than in that
                           folder, unless bench/RESULTS.md has a new line for it in "What a dearer question bought":
                           | date | CPU or tokens | factor it may reach | what it bought |`;

/** @throws Error that says which argument is wrong. */
export function parseOptions(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      database: { type: 'string' },
      against: { type: 'string' },
      peer: { type: 'string', multiple: true, default: [] },
      'peer-header': { type: 'string', multiple: true, default: [] },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      gate: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const usual = values.quick ? QUICK : USUAL;
  const peers = values.peer.map(parsePeer);
  if (values.gate && values.against === undefined) throw new Error('--gate needs --against FOLDER');
  const wanted = values.gate ? 'postgresql,before' : values.only;
  const only = wanted?.split(',').map((name) => name.trim().toLowerCase()) ?? null;
  checkNames(peers, only);
  const database = values.database || environment.TEST_DATABASE_URL || environment.DATABASE_URL;
  return {
    rounds: parseCount('rounds', values.rounds, usual.rounds),
    seconds: parseCount('seconds', values.seconds, usual.seconds),
    database: database || USUAL_DATABASE,
    isDatabaseGiven: Boolean(database),
    against: values.against ?? null,
    peers,
    peerHeaders: Object.fromEntries(values['peer-header'].map(parseHeader)),
    only,
    // A partial run must not overwrite the record of a whole one unless told to.
    out: values.out ?? (only || values.quick ? null : RESULTS),
    ...{ isStrict: values.strict, isGate: values.gate },
  };
}

/** `NAME=COMMAND@PORT/PATH`; the last @ before a port counts, so the command may hold others. */
export function parsePeer(text: string): Peer {
  const [, name = '', command = '', port, path = ''] = /^([^=]+)=(.+)@(\d+)(\/.*)$/.exec(text) ?? [];
  if (name.trim() === '' || Number(port) > 65_535) {
    throw new Error(`--peer must read NAME=COMMAND@PORT/PATH, not ${text}`);
  }
  return { name: name.trim(), command: splitWords(command), port: Number(port), path };
}

/** `name: value` */
function parseHeader(text: string): [name: string, value: string] {
  const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(text) ?? [];
  if (!name || value === undefined) throw new Error(`--peer-header must read "name: value", not ${text}`);
  return [name.toLowerCase(), value];
}

/** Whether something was requested. */
export function isWanted({ only }: Pick<Options, 'only'>, name: string): boolean {
  return only === null || only.includes(name.toLowerCase());
}

/** Like a shell, but without expansions: quotes keep words together. */
function splitWords(command: string): string[] {
  const words = command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

function parseCount(name: string, text: string | undefined, usual: number): number {
  const count = Number(text ?? usual);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name} must be a whole number above 0`);
  return count;
}

function checkNames(peers: readonly Peer[], only: readonly string[] | null): void {
  const names = [...OWN_TARGETS, ...SECTIONS, ...peers.map(({ name }) => name.toLowerCase())];
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled) throw new Error(`--peer: the name ${doubled} is taken`);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only knows ${names.join(', ')}, not ${unknown}`);
}
