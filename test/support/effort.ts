const ROUNDS = 200;
const WORDS = 'Press Join in the lobby, then wait a minute; the shop opens at nine. ';

/** A fixed piece of work on text: it is split, counted, sorted and joined again. */
function readOnce(): number {
  const counts = new Map<string, number>();
  for (const word of WORDS.repeat(60)
    .toLowerCase()
    .split(/[^a-z]+/))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  return sorted.map(([word, count]) => word.replace(/[aeiou]/g, '').repeat(count % 7)).join(' ').length;
}

/**
 * Processor time of this thread in its own code, in microseconds: neither the machine's other work nor what the system
 * does to give memory, which on a machine that takes idle memory back grows faster than the text.
 */
function readClock(): number {
  return process.threadCpuUsage().user;
}

function measure(work: () => void): number {
  const before = readClock();
  work();
  return readClock() - before;
}

/** Often enough for machines that count processor time in steps of 4 ms. */
const readOften = () => {
  for (let round = 0; round < ROUNDS; round++) readOnce();
};

/**
 * What `work` takes of the processor, as a multiple of reading a fixed text of 4,000 characters beside it
 * (about 0.2 ms). The best of three: a cache or a processor that is shared can stretch one of them.
 */
export function measureEffort(work: () => void): number {
  readOften();
  const efforts = [1, 2, 3].map(() => (measure(work) * ROUNDS) / measure(readOften));
  return Math.min(...efforts);
}

/** Above what linear work reaches on eight times the text (8) and below what quadratic work does (64). */
export const LINEAR = 24;
const TIMES = 8;
/** Microseconds that a measurement takes at least: of steps of 4 ms, a few more or less then make no difference. */
const ENOUGH = 30_000;

/**
 * How much longer `read` takes on eight times the text than on a text of `characters`: about 8 if it is linear, and
 * 64 if it grows with the square, on any processor. Of each text the best of three, in turn: other work stretches a
 * measurement and never shortens one. Linear work is `toBeLessThan(LINEAR)`.
 */
export function measureGrowth(
  textOf: (characters: number) => string,
  read: (text: string) => void,
  characters: number,
): number {
  const [short, long] = [textOf(characters), textOf(TIMES * characters)];
  const time = (text: string, times: number) =>
    measure(() => {
      for (let n = 0; n < times; n++) read(text);
    });
  time(long, 1);
  let times = 1;
  while (time(short, TIMES * times) < ENOUGH) times *= 2;
  // The short text is read more often, so that both are measured equally well.
  const pairs = [1, 2, 3].map(() => ({ short: time(short, TIMES * times), long: time(long, times) }));
  // A clock that did not move measured nothing.
  const best = (of: 'short' | 'long') =>
    Math.min(...pairs.map((pair) => pair[of]).filter((time) => time > 0));
  return (TIMES * best('long')) / best('short');
}
