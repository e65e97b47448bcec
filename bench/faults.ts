/**
 * Breaks its own PostgreSQL under a running service and checks the promises for each fault:
 * `npm run faults`. Needs PostgreSQL's initdb and pg_ctl, and for the full disk the right to mount. Exit code 1
 * unless every promise was kept; faults that could not be made here are shown as not run.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, createCluster } from '../test/support/cluster.ts';
import { mountSmallDisk } from './faults/disk.ts';
import { judge, type Verdict } from './faults/judge.ts';
import { FULL_DISK, fillDisk, SCENARIOS, type Scenario, type Stage } from './faults/scenarios.ts';

const DISK_MB = 64;

type Undo = () => Promise<void>;
const undos: Undo[] = [];
/** Interrupted: everything is undone, and nothing new begins. */
let isEnding = false;
let undoing = Promise.resolve();

/** Undoes the newest first, down to `mark`; one at a time, whoever calls it. */
function undoTo(mark: number): Promise<void> {
  undoing = undoing.then(async () => {
    while (undos.length > mark) {
      await undos
        .pop()?.()
        .catch((error: unknown) => console.error('left behind:', error));
    }
  });
  return undoing;
}

async function openCluster(parent: string): Promise<Cluster> {
  if (isEnding) throw new Error('interrupted');
  const folder = mkdtempSync(join(parent, 'lotse-faults-'));
  undos.push(async () => rmSync(folder, { recursive: true, force: true }));
  // Another account may own the cluster and needs access.
  chmodSync(folder, 0o755);
  const cluster = createCluster(folder);
  undos.push(() => cluster.remove());
  await cluster.start();
  return cluster;
}

async function play(title: string, cluster: Cluster, scenario: Scenario): Promise<Verdict> {
  const mark = undos.length;
  const stage: Stage = { cluster, onEnd: (undo) => undos.push(undo) };
  try {
    if (isEnding) throw new Error('interrupted');
    // The previous scenario may have ended in the middle.
    if (!cluster.isRunning()) await cluster.start();
    const verdict = await judge(title, await scenario(stage));
    for (const fault of verdict.faults) console.error(`${title}: ${fault}`);
    return verdict;
  } catch (error) {
    if (isEnding) throw error;
    console.error(title, error, stage.serving?.complaints().slice(-3));
    const isSame = stage.serving !== undefined && stage.serving.end() === null;
    const figures = { 'same process': isSame ? 'yes' : 'no', note: 'came to no end' };
    return { title, figures, faults: [String(error)] };
  } finally {
    await undoTo(mark);
  }
}

async function playOnSmallDisk(title: string): Promise<Verdict> {
  const disk = mountSmallDisk(DISK_MB);
  if (typeof disk === 'string') {
    return { title, figures: { note: `not run: ${disk}` }, faults: [], isMissing: true };
  }
  undos.push(() => disk.unmount());
  return play(title, await openCluster(disk.folder), (stage) => fillDisk(stage, disk));
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const cluster = await openCluster(tmpdir());
  const verdicts: Verdict[] = [];
  for (const [title, scenario] of Object.entries(SCENARIOS)) {
    verdicts.push(await play(title, cluster, scenario));
  }
  verdicts.push(await playOnSmallDisk(FULL_DISK));
  console.table(
    Object.fromEntries(verdicts.map((one) => [one.title, { ...one.figures, result: resultOf(one) }])),
  );
  const count = (result: string) => verdicts.filter((one) => resultOf(one) === result).length;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${count('holds')} hold, ${count('broken')} broken, ${count('not run')} not run, ${seconds} s`);
  process.exitCode = count('broken') > 0 ? 1 : 0;
}

function resultOf({ faults, isMissing }: Verdict): string {
  return isMissing ? 'not run' : faults.length === 0 ? 'holds' : 'broken';
}

/** Signals that arrive in the meantime are ignored. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!isEnding) void undoTo(0).finally(() => process.exit(130));
    isEnding = true;
  });
}

try {
  await main();
} catch (error) {
  if (!isEnding) console.error(error);
  process.exitCode = 1;
} finally {
  await undoTo(0);
}
