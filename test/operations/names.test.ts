import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { type ReadSample, readExposition } from './exposition.ts';

const read = (name: string) => readFileSync(new URL(`../../ops/${name}`, import.meta.url), 'utf8');

const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Lotse[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string().min(10), description: z.string().min(80) }),
        }),
      ),
    }),
  ),
});
const targetsSchema = z.array(z.object({ expr: z.string() })).default([]);
const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      type: z.string(),
      title: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: targetsSchema,
    }),
  ),
});

const rules = rulesSchema.parse(parse(read('alerts.yaml'))).groups.flatMap((group) => group.rules);
const { panels } = dashboardSchema.parse(JSON.parse(read('grafana-dashboard.json')));
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

const FUNCTIONS = new Set(['rate', 'increase', 'sum', 'changes', 'histogram_quantile']);
const OPERATORS = new Set(['and', 'or', 'unless', 'by', 'without']);
/** What Prometheus adds to each line that it reads. */
const OF_PROMETHEUS = new Set(['job', 'instance']);
/** What Prometheus itself says of a target. */
const UP = 'up';

const SELECTOR = /([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})?/g;
const MATCHER = /\s*([a-zA-Z_]\w*)\s*(=~|!~|!=|=)\s*"([^"]*)"\s*(?:,|$)/gy;

interface Selector {
  name: string;
  matchers: { label: string; operator: string; value: string }[];
}

/** Every metric that an expression reads; throws for a word that is neither that nor of the language. */
function selectorsIn(expression: string): Selector[] {
  const bare = expression.replace(/\[[^\]]*\]/g, '').replace(/\b(by|without) \(([^)]*)\)/g, '');
  return [...bare.matchAll(SELECTOR)].flatMap(({ 0: all, 1: name = '', 2: inside = '', index }) => {
    if (/[\d.]$/.test(bare.slice(0, index))) return [];
    const isCalled = /^\s*\(/.test(bare.slice(index + all.length));
    if (OPERATORS.has(name) || (isCalled && FUNCTIONS.has(name))) return [];
    return [{ name, matchers: matchersIn(inside) }];
  });
}

function matchersIn(inside: string): Selector['matchers'] {
  const found = [...inside.matchAll(MATCHER)];
  if (found.map(([all]) => all).join('') !== inside) throw new Error(`not matchers: ${inside}`);
  return found.map(([, label = '', operator = '', value = '']) => ({ label, operator, value }));
}

/** Labels by which an expression groups. */
function groupingsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
}

/** Everything that a service tells Prometheus now. */
async function readSamples(url: string): Promise<ReadSample[]> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer token' } });
  return [...readExposition(await response.text()).values()].flatMap((metric) => metric.samples);
}

let app: TestApp;
let samples: ReadSample[];
beforeAll(async () => {
  app = await startApp({ METRICS_TOKEN: 'token', ROLES: 'api,jobs' });
  const { key } = await app.addServer();
  // A question that the knowledge does not hold.
  await app.chat(key, ask('Where is the lighthouse?'));
  // Garbage is told of after the first collection since the start, and allocating brings none about for certain.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const read = async () => {
    samples = await readSamples(app.url);
    expect(samples.map(({ name }) => name)).toContain('nodejs_gc_duration_seconds_count');
  };
  await vi.waitFor(read, { timeout: 30_000 });
});
afterAll(() => app.stop());

/** What is wrong with a selector, as sentences. */
function findFaults({ name, matchers }: Selector): string[] {
  const lines = samples.filter((sample) => sample.name === name);
  if (lines.length === 0 && name !== UP) return [`there is no ${name}`];
  return matchers.flatMap(({ label, operator, value }) => {
    if (OF_PROMETHEUS.has(label)) return [];
    const known = new Set(lines.map(({ labels }) => labels[label]));
    const wanted = operator.includes('~') ? value.split('|') : [value];
    return wanted.filter((one) => !known.has(one)).map((one) => `${name} has no ${label}="${one}"`);
  });
}

describe('dashboard and alerts', () => {
  test.each(expressions)('read only metrics of the service: %s', (_title, expression) => {
    const selectors = selectorsIn(expression);
    expect(selectors.length).toBeGreaterThan(0);
    expect(selectors.flatMap(findFaults)).toEqual([]);
    const names = new Set(selectors.map(({ name }) => name));
    const labels = new Set(samples.flatMap((one) => (names.has(one.name) ? Object.keys(one.labels) : [])));
    const unknown = groupingsIn(expression).filter((one) => !labels.has(one) && !OF_PROMETHEUS.has(one));
    expect(unknown).toEqual([]);
  });

  test('are rejected with an unknown name, label or value', () => {
    const faulty = [
      'rate(lotse_htp_requests_total[5m])',
      'lotse_discord_state{state="asleep"} == 1',
      'lotse_ai_calls_total{outcome=~"ok|fine"}',
      'sum(lotse_ai_calls_total) / totally',
      'rte(lotse_ai_calls_total[5m])',
    ];
    for (const one of faulty) expect(selectorsIn(one).flatMap(findFaults), one).not.toEqual([]);
  });

  test('each alert has its own name and says what to do', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  test('panels have unique ids and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { gridPos: one, id } of panels) {
      expect(one.x + one.w).toBeLessThanOrEqual(24);
      const over = panels.filter(
        ({ gridPos: other, id: otherId }) =>
          otherId !== id &&
          one.x < other.x + other.w &&
          other.x < one.x + one.w &&
          one.y < other.y + other.h &&
          other.y < one.y + one.h,
      );
      expect(over.map(({ title }) => title)).toEqual([]);
    }
  });

  test('every metric of the service is in the dashboard or in an alert', () => {
    const used = new Set(
      expressions.flatMap(([, expression]) => selectorsIn(expression).map(({ name }) => name)),
    );
    const stem = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
    const stems = new Set([...used].map(stem));
    const own = new Set(samples.map(({ name }) => stem(name)).filter((name) => name.startsWith('lotse_')));
    expect([...own].filter((name) => !stems.has(name))).toEqual([]);
  });
});

test('the example for Prometheus reads the rules and sends the token', () => {
  const file = z
    .object({
      rule_files: z.array(z.string()),
      scrape_configs: z.array(
        z.object({ job_name: z.string(), authorization: z.object({ credentials_file: z.string() }) }),
      ),
    })
    .parse(parse(read('prometheus.yaml')));
  expect(file.rule_files).toEqual(['alerts.yaml']);
  // The alerts name it.
  expect(file.scrape_configs.map(({ job_name }) => job_name)).toEqual(['lotse']);
});
