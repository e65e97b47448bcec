import { describe, expect, it } from 'vitest';
import { parseOptions, parsePeer } from '../bench/speed/arguments.ts';
import { judgeFloors } from '../bench/speed/floors.ts';
import { BOUGHT, findBought, judgeGate } from '../bench/speed/gate.ts';
import { percentilesOf } from '../bench/speed/load.ts';
import type { Sample } from '../bench/speed/measure.ts';
import { cpuBetween } from '../bench/speed/postgresql.ts';
import { parseStat } from '../bench/speed/proc.ts';
import { renderCommand } from '../bench/speed/report.ts';
import { FIGURES, type Findings, isFailed, medianOf, type Row, ratioOf } from '../bench/speed/summary.ts';
import { renderCosts } from '../bench/speed/tables.ts';

const COST = { perSecond: 20_000, p99Ms: 8, cpuUs: 40, databaseUs: null };
const SAMPLE: Sample = {
  ...{ startMs: 200, idleMb: 80, peakMb: 160, asNew: COST, repeated: null, errors: 0 },
  alone: { p50Ms: 0.2, p99Ms: 1 },
  delayed: { one: { p50Ms: 301, p99Ms: 302 }, many: { p50Ms: 305, p99Ms: 320 } },
  prompts: null,
};

function rowOf(name: string, ...samples: (Partial<Sample> | null)[]): Row {
  return { name, title: name, samples: samples.map((sample) => sample && { ...SAMPLE, ...sample }) };
}

function costOf(cost: Partial<Sample['asNew']>): Partial<Sample> {
  return { asNew: { ...COST, ...cost } };
}

/** Every floor of the service with PostgreSQL is kept to the digit. */
function findingsAtTheFloor(change: Partial<Sample> = {}): Findings {
  const ours: Partial<Sample> = {
    ...costOf({ perSecond: 1_200, cpuUs: 320 }),
    ...{ idleMb: 176, startMs: 1_200, alone: { p50Ms: 4.2, p99Ms: 9 } },
    delayed: { one: { p50Ms: 305, p99Ms: 310 }, many: { p50Ms: 330, p99Ms: 432 } },
  };
  return {
    rows: [
      ...[rowOf('bare', {}), rowOf('koa', {}), rowOf('postgresql', { ...ours, ...change })],
      rowOf('before', costOf({ perSecond: 1_200, cpuUs: 320 })),
      ...[rowOf('entries-100', costOf({ cpuUs: 100 })), rowOf('entries-20000', costOf({ cpuUs: 130 }))],
      rowOf('small', { prompts: { tokens: 1_000, samePrefix: 0.8 } }),
      rowOf('gateway', costOf({ perSecond: 3_529 })),
    ],
  };
}

const GATEWAY = [{ name: 'gateway', title: 'Gateway' }];

describe('the arguments of the benchmark', () => {
  it('take a peer apart at the last @ before a port, and keep quoted words together', () => {
    expect(parsePeer('My Peer=npx "@scope/a peer"@2 --port={port}@8787/v1/chat/completions')).toEqual({
      name: 'My Peer',
      command: ['npx', '@scope/a peer@2', '--port={port}'],
      port: 8787,
      path: '/v1/chat/completions',
    });
  });

  it.each([
    'Peer=node x@8787',
    '=node x@1/v1',
    'Peer=x@70000/v1',
  ])('refuse the peer %s and show the right form', (text) => {
    expect(() => parsePeer(text)).toThrow('NAME=COMMAND@PORT/PATH');
  });

  it('take the database that is given, else that of the environment, else the usual one if it is running', () => {
    const environment = { DATABASE_URL: 'postgres://there/one' };
    expect(parseOptions([], environment)).toMatchObject({
      ...{ database: 'postgres://there/one', isDatabaseGiven: true },
    });
    expect(parseOptions(['--database', 'postgres://there/two'], environment).database).toBe(
      'postgres://there/two',
    );
    expect(parseOptions([], { DATABASE_URL: '' }).isDatabaseGiven).toBe(false);
  });

  it('never let part of a run overwrite the record of a whole one, unless a file is named', () => {
    expect(parseOptions([], {}).out).toBe('bench/RESULTS.md');
    expect(parseOptions(['--only', 'bare'], {}).out).toBeNull();
    expect(parseOptions(['--quick'], {}).out).toBeNull();
    expect(parseOptions(['--only', 'bare', '--out', 'x.md'], {}).out).toBe('x.md');
  });

  it('are refused by name when they are unknown', () => {
    expect(() => parseOptions(['--only', 'bare,typo'], {})).toThrow('not typo');
    expect(() => parseOptions(['--peer', 'koa=x@1/v1'], {})).toThrow('the name koa is taken');
    expect(() => parseOptions(['--rounds', '0'], {})).toThrow('--rounds');
    expect(parseOptions(['--quick', '--seconds', '3'], {})).toMatchObject({ rounds: 1, seconds: 3 });
  });
});

