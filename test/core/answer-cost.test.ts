import { describe, expect, test } from 'vitest';
import type { Level } from '../../src/domain/types.ts';
import { ask } from '../support/app.ts';
import { readCharges, readWeek, setUsed } from '../support/books.ts';
import {
  addFullServer,
  askAndRead,
  BUDGETS,
  countExactly,
  ENTRIES,
  record,
  SHARE,
  sound,
  turns,
  useStubbedApp,
} from './prompt-setup.ts';

const { stub, app } = useStubbedApp();

const addServer = (level: Level, entries?: object[]) => addFullServer(app, level, entries);

describe('the cost of an answer', () => {
  /** Asks while the backend waits, so that the reservation can be seen. */
  async function reserve(server: { id: string; key: string }, body: unknown) {
    const { used } = await readWeek(app, server.id);
    const arrived = stub.requests.length;
    const letGo = stub.hold();
    const underWay = app.chat(server.key, body);
    await stub.received(arrived + 1);
    const { reserved } = await readWeek(app, server.id);
    letGo();
    const answer = await underWay;
    return { reserved, answer, charged: (await readWeek(app, server.id)).used - used };
  }

  test.each(BUDGETS)('on %s is at most what was reserved, however much the backend counts', async (level) => {
    const server = await addServer(level, []);
    stub.usage({ promptTokens: 100_000, completionTokens: 100_000 });
    const { reserved, charged } = await reserve(server, ask('fees?'));
    expect(charged).toBe(reserved);
    for (const tokens of [100_000_000, 2_147_483_647, 3_000_000_000, Number.MAX_SAFE_INTEGER]) {
      stub.usage({ promptTokens: tokens, completionTokens: tokens });
      const absurd = await reserve(server, ask('fees?'));
      expect([tokens, absurd.answer.status]).toEqual([tokens, 200]);
      expect(absurd.charged).toBeGreaterThan(0);
      expect(absurd.charged).toBeLessThanOrEqual(absurd.reserved);
    }
  });

  test('is the backend’s count if that is less', async () => {
    const server = await addServer('V1', []);
    stub.usage({ promptTokens: 321, completionTokens: 45 });
    const { reserved, charged } = await reserve(server, ask('fees?'));
    expect(reserved).toBeGreaterThan(charged);
    expect(charged).toBe(321 + 4 * 45);
  });

  test('is counted with the tokenizer when the backend does not count', async () => {
    const { id, key } = await addServer('V1');
    stub.usage('none');
    const { prompt } = await askAndRead(app, stub, key, { messages: turns(3, 800) });
    const [charge] = await readCharges(app, id);
    const exact = prompt.tokens - 4 * (prompt.history.length + 2);
    expect(charge?.prompt_tokens).toBeGreaterThanOrEqual(exact);
    expect(charge?.prompt_tokens).toBeLessThan(exact * 1.05 + 20);
    const written = countExactly(JSON.stringify(sound));
    expect(Math.abs((charge?.completion_tokens ?? 0) - written)).toBeLessThanOrEqual(2);
    expect(charge?.units).toBe((charge?.prompt_tokens ?? 0) + 4 * (charge?.completion_tokens ?? 0));
  });

  test.each(
    BUDGETS.map(([level], place) => {
      const base = [ENTRIES, ENTRIES.slice(0, 5), [{ title: 'Fees', text: 'Five.' }]][place] ?? [];
      return [level, `${base.length} entries`, base] as const;
    }),
  )('on %s stays below the reservation for any question of %s', async (level, _title, entries) => {
    const server = await addServer(level, [...entries]);
    stub.usage('none');
    const users = (text: string) => new Array(6).fill({ role: 'user', content: text });
    const tickets = [turns(20, 1_000), turns(16, 15_900), users('<'.repeat(2_000)), users('ꙮ'.repeat(2_000))];
    for (const messages of tickets) {
      const { reserved, charged } = await reserve(server, { messages });
      // What is charged is cut at the reservation; equal to it means that more was spent.
      expect(charged).toBeLessThan(reserved);
    }
  });

  test.each<[Level, number, number, number]>([
    ['V1', 1, 4, 400],
    ['V1.5', 2, 4, 600],
    ['V2', 5, 5, 900],
  ])('on %s fits what is left: the output shrinks to 128 tokens, and below that the answer is 402', async (level, weight, perToken, most) => {
    stub.usage({ promptTokens: 10, completionTokens: 1 });
    const { reserved: wanted } = await reserve(await addServer(level, []), ask('fees?'));
    const least = wanted - weight * perToken * (most - 128);
    const outputWith = async (units: number) => {
      const { id, key } = await addServer(level, []);
      await setUsed(app, id, SHARE - units);
      return (await askAndRead(app, stub, key, ask('fees?'))).prompt.outputTokens;
    };
    expect(await outputWith(wanted + 1000)).toBe(most);
    expect(await outputWith(wanted)).toBe(most);
    expect(await outputWith(wanted - weight * perToken)).toBe(most - 1);
    expect(await outputWith(wanted - weight * perToken * 100)).toBe(most - 100);
    expect(await outputWith(least)).toBe(128);

    const { id, key } = await addServer(level, []);
    await setUsed(app, id, SHARE - least + 1);
    const { result, requests } = await record(stub, () => app.chat(key, ask('fees?')));
    expect([result.status, result.body.error.code, requests.length]).toEqual([402, 'quota_exhausted', 0]);
  });
});
