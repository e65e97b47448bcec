import { readFileSync } from 'node:fs';

/** The rows of a file of JSON lines. @param beside `import.meta.url` of a test in the same folder. */
export function readRows<Row>(name: string, beside: string): Row[] {
  const lines = readFileSync(new URL(name, beside), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}
