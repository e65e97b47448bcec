import { createRandom } from '../random.ts';

/** A service at the busiest time of a day: how often it is asked, and what works on it. */
export interface Load {
  /** Questions a second, at any moment as likely as at any other. */
  perSecond: number;
  processes: number;
  /** Cores of PostgreSQL. */
  cores: number;
  /** What a question takes of a process and of PostgreSQL, in milliseconds. */
  cpuMs: number;
  databaseMs: number;
  /** Of the model, on average; single answers take half to twice as long. */
  modelMs: number;
}

export interface Waits {
  /** What an answer takes longer than its model, in milliseconds. */
  p50: number;
  p99: number;
  /** How much of their time processes and cores are at work, 0 to 1. */
  processesBusy: number;
  coresBusy: number;
}

/** Who does a part of the work: each member one thing after the other, in the order in which it comes. */
interface Workers {
  freeAt: number[];
  busyMs: number;
}

interface Step {
  at: number;
  question: number;
  stage: number;
}

/** Admission comes before the model, the charge behind it; each is half of what a question takes. */
const STAGES = ['process', 'database', 'model', 'process', 'database'] as const;

/**
 * Plays a time of the busiest hour, question by question. Batches are left out, so a real database does better: it
 * takes what waits for it at once.
 * @param seconds that are played; what still waits in the first tenth is not counted, for it begins empty.
 */
export function simulate(load: Load, seconds: number, seed = 1): Waits {
  const random = createRandom(seed, 'plan');
  const processes = openWorkers(load.processes);
  const database = openWorkers(load.cores);
  const steps = new Agenda();
  const begun: number[] = [];
  const model: number[] = [];
  for (let at = 0; at < seconds * 1000; at += (-Math.log(1 - random()) * 1000) / load.perSecond) {
    steps.add({ at, question: begun.length, stage: 0 });
    model.push(load.modelMs * 0.5 * 4 ** random() * (Math.log(4) / 1.5));
    begun.push(at);
  }
  const added: number[] = [];
  for (let step = steps.take(); step; step = steps.take()) {
    const { at, question, stage } = step;
    const kind = STAGES[stage];
    if (kind === undefined) {
      if ((begun[question] ?? 0) > seconds * 100)
        added.push(at - (begun[question] ?? 0) - (model[question] ?? 0));
      continue;
    }
    const next = endOf(kind, { at, question }, { load, processes, database, model });
    steps.add({ at: next, question, stage: stage + 1 });
  }
  added.sort((one, other) => one - other);
  const quantile = (share: number) => added[Math.ceil(added.length * share) - 1] ?? 0;
  const span = seconds * 1000;
  return {
    ...{ p50: quantile(0.5), p99: quantile(0.99) },
    processesBusy: Math.min(1, processes.busyMs / load.processes / span),
    coresBusy: Math.min(1, database.busyMs / load.cores / span),
  };
}

function openWorkers(count: number): Workers {
  return { freeAt: Array.from({ length: count }, () => 0), busyMs: 0 };
}

function endOf(
  kind: (typeof STAGES)[number],
  { at, question }: Pick<Step, 'at' | 'question'>,
  known: { load: Load; processes: Workers; database: Workers; model: readonly number[] },
): number {
  const { load, processes, database, model } = known;
  if (kind === 'model') return at + (model[question] ?? 0);
  // A balancer deals questions in turn and does not know who is busy; PostgreSQL takes the core that is free first.
  if (kind === 'process') return work(processes, question % load.processes, at, load.cpuMs / 2);
  const free = database.freeAt.indexOf(Math.min(...database.freeAt));
  return work(database, free, at, load.databaseMs / 2);
}

function work(workers: Workers, place: number, at: number, ms: number): number {
  const end = Math.max(at, workers.freeAt[place] ?? 0) + ms;
  workers.freeAt[place] = end;
  workers.busyMs += ms;
  return end;
}

/** Steps in the order of time: a binary heap. */
class Agenda {
  readonly #steps: Step[] = [];

  add(step: Step): void {
    let place = this.#steps.push(step) - 1;
    while (place > 0 && this.#at((place - 1) >> 1) > step.at) {
      this.#swap(place, (place - 1) >> 1);
      place = (place - 1) >> 1;
    }
  }

  take(): Step | undefined {
    const [first] = this.#steps;
    const last = this.#steps.pop();
    if (last === undefined || last === first) return first;
    this.#steps[0] = last;
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const least = this.#at(right) < this.#at(left) ? right : left;
      if (this.#at(least) >= last.at) return first;
      this.#swap(place, least);
      place = least;
    }
  }

  #at(place: number): number {
    return this.#steps[place]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#steps[one], this.#steps[other]];
    if (!first || !second) return;
    this.#steps[one] = second;
    this.#steps[other] = first;
  }
}