describe('the reading of processes', () => {
  it('is right for a program whose name holds brackets and spaces', () => {
    const rest = 'S 7 1 1 0 -1 4194560 1 2 3 4 100 20 3 4 20 0 11 0 99';
    expect(parseStat(`42 (a (b) c) ${rest}`)).toEqual({ parent: 7, ticks: 127 });
  });

  it('counts processes that started in between from zero, and leaves out those that ended', () => {
    const before = new Map([
      [1, 100],
      [2, 50],
    ]);
    const after = new Map([
      [1, 130],
      [3, 20],
    ]);
    expect(cpuBetween(before, after)).toBe(50);
  });
});

describe('the figures', () => {
  it('are medians: the middle one, or the mean of the two in the middle', () => {
    expect(medianOf([9, 1, 5])).toBe(5);
    expect(medianOf([9, 1, 5, 2])).toBe(3.5);
    expect(medianOf([])).toBeNull();
  });

  it('hold the times that 50 % and 99 % of the answers did not exceed', () => {
    const times = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect(percentilesOf(times)).toEqual({ p50Ms: 100, p99Ms: 198 });
    expect(percentilesOf([7])).toEqual({ p50Ms: 7, p99Ms: 7 });
  });

  it('are compared round by round, and only where both were measured', () => {
    const ours = rowOf('a', { startMs: 100 }, { startMs: 800 }, null, { startMs: 300 });
    const theirs = rowOf('b', { startMs: 50 }, { startMs: 400 }, { startMs: 1 }, { startMs: 100 });
    expect(ratioOf(ours, theirs, FIGURES.startMs)).toBe(2);
    expect(ratioOf(ours, undefined, FIGURES.startMs)).toBeNull();
  });

  it('pass every floor that they just reach', () => {
    const floors = judgeFloors(findingsAtTheFloor(), GATEWAY);
    expect(floors).toHaveLength(11);
    expect(floors.filter(({ holds }) => holds !== true)).toEqual([]);
  });

  it.each<[string, Partial<Sample>]>([
    ['requests/s, x bare: at least 0.06', costOf({ perSecond: 1_199, cpuUs: 320 })],
    ['requests/s, x Gateway: at least 0.34', costOf({ perSecond: 1_199, cpuUs: 320 })],
    ['requests/s, x before: at least 1', costOf({ perSecond: 1_199, cpuUs: 320 })],
    ['CPU a question, x before: at most 1', costOf({ perSecond: 1_200, cpuUs: 321 })],
    ['a model that answers at once', { alone: { p50Ms: 4.3, p99Ms: 9 } }],
    ['wait added to 300 ms', { delayed: { one: { p50Ms: 305.1, p99Ms: 1 }, many: { p50Ms: 1, p99Ms: 1 } } }],
    ['p99 behind 300 ms', { delayed: { one: { p50Ms: 1, p99Ms: 1 }, many: { p50Ms: 1, p99Ms: 433 } } }],
    ['memory idle', { idleMb: 177 }],
    ['start', { startMs: 1_201 }],
  ])('fail the floor "%s" just beyond it', (text, change) => {
    const broken = judgeFloors(findingsAtTheFloor(change), GATEWAY).filter(({ holds }) => holds === false);
    expect(broken.map((floor) => floor.text).join()).toContain(text);
  });

  it('fail the floor for a large knowledge just beyond it', () => {
    const { rows } = findingsAtTheFloor();
    const larger = rows.map((row) =>
      row.name === 'entries-20000' ? rowOf(row.name, costOf({ cpuUs: 131 })) : row,
    );
    const broken = judgeFloors({ rows: larger }, GATEWAY).filter(({ holds }) => holds === false);
    expect(broken.map(({ text }) => text)).toEqual([
      'CPU a question with 20,000 entries, x 100 entries: at most 1.3',
    ]);
  });

  it('are judged by no floor without PostgreSQL, whatever else was measured', () => {
    const rows = findingsAtTheFloor().rows.filter(({ name }) => ['bare', 'koa', 'gateway'].includes(name));
    const floors = judgeFloors({ rows: [...rows, rowOf('embedded', {})] }, GATEWAY);
    expect(floors.map(({ holds }) => holds)).toEqual(Array(9).fill(null));
  });

  it('of a target with an error or a round that could not be measured fail the run', () => {
    expect(isFailed(rowOf('koa', {}))).toBe(false);
    expect(isFailed(rowOf('koa', {}, { errors: 1 }))).toBe(true);
    expect(isFailed(rowOf('koa', {}, null))).toBe(true);
  });
});

