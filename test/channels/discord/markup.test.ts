import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  joinForwarded,
  readForwarded,
  readMarkup,
} from '../../../src/channels/discord/messages/reading/markup.ts';

const NAMES = {
  user: (id: string) => ({ 1: 'Mia', 2: '' })[id],
  role: (id: string) => (id === '3' ? 'Crew' : undefined),
  channel: (id: string) => (id === '4' ? 'rules' : undefined),
};
const read = (content: string) => readMarkup(content, NAMES);

describe('markup as people see it', () => {
  test.each([
    ['<@1> and <@!1>', '@Mia and @Mia'],
    ['<@2> hello', 'hello'],
    ['<@99> <@&98> <#97>', '@… @… #…'],
    ['see <#4>, ask <@&3>', 'see #rules, ask @Crew'],
    ['<:wave:123> <a:dance_2:456>', ':wave: :dance_2:'],
    ['from <t:1767225600> to <t:1767229200:t>', 'from 2026-01-01 00:00 UTC to 01:00 UTC'],
    ['on <t:1767225600:D> or <t:1767225600:d>', 'on 2026-01-01 or 2026-01-01'],
    ['<t:1767225600:R> <t:1767225600:F> <t:0:T>', '2026-01-01 00:00 UTC 2026-01-01 00:00 UTC 00:00 UTC'],
    ['before <t:-86400:d>', 'before 1969-12-31'],
    ['use </ask:123> or </key create:456>', 'use /ask or /key create'],
    ['first <id:guide>, then <id:customize> and <id:browse>', 'first #guide, then #customize and #browse'],
    ['<id:linked-roles:123>', '#linked-roles'],
  ])('%s', (written, seen) => {
    expect(read(written)).toBe(seen);
  });

  test.each([
    '<t:99999999999999> <t:1:X> <t:>',
    'a < b, b > c, <html>, <@>, <#>, <:>, </>',
    '<https://docs.example/a> stays',
    '1 <t:9999999999999:f>',
  ])('stays unchanged if it only looks like markup: %s', (written) => {
    expect(read(written)).toBe(written);
  });

  test('never causes an error, and plain words stay unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(read(text).isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a forwarded message', () => {
  const snapshot = (content: string, embeds: object[] = []) =>
    ({ content, embeds, users: new Map([['1', 'Mia']]) }) as Parameters<typeof readForwarded>[0][number];

  test('names the people it mentions, and contains the text of its embeds', () => {
    const text = readForwarded(
      [snapshot('Ask <@1>', [{ title: 'T', fields: [{ name: 'a', value: 'b' }] }])],
      '9',
      null,
    );
    expect(text).toBe('Ask @Mia\nT\na: b');
  });

  test('is null if nothing in it is visible', () => {
    expect(readForwarded([snapshot(' \u200b')], '9', null)).toBeNull();
    expect(readForwarded([], '9', null)).toBeNull();
  });

  test('is quoted only if the sender says something about it', () => {
    expect(joinForwarded('', 'a\nb')).toBe('a\nb');
    expect(joinForwarded('why?', 'a\nb')).toBe('> a\n> b\n\nwhy?');
    expect(joinForwarded('why?', null)).toBe('why?');
  });
});
