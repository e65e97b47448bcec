import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELP, isWanted, type Options, parseOptions, RESULTS } from './speed/arguments.ts';
import { startBackend } from './speed/backend.ts';
import { judgeFloors } from './speed/floors.ts';
import { findBought, judgeGate } from './speed/gate.ts';
import type { Rig } from './speed/measure.ts';
import { openPostgreSql, type PostgreSql } from './speed/postgresql.ts';
import { chooseCores } from './speed/processes.ts';
import { openQuestions } from './speed/questions.ts';
import { renderReport } from './speed/report.ts';
import { runAll } from './speed/rounds.ts';
import { OURS } from './speed/service.ts';
import { type Findings, isFailed } from './speed/summary.ts';

/**
 * What people wait for and what a question costs, beside a bare proxy, a Koa forward, other programs and another
 * version of the service, in one run: prints medians, ratios and floors, and writes bench/RESULTS.md. Exit code 1
 * when something could not be measured, with `--strict` also when a floor does not hold. Flags: speed/arguments.ts.
 */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(HELP);
  const options = parseOptions(process.argv.slice(2), process.env);
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => controller.abort(new Error(`stopped by ${signal}`)));
  }
  await using cleanup = new AsyncDisposableStack();
  const rig = await openRig(options, cleanup, controller.signal);
  const findings = await runAll(rig, options);

  if (options.isGate) return tellGate(findings, options);
  const peers = options.peers
    .map(({ name }) => ({ name: name.toLowerCase(), title: name }))
    .filter(({ name }) => isWanted(options, name));
  const floors = judgeFloors(findings, peers);
  const around = {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    ...{ cpu: cpus()[0]?.model ?? 'unknown CPU', cores: cpus().length },
    postgreSql: rig.room.postgreSql?.version ?? null,
    isPinned: rig.cores !== null,
  };
  const bought = findBought(readReport(OURS));
  const report = renderReport(findings, floors, { options, around, peers, bought });
  console.log(report);
  if (options.out !== null) writeFileSync(options.out, report);
  const isMissed = options.isStrict && floors.some(({ holds }) => holds === false);
  if (isMissed || findings.rows.some(isFailed)) process.exitCode = 1;
}

/** Exit code 1 when a question became dearer and nobody says what for. */
function tellGate(findings: Findings, { against }: Options): void {
  const verdicts = judgeGate(findings, { ours: readReport(OURS), before: readReport(against ?? OURS) });
  for (const { text } of verdicts) console.log(text);
  if (verdicts.some(({ passes }) => !passes)) process.exitCode = 1;
}

function readReport(root: string): string {
  const file = join(root, RESULTS);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function openRig(options: Options, cleanup: AsyncDisposableStack, signal: AbortSignal): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-speed-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgreSql = await openDatabase(options);
  if (postgreSql) cleanup.defer(() => postgreSql.close());
  const cores = chooseCores();
  const backend = await startBackend({ folder, cores }, cleanup, signal);
  return { room: { folder, postgreSql, cleanup, signal }, cores, backend, ask: openQuestions() };
}

/** null: no PostgreSQL was named, and there is none at the usual address. */
async function openDatabase({ database, isDatabaseGiven }: Options): Promise<PostgreSql | null> {
  try {
    return await openPostgreSql(database);
  } catch (error) {
    if (isDatabaseGiven) throw error;
    console.error(`no PostgreSQL at ${database}: only the embedded database is measured`);
    return null;
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