describe('the report', () => {
  it('shows medians, and ratios to the bare proxy and each peer', () => {
    const rows = [
      rowOf('bare', {}, {}, {}),
      rowOf('koa', ...[12_000, 9_000, 10_000].map((perSecond) => costOf({ perSecond, databaseUs: 7 }))),
      rowOf('gateway', ...[1, 2, 3].map(() => costOf({ perSecond: 4_000, cpuUs: null }))),
    ];
    const [heading, , , koa, gateway] = renderCosts({ rows }, GATEWAY).split('\n');
    expect(heading).toContain('| target | req/s | x bare | x Gateway | CPU µs | x bare |');
    expect(koa).toBe('| koa | 10,000 | 0.50 | 2.50 | 40 | 1.00 | 7 | 0.20 | 8.0 | 0 |');
    expect(gateway).toContain('| gateway | 4,000 | 0.20 | 1.00 | – | – |');
  });

  it('shows the command without passwords, keys and folders', () => {
    const options = parseOptions(
      [
        ...[
          '--quick',
          '--database',
          `postgres://${['me', 'hunter2'].join(':')}@db.internal/x`,
          '--only',
          'bare,gateway',
        ],
        ...['--peer', 'Gateway=env API_KEY=hunter2 /opt/a/node ../b/server.js --dir=/srv/c/d x@8787/v1'],
        ...['--peer-header', 'x-portkey-provider: openai', '--peer-header', 'x-api-key: hunter2'],
      ],
      {},
    );
    expect(renderCommand(options)).toBe(
      'npm run bench -- --rounds 1 --seconds 2 --database "$DATABASE_URL" ' +
        '--peer "Gateway=env API_KEY=… …/node …/server.js --dir=…/d x@8787/v1" ' +
        '--peer-header "x-portkey-provider: openai" --peer-header "x-api-key: …" --only "bare,gateway"',
    );
  });
});

describe('the gate for a question that became dearer', () => {
  const dearer = {
    rows: [
      rowOf('postgresql', { ...costOf({ cpuUs: 120 }), prompts: { tokens: 1_100, samePrefix: 0 } }),
      rowOf('before', { ...costOf({ cpuUs: 100 }), prompts: { tokens: 1_000, samePrefix: 0 } }),
    ],
  };
  const line = (factor: number) =>
    `# Speed\n\n${BOUGHT}\n\n| date | figure | factor | what |\n| 2026-11-28 | CPU | ${factor} | it reads mails |\n\n## Floors\n`;
  const judge = (ours: string, before = '') =>
    judgeGate(dearer, { ours, before }).map(({ passes }) => passes);

  it('lets a tenth more tokens pass, and no fifth more CPU', () => {
    expect(judge('')).toEqual([false, true]);
  });

  it('lets pass what a new line of the report says the reason for, up to its factor', () => {
    expect([judge(line(1.2)), judge(line(1.15)), judge(line(1.2), line(1.2))]).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
  });

  it('passes nothing that was not measured', () => {
    expect(judgeGate({ rows: [] }, { ours: '', before: '' }).some(({ passes }) => passes)).toBe(false);
  });

  it('keeps the lines that people wrote when the report is written again', () => {
    expect(findBought(line(1.2))).toContain('| 2026-11-28 | CPU | 1.2 | it reads mails |');
    expect(findBought(line(1.2))).not.toContain('Floors');
    expect(() => parseOptions(['--gate'], {})).toThrow('--gate needs --against FOLDER');
  });
});
