import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { LANGUAGES } from '../../src/domain/types.ts';
import type { ReaderRow } from './cross-validation.ts';
import { fileOf } from './examples.ts';

const FILE = new URL('figures.json', import.meta.url);

/** Cross-validated figures, and of which texts they are. */
export interface ReaderFigures {
  digest: string;
  texts: number;
  languages: ReaderRow[];
  reasons: ReaderRow[];
}

/** Changes with any byte of the labelled texts. */
export function digestExamples(): string {
  const hash = createHash('sha256');
  for (const language of LANGUAGES) hash.update(readFileSync(fileOf(language)));
  return hash.digest('hex');
}

export function readFigures(): ReaderFigures {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

export function writeFigures(figures: ReaderFigures): void {
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
}
