import { argv } from 'node:process';

/** `npm run bench` measures speed (speed.ts); `npm run bench -- NAME …` one of these instead. */
const OTHERS: Record<string, () => Promise<unknown>> = {
  cold: () => import('./cold.ts'),
  contradictions: () => import('./contradictions.ts'),
  discord: () => import('./discord.ts'),
  encoder: () => import('./encoder.ts'),
  history: () => import('./history.ts'),
  knowledge: () => import('./knowledge.ts'),
  ledger: () => import('./ledger.ts'),
  outdated: () => import('./outdated.ts'),
  pages: () => import('./pages.ts'),
  plan: () => import('./plan.ts'),
  prediction: () => import('./prediction.ts'),
};

const run = OTHERS[argv[2] ?? ''];
if (run) argv.splice(2, 1);
await (run ?? (() => import('./speed.ts')))();
