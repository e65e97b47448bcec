import { RESTJSONErrorCodes } from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAnswerOfReply } from '../../../src/core/handled.ts';
import { listKeys } from '../../../src/core/keys.ts';
import { changeServer, changeSettings, getServer } from '../../../src/core/servers.ts';
import { readUsage } from '../../../src/core/usage.ts';
import { type Community, ENTRY, startCommunity } from './setup.ts';

const QUESTION = 'How do I join the server?';
const CALLBACK = /\/callback/;
const EPHEMERAL = 64;

let home: Community;
beforeAll(async () => {
  home = await startCommunity();
  await changeServer(home.app.core, home.guild.id, { plan: 'premium' });
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
});
afterAll(async () => {
  expect(home.discord.faults).toEqual([]);
  await home.stop();
});
beforeEach(() => {
  home.member.locale = 'en-US';
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
});

const usedUnits = async () => {
  const { week, credit } = await readUsage(home.app.core, await getServer(home.app.core, home.guild.id));
  return { used: week.used_units, reserved: week.reserved_units, credit: credit.reserved_units };
};
const linesAbout = (id: string) => home.app.logged.filter(({ fields }) => fields.interaction === id);

describe('/ask', () => {
  test('is acknowledged within a second while the AI stalls, and answered for all when it speaks', async () => {
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const use = home.member.runs(home.channel, 'ask', { question: QUESTION });
    expect(await use.ackedAfterMs).toBeLessThan(1_000);
    await home.ai.received(calls + 1);
    release();
    const answer = await use.reply();
    expect(answer.ephemeral).toBe(false);
    expect(answer.content).toMatch(/^Press Join\.\n/);
    expect(answer.content).toMatch(/-# This answer was generated automatically by an AI\.$/);
    expect(answer.buttons.map(({ id }) => id?.replace(/:[^:]+$/, ''))).toEqual([
      'answer:up',
      'answer:down',
      'answer:team',
    ]);
    await expect
      .poll(() => findAnswerOfReply(home.app.core, home.guild.id, answer.id))
      .toMatchObject({ askerId: home.member.id });
  });
});
