import type { Catalogue, Key } from './catalogue.ts';
import * as exceptions from './exceptions.ts';

/** One line of the table. */
export interface Line {
  what: string;
  name: string;
  /** How it is distributed, or why it need not be; null: nobody has said. */
  verdict: string | null;
}

export interface Judgement {
  lines: Line[];
  /** One sentence each; none: the schema can be distributed as it says. */
  faults: string[];
}

const COLUMN = 'server_id';

/**
 * Holds a schema to its promise: every key carries `server_id`, or it is said why not; and nothing is said about
 * what is not there any more.
 */
export function judge(catalogue: Catalogue, known: typeof exceptions = exceptions): Judgement {
  const { tables, keys, functions, sequences, triggers, views } = catalogue;
  const owned = new Set([...tables].flatMap(([name, columns]) => (columns.includes(COLUMN) ? [name] : [])));
  const isScattered = (key: Key) => owned.has(key.table) && key.columns[0] !== COLUMN;
  const wrong = (key: Key) =>
    owned.has(key.table) ? findKeyFault(key, owned) : findForeignFault(key, owned);
  const constraints = keys.filter(({ kind }) => kind !== 'index');
  const lists = [
    [
      'table',
      [...tables.keys()],
      (name: string) => (owned.has(name) ? `distributed by ${COLUMN}` : describe(known.TABLES[name])),
      known.TABLES,
    ],
    ['function', functions, (name: string) => known.FUNCTIONS[name], known.FUNCTIONS],
    ['sequence', sequences, (name: string) => known.SEQUENCES[name], known.SEQUENCES],
    ['trigger', triggers, (name: string) => known.TRIGGERS[name], known.TRIGGERS],
    ['view', views, (name: string) => known.VIEWS[name], known.VIEWS],
  ] as const;
  const lines: Line[] = [
    ...lists.flatMap(([what, names, find]) =>
      names.map((name) => ({ what, name, verdict: find(name) ?? null })),
    ),
    ...constraints.map((key) => {
      const fault = wrong(key);
      return {
        ...label(key),
        verdict: fault === null ? howKeyed(key, owned) : (known.KEYS[key.name] ?? null),
      };
    }),
    ...keys
      .filter((key) => key.kind !== 'foreign key' && isScattered(key))
      .map((key) => ({
        ...{ what: 'lookup', name: `${key.table}: ${key.name}` },
        verdict: known.SCATTERED[key.name] ?? (wrong(key) === null ? null : (known.KEYS[key.name] ?? null)),
      })),
  ];
  const unsaid = lines.filter(({ verdict }) => verdict === null);
  const faults = unsaid.map(
    ({ what, name }) => `${what} ${name}: ${EXPLANATIONS[what] ?? 'nobody says why'}`,
  );
  const stale = [
    ...lists.flatMap(([what, names, , said]) => findStale(what, names, said)),
    ...findStale(
      'table',
      [...tables.keys()].filter((name) => !owned.has(name)),
      known.TABLES,
    ),
    ...findStale(
      'key',
      constraints.filter((key) => wrong(key) !== null).map(({ name }) => name),
      known.KEYS,
    ),
    ...findStale(
      'lookup',
      keys.filter(isScattered).map(({ name }) => name),
      known.SCATTERED,
    ),
  ];
  return { lines, faults: [...faults, ...new Set(stale)] };
}

const UNKEYED = `does not carry ${COLUMN}, and nobody says why`;
const EXPLANATIONS: Record<string, string> = {
  table: `has no ${COLUMN}, and nobody says what it would be`,
  'primary key': UNKEYED,
  unique: UNKEYED,
  exclusion: UNKEYED,
  'foreign key': `does not lead from ${COLUMN} to the same server, and nobody says why`,
  lookup: `does not begin with ${COLUMN}, and nobody says who looks over all servers`,
  function: 'nobody says whether it stays within one server',
  trigger: 'nobody says whether it stays within one server',
};

function describe(table: (typeof exceptions.TABLES)[string] | undefined): string | undefined {
  return table && `${table.place}: ${table.why}`;
}

const label = ({ kind, table, name, columns }: Key) => ({
  what: kind,
  name: `${table}: ${name} (${columns.map((column) => column || 'expression').join(', ')})`,
});

/** Of a table with `server_id`. @returns null where it is keyed by it. */
function findKeyFault({ columns, target }: Key, owned: ReadonlySet<string>): string | null {
  const place = columns.indexOf(COLUMN);
  if (place < 0) return UNKEYED;
  if (target === null) return null;
  const wanted = owned.has(target.table) ? COLUMN : target.table === 'servers' ? 'id' : null;
  return target.columns[place] === wanted ? null : UNKEYED;
}

/** Of a table without it: its own keys are as it is kept, but it may not point at what is spread. */
function findForeignFault({ target }: Key, owned: ReadonlySet<string>): string | null {
  return target !== null && (owned.has(target.table) || target.table === 'servers') ? UNKEYED : null;
}

function howKeyed({ table, kind }: Key, owned: ReadonlySet<string>): string {
  if (owned.has(table)) return kind === 'foreign key' ? 'within one server' : `carries ${COLUMN}`;
  return 'as its table is kept';
}

function findStale(
  what: string,
  names: readonly string[],
  said: Readonly<Record<string, unknown>>,
): string[] {
  const gone = Object.keys(said).filter((name) => !names.includes(name));
  return gone.map((name) => `${what} ${name}: is excepted, but needs no exception or is not there`);
}
