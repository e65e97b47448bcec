import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Agent } from 'undici';
import { between, createRandom, pickOne, type Random } from '../random.ts';
import { openAgent, send } from './chat.ts';
import type { Crowd } from './clients.ts';
import { pickOrigin } from './processes.ts';

/** Ticket systems that report what became of answers, and owners who keep their knowledge in step. */
const REPORTERS = 4;
const GARDENERS = 2;
const ENTRIES_EACH = 10;
const PAUSE_MS = [20, 120] as const;
const RETRY_MS = 100;
/** The share of writes of knowledge that put all entries of a gardener at once. */
const MANY = 0.2;
/** The share of reports that are about the week before. */
const OLDER = 0.1;

/** What was said of an answer, each part as it was acknowledged last. */
interface Said {
  feedback?: string;
  comment?: string | null;
  outcome?: string;
}

export interface Writers {
  /** By id of the answer. */
  said: Map<string, Said>;
  /** Texts by id of the entry; null: deleted. */
  entries: Map<string, string | null>;
  counts: { reports: number; entries: number; bulks: number };
  /** Resolves after the crowd has ended and every write is acknowledged. */
  allWritten: Promise<void>;
}

interface Work extends Writers {
  crowd: Crowd;
  knowledgeKey: string;
  /** Ids of answers of a week that is over. */
  before: readonly string[];
  random: Random;
  agent: Agent;
  isOver: boolean;
}

/** Writes until the crowd has ended. Each answer and entry has one writer, who repeats a write until it is acknowledged. */
export function startWriters(
  given: Pick<Work, 'crowd' | 'knowledgeKey' | 'before'> & { seed: number },
): Writers {
  const work: Work = {
    ...{ crowd: given.crowd, knowledgeKey: given.knowledgeKey, before: given.before },
    ...{ agent: openAgent(REPORTERS + GARDENERS) },
    ...{ random: createRandom(given.seed, 'writers'), isOver: false },
    ...{ said: new Map(), entries: new Map(), counts: { reports: 0, entries: 0, bulks: 0 } },
    allWritten: Promise.resolve(),
  };
  const end = () => {
    work.isOver = true;
  };
  given.crowd.allEnded.then(end, end);
  const reporters = Array.from({ length: REPORTERS }, (_, place) => keepReporting(work, place));
  const gardeners = Array.from({ length: GARDENERS }, (_, place) => keepGardening(work, place));
  work.allWritten = Promise.all([...reporters, ...gardeners]).then(() => work.agent.destroy());
  return work;
}

async function keepReporting(work: Work, place: number): Promise<void> {
  while (!work.isOver) {
    await delay(between(work.random, ...PAUSE_MS));
    const isMine = (_: unknown, number: number) => number % REPORTERS === place;
    const answered = work.crowd.questions.filter(isMine).filter(({ firstAnswer }) => firstAnswer !== null);
    const [key = ''] = work.crowd.keys;
    const older = work.before.filter(isMine).map((id) => ({ firstAnswer: JSON.stringify({ id }), key }));
    const isOlder = work.random() < OLDER || answered.length === 0;
    await report(work, isOlder ? pickOne(work.random, older) : pickOne(work.random, answered));
  }
}

async function report(work: Work, question: { firstAnswer: string | null; key: string }): Promise<void> {
  const { random } = work;
  const { id } = JSON.parse(question.firstAnswer ?? '{}') as { id: string };
  const said = work.said.get(id) ?? {};
  const path = `/api/v1/answers/${id}`;
  if (random() < 0.5) {
    const helpful = random() < 0.5;
    const comment = random() < 0.5 ? `comment ${Math.floor(random() * 1e9)}` : null;
    const body = { helpful, ...(comment ? { comment } : {}) };
    await write(work, { method: 'POST', path: `${path}/feedback`, key: question.key, body }, [204]);
    work.said.set(id, { ...said, feedback: helpful ? 'up' : 'down', comment });
  } else {
    const outcome = pickOne(random, ['resolved', 'reopened', 'team_answered']);
    const body = { outcome, team_answer: 'The pinned message names it.' };
    await write(work, { method: 'POST', path: `${path}/outcome`, key: question.key, body }, [204]);
    work.said.set(id, { ...said, outcome });
  }
  work.counts.reports += 1;
}

