import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { boundsWithBackend } from '../../src/core/answering/admission/bounds.ts';
import { answerQuestion } from '../../src/core/answering/answer.ts';
import { buildPrompt } from '../../src/core/answering/prompt.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { type ChannelPath, parseSettings, type Settings } from '../../src/core/owners/settings.ts';
import { planLimitsOf } from '../../src/core/quota/plan-limits.ts';
import { runAtOnce } from '../../src/core/runtime/slices.ts';
import { UNABORTED } from '../support/app.ts';
import { countRuns } from '../support/runs.ts';
import { kindOf, readPrompt, record, turns, useStubbedApp, words } from './prompt-setup.ts';

const { stub, app } = useStubbedApp();

let serverId: string;
beforeEach(async () => {
  serverId = (await app.addServer()).id;
});

/** The system part of a question that is asked there. */
async function askIn(path?: ChannelPath, messages = turns(1, 100)): Promise<ReturnType<typeof readPrompt>> {
  const server = await getServer(app.core, serverId);
  const { requests } = await record(stub, () =>
    answerQuestion(app.core, {
      ...{ server, channel: 'discord', key: null, messages, signal: UNABORTED },
      ...(path && { path }),
    }),
  );
  return readPrompt(requests.find((request) => kindOf(request) === 'answer') ?? { body: {} });
}

const personaIn = ({ system }: { system: string }) =>
  JSON.parse(/<persona>(.*)<\/persona>/.exec(system)?.[1] ?? 'null');
const set = (change: Partial<Settings>) => changeSettings(app.core, serverId, () => change);

describe('the instructions of a place', () => {
  test('come after the persona’s, from the closest place that has some, and nowhere else', async () => {
    const place_instructions = { '10': 'Speak of billing.', '11': 'Speak of <refunds>.' };
    await set({ instructions: 'Be kind.', place_instructions });
    const read = async (channelId: string, above: string[]) =>
      personaIn(await askIn({ channelId, above })).instructions_for_this_channel;
    expect(await read('12', ['10'])).toBe('Speak of billing.');
    expect(await read('11', ['10'])).toBe('Speak of <refunds>.');
    expect(await read('99', ['11', '10'])).toBe('Speak of <refunds>.');
    expect(await read('constructor', ['12'])).toBeUndefined();
    const prompt = await askIn({ channelId: '12', above: ['10'] });
    expect(Object.keys(personaIn(prompt)).slice(-2)).toEqual([
      'instructions',
      'instructions_for_this_channel',
    ]);
    expect(prompt.system).toContain('"instructions_for_this_channel" are part of them');
    const elsewhere = await askIn();
    expect(elsewhere.system).not.toContain('instructions_for_this_channel');
    expect(personaIn(elsewhere).instructions).toBe('Be kind.');
  });

  test('let an answer link to the addresses in them, there alone', async () => {
    await set({ place_instructions: { '10': 'Send people to https://shop.example/help' } });
    stub.reply({
      ...{ answer: 'See https://shop.example/help', needs_team: false, answerable: true, used: [] },
    });
    const server = await getServer(app.core, serverId);
    const asked = {
      server,
      channel: 'discord',
      key: null,
      messages: turns(1, 100),
      signal: UNABORTED,
    } as const;
    const there = await answerQuestion(app.core, { ...asked, path: { channelId: '10', above: [] } });
    expect(there.answer.answer).toContain('https://shop.example/help');
    const elsewhere = await answerQuestion(app.core, { ...asked, path: { channelId: '20', above: [] } });
    expect(elsewhere.answer.answer).not.toContain('shop.example');
  });

  test('of any text fit into the budget and into what is reserved', async () => {
    const longest = words('begin', 'end', 1_000);
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      fc.constant(longest),
    );
    const dense = fc.constantFrom('😀'.repeat(500), '<'.repeat(1_000), '漢'.repeat(1_000));
    const server = await getServer(app.core, serverId);
    fc.assert(
      fc.property(fc.oneof(texts, dense), texts, (place, instructions) => {
        const settings = { instructions, place_instructions: { '10': place } };
        const typed = parseSettings(settings);
        const limits = planLimitsOf(app.core, { ...server, settings: typed }, { channelId: '10', above: [] });
        const messages = turns(3, 2_000);
        const bounds = runAtOnce(
          boundsWithBackend(limits, messages, { longestPiece: 0, tokens: 0 }, { thinks: false }),
        );
        const prompt = runAtOnce(
          buildPrompt({
            ...{ settings: typed, placeInstructions: limits.placeInstructions, serverName: 'Harbour' },
            ...{ level: limits.level, messages, passages: [], whole: null, teamReason: null },
            ...{ canary: app.core.canary, today: 'Saturday, 2026-11-28', maxTokens: bounds.promptTokens },
          }),
        );
        expect(prompt.tokens).toBeLessThanOrEqual(bounds.promptTokens);
      }),
      { numRuns: countRuns(60) },
    );
  });
});
