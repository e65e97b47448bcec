import { describe, expect, test } from 'vitest';
import { findNotice, renderAnswer, stripAnswer } from '../../../src/channels/discord/text/answer-text.ts';
import { toPlatformMarkdown } from '../../../src/channels/discord/text/markdown.ts';
import {
  renderCard,
  renderCards,
  renderForm,
  renderRows,
} from '../../../src/channels/discord/text/render.ts';
import { NOTICES } from '../../../src/core/answering/notices.ts';
import type { Answer } from '../../../src/core/answering/question.ts';
import type { Source } from '../../../src/domain/types.ts';

const ID = '3b0f6d2e-6e0b-4c56-8f0a-0d7f6f3f9b11';

function makeAnswer(change: Partial<Answer> = {}): Answer {
  return {
    id: ID,
    language: 'en',
    kind: 'answer',
    answer: 'Press Join.',
    needsTeam: false,
    teamReason: null,
    teamBackAt: null,
    sources: [],
    bot: { name: 'Lotse', avatar: '' },
    level: 'V1',
    engine: 'test',
    aiNotice: 'This answer was generated automatically by an AI.',
    limits: { quota: 1, apiShare: 1, creditUnit: 1, perDay: 1, perMinute: 1, premium: true },
    confidence: 1,
    isDraft: false,
    isPrivate: false,
    isRepeated: false,
    ...change,
  };
}

const sourcesOf = (...sources: Source[]) => {
  const { text } = renderAnswer(makeAnswer({ sources }));
  return text
    .split('\n')
    .find((line) => line.startsWith('**Sources:** '))
    ?.slice('**Sources:** '.length);
};

describe('an answer', () => {
  test('H73 · has its text, its sources, the line of a hand-over, and ends with the notice', () => {
    const sources = [
      { title: 'Join', url: 'https://docs.example/join' },
      { title: 'Rules', url: null },
    ];
    const { text } = renderAnswer(makeAnswer({ sources }), { handOverLine: '📣 The team comes.' });
    expect(text).toBe(
      'Press Join.\n\n**Sources:** [Join](<https://docs.example/join>) · Rules\n📣 The team comes.\n-# This answer was generated automatically by an AI.',
    );
  });

  test('H73 · ends with the notice outside a code block that was left open', () => {
    const { text } = renderAnswer(makeAnswer({ answer: 'Type:\n```sh\nnpm start' }));
    expect(text).toBe('Type:\n```sh\nnpm start\n```\n\n-# This answer was generated automatically by an AI.');
  });

  test('has three buttons in its language', () => {
    const [row = []] = renderAnswer(makeAnswer({ language: 'de' })).rows ?? [];
    expect(row.map(({ id }) => id)).toEqual([`answer:up:${ID}`, `answer:down:${ID}`, `answer:team:${ID}`]);
    expect(row.map((part) => part.kind === 'button' && part.label)).toEqual([
      'Hilfreich',
      'Nicht hilfreich',
      'Team fragen',
    ]);
  });

  test('that hands over, greets or takes leave has no buttons', () => {
    for (const kind of ['hand_over', 'not_a_question'] as const)
      expect(renderAnswer(makeAnswer({ kind })).rows).toBeUndefined();
  });

  test('says only once that the team takes over, and keeps what else it says', () => {
    const handOverLine = '📣 Team!';
    for (const [answer, shown] of [
      [NOTICES.en.teamTakesOver, ''],
      [NOTICES.en.notInKnowledge, 'I have no reliable information on that.\n\n'],
      [`${NOTICES.en.teamTakesOver}\n\nThe shop is open.`, 'The shop is open.\n\n'],
      [
        NOTICES.en.teamTakesOverSafety,
        'Thank you for telling us. If you or anyone else is in danger right now, please call your local emergency number (112 in Europe, 911 in North America).\n\n',
      ],
    ] as const) {
      const card = renderAnswer(makeAnswer({ answer, kind: 'hand_over', needsTeam: true }), { handOverLine });
      expect(card.text).toBe(`${shown}📣 Team!\n-# ${NOTICES.en.ai}`);
    }
  });

  test('that is only a hand-over is read back as its line without the role', () => {
    const answer = { answer: NOTICES.en.teamTakesOver, kind: 'hand_over' as const, needsTeam: true };
    const { text } = renderAnswer(makeAnswer(answer), { handOverLine: '📣 <@&1> The team is coming.' });
    expect(stripAnswer(text)).toBe('The team is coming.');
  });

  test('that is read back contains only the answer', () => {
    for (const language of ['de', 'en'] as const) {
      const sources = [{ title: 'Join', url: 'https://docs.example/join' }];
      const aiNotice =
        language === 'de' ? 'Diese Antwort wurde automatisch von einer KI erstellt.' : makeAnswer().aiNotice;
      const { text } = renderAnswer(makeAnswer({ language, sources, aiNotice }), {
        handOverLine: '📣 <@&1> Team!',
      });
      expect(stripAnswer(text)).toBe('Press Join.');
      expect(findNotice(text)).toBe(`-# ${aiNotice}`);
    }
    expect(stripAnswer('📣 <@&1> A person takes over.')).toBe('');
    expect(stripAnswer('Sources are here.\n**Sources:** none')).toBe('Sources are here.\n**Sources:** none');
  });
});

