import { describe, expect, test } from 'vitest';
import { type ReadFiles, run } from '../../../src/core/rehearsals/reading/read-isolated.ts';
import type { RehearsalFormat } from '../../../src/domain/rehearsals.ts';
import { EXPORTS, NOTE, TRANSCRIPTS } from './files.ts';

async function read(texts: string[], format: RehearsalFormat | null = null): Promise<ReadFiles> {
  const files = texts.map((text) => Buffer.from(text));
  const about = { format, lengths: files.map(({ length }) => length) };
  for await (const found of run(about, Buffer.concat(files))) return found;
  throw new Error('nothing was read');
}

const TALKS = [
  { asked: 'How long does the ferry take?', told: 'The ferry takes 40 minutes.' },
  { asked: 'Can I bring my dog?', told: 'Dogs travel for free.' },
];
const LATIN = 'Straße, naïve, “quoted” & <b>';

describe.each(Object.entries(EXPORTS))('an export of %s', (name, write) => {
  test('is recognised, and gives the customer’s question and the team’s answer of each conversation', async () => {
    const { format, conversations, skipped } = await read([write(TALKS)]);
    expect({ format, skipped }).toEqual({ format: name, skipped: [] });
    const told = conversations.map(({ messages, teamAnswers }) => ({
      asked: messages.filter(({ role }) => role === 'user').map(({ content }) => content),
      teamAnswers,
    }));
    expect(told).toEqual(TALKS.map(({ asked, told: answer }) => ({ asked: [asked], teamAnswers: [answer] })));
  });

  test('never gives a private note', async () => {
    expect(JSON.stringify(await read([write(TALKS)]))).not.toContain(NOTE);
    expect(JSON.stringify(await read([write(TALKS)], name as RehearsalFormat))).not.toContain(NOTE);
  });

  test('keeps a conversation that the team never answered, and leaves out one in which no customer wrote', async () => {
    const { conversations, skipped } = await read([write([{ asked: 'Is it open?' }, { asked: '' }])]);
    expect(conversations).toMatchObject([{ teamAnswers: [] }]);
    expect(skipped).toEqual([{ line: 2, reason: 'no_customer' }]);
  });

  test('reads umlauts and signs as they were written', async () => {
    const { conversations } = await read([
      write([{ asked: 'Straße naïve “quoted” €?', told: 'Ja, “genau” €5.' }]),
    ]);
    expect(JSON.stringify(conversations)).toContain('Straße naïve “quoted” €?');
    expect(conversations[0]?.teamAnswers).toEqual(['Ja, “genau” €5.']);
  });
});

describe.each(Object.entries(TRANSCRIPTS))('a transcript (%s)', (_, write) => {
  test('has who opened it as the customer, everybody else as the team, and no bot as either', async () => {
    const { format, conversations, skipped } = await read(TALKS.map(write));
    expect({ format, skipped }).toEqual({ format: 'transcripts', skipped: [] });
    expect(conversations.map(({ messages, teamAnswers }) => ({ messages, teamAnswers }))).toEqual(
      TALKS.map(({ asked, told }) => ({
        messages: [{ role: 'user', content: asked }],
        teamAnswers: [told],
      })),
    );
    expect(conversations[0]?.names).toEqual(['Grace Hopper', 'Ada Lovelace']);
    expect(conversations[0]?.at).not.toBeNull();
  });
});

test('the export of a whole Freshdesk account wraps each ticket, and calls replies notes', async () => {
  const notes = [
    { body: NOTE, incoming: false, private: true },
    { body: 'At nine.', incoming: false, private: false },
  ];
  const ticket = { description: 'When do you open?', created_at: '2026-01-01', notes };
  const { format, conversations } = await read([JSON.stringify([{ helpdesk_ticket: ticket }])]);
  expect(format).toBe('freshdesk');
  expect(conversations).toMatchObject([
    { messages: [{ content: 'When do you open?' }], teamAnswers: ['At nine.'] },
  ]);
});

test('a Zendesk ticket that names nobody who asked is asked by the author of its first comment', async () => {
  const comments = [
    { author_id: 5, body: 'Is it open?', public: true },
    { author_id: 6, body: 'Yes, till 8.', public: true },
  ];
  const { conversations } = await read([JSON.stringify({ ticket: { id: 1 }, comments })]);
  expect(conversations).toMatchObject([
    { messages: [{ content: 'Is it open?' }], teamAnswers: ['Yes, till 8.'] },
  ]);
});

