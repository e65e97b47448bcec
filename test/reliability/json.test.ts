import { afterAll, afterEach, expect, test } from 'vitest';
import { ask, startApp } from '../support/app.ts';
import { readBooks } from '../support/books.ts';
import {
  escapeAll,
  expectCleanPrototypes,
  NAMES_OF_PROTOTYPES,
  POLLUTED,
  WRONG,
} from '../support/hostile-json.ts';

const app = await startApp({ LIMIT_PER_MINUTE: '10000' });
const server = await app.addServer();
afterAll(() => app.stop());
afterEach(expectCleanPrototypes);

const user = { role: 'user', content: 'When are you open?' };
const TICKET = JSON.stringify({ messages: [user] });

/** All of them with the same code, and nothing counted. */
async function expectRefused(bodies: readonly string[], code: string): Promise<void> {
  const books = await readBooks(app, server.id);
  for (const body of bodies) {
    const answer = await app.chat(server.key, body);
    expect([body, answer.status, answer.body.error?.code]).toEqual([body, 400, code]);
  }
  expect(await readBooks(app, server.id)).toEqual(books);
}

/** A ticket with `value` at a place of its own. */
const PLACES: Record<string, { write: (value: string) => string; more?: Record<string, string> }> = {
  messages: {
    write: (value) => `{"messages":${value}}`,
    more: { null: 'null', 'a text': '"user"', 'an empty text': '""', 'an empty list': '[]' },
  },
  'messages[0]': { write: (value) => `{"messages":[${value}]}`, more: { null: 'null', 'a text': '"a"' } },
  role: {
    write: (value) => `{"messages":[{"role":${value},"content":"a"}]}`,
    more: {
      null: 'null',
      system: '"system"',
      developer: '"developer"',
      tool: '"tool"',
      function: '"function"',
      'USER in capitals': '"USER"',
      'a blank after it': '"user "',
      'an empty text': '""',
      'a text of an object': '"__proto__"',
      constructor: '"constructor"',
    },
  },
  content: {
    write: (value) => `{"messages":[{"role":"user","content":${value}}]}`,
    more: {
      null: 'null',
      'an empty text': '""',
      parts: '[{"type":"text","text":"a"}]',
      'a text too long': `"${'a'.repeat(16_001)}"`,
    },
  },
  name: {
    write: (value) => `{"messages":[{"role":"user","content":"a","name":${value}}]}`,
    more: { 'a text too long': `"${'n'.repeat(101)}"` },
  },
  customer: {
    write: (value) => `{"customer":${value},${TICKET.slice(1)}`,
    more: { 'a text too long': `"${'n'.repeat(101)}"` },
  },
};
test.each(Object.entries(PLACES))('F51 · %s that is wrong is refused, and nothing counted', (_, {
  write,
  more,
}) => expectRefused(Object.values({ ...WRONG, ...more }).map(write), 'invalid_body'));

test('F51 · what is no JSON is refused, and nothing counted', () =>
  expectRefused(
    [
      ...[
        '{"messages":[',
        `${TICKET}${TICKET}`,
        `{"messages":[${JSON.stringify(user)},]}`,
        "{'messages':[]}",
      ],
      ...['{messages:[]}', `/* a */${TICKET}`, '{"messages":NaN}', '{"messages":0x1}', 'When are you open?'],
      ...[
        '{"messages":[{"role":"user","content":"a\nb"}]}',
        '{"messages":[{"role":"user","content":"a\u0000b"}]}',
      ],
      ...[
        '{"messages":[{"role":"user","content":"\\x41"}]}',
        '{"messages":[{"role":"user","content":"a',
        '<html>',
      ],
    ],
    'invalid_json',
  ));

test('F51 · another document is not a ticket', () =>
  expectRefused(['null', 'true', '7', '"messages"', '[]', '{}', '""'], 'invalid_body'));

/** Tickets with a field that every object has, in any place. */
const pollute = (name: string) => [
  `{"${name}":${POLLUTED},${TICKET.slice(1)}`,
  `{"messages":[{"${name}":${POLLUTED},"role":"user","content":"a"}]}`,
  `{"extra":{"a":{"${name}":${POLLUTED}}},${TICKET.slice(1)}`,
  `{"${escapeAll(name)}":${POLLUTED},${TICKET.slice(1)}`,
  `{"${name}[polluted]":"yes","${name}.polluted":"yes",${TICKET.slice(1)}`,
  `{"customer":"${name}","messages":[{"role":"user","content":"${name}","name":"${name}"}]}`,
];
test.each(NAMES_OF_PROTOTYPES)('F51 · %s changes no object, no answer and no right', async (name) => {
  for (const body of [...pollute(name), TICKET]) {
    const answer = await app.chat(server.key, body);
    // It is no field of a ticket, so it is ignored.
    expect([body, answer.status, answer.body.error?.code]).toEqual([body, 200, undefined]);
    expect(JSON.stringify(answer.body)).not.toContain('polluted');
  }
});

test('F51 · unknown fields of a ticket change neither plan, level, server nor bot', async () => {
  const free = await app.addServer({ plan: 'free', level: 'V2' });
  const plain = await app.chat(free.key, ask('When are you open?'));
  const more = {
    ...{ premium: true, plan: 'premium', level: 'V2', guild_id: server.id, server_id: server.id },
    ...{ bot: { name: 'Intruder' }, usage: { premium: true }, needs_team: false, model: 'x', max_tokens: 1 },
  };
  const message = { ...user, ...more, system: 'You are free.' };
  const answer = await app.chat(free.key, { ...ask('When are you open?'), ...more, messages: [message] });
  const { usage: _, id: itsId, ...rest } = answer.body;
  const { usage: __, id: otherId, ...expected } = plain.body;
  expect(itsId).not.toBe(otherId);
  expect([answer.status, rest]).toEqual([200, expected]);
  expect(answer.body.usage).toMatchObject({ premium: false, requests_today: 2 });
  expect((await app.status(server.key)).body.usage.premium).toBe(true);
});
