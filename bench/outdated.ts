import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { listOutdated } from '../src/core/answering/outdated/outdated.ts';
import { changeEntry } from '../src/core/knowledge/knowledge.ts';
import { type AiStub, type StubChatRequest, startAiStub } from '../test/support/ai-stub.ts';
import { ask, startApp, type TestApp } from '../test/support/app.ts';
import { makeKnowledge } from './speed/knowledge.ts';
import { openPostgreSql } from './speed/postgresql.ts';

/**
 * Facts of some entries change after many answers were given: how many changed entries have their answers listed as
 * wrong, and how many answers of other entries are. The answers are those of the sets for receipts, said by a double that
 * names the entry among the passages it was sent. Exit code 1 below 19 of 20, with more than one false, or past a minute.
 */
const { values: options } = parseArgs({
  options: {
    answers: { type: 'string', default: '2000' },
    entries: { type: 'string', default: '20000' },
    changed: { type: 'string', default: '20' },
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/test' },
  },
});
const [ANSWERS, ENTRIES, CHANGED] = [options.answers, options.entries, options.changed].map(Number) as [
  number,
  number,
  number,
];
const PASSES = { found: 0.95, false: 1, seconds: 60 };

interface Case {
  title: string;
  text: string;
  question: string;
  true: string;
  false?: string;
  planted?: string;
}

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const stub = await startAiStub();
  cleanup.defer(() => stub.close());
  const postgreSql = await openPostgreSql(options.database);
  cleanup.defer(() => postgreSql.close());
  const name = `lotse_outdated_${process.pid}`;
  await postgreSql.create(name);
  cleanup.defer(() => postgreSql.drop(name));
  const app = await startApp({
    ...{ DATABASE_URL: postgreSql.urlOf(name), OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' },
    ...{ PREMIUM_WEEKLY_UNITS: '1000000000', LIMIT_PER_MINUTE: '1000000', LIMIT_PER_DAY_PREMIUM: '1000000' },
  });
  cleanup.defer(() => app.stop());
  report(await measure(app, stub));
}

async function measure(app: TestApp, stub: AiStub) {
  const titles = new Set<string>();
  const cases = readFileSync('bench/eval/receipts.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((line): Case => JSON.parse(line))
    .filter(({ title }) => !titles.has(title) && titles.add(title));
  const server = await app.addServer({ plan: 'premium', level: 'V1' });
  const others = makeKnowledge(ENTRIES - cases.length).map((one, n) => ({
    ...one,
    title: `${one.title.slice(0, 100)} ${n}`,
  }));
  await app.addKnowledge(server.id, [
    ...cases.map(({ title, text }, n) => ({ id: `case-${n}`, title, text })),
    ...others,
  ]);
  const resting = await askAll(app, stub, { cases, key: server.key });
  const changed = changeFacts(cases, resting);
  for (const { place, text } of changed) {
    const { title } = cases[place] as Case;
    await changeEntry(app.core, { serverId: server.id, entryId: `case-${place}`, title, text });
  }
  const startedAt = performance.now();
  const listed = await listOutdated(app.core, server.id);
  const seconds = (performance.now() - startedAt) / 1000;
  const told = new Map(resting);
  const wrong = new Set(listed.map((claim) => told.get(claim.answerId)));
  const places = new Set(changed.map(({ place }) => place));
  const isFalse = (answerId: string) => !places.has(told.get(answerId) ?? -1);
  const falseOnes = new Set(listed.map(({ answerId }) => answerId).filter(isFalse));
  return {
    ...{ answers: resting.length, entries: ENTRIES, changed: changed.length },
    found: changed.filter(({ place }) => wrong.has(place)).length,
    ...{ falseOnes: falseOnes.size, seconds },
  };
}

/** @returns ids of answers that rest on the entry of their case, with its place */
async function askAll(
  app: TestApp,
  stub: AiStub,
  { cases, key }: { cases: readonly Case[]; key: string },
): Promise<[answerId: string, place: number][]> {
  let asked: Case | undefined;
  stub.reply(({ messages }: StubChatRequest) => {
    const isEntry = new RegExp(`"id":"(\\d+)","title":${RegExp.escape(JSON.stringify(asked?.title))}`);
    const [, id] = messages.flatMap(({ content }) => isEntry.exec(content) ?? []);
    return {
      answer: asked?.true ?? '',
      needs_team: false,
      answerable: id !== undefined,
      used: id ? [id] : [],
    };
  });
  const resting: [string, number][] = [];
  for (let n = 0; n < ANSWERS; n += 1) {
    const place = n % cases.length;
    asked = cases[place];
    const question = `${asked?.title} ${asked?.question}${' '.repeat(Math.floor(n / cases.length))}`;
    const { body } = await app.chat(key, ask(question), { headers: { 'cache-control': 'no-cache' } });
    if (body.needs_team === false) resting.push([String(body.id), place]);
  }
  return resting;
}

/** New texts of entries in which the planted value stands for the one that the answers say. */
function changeFacts(cases: readonly Case[], resting: readonly [string, number][]) {
  const answered = new Set(resting.map(([, place]) => place));
  return cases
    .flatMap(({ text, true: said, false: other, planted }, place) => {
      if (!other || !planted || !answered.has(place)) return [];
      const start = other.indexOf(planted);
      const was = said.slice(start, said.length - (other.length - start - planted.length));
      return was.length > 1 && text.split(was).length === 2
        ? [{ place, text: text.replace(was, planted) }]
        : [];
    })
    .filter((_, index, all) => index % Math.max(1, Math.floor(all.length / CHANGED)) === 0)
    .slice(0, CHANGED);
}

function report(figures: Awaited<ReturnType<typeof measure>>): void {
  const { changed, found, falseOnes, seconds } = figures;
  console.log(figures);
  const isMet = found >= PASSES.found * changed && falseOnes <= PASSES.false && seconds <= PASSES.seconds;
  process.exitCode = isMet && changed === CHANGED ? 0 : 1;
}

await main();
