import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { ask, startApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { type ContractCode, expectChatRefusal, rateLimitOf } from '../refusal.ts';

const app = await startApp();
afterAll(() => app.stop());

const user = { role: 'user', content: 'When are you open?' };
const long = (field: 'content' | 'name', length: number) => ({
  messages: [{ ...user, [field]: 'a'.repeat(length) }],
});
const many = (length: number, last = user) => [...new Array(length - 1).fill(user), last];

/** Refused with this code and path, and nothing counted. */
async function expectFault(body: unknown, code: ContractCode, param?: string): Promise<void> {
  const { id, key } = await app.addServer();
  const answer = await expectNothingCounted(app, id, () => app.chat(key, body));
  const error = expectChatRefusal(answer, code);
  expect(error.param).toBe(param);
  expect(error.type).toBe('invalid_request');
  expect(rateLimitOf(answer)).toMatchObject({ minute: 20, day: 1000 });
}

describe('POST /api/v1/chat answers 400', () => {
  test.each<[string, unknown, ContractCode, string?]>([
    ['an empty object', {}, 'invalid_body', 'messages'],
    ['messages that are null', { messages: null }, 'invalid_body', 'messages'],
    ['no message', { messages: [] }, 'invalid_body', 'messages'],
    ['a message that is null', { messages: [null] }, 'invalid_body', 'messages[0]'],
    ['a message without role', { messages: [{ content: 'Hi' }] }, 'invalid_body', 'messages[0].role'],
    ['a role system', { messages: [{ ...user, role: 'system' }] }, 'invalid_body', 'messages[0].role'],
    [
      'content that is no text',
      { messages: [user, { ...user, content: [] }] },
      'invalid_body',
      'messages[1].content',
    ],
    ['empty content', { messages: [{ ...user, content: '' }] }, 'invalid_body', 'messages[0].content'],
    ['content of 16,001 characters', long('content', 16_001), 'invalid_body', 'messages[0].content'],
    ['a name of 101 characters', long('name', 101), 'invalid_body', 'messages[0].name'],
    ['a long customer', { messages: [user], customer: 'n'.repeat(101) }, 'invalid_body', 'customer'],
    ['21 messages', { messages: many(21) }, 'too_many_messages', 'messages'],
    [
      'a last message of the bot',
      { messages: [user, { ...user, role: 'assistant' }] },
      'last_message_not_user',
      'messages',
    ],
    ['a list as body', [user], 'invalid_body'],
  ])('to %s, says where the fault is and counts nothing', (_title, body, code, param) =>
    expectFault(body, code, param));

  test.each<[string, string]>([
    ['plain text', 'plain'],
    [
      'a stream that breaks off',
      gzipSync(JSON.stringify(ask('Hi')))
        .subarray(0, 20)
        .toString('latin1'),
    ],
  ])('to %s under Content-Encoding: gzip', async (_title, text) => {
    const { id, key } = await app.addServer();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await expectNothingCounted(app, id, async () => {
      const response = await fetch(`${app.url}/api/v1/chat`, {
        method: 'POST',
        headers: { ...headers, 'content-encoding': 'gzip' },
        body: Buffer.from(text, 'latin1'),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    });
    expectChatRefusal(answer, 'invalid_json');
  });

  test.each<[string, string]>([
    ['256 characters', 'k'.repeat(256)],
    ['a space', 'two words'],
    ['nothing', ''],
    ['a letter beyond ASCII', 'schl\u00fcssel'],
  ])('to an Idempotency-Key with %s', async (_title, idempotencyKey) => {
    const { id, key } = await app.addServer();
    const headers = { 'Idempotency-Key': idempotencyKey };
    const answer = await expectNothingCounted(app, id, () => app.chat(key, ask('Hi'), { headers }));
    expect(expectChatRefusal(answer, 'invalid_body').param).toBe('Idempotency-Key');
  });

  test('and never echoes what it was sent', async () => {
    const canary = 'c4n4ry-of-the-customer';
    const { key } = await app.addServer();
    const bodies = [
      `{"messages":"${canary}"`,
      { messages: [{ role: canary, content: canary }] },
      { messages: [{ ...user, content: { [canary]: canary } }] },
      { messages: [user], customer: [canary] },
    ];
    for (const body of bodies) {
      const answer = await app.chat(key, body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).not.toContain(canary);
    }
  });
});

describe('POST /api/v1/chat still answers 200', () => {
  test.each<[string, unknown]>([
    ['20 messages', { messages: many(20) }],
    ['16,000 characters', { messages: [{ ...user, content: 'a b '.repeat(4000) }] }],
    [
      'names of 100 characters',
      { messages: [{ ...user, name: 'n'.repeat(100) }], customer: 'c'.repeat(100) },
    ],
    [
      'a first message of the bot',
      { messages: [{ role: 'assistant', content: 'Hi, how can I help?' }, user] },
    ],
    ['nothing but blanks', { messages: [{ ...user, content: '   ' }] }],
    ['null for what is optional', { messages: [{ ...user, name: null }], customer: null }],
  ])('to %s', async (_title, body) => {
    const { key } = await app.addServer();
    const answer = await app.chat(key, body);
    expect(answer.status).toBe(200);
    expect(rateLimitOf(answer)).toMatchObject({ minute: 19, day: 999 });
  });
});
