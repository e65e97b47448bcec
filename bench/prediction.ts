import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { readConversations } from '../src/adapters/db/learning/rehearsals.ts';
import type { Core } from '../src/core/core.ts';
import { importKnowledge } from '../src/core/knowledge/knowledge.ts';
import { rehearse } from '../src/core/rehearsals/rehearsals.ts';
import { predictShare, readReport } from '../src/core/rehearsals/report.ts';
import { startRehearsal } from '../src/core/rehearsals/upload.ts';
import { MAX_REHEARSED } from '../src/domain/rehearsals.ts';
import { EXPORTS } from '../test/core/rehearsals/files.ts';
import { type StubChatRequest, startAiStub } from '../test/support/ai-stub.ts';
import { addTestServer, NOON, UNABORTED } from '../test/support/app.ts';
import { isAnswerCall } from './cases/model.ts';
import { makeFolder, openService } from './cases/stage.ts';
import { type Base, type Message, readEvalFile } from './eval/files.ts';
import { createRandom } from './random.ts';

/**
 * How well the share answered of the older half of an export tells that of the newer: `npm run -s bench -- prediction
 * [FILE]`. Four exports, of the project's labelled texts by language or of the largest bases of an evaluation file, hold
 * as many conversations as two rehearsals take, none twice, in a drawn order: what changes over time is not measured.
 * Exit code 1 where one is further off than promised; smaller ones, half questions to the knowledge, are shown beside.
 */
const PROMISED_POINTS = 5;
const SPLITS = 20;
const SEED = 1;
const LANGUAGES = ['de', 'en', 'fr', 'es'];
const OWN_FILES = ['bench/eval/demo.jsonl', 'bench/eval/near.jsonl'];
const ASKED_AGAIN = 100;
const HOUR_MS = 3_600_000;

type Entry = Record<'id' | 'title' | 'text' | 'link', string>;
type Receipt = Record<'language' | 'title' | 'text' | 'question', string>;
type Example = { text: string; reasons?: string[] };

/** A customer's words, and what the labels say of them. */
interface Conversation {
  asked: string;
  /** Links of entries that answer it; left out where it is not about the knowledge. */
  links?: string[];
  needsTeam?: boolean;
}

async function main(path: string | undefined): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const stub = await startAiStub();
  cleanup.defer(() => stub.close());
  const folder = cleanup.use(makeFolder());
  const settings = { OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', PREMIUM_WEEKLY_UNITS: '1000000000' };
  const { core } = cleanup.use(await openService(folder.path, settings));
  const rows: Record<string, object> = {};
  for (const [name, { entries, conversations }] of path ? exportsOf(path) : ownExports()) {
    const byText = new Map(conversations.map((conversation) => [conversation.asked, conversation]));
    stub.reply((request) => replyTo(request, byText));
    const outcomes = await measure(core, entries, conversations);
    const { true: about = [], false: others = [] } = Object.groupBy(
      outcomes,
      (_, index) => `${conversations[index]?.links !== undefined}`,
    );
    rows[name] = describe(outcomes);
    rows[`${name}, half questions`] = describe(shuffle([...about, ...others.slice(0, about.length)], SEED));
    if (Math.abs(compare(outcomes).difference) > PROMISED_POINTS) process.exitCode = 1;
  }
  console.table(rows);
}

/** @returns the outcome of each. @throws Error where one depends on what was asked before it */
async function measure(core: Core, entries: readonly Entry[], conversations: readonly Conversation[]) {
  const { id: serverId } = await addTestServer(core);
  const text = entries.map((entry) => JSON.stringify(entry)).join('\n');
  await importKnowledge(core, { serverId, text, format: 'jsonl' });
  const half = Math.floor(conversations.length / 2);
  const older = await run(core, serverId, conversations.slice(0, half));
  const newer = await run(core, serverId, conversations.slice(half, 2 * half));
  const outcomes = [...older.outcomes, ...newer.outcomes];
  assert.deepEqual(older.share, compare(outcomes).said);
  const again = await run(core, serverId, conversations.slice(0, ASKED_AGAIN).toReversed());
  assert.deepEqual(again.outcomes.toReversed(), outcomes.slice(0, ASKED_AGAIN));
  return outcomes;
}

async function run(core: Core, serverId: string, conversations: readonly Conversation[]) {
  const talks = conversations.map(({ asked }, n) => ({
    ...{ asked, told: 'We look at it.', at: new Date(NOON + n * HOUR_MS).toISOString() },
  }));
  const files = [Buffer.from(EXPORTS.zendesk(talks))];
  const { rehearsal } = await startRehearsal(core, serverId, { name: 'x', files, format: null, share: 100 });
  await rehearse(core, { signal: UNABORTED, only: { serverId, id: rehearsal.id } });
  const { answeredShare: share, ...report } = await readReport(core, serverId, rehearsal.id);
  assert.deepEqual([report.state, report.conversations], ['done', conversations.length]);
  const kept = await readConversations(core.database, serverId, rehearsal.id);
  return { share, outcomes: kept.map(({ outcome }) => outcome) };
}