describe('sources', () => {
  test('cannot break out of their links', () => {
    expect(
      sourcesOf({ title: 'a](https://evil.example) [b', url: 'https://docs.example/a_(b)?q=<x> y' }),
    ).toBe('[a\\](evil.example) \\[b](<https://docs.example/a_%28b%29?q=%3Cx%3E%20y>)');
    expect(sourcesOf({ title: '**Bold** `code` ~~x~~ ||y||', url: null })).toBe(
      '\\*\\*Bold\\*\\* \\`code\\` \\~\\~x\\~\\~ \\|\\|y\\|\\|',
    );
    expect(sourcesOf({ title: '@everyone <@123>\n# Title', url: null })).not.toMatch(/@everyone|<@|\n/);
  });

  test('link only to web pages', () => {
    expect(sourcesOf({ title: 'Click', url: 'javascript:alert(1)' })).toBe('Click');
    expect(sourcesOf({ title: 'Click', url: 'not a url' })).toBe('Click');
    expect(sourcesOf({ title: 'Far', url: `https://docs.example/${'x'.repeat(400)}` })).toBe('Far');
  });

  test('are at most five, each once, with titles of at most 80 characters, none of them invented', () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ title: `T${index % 7}`, url: null }));
    expect(sourcesOf(...many)).toBe('T0 · T1 · T2 · T3 · T4');
    const shown = sourcesOf({ title: '👍🏽'.repeat(30), url: null }) ?? '';
    expect(shown.length).toBeLessThanOrEqual(80);
    expect(shown).toMatch(/^(?:👍🏽)+…$/u);
    expect(sourcesOf()).toBeUndefined();
    expect(sourcesOf({ title: '', url: null })).toBeUndefined();
    expect(sourcesOf({ title: '', url: 'https://docs.example/x' })).toBe(
      '[docs.example](<https://docs.example/x>)',
    );
  });
});

