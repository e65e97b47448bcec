import { describe, expect, test } from 'vitest';
import { readMarkdown } from '../../../src/adapters/markdown/reader.ts';

function textsOf(markdown: string): Record<string, string> {
  const said = readMarkdown(markdown).sections.filter(({ text }) => text !== '');
  return Object.fromEntries(said.map(({ title, text }) => [title, text]));
}

describe('A note of Obsidian', () => {
  test('keeps its comments to itself: in a line, over lines, with headings and code in them', () => {
    const note =
      '# Fees %%check%%\n\nFive %%was four%% euros.\n\n%%\n# Margin\n40 %\n```\nsecret\n```\n%%\n\nOr %%not\nyet%% none.\n';
    expect(textsOf(note)).toEqual({ Fees: 'Five  euros.\n\nOr\n none.' });
  });

  test('keeps a comment that nobody closed to itself', () => {
    expect(textsOf('# Fees\n\nFive euros.\n\n%% not yet\n# Margin\n40 %')).toEqual({ Fees: 'Five euros.' });
  });

  test.each([
    ['See [[Prices]].', 'See Prices.'],
    ['See [[shop/Prices|the list]].', 'See the list.'],
    ['See [[Prices#Summer fees]] and [[#Rules]].', 'See Summer fees and Rules.'],
    ['See [[Prices#^a1b2c3]].', 'See Prices.'],
    ['It is ==two euros== a month.', 'It is two euros a month.'],
    ['It is due. ^abc123', 'It is due.'],
    ['It is due. ![[chart.png|300]]', 'It is due.'],
    ['Ask us.\n#faq #help/de', 'Ask us.'],
  ])('reads %j as a reader sees it', (given, seen) => {
    expect(textsOf(`# Fees\n\n${given}`)).toEqual({ Fees: seen });
  });

  test.each([
    'Write `==` and `[[x]]` and `%%`.',
    'True if a == b, or x==1 and y==2.',
    'From 10%% to 20%%.',
    'See [[1]](https://a.example/1).',
    'It is 10 ^6',
    '#support',
    'Ask in this channel:\n#support',
    '```bash\nif [[ -f x ]]; then printf "%%d ==a=="; fi\n```',
  ])('leaves %j as it is', (text) => {
    expect(textsOf(`# Fees\n\n${text}`)).toEqual({ Fees: text });
  });

  test('has boxes of any kind, within each other too, and a question that opens as one of its own', () => {
    const note =
      '# Fees\n\n> [!example]- Boats\n> Five.\n> > [!my-kind]\n> > Two.\n\n> [!faq]- Can I leave?\n> Yes.\n\nBye.';
    expect(textsOf(note)).toEqual({
      Fees: '**Boats**\n\nFive.\n\nTwo.\n\nBye.',
      'Can I leave?': 'Yes.',
    });
  });
});
