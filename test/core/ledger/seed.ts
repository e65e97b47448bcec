import { createHash } from 'node:crypto';
import { env } from 'node:process';
import fc from 'fast-check';
import { inject } from 'vitest';

/** Start of every property here, one for all files of a run; `FC_SEED=...` repeats the run that printed it. */
// biome-ignore lint/style/noProcessEnv: it repeats a run of the tests, the product never sees it
export const SEED = Number(env.FC_SEED ?? digest(inject('runId')));

fc.configureGlobal({ seed: SEED });

/** Tests that draw from the same arbitraries get histories of their own by their names. */
export function seedOf(name: string): number {
  return digest(`${SEED} ${name}`);
}

function digest(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE();
}
