import { isWanted, type Options } from './arguments.ts';
import { type Drill, measure, prime, type Rig } from './measure.ts';
import { type Checkout, OURS, openCheckout, prepareStock, type Stocking } from './service.ts';
import type { Findings, Row } from './summary.ts';
import { BARE, KOA, librariesTarget, peerTarget, serviceTarget, type Target } from './targets.ts';

/** One start of a target in every round, and its measurements. */
interface Trial {
  target: Target;
  drill: Omit<Drill, 'seconds'>;
}

/** A version of the service in one row of the tables. */
interface Service extends Stocking {
  title: string;
  /** Its name for `--only`, if that differs. */
  wanted?: string;
  isEmbedding?: boolean;
}

const SERVERS = 40;
const [FEW, MANY] = [100, 20_000];
/** All of them are in every prompt of V1. */
const SMALL = 12;
const NOTHING_ELSE = { isRepeated: false, isAlone: false, isDelayed: false, arePromptsRead: false };
const FORWARD = { ...NOTHING_ELSE, isAlone: true };
const PROXY = { ...FORWARD, isDelayed: true };
/** Enough to tell whether a question became dearer. */
const GATE = { ...NOTHING_ELSE, arePromptsRead: true };
const SERVICE = { isRepeated: true, isAlone: true, isDelayed: true, arePromptsRead: true };

/** Everything requested. @throws Error when the run is stopped or cannot be set up. */
export async function runAll(rig: Rig, options: Options): Promise<Findings> {
  const trials = await prepareTrials(rig, options);
  const rows = trials.map(({ target: { name, title } }): Row => ({ name, title, samples: [] }));
  for (let round = 1; round <= options.rounds; round += 1) {
    // In alternating order, so that no target always comes first.
    const turn = round % 2 === 0 ? [...trials.entries()].reverse() : [...trials.entries()];
    for (const [index, trial] of turn) rows[index]?.samples.push(await runOnce(rig, trial, options.seconds));
    console.error(`round ${round} of ${options.rounds} is done`);
  }
  return { rows };
}

async function prepareTrials(rig: Rig, options: Options): Promise<Trial[]> {
  const ours = openCheckout(rig.room, 'ours', OURS);
  const before = options.against === null ? null : openCheckout(rig.room, 'before', options.against);
  const peers = options.peers.map((peer) => peerTarget(peer, options.peerHeaders));
  const proxies: Trial[] = [
    { target: BARE, drill: PROXY },
    { target: KOA, drill: FORWARD },
    ...peers.map((target) => ({ target, drill: PROXY })),
  ];
  const trials = proxies.filter(({ target }) => isWanted(options, target.name));
  const add = async (checkout: Checkout, set: Service, drill: Trial['drill']) => {
    if (isWanted(options, set.wanted ?? set.name))
      trials.push({ target: await prepareService(rig, checkout, set), drill });
  };
  if (rig.room.postgreSql) {
    const base = { store: 'postgresql', entries: FEW, servers: SERVERS } as const;
    const drill = options.isGate ? GATE : SERVICE;
    await add(ours, { ...base, name: 'postgresql', title: 'service' }, drill);
    if (before) await add(before, { ...base, name: 'before', title: 'service before' }, drill);
    if (isWanted(options, 'libraries'))
      trials.push({ target: librariesTarget(rig.room, rig.room.postgreSql, base), drill: SERVICE });
    const small = `service, one server, ${SMALL} entries`;
    const whole = { ...base, entries: SMALL, servers: 1, name: 'small', title: small };
    await add(ours, whole, { ...NOTHING_ELSE, arePromptsRead: true });
    const meaning = { ...base, name: 'embeddings', title: 'service, with embeddings', isEmbedding: true };
    await add(ours, meaning, PROXY);
    for (const entries of [FEW, MANY]) {
      const title = `service, one server, ${entries.toLocaleString('en')} entries`;
      const set = { ...base, entries, servers: 1, name: `entries-${entries}`, title, wanted: 'knowledge' };
      await add(ours, set, NOTHING_ELSE);
    }
  }
  const embedded = { store: 'embedded', entries: FEW, servers: 1 } as const;
  await add(ours, { ...embedded, name: 'embedded', title: 'service, embedded database' }, FORWARD);
  return trials;
}

async function prepareService(rig: Rig, checkout: Checkout, set: Service): Promise<Target> {
  console.error(`setting up: ${set.title}`);
  const stock = await prepareStock(rig.room, checkout, set);
  const target = serviceTarget(rig.room, checkout, { ...set, stock });
  await prime(rig, target);
  return target;
}

/** null: it could not be measured; other measurements are kept. */
async function runOnce(rig: Rig, { target, drill }: Trial, seconds: number) {
  try {
    const sample = await measure(rig, target, { ...drill, seconds });
    const { perSecond, cpuUs } = sample.asNew;
    const cpu = cpuUs === null ? '' : `, ${cpuUs.toFixed(0)} µs`;
    console.error(`${target.title}: ${perSecond.toFixed(0)}/s${cpu}, ${sample.errors} errors`);
    return sample;
  } catch (error) {
    rig.room.signal.throwIfAborted();
    console.error(`${target.title} FAILED: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}
