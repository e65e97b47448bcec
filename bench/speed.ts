import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isWanted, type Options, parseOptions } from './speed/arguments.ts';
import { chooseGenerator } from './speed/load.ts';
import { type Rig, readCalls } from './speed/measure.ts';
import { openPostgreSql } from './speed/postgresql.ts';
import { chooseCores, findPort, startProgram } from './speed/processes.ts';
import { renderReport } from './speed/report.ts';
import { runAll } from './speed/rounds.ts';
import type { Room } from './speed/service.ts';
import { allRows, isFailed, judgeFloors } from './speed/summary.ts';

/**
 * What the service costs a request, beside a bare proxy, a Koa forward and other programs, in one run: prints
 * medians, ratios and floors, and writes bench/RESULTS.md. Exit code 1 when something could not be measured, with
 * `--strict` also when a floor does not hold. Flags: speed/arguments.ts.
 */
async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => controller.abort(new Error(`stopped by ${signal}`)));
  }
  await using cleanup = new AsyncDisposableStack();
  const rig = await openRig(options, cleanup, controller.signal);
  const stubs = { instant: await startStub(rig, 0), slow: await startStub(rig, 300) };
  const findings = await runAll(rig, options, stubs);

  const peers = options.peers.map(({ name }) => ({ name: name.toLowerCase(), title: name }));
  const measured = peers.filter(({ name }) => isWanted(options, name));
  const floors = judgeFloors(findings, measured);
  const around = {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    ...{ cpu: cpus()[0]?.model ?? 'unknown CPU', cores: cpus().length },
    postgreSql: rig.room.postgreSql?.version ?? null,
    ...{ generator: rig.generator, isPinned: rig.cores !== null },
  };
  const report = renderReport(findings, floors, { options, around, peers: measured });
  console.log(report);
  if (options.out !== null) writeFileSync(options.out, report);
  const isMissed = options.isStrict && floors.some(({ holds }) => holds === false);
  if (isMissed || allRows(findings).some(isFailed)) process.exitCode = 1;
}

async function openRig(options: Options, cleanup: AsyncDisposableStack, signal: AbortSignal): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-speed-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgreSql = options.database ? await openPostgreSql(options.database) : null;
  if (postgreSql) cleanup.defer(() => postgreSql.close());
  const room: Room = { folder, postgreSql, cleanup, signal };
  return { room, cores: chooseCores(), generator: chooseGenerator() };
}

/** @returns its port, once it answers. */
async function startStub({ room, cores }: Rig, delayMs: number): Promise<number> {
  const port = await findPort();
  const script = fileURLToPath(new URL('./speed/stub.ts', import.meta.url));
  const command = [process.execPath, script, `${port}`, `${delayMs}`];
  const stub = startProgram({ command, env: {}, cwd: room.folder }, cores?.load);
  room.cleanup.defer(() => stub.stop());
  while ((await readCalls(port).catch(() => null)) === null) {
    const end = stub.end();
    if (end !== null) throw new Error(end);
    room.signal.throwIfAborted();
    await delay(5);
  }
  return port;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
