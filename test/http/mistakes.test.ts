import { afterAll, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';

/** What integrators send by mistake, and the sentence that they read. */
const user = { role: 'user', content: 'When are you open?' };
const MISTAKES: readonly (readonly [sent: unknown, sentence: string])[] = [
  [[user], 'The body must be an object, not a list.'],
  ['"Hello"', 'The body must be an object, not text.'],
  ['null', 'The body must be an object, not null.'],
  [{}, 'messages is missing: it must be a list.'],
  [{ message: 'Hello' }, 'messages is missing: it must be a list.'],
  [{ messages: 'Hello' }, 'messages must be a list, not text.'],
  [{ messages: { 0: user } }, 'messages must be a list, not an object.'],
  [{ messages: [] }, 'messages must not be empty.'],
  [{ messages: ['Hello'] }, 'messages[0] must be an object, not text.'],
  [{ messages: [null] }, 'messages[0] must be an object, not null.'],
  [
    { messages: [{ content: 'Hello' }] },
    'messages[0].role is missing: it must be one of "user", "assistant".',
  ],
  [{ messages: [{ ...user, role: 'customer' }] }, 'messages[0].role must be one of "user", "assistant".'],
  [{ messages: [{ role: 'user', text: 'Hello' }] }, 'messages[0].content is missing: it must be text.'],
  [{ messages: [{ role: 'user', content: '' }] }, 'messages[0].content must not be empty.'],
  [{ messages: [{ role: 'user', content: null }] }, 'messages[0].content must be text, not null.'],
  [
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] },
    'messages[0].content must be text, not a list.',
  ],
  [
    { messages: [{ ...user, content: 'a'.repeat(16_001) }] },
    'messages[0].content must have at most 16,000 characters, but has 16,001.',
  ],
  [{ messages: [{ ...user, name: 7 }] }, 'messages[0].name must be text, not a number.'],
  [
    { messages: [{ ...user, name: 'n'.repeat(101) }] },
    'messages[0].name must have at most 100 characters, but has 101.',
  ],
  [
    { messages: [user, { role: 'assistant', content: 'Hello' }] },
    'The last message must have the role "user".',
  ],
  [{ messages: new Array(21).fill(user) }, 'At most 20 messages can be sent; leave out the oldest.'],
  [{ messages: [user], customer: { name: 'Kim' } }, 'customer must be text, not an object.'],
  [{ messages: [user], context: { plan: 'Premium' } }, 'context must be a list, not an object.'],
  [
    { messages: [user], context: [{ label: 'Plan', value: 3 }] },
    'context[0].value must be text, not a number.',
  ],
  [{ messages: [user], context: [{ label: '', value: 'Premium' }] }, 'context[0].label must not be empty.'],
  [
    { messages: [user], context: new Array(11).fill({ label: 'Plan', value: 'Premium' }) },
    'context must have at most 10 items, but has 11.',
  ],
];

const app = await startApp();
afterAll(() => app.stop());

test.each(MISTAKES)('%j is told in a sentence what is wanted', async (sent, sentence) => {
  const { key } = await app.addServer();
  const { body } = await app.chat(key, sent);
  expect(body.error.message).toBe(sentence);
});