async function keepGardening(work: Work, place: number): Promise<void> {
  const { random, knowledgeKey: key } = work;
  while (!work.isOver) {
    await delay(between(random, ...PAUSE_MS));
    if (random() < MANY) {
      await plantAll(work, place);
      continue;
    }
    const id = `garden-${place}-${Math.floor(random() * ENTRIES_EACH)}`;
    const path = `/api/v1/knowledge/${id}`;
    if (random() < 0.3) {
      // The attempt before may have deleted it, and nobody heard of it.
      await write(work, { method: 'DELETE', path, key }, [204, 404]);
      work.entries.set(id, null);
    } else {
      const text = drawText(random);
      await write(work, { method: 'PUT', path, key, body: { title: id, text } }, [200, 201]);
      work.entries.set(id, text);
    }
    work.counts.entries += 1;
  }
}

/** Writes all entries of one gardener in one request, and expects each to be acknowledged. */
async function plantAll(work: Work, place: number): Promise<void> {
  const ids = Array.from({ length: ENTRIES_EACH }, (_, bed) => `garden-${place}-${bed}`);
  const entries = ids.map((id) => ({ id, title: id, text: drawText(work.random) }));
  const path = '/api/v1/knowledge';
  const said = await write(work, { method: 'PUT', path, key: work.knowledgeKey, body: { entries } }, [200]);
  if (said === null) return;
  const { results } = JSON.parse(said) as { results: { id: string; status: number }[] };
  const acknowledged = results.filter(({ status }) => status === 200 || status === 201);
  if (acknowledged.length < ids.length) work.crowd.unexpected.push(`PUT ${path}: ${said.slice(0, 300)}`);
  for (const { id, text } of entries) work.entries.set(id, text);
  work.counts.bulks += 1;
}

function drawText(random: Random): string {
  return `Bed ${Math.floor(random() * 1e9)} is watered at dawn.`;
}

/**
 * Repeats a call until it is answered with one of these statuses; any other than 503 is noted as unexpected.
 * @returns the body; null after an unexpected answer
 */
async function write(
  { crowd, random, agent }: Work,
  call: Omit<Parameters<typeof send>[1], 'origin'>,
  wanted: readonly number[],
): Promise<string | null> {
  for (;;) {
    const outcome = await send(agent, { ...call, origin: await pickOrigin(crowd.fleet, random) });
    if (outcome.kind === 'response' && wanted.includes(outcome.status)) return outcome.text;
    if (outcome.kind === 'hung' || (outcome.kind === 'response' && outcome.status !== 503)) {
      const told = outcome.kind === 'response' ? `${outcome.status} ${outcome.text.slice(0, 300)}` : 'hung';
      crowd.unexpected.push(`${call.method} ${call.path}: ${told}`);
      return null;
    }
    await delay(RETRY_MS);
  }
}

/** Acknowledged writes that the database does not hold, one line each. */
export async function findLost(client: pg.Client, { said, entries }: Writers): Promise<string[]> {
  const answers = await client.query<Said & { id: string }>(
    'SELECT id, feedback, comment, outcome FROM answers',
  );
  const stored = new Map(answers.rows.map((row) => [row.id, row]));
  const lost = [...said].flatMap(([id, wanted]) => {
    const found = stored.get(id);
    const isThere = Object.entries(wanted).every(([name, value]) => found?.[name as keyof Said] === value);
    return isThere ? [] : [`${id}: ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`];
  });
  const knowledge = await client.query<{ id: string; text: string }>(
    `SELECT id, text FROM knowledge WHERE id LIKE 'garden-%'`,
  );
  const texts = new Map(knowledge.rows.map(({ id, text }) => [id, text]));
  const differing = [...entries].filter(([id, text]) => (texts.get(id) ?? null) !== text);
  return [...lost, ...differing.map(([id, text]) => `${id}: ${text}, found ${texts.get(id)}`)];
}
