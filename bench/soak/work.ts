import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from 'undici';
import { importKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { queueLinks } from '../../src/core/knowledge/links.ts';
import { approve, listTraining, reject, revert } from '../../src/core/learning/suggestions/suggestions.ts';
import { type DocsSite, toPage } from '../../test/support/site.ts';
import { pickOne, type Random } from '../random.ts';
import { openAgent, send } from '../torture/chat.ts';
import { SERVER_ID, type Stage, TOPICS } from '../torture/stage.ts';

/** Everything that goes on at once while the processes are watched. */
export interface Work {
  /** How long each answer since the last look took, in milliseconds. */
  takeTimes(): number[];
  counts: { answered: number; refused: number; imports: number; crawls: number; taught: number };
  /** Ends with the signal. @throws what one of the works met and cannot be. */
  done: Promise<void>;
}

export interface WorkOptions {
  stage: Stage;
  urls: readonly string[];
  site: DocsSite;
  random: Random;
  /** Questions a second, over all processes. */
  rate: number;
  signal: AbortSignal;
}

const IMPORT_EVERY_MS = 10_000;
const CRAWL_EVERY_MS = 20_000;
const TEACH_EVERY_MS = 2_000;
export const SITE = { host: 'docs.example', pages: 20 };
const ENTRIES = 200;
const WORDS =
  'server join whitelist refund order launcher update crash map event role rank voice ticket password account login shop invoice delivery weekend appeal rule Anmeldung Konto Bestellung Lieferung Fehler Update'.split(
    ' ',
  );

export function startWork(options: WorkOptions): Work {
  const { rate, signal } = options;
  const agent = openAgent(128);
  const counts = { answered: 0, refused: 0, imports: 0, crawls: 0, taught: 0 };
  let times: number[] = [];
  const asked: Promise<void>[] = [];
  const every = async (ms: number, work: () => Promise<void>) => {
    while (!signal.aborted) {
      await delay(ms, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await work();
    }
  };
  let lastId: string | null = null;
  const ask = every(1000 / rate, async () => {
    // Not waited for: a slow answer holds up no question.
    asked.push(
      askOne(agent, options).then(({ ms, id }) => {
        times.push(ms);
        if (id === null) counts.refused += 1;
        else counts.answered += 1;
        lastId = id ?? lastId;
      }),
    );
  });
  const works = [
    ask,
    every(IMPORT_EVERY_MS, async () => {
      await importEntries(options);
      counts.imports += 1;
    }),
    every(CRAWL_EVERY_MS, async () => {
      changeSite(options);
      await queueLinks(options.stage.core, SERVER_ID);
      counts.crawls += 1;
    }),
    every(TEACH_EVERY_MS, async () => {
      if (lastId !== null) await teach(agent, options, lastId);
      counts.taught += 1;
    }),
  ];
  return {
    counts,
    takeTimes: () => {
      const taken = times;
      times = [];
      return taken;
    },
    done: Promise.all(works)
      .then(() => Promise.all(asked))
      .then(() => agent.destroy()),
  };
}

/** @returns the id of the answer; null where there was none. */
async function askOne(agent: Agent, { stage, urls, random }: WorkOptions) {
  const words = Array.from({ length: 8 }, () => pickOne(random, WORDS)).join(' ');
  const body = {
    messages: [{ role: 'user', content: `Where do I find the ${pickOne(random, TOPICS)}? ${words}` }],
  };
  const startedAt = performance.now();
  const call = { origin: pickOne(random, urls), method: 'POST', path: '/api/v1/chat' } as const;
  const outcome = await send(agent, { ...call, key: pickOne(random, stage.keys), body });
  const ms = performance.now() - startedAt;
  const isAnswered = outcome.kind === 'response' && outcome.status === 200;
  return { ms, id: isAnswered ? (JSON.parse(outcome.text) as { id: string }).id : null };
}

/** The same entries with other words. */
async function importEntries({ stage, random }: WorkOptions): Promise<void> {
  const entries = Array.from({ length: ENTRIES }, (_, n) => {
    const text = Array.from({ length: 40 }, () => pickOne(random, WORDS)).join(' ');
    return JSON.stringify({ id: `imported-${n}`, title: `Matter ${n}`, text });
  });
  await importKnowledge(stage.core, { serverId: SERVER_ID, text: entries.join('\n'), format: 'jsonl' });
}

/** Every page in other words, so that a crawl finds all of them changed. */
export function changeSite({ site, random }: Pick<WorkOptions, 'site' | 'random'>): void {
  const links = Array.from({ length: SITE.pages }, (_, n) => `<a href="/page-${n}">Page ${n}</a>`).join(' ');
  site.answers['/'] = toPage('Start', `<p>${links}</p>`);
  for (let n = 0; n < SITE.pages; n += 1) {
    const text = Array.from({ length: 60 }, () => pickOne(random, WORDS)).join(' ');
    site.answers[`/page-${n}`] = toPage(`Page ${n}`, `<p>${text}</p>`);
  }
}

/** The team answers a ticket; an owner approves what comes of it, and takes it back so that the knowledge stays as large. */
async function teach(agent: Agent, { stage, urls, random }: WorkOptions, answerId: string): Promise<void> {
  const path = `/api/v1/answers/${answerId}/outcome`;
  const words = Array.from({ length: 12 }, () => pickOne(random, WORDS)).join(' ');
  const body = { outcome: 'team_answered', team_answer: `The pinned message names it: ${words}.` };
  const key = pickOne(random, stage.keys);
  await send(agent, { origin: pickOne(random, urls), method: 'POST', path, key, body });
  for (const { id, answer } of await listTraining(stage.core, SERVER_ID, 'pending')) {
    // What many asked at once waits for somebody to write an answer.
    if (answer === '') await reject(stage.core, SERVER_ID, id);
    else {
      await approve(stage.core, SERVER_ID, id, { isForced: true });
      await revert(stage.core, SERVER_ID, id);
    }
  }
}
