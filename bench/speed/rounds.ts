import { isWanted, type Options } from './arguments.ts';
import { type Drill, measure, type Rig } from './measure.ts';
import { prepareStock, type Store, type Supply } from './service.ts';
import type { Findings, Row } from './summary.ts';
import { BARE, KOA, peerTarget, serviceTarget, type Target } from './targets.ts';

/** Ports of the backends: one that answers at once, one that takes its time. */
export interface Stubs {
  instant: number;
  slow: number;
}

const CONNECTIONS = 32;
const DELAYED_CONNECTIONS = 200;
const [FEW, MANY] = [100, 20_000];
const TITLES: Record<Store, string> = {
  postgresql: 'service, PostgreSQL',
  embedded: 'service, embedded database',
};

/** Everything that was asked for. @throws Error when the run is stopped or cannot be set up. */
export async function runAll(rig: Rig, options: Options, stubs: Stubs): Promise<Findings> {
  const stores = (['postgresql', 'embedded'] as const).filter(
    (store) => store === 'embedded' || rig.room.postgreSql !== null,
  );
  // What the sections are about: the service as it is run in production, where that can be had.
  const main: Store = rig.room.postgreSql ? 'postgresql' : 'embedded';
  const supplies = new Map<Store, Supply>();
  for (const store of stores) {
    const forSections = store === main && ['delay', 'knowledge'].some((name) => isWanted(options, name));
    if (!forSections && !isWanted(options, store)) continue;
    supplies.set(store, await setUp(rig, store, FEW));
  }
  const serviceOn = (store: Store) => {
    const supply = supplies.get(store);
    return supply ? [serviceTarget(rig.room, supply, store, TITLES[store])] : [];
  };
  const targets = [
    ...[BARE, KOA, ...stores.flatMap(serviceOn)],
    ...options.peers.map((peer) => peerTarget(peer, options.peerHeaders)),
  ];
  const wanted = targets.filter(({ name }) => isWanted(options, name));
  const [service] = serviceOn(main);
  const { seconds } = options;
  const drill = { stubPort: stubs.instant, seconds, connections: CONNECTIONS, isNew: false };
  return {
    rows: await runRounds(rig, options.rounds, wanted, { ...drill, isAlone: true }),
    delayed: service && isWanted(options, 'delay') ? await runDelayed(rig, options, stubs, service) : null,
    knowledge:
      service && isWanted(options, 'knowledge')
        ? await runKnowledge(rig, options.rounds, service, main, { ...drill, isAlone: false })
        : null,
  };
}

async function runDelayed(rig: Rig, options: Options, stubs: Stubs, service: Target) {
  const { rounds, seconds } = options;
  const drill = {
    ...{ stubPort: stubs.slow, seconds, connections: DELAYED_CONNECTIONS },
    ...{ isAlone: false, isNew: false },
  };
  const [bare, ours] = await runRounds(rig, rounds, [BARE, service], drill);
  return bare && ours ? { bare, service: ours } : null;
}

async function runKnowledge(
  rig: Rig,
  rounds: number,
  service: Target,
  store: Store,
  drill: Omit<Drill, 'isNew'>,
) {
  const supply = await setUp(rig, store, MANY);
  const run = async (isNew: boolean) => {
    const title = (entries: number) =>
      `${TITLES[store]}, ${entries.toLocaleString('en')} entries${isNew ? ', new questions' : ''}`;
    const few = { ...service, title: title(FEW) };
    const many = serviceTarget(rig.room, supply, store, title(MANY));
    const [small, large] = await runRounds(rig, rounds, [few, many], { ...drill, isNew });
    return small && large ? { small, large } : null;
  };
  const [known, asNew] = [await run(false), await run(true)];
  return known && asNew ? { known, asNew } : null;
}

/** A service that cannot be set up fails its own rows; what else is measured is kept. */
async function setUp(rig: Rig, store: Store, entries: number): Promise<Supply> {
  console.error(`setting up: ${TITLES[store]}, ${entries} entries`);
  try {
    const stock = await prepareStock(rig.room, store, entries);
    return () => Promise.resolve(stock);
  } catch (error) {
    rig.room.signal.throwIfAborted();
    return () => Promise.reject(error);
  }
}

/** All targets in turn, round by round, so that what else the machine does meets them alike. */
async function runRounds(rig: Rig, rounds: number, targets: readonly Target[], drill: Drill): Promise<Row[]> {
  const rows = targets.map(({ name, title }): Row => ({ name, title, samples: [], failures: 0 }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, target] of targets.entries()) {
      const row = rows[index];
      if (row) await runOnce(rig, target, drill, row, round);
    }
  }
  return rows;
}

async function runOnce(rig: Rig, target: Target, drill: Drill, row: Row, round: number): Promise<void> {
  try {
    const sample = await measure(rig, target, drill);
    row.samples.push(sample);
    const { perSecond, cpuUs, errors } = sample;
    const cpu = cpuUs === null ? '' : `, ${cpuUs.toFixed(0)} µs`;
    console.error(`round ${round}, ${target.title}: ${perSecond.toFixed(0)}/s${cpu}, ${errors} errors`);
  } catch (error) {
    rig.room.signal.throwIfAborted();
    row.failures += 1;
    console.error(
      `round ${round}, ${target.title} FAILED: ${error instanceof Error ? error.message : error}`,
    );
  }
}