describe('a file', () => {
  test('gives its newest 500 conversations', async () => {
    const talks = Array.from({ length: 520 }, (_, n) => ({
      asked: `Question number ${n}?`,
      at: new Date(Date.UTC(2026, 0, 1) + ((n * 7) % 520) * 3_600_000).toISOString(),
    }));
    const { conversations } = await read([EXPORTS.zendesk(talks)]);
    expect(conversations).toHaveLength(500);
    expect(conversations[0]?.at).toBe(Date.UTC(2026, 0, 1) + 20 * 3_600_000);
  });

  test('of JSON lines tells each broken line by its number, and reads the others', async () => {
    const lines = EXPORTS.intercom(TALKS).split('\n');
    const { conversations, skipped } = await read([[lines[0], '{"broken', '{"id":1}', lines[1]].join('\n')]);
    expect(conversations).toHaveLength(2);
    expect(skipped).toEqual([
      { line: 2, reason: 'not_json' },
      { line: 3, reason: 'unknown' },
    ]);
  });

  test.each([
    ['nothing', '', true],
    ['blanks', ' \n\t', true],
    ['prose', 'Dear all, the ferry takes 40 minutes.', false],
    ['articles', JSON.stringify({ articles: [{ id: 1, title: 'Ferry', body: 'x' }] }), false],
    ['a page that is no transcript', '<html><body><p>Hello</p></body></html>', false],
    ['a bomb of brackets', '['.repeat(200_000), false],
    ['a bomb of brackets that closes', '['.repeat(100_000) + ']'.repeat(100_000), false],
    ['bytes that are no text', '\u0000\uFFFF\u0001', false],
  ])('that holds %s gives no conversation, and no fault', async (_, text, isEmpty) => {
    expect(await read([text])).toMatchObject({ conversations: [], isEmpty });
  });

  test('keeps quotes and signatures of mails out', async () => {
    const mail =
      'When do you open?\n\n-- \nGrace Hopper\nNavy Road 5\n\n> On Monday Ada wrote:\n> We are closed.';
    const { conversations } = await read([EXPORTS.freshdesk([{ asked: mail, told: LATIN }])]);
    expect(conversations[0]?.messages).toEqual([{ role: 'user', content: 'When do you open?' }]);
  });

  test('joins what somebody wrote in one go, and ends the ticket where the team first answers', async () => {
    const say = (author_id: number, plain_body: string) => ({ author_id, plain_body, public: true });
    const comments = [
      say(1, 'Hello.'),
      say(1, 'Is it open?'),
      say(2, 'Hi, one moment.'),
      say(1, 'Ok'),
      say(2, 'Yes, till 8.'),
    ];
    const { conversations } = await read([JSON.stringify([{ requester_id: 1, comments }])]);
    expect(conversations).toMatchObject([
      { messages: [{ content: 'Hello.\n\nIs it open?' }], teamAnswers: ['Hi, one moment.', 'Yes, till 8.'] },
    ]);
  });

  test('reads past the greetings that open a chat, up to the question and what the team says to it', async () => {
    const chat = [
      { content: 'Hi there!', message_type: 'incoming' },
      { content: 'Hello, how can we help?', message_type: 'outgoing' },
      { content: 'Is it open?', message_type: 'incoming' },
      { content: 'Yes, till 8.', message_type: 'outgoing' },
    ];
    const { conversations } = await read([JSON.stringify([{ messages: chat }])]);
    expect(conversations).toMatchObject([
      {
        messages: [
          { role: 'user', content: 'Hi there!' },
          { role: 'assistant', content: 'Hello, how can we help?' },
          { role: 'user', content: 'Is it open?' },
        ],
        teamAnswers: ['Yes, till 8.'],
      },
    ]);
  });

  test('keeps a chat that never gets past its greetings', async () => {
    const { conversations } = await read([EXPORTS.chatwoot([{ asked: 'Hello', told: 'Hello to you!' }])]);
    expect(conversations).toMatchObject([
      { messages: [{ role: 'user', content: 'Hello' }], teamAnswers: ['Hello to you!'] },
    ]);
  });
});
