import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Who may import whom: a file of the left rooms may import from itself and from the right ones. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/domain': [],
  'src/config.ts': ['src/domain'],
  'src/adapters': ['src/domain', 'src/config.ts'],
  'src/core/reading': ['src/domain'],
  'src/core': ['src/domain', 'src/config.ts', 'src/adapters'],
  'src/channels/router.ts': [],
  'src/channels/markup.ts': [],
  'src/channels/http': ['src/domain', 'src/core', 'src/channels/router.ts', 'src/channels/markup.ts'],
  'src/channels/dashboard': ['src/domain', 'src/core', 'src/channels/router.ts', 'src/channels/markup.ts'],
  'src/channels/cli': ['src/domain', 'src/core'],
  'src/channels/discord': ['src/domain', 'src/core', 'commands'],
  commands: ['src/domain', 'src/core'],
};

/** The rooms of the core: each may import from those before it. */
const ORDER_OF_CORE = [
  ...[
    'runtime',
    'reading',
    'search',
    'owners',
    'members',
    'quota',
    'knowledge',
    'handover',
    'receivers',
    'answering',
    'alerts',
  ],
  ...['contradictions', 'playground', 'learning', 'rehearsals', 'webhooks', 'operations'],
];

/** Only these put the house together. */
const COMPOSITION_ROOTS = [
  'src/main.ts',
  'src/cli.ts',
  'src/start.ts',
  'src/command-line.ts',
  'src/service.ts',
];

/** Parts of the core that must stay free of the outside world. */
const PURE = [
  'src/core/search/ranking',
  'src/core/search/words',
  'src/core/search/search.ts',
  'src/core/reading',
  'src/core/handover',
  'src/core/answering/ticket',
  'src/core/answering/sanitise',
  'src/core/answering/prompt.ts',
  'src/core/answering/extractive.ts',
  'src/core/learning/similarity',
];

/** Reads the weights that lie beside it. */
const READS_ITS_FILE = 'src/core/reading/weights.ts';

/** What each room may not know, by package. */
const FOREIGN: Record<string, RegExp> = {
  'src/domain': /^(?!luxon$|\.)/,
  'src/core': /^(koa|@koa\/|discord\.js|pg$|kysely|undici|openai|stripe)/,
  'src/channels': /^(pg$|kysely|undici|openai|stripe|@keyv)/,
  commands: /^(?!zod$|\.|node:crypto$)/,
};

/** Who may open sockets, and why that is no way around the guard of the outbound adapter. */
const MAY_CONNECT: Record<string, string> = {
  'src/adapters/outbound': 'is the guarded way out',
  'src/adapters/ai/transport.ts': 'goes to the one address that the operator configured',
  'src/adapters/ai/reach.ts': 'goes to the same address, and reads and writes nothing',
  'src/adapters/discord-sign-in.ts': 'goes to DISCORD_API_URL only, which the operator configured',
  'src/adapters/db/embedded.ts': 'joins the embedded database to its client on a socket of this machine',
  'src/channels/http/server.ts': 'listens only',
};
const NETWORK = /^(undici|(node:)?(http|https|http2|net|tls|dgram|dns)(\/|$))/;
const GLOBAL_FETCH = /(?<![.#\w$])fetch\(/;
const OWN_FETCH = /\b(const|function) fetch\b/;
const OTHER_GLOBALS = /\b(globalThis|global)\.fetch\b|\bnew (WebSocket|EventSource)\(/;

interface Import {
  file: string;
  target: string;
  isType: boolean;
}

function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
}

/** Every import of a file; relative ones as paths from the root. */
function importsOf(file: string, text: string): Import[] {
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gms);
  return [...found].map(([, type, target = '']) => ({
    file,
    target: target.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), target)) : target,
    isType: type !== undefined,
  }));
}

function isIn(file: string, room: string): boolean {
  return file === room || file.startsWith(`${room}/`);
}

function roomOf(file: string): string | undefined {
  return Object.keys(MAY_IMPORT).find((room) => isIn(file, room));
}

