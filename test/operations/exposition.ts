/** Metrics as Prometheus would read them from its text format, version 0.0.4. */

export interface ReadMetric {
  type: 'counter' | 'gauge' | 'histogram' | 'summary' | 'untyped';
  help: string;
  samples: ReadSample[];
}

export interface ReadSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const HELP = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
const TYPE = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.+)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/gy;
const NUMBER = /^(?:[+-]Inf|[Nn]a[Nn]|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/**
 * Reads all or nothing: every line must be blank, HELP, TYPE or a sample, in this order for each metric, each metric
 * in one piece, each line once, histograms whole.
 */
export function readExposition(text: string): Map<string, ReadMetric> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const metrics = new Map<string, ReadMetric>();
  let helped = ['', ''];
  for (const line of text.slice(0, -1).split('\n').filter(Boolean)) {
    if (line.startsWith('# HELP')) helped = partsOf(HELP, line);
    else if (line.startsWith('# TYPE')) addMetric(metrics, partsOf(TYPE, line), helped);
    else addSample(metrics.get(helped[0] ?? ''), helped[0] ?? '', readSample(line));
  }
  for (const [name, metric] of metrics) {
    checkUnique(metric);
    if (metric.type === 'histogram') checkHistogram(name, metric);
  }
  return metrics;
}

function partsOf(form: RegExp, line: string): string[] {
  const found = form.exec(line);
  if (!found) throw new Error(`neither help nor type: ${line}`);
  return found.slice(1);
}

function addMetric(metrics: Map<string, ReadMetric>, [name = '', type]: string[], helped: string[]): void {
  if (name !== helped[0] || metrics.has(name)) throw new Error(`TYPE out of place: ${name}`);
  metrics.set(name, { type: type as ReadMetric['type'], help: helped[1] ?? '', samples: [] });
}

function addSample(metric: ReadMetric | undefined, name: string, sample: ReadSample): void {
  if (!metric || !belongs(sample.name, name, metric.type)) throw new Error(`no TYPE before ${sample.name}`);
  metric.samples.push(sample);
}

function checkUnique({ samples }: ReadMetric): void {
  const lines = samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).toSorted()]));
  if (new Set(lines).size < lines.length) throw new Error(`a line twice: ${samples[0]?.name}`);
}

function readSample(line: string): ReadSample {
  const [, name = '', labelled = '', value = ''] = SAMPLE.exec(line) ?? [];
  const labels: Record<string, string> = {};
  let end = 0;
  for (const [part, label = '', text = ''] of labelled.matchAll(LABEL)) {
    if (label in labels) throw new Error(`a label twice: ${line}`);
    labels[label] = text;
    end += part.length;
  }
  if (name === '' || end !== labelled.length || !NUMBER.test(value)) throw new Error(`not a sample: ${line}`);
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

function belongs(name: string, metric: string, type: ReadMetric['type']): boolean {
  if (type !== 'histogram') return name === metric;
  return [`${metric}_bucket`, `${metric}_sum`, `${metric}_count`].includes(name);
}

/** Buckets in order, none smaller than the one before, the last as large as the count. */
function checkHistogram(name: string, { samples }: ReadMetric): void {
  const ofSeries = Map.groupBy(samples, ({ labels: { le: _, ...rest } }) => JSON.stringify(rest));
  for (const [series, parts] of ofSeries) {
    const buckets = parts.filter((part) => part.name.endsWith('_bucket'));
    const bounds = buckets.map(({ labels }) => Number((labels.le ?? '').replace('Inf', 'Infinity')));
    const counts = buckets.map(({ value }) => value);
    const total = parts.find((part) => part.name === `${name}_count`)?.value;
    const isRising = (figures: number[]) => figures.every((figure, at) => figure >= (figures[at - 1] ?? 0));
    const isWhole = bounds.at(-1) === Number.POSITIVE_INFINITY && counts.at(-1) === total;
    if (!isWhole || !isRising(bounds) || !isRising(counts)) throw new Error(`${name}${series} is not whole`);
  }
}

/** Every sample by name and labels, as one flat table: `name{label="value"}`, labels by name. */
export function tableOf(metrics: Map<string, ReadMetric>): Record<string, number> {
  const rows = [...metrics.values()].flatMap(({ samples }) => samples);
  return Object.fromEntries(
    rows.map(({ name, labels, value }) => {
      const parts = Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1));
      const inside = parts.map(([label, text]) => `${label}="${text}"`).join(',');
      return [inside === '' ? name : `${name}{${inside}}`, value];
    }),
  );
}