describe('Markdown that Discord shows differently', () => {
  test.each([
    ['small headings become bold', '#### Step **one** ##\nText', '**Step one**\nText'],
    ['underlined headings become bold', 'Title\n=====\nText', '**Title**\nText'],
    ['rules are left out', 'Above\n\n---\n\nBelow', 'Above\n\nBelow'],
    ['a list above a rule stays a list', '- item\n---\nText', '- item\n\nText'],
    ['code blocks of tildes become code blocks', '~~~js\nlet a;\n~~~', '```js\nlet a;\n```'],
    ['code blocks of tildes around backticks stay', '~~~md\n```\n~~~', '~~~md\n```\n~~~'],
    [
      'a code block behind words gets a line of its own',
      'Type ```sh\nls\n```\nDone',
      'Type\n```sh\nls\n```\nDone',
    ],
    [
      'code is left alone',
      '```\n#### no\n---\n| a | b |\n|---|---|\n```',
      '```\n#### no\n---\n| a | b |\n|---|---|\n```',
    ],
    ['headings up to the third level stay', '# A\n## B\n### C', '# A\n## B\n### C'],
  ])('%s', (_, markdown, shown) => {
    expect(toPlatformMarkdown(markdown)).toBe(shown);
  });

  test('turns small tables into a code block with columns, and wide ones and those with links into a list', () => {
    const table = '| Plan | Price |\n|:-----|------:|\n| **Free** | 0 € |\n| Premium | 15 € |';
    expect(toPlatformMarkdown(`Prices:\n\n${table}\n\nDone.`)).toBe(
      'Prices:\n\n```\nPlan     Price\n──────────────\nFree     0 €\nPremium  15 €\n```\n\nDone.',
    );
    const linked =
      '| Plan | Page | Note |\n|---|---|---|\n| Free | [Page](https://a.example) | |\n| | x \\| y | z |';
    expect(toPlatformMarkdown(linked)).toBe(
      '- **Free** – Page: [Page](https://a.example)\n- Page: x | y; Note: z',
    );
    const wide = `| Name | Text |\n|---|---|\n| A | ${'word '.repeat(12).trim()} |`;
    expect(toPlatformMarkdown(wide)).toBe(`- **A** – Text: ${'word '.repeat(12).trim()}`);
  });
});

describe('a card', () => {
  test('pings nobody, and has its buttons and files under its last message', () => {
    const text = 'word '.repeat(1_000);
    const rows = [[{ kind: 'button' as const, id: 'a:b', label: 'Press' }]];
    const messages = renderCards(
      { cards: [{ text, rows }, { text: 'Short.' }], files: [{ name: 'a.txt', text: 'x' }] },
      'en',
    );
    expect(messages.map(({ allowedMentions }) => allowedMentions)).toEqual(
      messages.map(() => ({ parse: [] })),
    );
    expect(messages.map(({ components }) => components?.length ?? 0)).toEqual([0, 0, 1, 0]);
    expect(messages.map(({ files }) => files?.length ?? 0)).toEqual([0, 0, 0, 1]);
  });

  test('of more than ten messages is cut with a line that says so; buttons stay', () => {
    const rows = [[{ kind: 'button' as const, id: 'a:b', label: 'Press' }]];
    const messages = renderCard({ text: 'word '.repeat(10_000), rows }, 'de');
    expect(messages).toHaveLength(10);
    expect(messages.at(-1)?.content).toMatch(/Der Rest passt hier nicht hin/);
    expect(messages.at(-1)?.components).toHaveLength(1);
  });

  test('of white space is still a message', () => {
    expect(renderCard({ text: ' \n ' }, 'en')[0]?.content.trim()).not.toBe('');
  });

  test('omits what it does not have instead of sending null', () => {
    const rows = renderRows([
      [{ kind: 'button', id: 'a:b', label: 'x'.repeat(90) }],
      [{ kind: 'select', id: 'a:c', placeholder: 'Choose', options: [] }],
      [],
      [{ kind: 'select', id: 'a:d', placeholder: 'Choose', options: [{ label: 'L', value: 'v' }] }],
    ]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('null');
    expect(JSON.stringify(rows)).not.toContain('description');
    const form = renderForm({
      kind: 'form',
      id: 'f:s',
      title: 'T',
      fields: [{ name: 'n', label: 'L', value: 'toolong', maxLength: 3 }],
    });
    expect(form.components).toEqual([
      {
        type: 1,
        components: [
          { type: 4, custom_id: 'n', label: 'L', style: 1, required: false, max_length: 3, value: 'too' },
        ],
      },
    ]);
  });
});