/** Arrows that run the wrong way, as sentences. */
function findUpwardImports(imports: readonly Import[]): string[] {
  return imports.flatMap(({ file, target }) => {
    if (!/^(src|commands|test|bench)\//.test(target) || COMPOSITION_ROOTS.includes(file)) return [];
    const room = roomOf(file);
    const isAllowed =
      room !== undefined && [room, ...(MAY_IMPORT[room] ?? [])].some((allowed) => isIn(target, allowed));
    return isAllowed ? [] : [`${file} must not import ${target}`];
  });
}

/** Imports of a room of the core from one above it, as sentences. */
function findUpwardRooms(imports: readonly Import[]): string[] {
  const placeOf = (file: string) => {
    const [, room] = /^src\/core\/([^/.]+)\//.exec(file) ?? [];
    return room === undefined ? null : ORDER_OF_CORE.indexOf(room);
  };
  return imports.flatMap(({ file, target }) => {
    const [own, other] = [placeOf(file), placeOf(target)];
    const isDown = own === null || other === null || (own >= 0 && other >= 0 && other <= own);
    return isDown ? [] : [`${file} must not import ${target}`];
  });
}

/** Imports of the outside world in the parts that must stay free of it, as sentences. */
function findImpureImports(imports: readonly Import[]): string[] {
  return imports.flatMap(({ file, target, isType }) => {
    const isOutside = isIn(target, 'src/adapters') || (target.startsWith('node:') && file !== READS_ITS_FILE);
    const isPure = PURE.some((room) => isIn(file, room));
    return isPure && isOutside && !isType ? [`${file} must not import ${target}`] : [];
  });
}

/** Ways past the outbound guard in one file, as sentences. */
function findUnguardedWays(file: string, text: string): string[] {
  if (Object.keys(MAY_CONNECT).some((allowed) => isIn(file, allowed))) return [];
  const lazy = [...text.matchAll(/\b(?:import|require|getBuiltinModule)\(\s*['"]([^'"]+)['"]/g)].map(
    ([, target = '']) => target,
  );
  const targets = importsOf(file, text).flatMap(({ target, isType }) => (isType ? [] : [target]));
  const networks = [...targets, ...lazy].filter((target) => NETWORK.test(target));
  return [
    ...networks.map((target) => `${file} must not import ${target}`),
    ...((GLOBAL_FETCH.test(text) && !OWN_FETCH.test(text)) || OTHER_GLOBALS.test(text)
      ? [`${file} must not call fetch`]
      : []),
  ];
}

/** Import circles, types included, as `a -> b -> a`; one for files that stand in several. */
function findCircles(imports: readonly Import[]): string[] {
  const targets = Map.groupBy(imports, ({ file }) => file);
  const named = new Set<string>();
  return [...targets.keys()].flatMap((start) => {
    const circle = named.has(start) ? null : findWayBack(start, targets);
    for (const file of circle ?? []) named.add(file);
    return circle ? [circle.join(' -> ')] : [];
  });
}

/** The shortest way along imports from a file to itself. */
function findWayBack(start: string, targets: Map<string, Import[]>): string[] | null {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const file of waiting) {
    for (const { target } of targets.get(file) ?? []) {
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, file);
      waiting.push(target);
    }
  }
  let last = cameFrom.get(start);
  if (last === undefined) return null;
  const way = [start];
  for (; last !== undefined && last !== start; last = cameFrom.get(last)) way.unshift(last);
  return [start, ...way];
}

/** Folders with more code files of their own than a reader takes in at a glance, as sentences. */
function findCrowdedFolders(files: readonly string[], most: number): string[] {
  return [...Map.groupBy(files, (file) => dirname(file))]
    .filter(([, own]) => own.length > most)
    .map(([folder, own]) => `${folder} holds ${own.length} files`);
}

const files = [...listFiles('src'), ...listFiles('commands')];
const imports = files.flatMap((file) => importsOf(file, readFileSync(join(ROOT, file), 'utf8')));