/** The second half against what is predicted from the first, and the error of two samples of their size. */
function compare(outcomes: readonly unknown[]) {
  const half = Math.floor(outcomes.length / 2);
  const count = (some: readonly unknown[]) => some.filter((outcome) => outcome === 'answered').length;
  const said = predictShare(count(outcomes.slice(0, half)), half);
  assert(said);
  const reached = (count(outcomes.slice(-half)) / half) * 100;
  const share = count(outcomes) / outcomes.length;
  const error = Math.sqrt((2 * share * (1 - share)) / half) * 100;
  const isInside = said.from <= Math.round(reached) && Math.round(reached) <= said.to;
  return { half, said, reached, difference: reached - said.percent, error, isInside };
}

function describe(outcomes: readonly unknown[]) {
  const { half, said, reached, difference, error, isInside } = compare(outcomes);
  const splits = Array.from({ length: SPLITS }, (_, n) => compare(shuffle(outcomes, SEED + n)));
  const close = splits.filter((split) => Math.abs(split.difference) <= PROMISED_POINTS);
  return {
    ...{ 'a half': half, predicted: `${said.percent} (${said.from}-${said.to})` },
    ...{ reached: reached.toFixed(1), points: difference.toFixed(1), 'expected error': error.toFixed(1) },
    inside: isInside ? 'yes' : 'no',
    [`of ${SPLITS} splits within ${PROMISED_POINTS}`]: close.length,
    [`of ${SPLITS} splits inside`]: splits.filter((split) => split.isInside).length,
  };
}

/** A model that says the labelled entry where it was sent, and otherwise that it knows nothing. */
function replyTo({ messages }: StubChatRequest, byText: ReadonlyMap<string, Conversation>): object {
  if (!isAnswerCall({ messages })) return { queries: [] };
  const given = messages.slice(1).map(({ content }) => content);
  const { text }: { text: string } = lastBlock(given, 'message');
  const { links = [], needsTeam = false } = byText.get(text) ?? {};
  const sent: Entry[] = lastBlock(given, 'knowledge');
  const found = sent.find(({ link }) => links.includes(link));
  const said = { answer: found?.text ?? '', needs_team: needsTeam };
  return { ...said, answerable: found !== undefined, used: found ? [found.id] : [] };
}

/** Data cannot close its block. */
function lastBlock(given: readonly string[], name: string) {
  const text = given.join('\n');
  const start = text.lastIndexOf(`<${name}>`) + name.length + 2;
  return JSON.parse(text.slice(start, text.lastIndexOf(`</${name}>`)));
}

function exportsOf(path: string) {
  const bases = [...readEvalFile(path).bases].toSorted(
    ([, one], [, other]) => other.questions.length - one.questions.length,
  );
  return bases
    .slice(0, LANGUAGES.length)
    .map(([name, base]) => [name, makeExport(base.language, [base])] as const);
}

function ownExports() {
  const bases = OWN_FILES.flatMap((path) => [...readEvalFile(path).bases.values()]);
  const receipts = readLines<Receipt>('bench/eval/receipts.jsonl');
  return LANGUAGES.map((name) => {
    const isOurs = ({ language }: { language: string }) => language === name;
    return [name, makeExport(name, bases.filter(isOurs), receipts.filter(isOurs))] as const;
  });
}

/** Questions to the knowledge; tickets of the language that no entry answers fill what two rehearsals take. */
function makeExport(language: string, bases: readonly Base[], receipts: readonly Receipt[] = []) {
  const linkTo = (id: string | number) => `https://help.example.org/${encodeURIComponent(id)}`;
  const chunks = bases.flatMap((base) => base.chunks);
  const questions = bases.flatMap((base) => base.questions);
  const { tickets } = readEvalFile('bench/eval/held-out.jsonl');
  const examples = readLines<Example>(`src/core/reading/examples/${language}.jsonl`);
  const entries = [
    ...chunks.map(({ id, title, text }) => ({ title: title || text.slice(0, 60), text, link: linkTo(id) })),
    ...receipts.map(({ title, text }, n) => ({ title, text, link: linkTo(n) })),
  ].map((entry, n) => ({ ...entry, id: `${n}` }));
  const all: Conversation[] = [
    ...questions.map(({ messages, relevant }) => ({ asked: textOf(messages), links: relevant.map(linkTo) })),
    ...receipts.map(({ question: asked }, n) => ({ asked, links: [linkTo(n)] })),
    ...tickets
      .filter((ticket) => ticket.language === language)
      .map(({ messages, needsTeam }) => ({ asked: textOf(messages), needsTeam })),
    ...shuffle(examples, SEED).flatMap(({ text: asked, reasons }) =>
      reasons ? { asked, needsTeam: reasons.length > 0 } : [],
    ),
  ];
  const once = all.filter(({ asked }, index) => all.findIndex((one) => one.asked === asked) === index);
  return { entries, conversations: shuffle(once.slice(0, 2 * MAX_REHEARSED), SEED) };
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const random = createRandom(seed, 'prediction');
  const drawn = items.map((item) => ({ item, at: random() }));
  return drawn.toSorted((one, other) => one.at - other.at).map(({ item }) => item);
}

function readLines<Line>(path: string): Line[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

const textOf = (messages: readonly Message[]) => messages.at(-1)?.content ?? '';

await main(argv[2]);
