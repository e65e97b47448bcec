import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeKnowledge } from '../bench/speed/knowledge.ts';
import { runLoad } from '../bench/speed/load.ts';
import { checkCalls } from '../bench/speed/measure.ts';
import { weighPrompts } from '../bench/speed/prompts.ts';
import { openQuestions, readLanguages } from '../bench/speed/questions.ts';
import { chatRequestSchema } from '../src/channels/http/contract.ts';

interface Message {
  role: string;
  content: string;
}

const messagesOf = (body: string): Message[] => JSON.parse(body).messages;

describe('the questions', () => {
  const ask = openQuestions();
  const fresh = Array.from({ length: 20_000 }, () => ask('new'));

  it('each end with a new message, while earlier messages of a ticket repeat', () => {
    const messages = fresh.map(({ body }) => messagesOf(body));
    expect(new Set(messages.map((one) => one.at(-1)?.content)).size).toBe(fresh.length);
    expect(new Set(messages.map((one) => JSON.stringify(one.slice(0, -1)))).size).toBe(
      new Set(fresh.map(({ ticket }) => ticket)).size,
    );
  });

  it('come from at least 509 tickets, in rotation if they are to repeat', () => {
    expect(new Set(fresh.map(({ ticket }) => ticket)).size).toBeGreaterThanOrEqual(509);
    const tickets = new Set(fresh.map(({ ticket }) => ticket)).size;
    const repeated = Array.from({ length: 2 * tickets }, () => ask('repeated').body);
    expect(new Set(repeated).size).toBe(tickets);
    expect(repeated.slice(tickets)).toEqual(repeated.slice(0, tickets));
  });

  it('are the same in every run', () => {
    const again = openQuestions();
    expect(again('new')).toEqual(fresh[0]);
    expect(again('new')).toEqual(fresh[1]);
  });

  it('consist of words that people wrote, one in ten of them mistyped', () => {
    const { languages } = readLanguages();
    const known = new Set([...languages.de.words, ...languages.en.words]);
    const words = fresh.slice(0, 2_000).flatMap(
      ({ body }) =>
        messagesOf(body)
          .at(-1)
          ?.content.match(/\p{L}{4,}/gu) ?? [],
    );
    const share = words.filter((word) => !known.has(word)).length / words.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.15);
  });

  it('have five messages that the service accepts', () => {
    for (const { body } of fresh.slice(0, 1_000))
      expect(chatRequestSchema.parse(JSON.parse(body)).messages).toHaveLength(5);
  });

  it('are about topics of the knowledge', () => {
    const { languages } = readLanguages();
    const asked = new Set([...languages.de.asked, ...languages.en.asked]);
    const entries = makeKnowledge(100);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(100);
    expect(entries.every(({ title }) => asked.has(title))).toBe(true);
  });

  it('ask the backend for each answer, and before it for queries at most', () => {
    expect(() => checkCalls(10_000, 10_000)).not.toThrow();
    expect(() => checkCalls(5_000, 10_000)).toThrow('5000 calls of the backend for 10000 answers');
    expect(() => checkCalls(20_000, 10_000)).not.toThrow();
    expect(() => checkCalls(20_001, 10_000)).toThrow();
  });
});

describe('a load', () => {
  const job = {
    ...{ path: '/ask', headersOf: () => ({}), ask: () => ({ ticket: 0, body: '{}' }) },
    ...{ connections: 4, seconds: 0, least: 50 },
  };
  const { signal } = new AbortController();

  it('waits for requests in flight, so that both sides count the same, and continues until it has enough', async () => {
    let asked = 0;
    await using target = await openTarget(() => {
      asked += 1;
      return 200;
    });
    const { requests, errors } = await runLoad({ ...job, origin: target.origin }, signal);
    expect(requests).toBe(asked);
    expect(requests).toBeGreaterThanOrEqual(50);
    expect(errors).toBe(0);
  });

  it('counts unsuccessful answers as errors', async () => {
    let asked = 0;
    await using target = await openTarget(() => {
      asked += 1;
      return asked % 2 === 0 ? 503 : 200;
    });
    const { requests, errors } = await runLoad({ ...job, origin: target.origin }, signal);
    expect(requests + errors).toBe(asked);
    expect(Math.abs(requests - errors)).toBeLessThanOrEqual(1);
  });
});

/** Answers every request with the status that is said. */
async function openTarget(statusOf: () => number) {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(statusOf()).end('{}'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

describe('the figures about prompts', () => {
  const bodyOf = (...contents: string[]) =>
    JSON.stringify({ messages: contents.map((content) => ({ role: 'user', content })) });

  it('are their number of tokens and the share that repeats the beginning of the previous prompt', () => {
    const { tokens, samePrefix } = weighPrompts([bodyOf('one two three four'), bodyOf('one two nine ten')]);
    expect(tokens).toBe(4);
    expect(samePrefix).toBeCloseTo(0.5, 0);
    expect(weighPrompts([bodyOf('one'), bodyOf('one')]).samePrefix).toBe(1);
  });
});
