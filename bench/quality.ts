/**
 * Measures search, hand-over, calibration and languages and writes docs/quality.md. `npm run quality` measures what
 * ships with Lotse and exchanges that part; `npm run quality -- FILE… [--cases DIR]` measures evaluation files too and
 * writes the whole document, and the three figures in the README.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { measureGiven, measureShipped } from './quality/findings.ts';
import { renderReport, renderShipped, replaceFigures, replaceShipped } from './quality/report.ts';

const [DOCUMENT, README] = ['../docs/quality.md', '../README.md'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
) as [string, string];

async function writeQuality(
  paths: readonly string[],
  { cases = null }: { cases?: string | null },
): Promise<void> {
  const shipped = await measureShipped();
  if (paths.length === 0) {
    rewrite(DOCUMENT, (document) => replaceShipped(document, renderShipped(shipped)));
    return;
  }
  const run = { paths, cases, found: await measureGiven(paths, cases) };
  writeFileSync(DOCUMENT, renderReport(shipped, run));
  rewrite(README, (readme) => replaceFigures(readme, run));
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

await new Command('quality')
  .description('writes docs/quality.md')
  .argument('[file...]', 'evaluation files, .jsonl or .jsonl.gz')
  .option('--cases <dir>', 'a folder with bases.jsonl, paraphrase.jsonl and crosslingual.jsonl')
  .action(writeQuality)
  .parseAsync();
