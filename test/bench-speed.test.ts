import { describe, expect, it } from 'vitest';
import { parseHeader, parseOptions, parsePeer } from '../bench/speed/arguments.ts';
import { parseWrk, renderLua } from '../bench/speed/load.ts';
import { checkCalls, type Sample } from '../bench/speed/measure.ts';
import { cpuBetween } from '../bench/speed/postgresql.ts';
import { findTree, parseSizeMb, parseStat } from '../bench/speed/proc.ts';
import { renderCommand, renderFloors, renderReport, renderTable } from '../bench/speed/report.ts';
import { type Findings, isFailed, judgeFloors, medianOf, type Row } from '../bench/speed/summary.ts';
import { fillPorts } from '../bench/speed/targets.ts';
import { makeKnowledge, makeTickets, NUMBER } from '../bench/speed/tickets.ts';
import { chatRequestSchema } from '../src/channels/http/contract.ts';

const SAMPLE: Sample = {
  ...{ startMs: 200, idleMb: 80, peakMb: 160, cpuUs: 40, databaseUs: null },
  ...{ perSecond: 20_000, aloneMs: 0.2, p99Ms: 8, errors: 0 },
};

function rowOf(name: string, ...samples: Partial<Sample>[]): Row {
  const filled = samples.map((sample) => ({ ...SAMPLE, ...sample }));
  return { name, title: name, samples: filled, failures: 0 };
}

/** Every floor of the service with PostgreSQL is kept to the digit. */
function findingsAtTheFloor(): Findings {
  const ours = { perSecond: 2_000, cpuUs: 320, aloneMs: 2.2, idleMb: 120, startMs: 1_000 };
  return {
    rows: [
      rowOf('bare', {}),
      rowOf('koa', {}),
      rowOf('postgresql', ours),
      rowOf('gateway', { perSecond: 1_000 }),
    ],
    delayed: { bare: rowOf('bare', { p99Ms: 320 }), service: rowOf('postgresql', { p99Ms: 368 }) },
    knowledge: { known: knowledgeAtTheFloor(), asNew: knowledgeAtTheFloor() },
  };
}

function knowledgeAtTheFloor() {
  return { small: rowOf('postgresql', { cpuUs: 100 }), large: rowOf('postgresql', { cpuUs: 150 }) };
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
    'node x@8787/v1',
    'Peer=node x',
    'Peer=node x@8787',
    '=node x@1/v1',
    'Peer=x@70000/v1',
  ])('refuse the peer %s and say how it reads', (text) => {
    expect(() => parsePeer(text)).toThrow('NAME=COMMAND@PORT/PATH');
  });

  it('take a header apart at its first colon', () => {
    expect(parseHeader('X-Host: http://127.0.0.1:{stub}/v1')).toEqual([
      'x-host',
      'http://127.0.0.1:{stub}/v1',
    ]);
    expect(() => parseHeader('no value')).toThrow('name: value');
  });

  it('put the ports of the stub and of the peer where they are named', () => {
    expect(fillPorts('{stub} {port} {stub}', 1, 2)).toBe('1 2 1');
  });

  it('take the database from the environment unless one is given', () => {
    const environment = { DATABASE_URL: 'postgres://there/one' };
    expect(parseOptions([], environment).database).toBe('postgres://there/one');
    expect(parseOptions(['--database', 'postgres://there/two'], environment).database).toBe(
      'postgres://there/two',
    );
    expect(parseOptions([], { DATABASE_URL: '' }).database).toBeNull();
  });

  it('never let part of a run overwrite the record of a whole one, unless a file is named', () => {
    expect(parseOptions([], {}).out).toBe('bench/RESULTS.md');
    expect(parseOptions(['--only', 'bare'], {}).out).toBeNull();
    expect(parseOptions(['--only', 'bare', '--out', 'x.md'], {}).out).toBe('x.md');
  });

  it('name what they do not know', () => {
    expect(() => parseOptions(['--only', 'bare,typo'], {})).toThrow('not typo');
    expect(() => parseOptions(['--peer', 'koa=x@1/v1'], {})).toThrow('the name koa is taken');
    expect(() => parseOptions(['--rounds', '0'], {})).toThrow('--rounds');
    expect(parseOptions(['--quick', '--seconds', '3'], {})).toMatchObject({ rounds: 1, seconds: 3 });
  });
});

