import { createHash } from 'node:crypto';
import { env } from 'node:process';
import fc from 'fast-check';
import { inject } from 'vitest';

/** Every run's template has another name, so all files of a run share one seed and the next run has its own. */
const template = inject('database').template;

/** Start of every property here; `FC_SEED=...` repeats the run that printed it. */
// biome-ignore lint/style/noProcessEnv: it repeats a run of the tests, the product never sees it
export const SEED = Number(env.FC_SEED ?? digest(template));

fc.configureGlobal({ seed: SEED });

/** Tests that draw from the same arbitraries get histories of their own by their names. */
export function seedOf(name: string): number {
  return digest(`${SEED} ${name}`);
}

function digest(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE();
}
