import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BotMessage, readForm } from '../../../../src/channels/discord/messages/tickets/form.ts';
import { readMessageText } from '../../../../src/core/answering/ticket/message-text.ts';

const read = (...messages: Partial<BotMessage>[]) =>
  readForm(
    messages.map((one) => ({ content: '', embeds: [], components: [], ...one })),
    (text) => text.trim(),
  );

const WELCOME = { description: 'Thank you for contacting support. A human will be with you shortly.' };

describe('the form of a ticket', () => {
  test('with a welcome and fields in two embeds is the fields; the welcome stands around them as a quote', () => {
    const fields = [
      { name: 'Minecraft name', value: 'Salz_7' },
      { name: 'What do you need help with?', value: 'I cannot join the server.\nIt says “timed out”.' },
      { name: 'Anything else?', value: '*No response*' },
    ];
    const text = read({ content: '<@5> has created a new ticket', embeds: [WELCOME, { fields }] }) ?? '';
    expect(text).toContain(
      '\n\nMinecraft name: Salz_7\nWhat do you need help with?: I cannot join the server.\n',
    );
    const { own, rest, words } = readMessageText(text);
    expect(own).toContain('Salz_7');
    expect(words).toContain('I cannot join the server.');
    expect(own).not.toContain('human');
    expect(rest).toContain('A human will be with you shortly.');
  });

  test.each<[string, Partial<BotMessage>[], string]>([
    [
      'fields in code blocks',
      [{ embeds: [{ title: 'Question', fields: [{ name: 'Problem:', value: '```My pet is gone```' }] }] }],
      'Problem: My pet is gone',
    ],
    [
      'bold labels above code blocks in a description',
      [
        {
          embeds: [
            WELCOME,
            { description: '**Your issue**\n```\nMy pet is gone\nsince today\n```\n**Rank**\n```VIP```' },
          ],
        },
      ],
      'Your issue: My pet is gone\nsince today\nRank: VIP',
    ],
    [
      'bold labels above quotes in text components',
      [
        {
          components: [
            { type: 17, components: [{ type: 10, content: '### **Your issue**\n> My pet\n> is gone' }] },
          ],
        },
      ],
      'Your issue: My pet\nis gone',
    ],
    [
      'a label that begins like what bots write',
      [{ embeds: [{ fields: [{ name: 'Staff you want to report', value: 'Ole was rude' }] }] }],
      'Staff you want to report: Ole was rude',
    ],
    [
      'a reason in one line',
      [{ embeds: [{ description: 'Hi!\n**Reason:** My pet is gone' }] }],
      'Reason: My pet is gone',
    ],
    [
      'two messages that say the same',
      [
        { embeds: [{ fields: [{ name: 'Problem', value: 'My pet is gone' }] }] },
        { embeds: [{ fields: [{ name: 'Problem', value: 'My pet is gone' }] }] },
      ],
      'Problem: My pet is gone',
    ],
  ])('is read from %s', (_, messages, expected) => {
    expect(
      read(...messages)
        ?.split('\n\n')
        .at(-1),
    ).toBe(expected);
  });

  test.each<[string, Partial<BotMessage>]>([
    ['a welcome', { content: '<@5> Welcome!', embeds: [WELCOME] }],
    [
      'what the bot says of the ticket',
      {
        embeds: [
          {
            fields: [
              { name: 'Claimed by', value: 'Nobody' },
              { name: 'Opened by', value: '<@5>' },
              { name: '🎫 Ticket ID', value: '#0004' },
              { name: 'Created', value: '<t:1700000000:R>' },
            ],
          },
        ],
      },
    ],
    [
      'who asks',
      {
        embeds: [
          {
            fields: [
              { name: 'Minecraft name', value: 'Salz_7' },
              { name: 'E-Mail', value: 'a@b.example' },
            ],
          },
        ],
      },
    ],
    [
      'fields that were left empty',
      {
        embeds: [
          {
            fields: [
              { name: 'Problem', value: '*No response*' },
              { name: 'Details', value: 'N/A' },
            ],
          },
        ],
      },
    ],
    [
      'a heading and instructions in bold',
      { embeds: [{ description: '**Welcome!**\nPlease wait.\n**Note:** be patient' }] },
    ],
    ['nothing', {}],
  ])('is none where there is only %s', (_, message) => {
    expect(read(message)).toBeNull();
  });

  test('takes any text of any length without an error, and never more than a message holds', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    const embed = fc.record({
      title: text,
      description: fc
        .array(fc.oneof(text, fc.constantFrom('```', '**A**', '> b', '**Reason:** x')), { maxLength: 30 })
        .map((lines) => lines.join('\n')),
      fields: fc.array(fc.record({ name: text, value: fc.oneof(text, fc.constant('x'.repeat(1024))) }), {
        maxLength: 25,
      }),
    });
    fc.assert(
      fc.property(fc.array(embed, { maxLength: 10 }), text, (embeds, content) => {
        const form = read({ content, embeds });
        expect(form === null || (form.length <= 16_000 && form.isWellFormed())).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
