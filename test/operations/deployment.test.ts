import { readFileSync } from 'node:fs';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ApiState } from '../../src/channels/http/authenticate.ts';
import { listen } from '../../src/channels/http/server.ts';
import { parseConfig } from '../../src/config.ts';
import { MAX_BODY_BYTES, MAX_IMPORT_BYTES, SHUTDOWN_GRACE_SECONDS } from '../../src/domain/limits.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const manual = read('docs/operators.md');
/** A file that the manual tells operators to copy. */
const exampleOf = (path: string) => {
  expect(manual).toContain(`](../${path})`);
  return read(path);
};
const valuesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, value = '']) => value);

const settings = valuesOf(read('src/config.ts'), /^ {2}([A-Z][A-Z\d_]+):/gm);
/** What Node and the C library read, and compose.yaml for the database beside the service. */
const FOREIGN = new Set([
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'MALLOC_ARENA_MAX',
  'POSTGRES_PASSWORD',
  'LISTEN',
]);
const unknownOf = (names: string[]) => names.filter((name) => !settings.includes(name) && !FOREIGN.has(name));

const defaults = parseConfig({});
const [program = '', ...flags] = (
  JSON.parse(read('package.json')) as { scripts: { start: string } }
).scripts.start
  .replace(/^exec /, '')
  // Only a clone may lack its packages.
  .replace('--import ./src/installed.mjs ', '')
  .replace(/ \|\|.*/, '')
  .split(' ');

describe('every setting', () => {
  test('that the unit names exists', () => {
    const names = valuesOf(exampleOf('ops/lotse.service'), /^Environment=(.*)$/gm).flatMap((line) =>
      line.split(' '),
    );
    expect(unknownOf(names.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });

  test('that compose.yaml names, sets or takes from .env exists', () => {
    const { services } = parse(read('compose.yaml')) as {
      services: { lotse: { environment: Record<string, string> } };
    };
    const { environment } = services.lotse;
    expect(unknownOf(Object.keys(environment))).toEqual([]);
    expect(unknownOf(valuesOf(read('compose.yaml'), /\$\{(\w+)/g))).toEqual([]);
  });

  test('that the image sets exists', () => {
    const names = valuesOf(read('Dockerfile'), /^ENV (.*)$/gm).flatMap((line) => line.split(' '));
    expect(unknownOf(names.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });
});

describe('the unit of the manual', () => {
  const unit = exampleOf('ops/lotse.service');
  const entriesOf = (name: string) => valuesOf(unit, new RegExp(`^${name}=(.*)$`, 'gm'));

  test('starts what npm start starts, with the Node of the packages', () => {
    expect(entriesOf('ExecStart')).toEqual([`/opt/lotse/node_modules/.bin/${program} ${flags.join(' ')}`]);
  });

  test('waits longer than an end may take before it kills', () => {
    // The service gives itself 10 s beyond the grace of its requests.
    expect(Number(entriesOf('TimeoutStopSec')[0])).toBeGreaterThanOrEqual(SHUTDOWN_GRACE_SECONDS + 15);
  });

  test('gives the service a folder for data and one for compiled files, and lets it write nowhere else', () => {
    expect(entriesOf('ProtectSystem')).toEqual(['strict']);
    expect(unit).toContain(`NODE_COMPILE_CACHE=/var/cache/${entriesOf('CacheDirectory')[0]} `);
    expect(manual).toContain(`\`DATA_DIR=/var/lib/${entriesOf('StateDirectory')[0]}\``);
    expect(entriesOf('ReadWritePaths')).toEqual([]);
  });

  test('leaves the service no capability, and Node its compiler', () => {
    expect(entriesOf('CapabilityBoundingSet')).toEqual(['']);
    expect(entriesOf('NoNewPrivileges')).toEqual(['true']);
    expect(entriesOf('MemoryDenyWriteExecute')).toEqual([]);
  });
});

/** What an idle connection is kept for, as the service itself says. */
async function readKeepAliveSeconds(): Promise<number> {
  const http = await listen(new Koa<ApiState>(), { host: '127.0.0.1', port: 0 });
  const response = await fetch(`http://127.0.0.1:${http.port}/`);
  await response.text();
  await http.stop(0);
  return Number(/timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '')?.[1]);
}

describe.each([
  { name: 'ops/nginx.conf', waits: /proxy_read_timeout (\d+)s/g, keeps: /keepalive_timeout (\d+)s/g },
  { name: 'ops/Caddyfile', waits: /response_header_timeout (\d+)s/g, keeps: /keepalive (\d+)s/g },
])('the example $name', ({ name, waits, keeps }) => {
  const example = exampleOf(name);
  const secondsOf = (pattern: RegExp) => valuesOf(example, pattern).map(Number);

  test('waits longer than the AI backend may take', () => {
    const seconds = secondsOf(waits);
    expect(seconds).toHaveLength(1);
    expect((seconds[0] ?? 0) * 1000).toBeGreaterThan(defaults.AI_TIMEOUT_MS);
  });

  test('closes an idle connection before the service does, which would lose a request', async () => {
    const seconds = secondsOf(keeps);
    expect(seconds).toHaveLength(1);
    expect(seconds[0]).toBeLessThan(await readKeepAliveSeconds());
  });

  test('leads to where the service listens', () => {
    const addresses = valuesOf(example, /(?:server|reverse_proxy) ([\d.]+:\d+)/g);
    expect(addresses).toEqual([`${defaults.HOST}:${defaults.PORT}`]);
  });

  test('keeps the metrics of every spelling to this machine', () => {
    // The router of the service takes a slash at the end, too.
    expect(example).toMatch(/location ~\* \^\/metrics \{ return 404; \}|path \/metrics \/metrics\/\*\n/);
  });
});

test('the nginx example takes the largest request of the API and the largest upload, and Caddy leaves it to us', () => {
  const [api = '', pages = ''] =
    exampleOf('ops/nginx.conf').split('location /api/')[1]?.split('location / {') ?? [];
  const bytesOf = (text: string) => {
    const [, count, unit] = /client_max_body_size (\d+)([km]);/.exec(text) ?? [];
    return Number(count) * (unit === 'k' ? 1024 : 1024 * 1024);
  };
  expect(bytesOf(api)).toBeGreaterThanOrEqual(MAX_BODY_BYTES);
  expect(bytesOf(pages)).toBeGreaterThanOrEqual(MAX_IMPORT_BYTES);
  // Caddy 2.6 makes 502 of what it refuses itself.
  expect(exampleOf('ops/Caddyfile')).not.toContain('request_body');
});
