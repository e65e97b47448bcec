/** One line of a metric: the values of its labels, and `_bucket`, `_sum` or `_count` behind the name of a histogram. */
export interface Sample {
  labels: Record<string, string | number>;
  value: number;
  suffix?: '_bucket' | '_sum' | '_count';
}

/** A metric with all its lines, read when somebody asks for them. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  read(): Sample[];
}

/** Names and values of a cell's labels stand in the same order. */
type LabelValue = string | number;

/**
 * Cells by the values of up to three labels. They are found through one map a label, so that counting builds no
 * string: the children of prom-client build one for every increment, about 3 microseconds a request in all.
 */
function createCells<Cell>(names: readonly string[], make: (labels: Sample['labels']) => Cell) {
  const cells: Cell[] = [];
  const root = new Map<LabelValue, Map<LabelValue, Map<LabelValue, Cell>>>();
  const add = (values: readonly LabelValue[], branch: Map<LabelValue, Cell>, last: LabelValue): Cell => {
    const cell = make(Object.fromEntries(names.map((name, place) => [name, values[place] ?? ''])));
    cells.push(cell);
    branch.set(last, cell);
    return cell;
  };
  return {
    cells,
    at: (first: LabelValue, second: LabelValue, third: LabelValue): Cell => {
      const cell = root.get(first)?.get(second)?.get(third);
      if (cell) return cell;
      const middle = root.get(first) ?? new Map<LabelValue, Map<LabelValue, Cell>>();
      root.set(first, middle);
      const branch = middle.get(second) ?? new Map<LabelValue, Cell>();
      middle.set(second, branch);
      return add([first, second, third], branch, third);
    },
  };
}

export interface Counter extends Family {
  /** @param first … values of the labels, in their order. */
  add(amount: number, first?: LabelValue, second?: LabelValue, third?: LabelValue): void;
}

export function createCounter(name: string, help: string, labels: readonly string[]): Counter {
  const { cells, at } = createCells(labels, (given) => ({ labels: given, value: 0 }));
  return {
    ...{ name, help, type: 'counter' },
    add: (amount, first = '', second = '', third = '') => {
      at(first, second, third).value += amount;
    },
    read: () => cells,
  };
}

/** From what memory answers to the longest deadline that is usual. */
const BOUNDS_SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface Timings extends Family {
  observe(seconds: number, label: LabelValue): void;
}

/** A histogram of seconds. @param known values of the label that are there before anything took its time. */
export function createTimings(
  name: string,
  help: string,
  label: string,
  known: readonly LabelValue[] = [],
): Timings {
  const { cells, at } = createCells([label], (labels) => ({
    labels,
    counts: BOUNDS_SECONDS.map(() => 0),
    total: 0,
    sum: 0,
  }));
  for (const value of known) at(value, '', '');
  return {
    ...{ name, help, type: 'histogram' },
    observe: (seconds, value) => {
      const cell = at(value, '', '');
      cell.total += 1;
      cell.sum += seconds;
      const place = BOUNDS_SECONDS.findIndex((bound) => seconds <= bound);
      if (place >= 0) cell.counts[place] = (cell.counts[place] ?? 0) + 1;
    },
    read: () => cells.flatMap(toSamples),
  };
}

/** Buckets hold what is at most their bound, so each also counts those below it. */
function toSamples(cell: {
  labels: Sample['labels'];
  counts: number[];
  total: number;
  sum: number;
}): Sample[] {
  const { labels, counts, total, sum } = cell;
  let below = 0;
  const buckets = BOUNDS_SECONDS.map((le, place): Sample => {
    below += counts[place] ?? 0;
    return { labels: { ...labels, le }, value: below, suffix: '_bucket' };
  });
  return [
    ...buckets,
    { labels: { ...labels, le: '+Inf' }, value: total, suffix: '_bucket' },
    { labels, value: sum, suffix: '_sum' },
    { labels, value: total, suffix: '_count' },
  ];
}

/** A figure that is known without being counted. */
export function gauge(name: string, help: string, samples: number | Sample[]): Family {
  const read = () => (typeof samples === 'number' ? [{ labels: {}, value: samples }] : samples);
  return { name, help, type: 'gauge', read };
}
