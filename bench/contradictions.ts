/**
 * Measures how well contradictions are found: puts pairs that contradict each other, and near misses that do not,
 * written by people who did not know the product, into the demo's knowledge and checks it as an owner does.
 * `npm run bench -- contradictions [--chat URL --model NAME] [--json]`; without a model by figures alone. Whatever else is
 * shown is printed: it is for the reader to judge whether the texts contradict each other or it is a false alarm.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { openAdapters } from '../src/adapters/adapters.ts';
import { migrate } from '../src/adapters/db/migrate.ts';
import { createLog } from '../src/adapters/log.ts';
import { parseConfig } from '../src/config.ts';
import { compareKnowledge } from '../src/core/contradictions/contradictions.ts';
import { createCore } from '../src/core/core.ts';
import { importKnowledge } from '../src/core/knowledge/knowledge.ts';
import { addServer } from '../src/core/owners/servers.ts';

const SERVER = 'contradictions';
const UNLIMITED = 100_000;
const PAIRS = new URL('contradictions/pairs.jsonl', import.meta.url);
const DEMO = new URL('../src/demo/knowledge.jsonl', import.meta.url);

const text = z.object({ title: z.string(), text: z.string() });
const pairLine = z.object({
  ...{ id: z.string(), language: z.string(), kind: z.string(), contradicts: z.boolean() },
  ...{ one: text, other: text },
});

async function measure({ chat, model }: { chat?: string; model?: string }) {
  const pairs = readFileSync(PAIRS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => pairLine.parse(JSON.parse(line)));
  const entries = pairs.flatMap(({ id, one, other }) => [
    { id: `${id}:1`, ...one },
    { id: `${id}:2`, ...other },
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'contradictions-'));
  const config = parseConfig({
    ...{ DATA_DIR: folder, SESSION_SECRET: randomBytes(32).toString('hex'), ROLES: 'api' },
    ...{ PREMIUM_WEEKLY_UNITS: '1000000000', AI_TIMEOUT_MS: '120000' },
    ...(chat && { OPENAI_BASE_URL: chat, OPENAI_API_KEY: process.env.OPENAI_API_KEY ?? 'none' }),
    ...(model && { MODEL_V1: model }),
  });
  const log = createLog('warn');
  const adapters = await openAdapters(config, log, 'own');
  try {
    await migrate(adapters.database);
    const core = createCore({ ...adapters, config, clock: Date.now, log });
    await addServer(core, SERVER, { name: 'Bench', plan: 'premium', members: 100, joined: new Date(0) });
    const lines = [readFileSync(DEMO, 'utf8').trim(), ...entries.map((entry) => JSON.stringify(entry))];
    await importKnowledge(core, { serverId: SERVER, text: lines.join('\n'), format: 'jsonl' });
    const { signal } = new AbortController();
    const started = performance.now();
    const { found, uncompared, fault } = await compareKnowledge(core, SERVER, signal, UNLIMITED);
    const shown = new Map(found.map((pair) => [[pair.one.id, pair.other.id].toSorted().join(), pair]));
    const take = (id: string) => shown.delete(`${id}:1,${id}:2`);
    const contradicting = pairs.filter(({ contradicts }) => contradicts);
    const misses = pairs.filter(({ contradicts }) => !contradicts);
    const missed = contradicting.filter(({ id }) => !take(id)).map(({ id }) => id);
    const alarms = misses.filter(({ id }) => take(id)).map(({ id }) => id);
    const others = [...shown.values()].map(({ one, other, why }) => `${one.id} <> ${other.id}: ${why}`);
    return {
      ...{ pairs: contradicting.length, found: contradicting.length - missed.length, missed },
      ...{ misses: misses.length, alarms, others, uncompared, fault },
      seconds: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    await adapters.close();
    rmSync(folder, { recursive: true });
  }
}

new Command('contradictions')
  .description('contradictions found and false alarms')
  .option('--chat <url>', 'a compatible backend; without one figures alone tell')
  .option('--model <name>', 'the model to ask')
  .option('--json')
  .action(async (options: { chat?: string; model?: string; json?: boolean }) => {
    const { missed, alarms, others, ...figures } = await measure(options);
    if (options.json) console.log(JSON.stringify({ ...figures, missed, alarms, others }));
    else
      console.log(
        [
          Object.entries(figures)
            .map(([name, value]) => `${name} ${value}`)
            .join(', '),
          ...missed.map((id) => `missed: ${id}`),
          ...alarms.map((id) => `false alarm: ${id}`),
          ...others.map((line) => `shown too: ${line}`),
        ].join('\n'),
      );
  })
  .parseAsync();
