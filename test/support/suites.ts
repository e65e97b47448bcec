import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules that open a database: a test that imports one, even indirectly, is not a fast test. */
const OPENS_DATABASE = ['test/support/database.ts', 'test/support/app.ts'];
const OWN_IMPORT = /^(?:import|export)\s(?!type\s)[^'"]*?from\s+'(\.[^']+)'/gms;

/** Slow tests that measure time or memory: they import one of these, and would measure what runs beside them. */
const MEASURES = /from '(?:[./\w]*\/effort\.ts|node:perf_hooks)'/;

/** @returns paths from the project's root. */
export function findMeasuringTests(): string[] {
  return globSync('test/**/*.slow.test.ts').filter((file) => MEASURES.test(readFileSync(file, 'utf8')));
}

/** Test files that reach no database through what they import from each other; paths from the project's root. */
export function findFastTests(): string[] {
  const reaches = new Map<string, boolean>();
  const reachesDatabase = (file: string): boolean => {
    const known = reaches.get(file);
    if (known !== undefined) return known;
    reaches.set(file, false);
    const found = OPENS_DATABASE.includes(file) || importsOf(file).some(reachesDatabase);
    reaches.set(file, found);
    return found;
  };
  const files = globSync('test/**/*.test.ts').filter((file) => !file.endsWith('.slow.test.ts'));
  return files.filter((file) => !reachesDatabase(file));
}

function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(OWN_IMPORT);
  return [...imports]
    .map(([, target = '']) => join(dirname(file), target))
    .filter((target) => target.startsWith('test/'));
}