describe('what is read of processes', () => {
  it('is right for a program whose name holds brackets and spaces', () => {
    const rest = 'S 7 1 1 0 -1 4194560 1 2 3 4 100 20 3 4 20 0 11 0 99';
    expect(parseStat(`42 (a (b) c) ${rest}`)).toEqual({ parent: 7, ticks: 127 });
  });

  it('is a size in MB, and 0 where there is none', () => {
    const text = 'Name:\tnode\nVmHWM:\t  204800 kB\nVmRSS:\t  102400 kB\n';
    expect(parseSizeMb(text, 'VmRSS')).toBe(100);
    expect(parseSizeMb(text, 'VmHWM')).toBe(200);
    expect(parseSizeMb('Name:\tkthreadd\n', 'VmRSS')).toBe(0);
  });

  it('is the tree below a process, whatever order they stand in', () => {
    const parents = new Map([
      [9, 5],
      [5, 3],
      [3, 1],
      [4, 1],
      [8, 5],
    ]);
    expect(findTree(3, parents).toSorted()).toEqual([3, 5, 8, 9]);
    expect(findTree(8, parents)).toEqual([8]);
  });

  it('counts processes that began in between from nothing, and leaves out those that ended', () => {
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

describe('the load', () => {
  it('is read from the line of our script, in seconds and milliseconds', () => {
    expect(parseWrk('Running 2s test\nRESULT 4000 2000000 1500 9000 3\n')).toEqual({
      ...{ requests: 4_000, seconds: 2, p50Ms: 1.5, p99Ms: 9, errors: 3 },
    });
    expect(() => parseWrk('unable to connect')).toThrow('unable to connect');
  });

  it('has every quote of a body escaped in the script', () => {
    const bodies = ['{"text":"a\\n\\"b\\""}'];
    const script = renderLua({ headers: { 'x-a': 'b"c' }, bodies, isNew: false });
    expect(script).toContain('if not false then return');
    expect(script).toContain('wrk.headers["x-a"] = "b\\"c"');
    expect(script).toContain('"{\\"text\\":\\"a\\\\n\\\\\\"b\\\\\\"\\"}"');
  });

  it('sends tickets of five messages and about 1 kB that the service takes', () => {
    const tickets = makeTickets();
    for (const ticket of tickets) {
      expect(chatRequestSchema.parse(JSON.parse(ticket)).messages).toHaveLength(5);
      expect(Buffer.byteLength(ticket)).toBeGreaterThan(900);
      expect(Buffer.byteLength(ticket)).toBeLessThan(1_300);
    }
    expect(new Set(tickets).size).toBe(tickets.length);
    expect(tickets.every((ticket) => ticket.split(NUMBER).length === 2)).toBe(true);
  });

  it('asks for what the knowledge speaks of', () => {
    const texts = makeKnowledge(100).map(({ text }) => text);
    expect(
      texts.filter((text) => text.startsWith('How to ') || text.startsWith('So kannst du ')),
    ).toHaveLength(100);
    expect(texts.some((text) => text.includes('change the billing address'))).toBe(true);
  });

  it('must ask the backend once for each answer', () => {
    expect(() => checkCalls(10_030, 10_000, 32)).not.toThrow();
    expect(() => checkCalls(5_000, 10_000, 32)).toThrow('5000 calls of the backend for 10000 answers');
    expect(() => checkCalls(20_000, 10_000, 32)).toThrow();
    expect(() => checkCalls(99, 99, 32)).toThrow('only 99 answers');
  });
});

describe('the figures', () => {
  it('are medians: the middle one, or the mean of the two in the middle', () => {
    expect(medianOf([9, 1, 5])).toBe(5);
    expect(medianOf([9, 1, 5, 2])).toBe(3.5);
    expect(medianOf([])).toBeNull();
  });

  it('hold every floor that is just reached', () => {
    const floors = judgeFloors(findingsAtTheFloor(), GATEWAY);
    expect(floors).toHaveLength(9);
    expect(floors.filter(({ holds }) => holds !== true)).toEqual([]);
  });

  it.each<[string, keyof Sample, number]>([
    ['x bare: at least 0.1', 'perSecond', 1_499],
    ['x Gateway: at least 1.5', 'perSecond', 1_499],
    ['CPU a request, x bare', 'cpuUs', 321],
    ['above bare', 'aloneMs', 2.3],
    ['RSS idle', 'idleMb', 121],
    ['start', 'startMs', 1_001],
  ])('break the floor "%s" just beyond it', (text, figure, value) => {
    const findings = findingsAtTheFloor();
    const [sample] = findings.rows[2]?.samples ?? [];
    if (sample) Object.assign(sample, { [figure]: value });
    const broken = judgeFloors(findings, GATEWAY).filter(({ holds }) => holds === false);
    expect(broken.map((floor) => floor.text).join()).toContain(text);
  });

  it('break the floors of the sections just beyond them', () => {
    const findings = findingsAtTheFloor();
    findings.delayed?.service.samples.splice(0, 1, { ...SAMPLE, p99Ms: 369 });
    findings.knowledge?.known.large.samples.splice(0, 1, { ...SAMPLE, cpuUs: 151 });
    findings.knowledge?.asNew.large.samples.splice(0, 1, { ...SAMPLE, cpuUs: 151 });
    const broken = judgeFloors(findings, GATEWAY).filter(({ holds }) => holds === false);
    expect(broken.map(({ text }) => text)).toEqual([
      'p99 behind 300 ms at 200 connections, x bare: at most 1.15',
      'CPU a request with 20,000 entries, x 100 entries: at most 1.5',
      'the same, every question a new one: at most 1.5',
    ]);
  });

  it('judge no floor without PostgreSQL, whatever else was measured', () => {
    const findings = findingsAtTheFloor();
    const embedded = (row: Row) => ({ ...row, name: row.name === 'postgresql' ? 'embedded' : row.name });
    const embedBoth = ({ small, large }: { small: Row; large: Row }) => ({
      small: embedded(small),
      large: embedded(large),
    });
    const { delayed, knowledge } = findings;
    const floors = judgeFloors(
      {
        rows: findings.rows.map(embedded),
        delayed: delayed && { bare: delayed.bare, service: embedded(delayed.service) },
        knowledge: knowledge && { known: embedBoth(knowledge.known), asNew: embedBoth(knowledge.asNew) },
      },
      GATEWAY,
    );
    expect(floors.map(({ holds }) => holds)).toEqual(Array(9).fill(null));
  });

  it('of a target with an error or a round that could not be measured fail the run', () => {
    expect(isFailed(rowOf('koa', {}))).toBe(false);
    expect(isFailed(rowOf('koa', {}, { errors: 1 }))).toBe(true);
    expect(isFailed({ ...rowOf('koa', {}), failures: 1 })).toBe(true);
  });
});

describe('the report', () => {
  it('shows medians and ratios to the bare proxy and each peer', () => {
    const rows = [
      rowOf('bare', {}),
      rowOf('koa', { perSecond: 12_000 }, { perSecond: 9_000 }, { perSecond: 10_000, databaseUs: 7 }),
      rowOf('gateway', { perSecond: 4_000, cpuUs: null }),
    ];
    const [heading, , , koa, gateway] = renderTable(rows, GATEWAY).split('\n');
    expect(heading).toContain('| target | req/s | x bare | x Gateway | CPU µs | x bare |');
    expect(koa).toBe('| koa | 10,000 | 0.50 | 2.50 | 40 | 1.00 | 7 | 0.20 | 8.0 | 80 | 160 | 200 | 0 |');
    expect(gateway).toContain('| gateway | 4,000 | 0.20 | 1.00 | – | – |');
  });

  it('says in the row what failed', () => {
    const [, , nothing, errors] = renderTable(
      [{ ...rowOf('koa'), failures: 3 }, rowOf('bare', {}, { errors: 5 })],
      [],
    ).split('\n');
    expect(nothing).toContain('3 failed |');
    expect(errors).toMatch(/\| 5 \|$/);
  });

  it('says of each floor whether it holds', () => {
    const floors = [
      { text: 'a', value: 1.234, holds: true },
      { text: 'b', value: 9, holds: false },
      { text: 'c', value: null, holds: null },
    ];
    expect(renderFloors(floors).split('\n').slice(2)).toEqual([
      '| a | 1.23 | holds |',
      '| b | 9.00 | does not hold |',
      '| c | – | not measured |',
    ]);
  });

  it('gives the command without passwords, keys and folders', () => {
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

  it('names what it was measured on', () => {
    const options = parseOptions([], {});
    const around = {
      ...{ date: '2026-01-02', node: '24.1.0', cpu: 'Some CPU', cores: 4, postgreSql: '15.9' },
      ...{ generator: 'wrk' as const, isPinned: true },
    };
    const findings = findingsAtTheFloor();
    const floors = judgeFloors(findings, GATEWAY);
    const report = renderReport(findings, floors, { options, around, peers: GATEWAY });
    for (const part of ['2026-01-02', 'Node 24.1.0', 'PostgreSQL 15.9', 'Some CPU, 4 cores', 'load by wrk']) {
      expect(report).toContain(part);
    }
    expect(report).toContain('medians of 3 rounds of 5 s');
  });
});
