/**
 * Kills the primary of a pair of PostgreSQL servers under a service at work, promotes the standby, makes the old one
 * follow, and goes the other way; in the last round the standby is stopped first: `npm run failover`. Everything on loopback and in a folder of its own; needs
 * PostgreSQL's programs and HAProxy. Exit code 1 unless every line of every round holds.
 */
import { parseArgs } from 'node:util';
import { openFailover } from './failover/course.ts';
import { printReport, type Report } from './torture/report.ts';

const { values: options } = parseArgs({
  options: {
    times: { type: 'string', default: '2' },
    clients: { type: 'string', default: '64' },
    /** Until somebody promotes the standby. */
    'away-seconds': { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!isInterrupted) void cleanup.disposeAsync().finally(() => process.exit(130));
      isInterrupted = true;
    });
  }
  try {
    process.exitCode = (await play(cleanup)) ? 0 : 1;
  } catch (error) {
    // What is taken away under a run breaks it.
    if (isInterrupted) await new Promise(() => undefined);
    throw error;
  }
}

async function play(cleanup: AsyncDisposableStack): Promise<boolean> {
  const [times, clients, seed] = [readNumber('times'), readNumber('clients'), readNumber('seed')];
  console.log(`seed ${seed}`);
  const failover = await openFailover({ seed, clients, awayMs: 1000 * readNumber('away-seconds') }, cleanup);
  const reports: Report[] = [];
  for (let round = 1; round <= times + 1; round += 1) {
    const report = await failover.playRound(round, round > times ? 'standby first' : 'primary alone');
    printReport(report);
    reports.push(report);
  }
  const broken = reports.filter(({ checks }) => !checks.every(({ isMet }) => isMet));
  console.log(`\n${reports.length} failovers, ${broken.length} broken`);
  return broken.length === 0;
}

function readNumber(name: keyof typeof options): number {
  const number = Number(options[name]);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} must be a whole number`);
  return number;
}

await main();