describe('the architecture', () => {
  test('has imports in one direction only', () => {
    expect(imports.length).toBeGreaterThan(50);
    expect(findUpwardImports(imports)).toEqual([]);
  });

  test('has rooms of the core in one order, types included', () => {
    expect(findUpwardRooms(imports)).toEqual([]);
  });

  test('would notice a room that imports from one above it, and one without a place', () => {
    const planted = [
      ['src/core/answering/answer.ts', "import { noticeSurge } from '../learning/surge.ts';"],
      ['src/core/answering/answer.ts', "import type { Surge } from '../learning/surge.ts';"],
      ['src/core/newest/newest.ts', "import { search } from '../search/search.ts';"],
    ] as const;
    for (const [file, text] of planted) expect(findUpwardRooms(importsOf(file, text))).toHaveLength(1);
    const down = importsOf(
      'src/core/learning/surge.ts',
      "import { admit } from '../answering/admission/admission.ts';",
    );
    expect(findUpwardRooms(down)).toEqual([]);
  });

  test('would notice a planted upward import', () => {
    const planted = importsOf('src/adapters/log.ts', "import { createCore } from '../core/core.ts';");
    expect(findUpwardImports(planted)).toEqual(['src/adapters/log.ts must not import src/core/core.ts']);
    const sideways = importsOf('src/channels/http/app.ts', "import { runCli } from '../cli/program.ts';");
    expect(findUpwardImports(sideways)).toHaveLength(1);
    const reading = importsOf(
      'src/core/reading/kinds.ts',
      "import { words } from '../search/words/analyse.ts';",
    );
    expect(findUpwardImports(reading)).toEqual([
      'src/core/reading/kinds.ts must not import src/core/search/words/analyse.ts',
    ]);
  });

  test('has no import cycle, types included', () => {
    expect(findCircles(imports)).toEqual([]);
  });

  test('would notice a cycle, and name it', () => {
    const planted = ['a b', 'b c', 'c b', 'c d', 'e e'].map((line) => {
      const [file = '', target = ''] = line.split(' ');
      return { file, target, isType: true };
    });
    expect(findCircles(planted)).toEqual(['b -> c -> b', 'e -> e']);
  });

  test('has no folder of more than 16 code files, and in the core folders and at most three files', () => {
    expect(findCrowdedFolders(files, 16)).toEqual([]);
    expect(files.filter((file) => dirname(file) === 'src/core').length).toBeLessThanOrEqual(3);
    expect(findCrowdedFolders(['x/a.ts', 'x/b.ts', 'x/y/c.ts'], 1)).toEqual(['x holds 2 files']);
  });

  test('keeps foreign packages out of the folders that must not know them', () => {
    const packages = imports.filter(
      ({ target, file }) => !isIn(target, 'src') && !target.startsWith('commands') && file,
    );
    const wrong = packages.filter(({ file, target }) =>
      Object.entries(FOREIGN).some(([room, banned]) => isIn(file, room) && banned.test(target)),
    );
    expect(wrong).toEqual([]);
  });

  test('keeps retrieval, reading, prompt and sanitising free of the outside world, and would notice a way', () => {
    expect(PURE.filter((room) => !files.some((file) => isIn(file, room)))).toEqual([]);
    expect(findImpureImports(imports)).toEqual([]);
    const planted = ["import { z } from 'node:fs';", "import { log } from '../../adapters/log.ts';"];
    expect(
      planted.flatMap((text) => findImpureImports(importsOf('src/core/reading/reader.ts', text))),
    ).toHaveLength(2);
  });

  test('has one way to addresses that people enter, and would notice a second', () => {
    expect(files.flatMap((file) => findUnguardedWays(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual(
      [],
    );
    const planted = [
      "import { request } from 'undici';",
      "import { get } from 'node:https';",
      "const { lookup } = await import('node:dns/promises');",
      "const { get } = getBuiltinModule('node:http');",
      'const page = await fetch(link);',
      'const page = await globalThis.fetch(link);',
    ];
    expect(planted.map((text) => findUnguardedWays('src/core/crawl.ts', text).length)).toEqual([
      1, 1, 1, 1, 1, 1,
    ]);
    const guarded = "import type { Socket } from 'node:net';\nawait outbound.fetch(link);";
    expect(findUnguardedWays('src/core/crawl.ts', guarded)).toEqual([]);
  });

  test('has no file over 300 lines', () => {
    const long = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length > 301);
    expect(long).toEqual([]);
  });

  test('reads the environment in one file', () => {
    const readers = files.filter((file) => /process\.env\b/.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(readers).toEqual(['src/config.ts']);
  });

  test('lists every setting in .env.example', () => {
    const settings = [
      ...readFileSync(join(ROOT, 'src/config.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm),
    ].map(([, name]) => name);
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    expect(settings.length).toBeGreaterThan(30);
    expect(settings.filter((name) => !example.includes(`\n# ${name}=`))).toEqual([]);
  });
});
