/**
 * Runs a folder of cases from real life through the whole service: `npm run cases -- DIR [--kind PREFIX]`, with those of DIR/outside. What
 * backends send (backends.jsonl), how people and mail programs write (tickets.jsonl), files and pages as people have
 * them (knowledge.jsonl), questions in other words (paraphrase.jsonl, crosslingual.jsonl). Prints what holds by kind
 * and every fault. Exit code 1 when a case does not hold.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import { runBackends } from './cases/backends.ts';
import { runDiscord } from './cases/discord.ts';
import { type CaseFolder, readCases } from './cases/files.ts';
import type { Outcome } from './cases/judge.ts';
import { runKnowledge } from './cases/knowledge.ts';
import { runStripe } from './cases/stripe.ts';
import { runTickets } from './cases/tickets.ts';
import { runWordings } from './cases/wordings.ts';

async function runAll(folder: string, { kind }: { kind?: string }): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const part of [folder, join(folder, 'outside')]) {
    const cases = pick(readCases(part), kind);
    for (const run of [runBackends, runTickets, runKnowledge, runWordings, runStripe, runDiscord])
      outcomes.push(...(await run(cases)));
  }
  if (outcomes.length === 0) throw new Error(`${folder} holds no cases`);
  report(outcomes);
}

/** Those whose kind begins as asked; wordings have no kind and come with all. */
function pick(cases: CaseFolder, kind: string | undefined): CaseFolder {
  if (kind === undefined) return cases;
  const isAsked = (entry: { kind: string }) => entry.kind.startsWith(kind);
  const { backends, tickets, knowledge, stripe, discord } = cases;
  return {
    ...cases,
    backends: backends.filter(isAsked),
    tickets: tickets.filter(isAsked),
    knowledge: knowledge.filter(isAsked),
    stripe: stripe.filter(isAsked),
    discord: discord.filter(isAsked),
    paraphrase: [],
    crosslingual: [],
  };
}

function report(outcomes: readonly Outcome[]): void {
  const byKind = Map.groupBy(outcomes, ({ kind }) => kind);
  const rows = [...byKind].map(([kind, list]) => {
    const holds = list.filter(({ faults }) => faults.length === 0).length;
    return [kind, { holds, of: list.length }] as const;
  });
  console.table(Object.fromEntries(rows));
  const broken = outcomes.filter(({ faults }) => faults.length > 0);
  for (const { id, faults } of broken) console.log(`${id}: ${faults.join('\n    ')}`);
  console.log(`${outcomes.length - broken.length} of ${outcomes.length} cases hold`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}

new Command('cases')
  .description('cases from real life, by kind')
  .argument('<dir>', 'a folder of .jsonl files')
  .option('--kind <prefix>', 'only kinds that begin like this')
  .action(runAll)
  .parse();
