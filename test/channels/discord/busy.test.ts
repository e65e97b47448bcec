import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { ask, type TestApp } from '../../support/app.ts';
import { readWeek, setUsed } from '../../support/books.ts';
import { startTwin } from '../../support/twin.ts';
import { ENTRY, QUESTION, useCommunity } from './setup.ts';
import { watch } from './watch.ts';

const QUOTA = 400_000;

const home = useCommunity({ settings: { AI_TIMEOUT_MS: '600', PREMIUM_WEEKLY_UNITS: String(QUOTA) } });
/** Another process, which waits longer for the AI. */
let patient: TestApp;
let key: string;
beforeAll(async () => {
  patient = await startTwin(home.app, { AI_TIMEOUT_MS: 60_000 });
  const { core } = home.app;
  // The same question is asked again and again, and each time means a new answer.
  await changeServer(core, home.guild.id, { plan: 'premium', repeats: false });
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
  key = (await createKey(core, { serverId: home.guild.id })).key;
});
afterAll(async () => {
  await patient.stop();
});

const { becomes } = watch(() => home);

/** A question of somebody else that the AI keeps waiting. */
async function holdOne() {
  const arrived = home.ai.requests.length;
  const letGo = home.ai.hold();
  const underWay = patient.chat(key, ask('Hi'));
  await home.ai.received(arrived + 1);
  const { reserved } = await readWeek(home.app, home.guild.id);
  const end = () => {
    letGo();
    return underWay;
  };
  return { reserved, end };
}

test('a member who waits in vain for reserved units is told that many are asking, not of a fault', async () => {
  const channel = home.guild.addChannel();
  const sample = await holdOne();
  await sample.end();
  await setUsed(home.app, home.guild.id, QUOTA - sample.reserved);
  await home.app.core.database.kysely.updateTable('week_quotas').set({ api_used: 0 }).execute();
  const held = await holdOne();
  const warnings = home.app.logged.length;
  const asked = home.member.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
  expect((await home.discord.nextMessage(channel)).content).toMatch(
    /^Too many people are asking questions here at once\. Nothing was charged; .* in a moment\.$/,
  );
  await becomes(asked.id, 'dropped');
  expect(home.app.logged.slice(warnings).filter(({ level }) => level === 'error')).toEqual([]);
  expect((await held.end()).status).toBe(200);
});

test('the same question is answered as soon as the units are free', async () => {
  await setUsed(home.app, home.guild.id, 0);
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
  const channel = home.guild.addChannel();
  home.member.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
  expect((await home.discord.nextMessage(channel)).content).toContain('Press Join.');
});
