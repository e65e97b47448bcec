import { afterAll, beforeEach, expect, test } from 'vitest';
import { changeKnowledge } from '../../../src/adapters/db/knowledge/knowledge.ts';
import {
  addEntry,
  changeEntry,
  listVersions,
  putEntry,
  removeKnowledge,
  restoreVersion,
} from '../../../src/core/knowledge/knowledge.ts';
import { approve, suggest } from '../../../src/core/learning/suggestions/suggestions.ts';
import { addWebhook } from '../../../src/core/webhooks/webhooks.ts';
import { startHooked } from './setup.ts';

const hooked = await startHooked();
beforeEach(() => hooked.reset());
afterAll(() => hooked.stop());
const { core } = hooked.app;

/** What the receiver was told of entries, in order. */
async function toldChanges(): Promise<{ id: string; change: string }[][]> {
  await hooked.deliver();
  const told = hooked.receiver.received.filter(({ event }) => event.type === 'knowledge.changed');
  return told.map(({ event }) => event.data.entries);
}
