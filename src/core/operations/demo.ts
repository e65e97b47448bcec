import { readFile } from 'node:fs/promises';
import type { Core } from '../core.ts';
import { importKnowledge } from '../knowledge/knowledge.ts';
import { createKey } from '../owners/keys.ts';
import { addServer, hasServers } from '../owners/servers.ts';

const DEMO_ID = 'demo';
const KNOWLEDGE = new URL('../../demo/knowledge.jsonl', import.meta.url);

/**
 * Fills an empty installation, so that the first question needs no setup.
 * @returns the demo's API key; null when there is a server already.
 */
export async function seedDemo(core: Core): Promise<string | null> {
  if (await hasServers(core)) return null;
  await addServer(core, DEMO_ID, {
    name: 'Salzkai',
    members: 420,
    plan: 'premium',
    level: 'V2',
    language: 'de',
    bot_name: 'Lotse',
    tone: 'friendly and brief',
  });
  const text = await readFile(KNOWLEDGE, 'utf8');
  await importKnowledge(core, { serverId: DEMO_ID, text, format: 'jsonl' });
  return (await createKey(core, { serverId: DEMO_ID, name: 'first start' })).key;
}
