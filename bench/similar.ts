/**
 * Measures the grouping of similar questions: `npm run bench:similar -- FILE…`, evaluation files as for `npm run eval`.
 * Questions of one base are the same when they share a relevant chunk; a chunk that is a list of sentences (the
 * intents of a set of utterances, `--utterances KB`) counts each of them as a question. Prints precision, recall
 * and F1 over all pairs of one group, and the seconds for 5,000 questions.
 */
import { Command } from 'commander';
import { groupSimilar } from '../src/core/learning/similarity/similarity.ts';
import { runAtOnce } from '../src/core/slices.ts';
import { type Chunk, type Question, readEvalFile } from './eval/files.ts';

interface Labelled {
  text: string;
  labels: ReadonlySet<string>;
}

const MANY = 5_000;

function collect(base: { chunks: Chunk[]; questions: Question[] }, hasUtterances: boolean): Labelled[] {
  const asked = base.questions
    .filter(({ relevant }) => relevant.length > 0)
    .map(({ messages, relevant }) => ({
      text: messages.at(-1)?.content ?? '',
      labels: new Set(relevant),
    }));
  if (!hasUtterances) return asked;
  const uttered = base.chunks.flatMap(({ id, text }) =>
    text.split('. ').map((sentence) => ({ text: sentence, labels: new Set([id]) })),
  );
  return [...uttered, ...asked];
}

function isSame(one: Labelled, other: Labelled): boolean {
  return !one.labels.isDisjointFrom(other.labels);
}

/** Over all pairs of questions: those that stand in one group, and those that should. */
function score(items: readonly Labelled[]) {
  const groups = runAtOnce(groupSimilar(items, ({ text }) => text));
  const groupOf = new Map(groups.flatMap((group) => group.map((item) => [item, group] as const)));
  const counts = { right: 0, joined: 0, same: 0 };
  for (const [index, one] of items.entries()) {
    for (const other of items.slice(index + 1)) {
      const [isJoined, isRight] = [groupOf.get(one) === groupOf.get(other), isSame(one, other)];
      counts.joined += Number(isJoined);
      counts.same += Number(isRight);
      counts.right += Number(isJoined && isRight);
    }
  }
  const [precision, recall] = [counts.right / counts.joined, counts.right / counts.same];
  const f1 = (2 * precision * recall) / (precision + recall);
  const [p, r, f] = [precision, recall, f1].map((value) => value.toFixed(3));
  return {
    questions: items.length,
    groups: groups.length,
    pairs: counts.joined,
    precision: p,
    recall: r,
    f1: f,
  };
}

function timeGrouping(texts: readonly string[]) {
  const many = Array.from({ length: MANY }, (_, n) => texts[n % texts.length] ?? '');
  // Each its own question, so that nothing is saved by duplicates.
  const distinct = many.map((text, n) => `${text} ${many[(n * 7919) % MANY]}`);
  return [many, distinct].map((list) => {
    let longestMs = 0;
    const started = performance.now();
    const steps = groupSimilar(list, (text) => text);
    for (let before = started, isDone = false; !isDone; ) {
      isDone = steps.next().done === true;
      const now = performance.now();
      longestMs = Math.max(longestMs, now - before);
      before = now;
    }
    const seconds = (performance.now() - started) / 1000;
    return { questions: MANY, seconds: seconds.toFixed(3), 'longest step, ms': longestMs.toFixed(2) };
  });
}

function measure(paths: readonly string[], { utterances, wrong }: { utterances: string[]; wrong: boolean }) {
  const texts: string[] = [];
  const scores: Record<string, ReturnType<typeof score>> = {};
  for (const [name, base] of paths.flatMap((path) => [...readEvalFile(path).bases])) {
    const items = collect(base, utterances.includes(name));
    texts.push(...items.map(({ text }) => text));
    scores[name] = score(items);
    if (wrong) listWrong(items);
  }
  console.table(scores);
  console.table(timeGrouping([...new Set(texts)]));
}

function listWrong(items: readonly Labelled[]): void {
  for (const group of runAtOnce(groupSimilar(items, ({ text }) => text))) {
    const [leader, ...rest] = group;
    const strangers = leader ? rest.filter((item) => !isSame(leader, item)) : [];
    if (strangers.length > 0) console.log(leader?.text, '|', strangers.map(({ text }) => text).join(' | '));
  }
}

new Command('similar')
  .argument('<file...>', '.jsonl or .jsonl.gz')
  .option('--utterances <kb...>', 'bases whose chunks are lists of questions', [])
  .option('--wrong', 'print what was joined wrongly')
  .action(measure)
  .parse();
