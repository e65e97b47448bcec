import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '../../src/core/core.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { measureMeaning } from '../../src/core/search/embeddings.ts';
import { getKnowledgeIndex } from '../../src/core/search/knowledge-index.ts';
import type { Level } from '../../src/domain/types.ts';
import { addTestServer, speakTo } from '../../test/support/app.ts';
import type { BaseEntry, CaseFolder, WordingCase } from './files.ts';
import type { Outcome } from './judge.ts';
import { addBase } from './knowledge.ts';
import { makeFolder, openService } from './stage.ts';
import { startStandIn } from './stand-in.ts';

const MODELS = { MODEL_V1: 'small', MODEL_V1_5: 'middle', MODEL_V2: 'large' };
export const WORDING_LEVELS = ['V1', 'V2'] as const;

export type KindOfCase = WordingCase & { kind: string };
/** Whether the fact of the expected entry was in a prompt of a level. */
export interface Prompted extends KindOfCase {
  level: Level;
  holdsFact: boolean;
}
/** What the engine without a model did; `titles` are its sources. */
export interface Extracted extends KindOfCase {
  verdict: 'right' | 'wrong' | 'handed over';
  titles: string[];
}
/** How the service is set up for the cases. */
export interface Setting {
  /** As in the environment. */
  settings?: Record<string, string>;
  /** Entries beside those of each base. */
  others?: readonly Omit<BaseEntry, 'base' | 'fact'>[];
}

/** Questions in other words or in another language than the entries of a small base. */
export async function runWordings(folder: CaseFolder): Promise<Outcome[]> {
  const cases = listWordings(folder);
  if (cases.length === 0) return [];
  const prompted = (await promptWordings(folder)).map(({ id, kind, level, holdsFact }) => {
    return { id, kind: `${kind}, in the prompt of ${level}`, faults: holdsFact ? [] : ['not in the prompt'] };
  });
  const extracted = (await extractWordings(folder)).map(({ id, kind, verdict, titles }) => {
    const faults = verdict === 'wrong' ? [`answered from ${titles.join(' | ')}`] : [];
    return { id, kind: `${kind}, extractive`, faults };
  });
  return [...prompted, ...extracted];
}

/** All of them, with their kind. */
export function listWordings({ paraphrase, crosslingual }: CaseFolder): KindOfCase[] {
  const kinds = { paraphrase, crosslingual };
  return Object.entries(kinds).flatMap(([kind, list]) => list.map((entry) => ({ kind, ...entry })));
}

/** With a model that behaves well, the prompt has to contain the fact of the expected entry. */
export async function promptWordings(folder: CaseFolder, setting: Setting = {}): Promise<Prompted[]> {
  using place = makeFolder();
  await using backend = await startStandIn([]);
  const settings = { OPENAI_BASE_URL: backend.url, ...MODELS, ...setting.settings };
  await using service = await openService(place.path, settings);
  const keyOf = await addBases(service.core, folder, setting.others);
  const prompted: Prompted[] = [];
  for (const entry of listWordings(folder)) {
    const { base, question, expected, means } = entry;
    const fact = folder.bases.find((known) => known.base === base && known.title === expected)?.fact;
    if (fact === undefined) continue;
    for (const level of WORDING_LEVELS) {
      backend.means = means;
      backend.requests.length = 0;
      await speakTo(service.url).chat(keyOf(base, level), {
        messages: [{ role: 'user', content: question }],
      });
      const holdsFact = backend.requests.some(({ messages }) => JSON.stringify(messages).includes(fact));
      prompted.push({ ...entry, level, holdsFact });
    }
  }
  return prompted;
}

/** Without a model, another entry's answer is wrong; a question without an entry goes to the team. */
export async function extractWordings(folder: CaseFolder, setting: Setting = {}): Promise<Extracted[]> {
  using place = makeFolder();
  await using service = await openService(place.path, setting.settings);
  const keyOf = await addBases(service.core, folder, setting.others);
  const extracted: Extracted[] = [];
  for (const entry of listWordings(folder)) {
    const { base, question, expected } = entry;
    const { body } = await speakTo(service.url).chat(keyOf(base, 'V1'), {
      messages: [{ role: 'user', content: question }],
    });
    const titles: string[] = body.sources.map(({ title }: { title: string }) => title);
    const isRight = expected === null ? body.needs_team : titles.includes(expected);
    const other = body.needs_team ? 'handed over' : 'wrong';
    extracted.push({ ...entry, verdict: isRight ? 'right' : other, titles });
  }
  return extracted;
}

/** One server per base and level. @returns the key of one */
async function addBases(core: Core, { bases }: CaseFolder, others: Setting['others'] = []) {
  const keys = new Map<string, string>();
  for (const base of new Set(bases.map((entry) => entry.base))) {
    for (const level of WORDING_LEVELS) {
      const { id, key } = await addTestServer(core, { level });
      await addBase(core, id, [...bases.filter((entry) => entry.base === base), ...others]);
      if (core.embedder) await waitForVectors(core, id);
      keys.set(`${base} ${level}`, key);
    }
  }
  return (base: string, level: Level) => keys.get(`${base} ${level}`) ?? '';
}

/** Those of a large base are computed in the background, and until then questions go by words alone. */
async function waitForVectors(core: Core, serverId: string): Promise<void> {
  const server = await getServer(core, serverId);
  const knowledge = await getKnowledgeIndex(core, server);
  const { signal } = new AbortController();
  const queries = [{ text: 'ready', weight: 1 }];
  while ((await measureMeaning(core, knowledge, queries, { serverId, signal })) === null) await sleep(200);
}
