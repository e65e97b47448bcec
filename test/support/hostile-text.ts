/** What makes a text of about so many characters. */
type TextOf = (characters: number) => string;

/** Makes texts that only repeat a piece. */
export const fillWith =
  (piece: string): TextOf =>
  (characters) =>
    piece.repeat(Math.ceil(characters / piece.length));

const UNITS = [
  ...['`', '\n', ' ', '~', 'x', '```\n', '``` a`b\n', '[', '[a](', '`a``', '**', '<https:'],
  ...['\u0301', '🇩', '\r', '\t\n', '。', '\u00A0'],
];
const REPEATED = UNITS.map((unit) => fillWith(unit)(100_000));

/** Answers of 100,000 characters that are hard to divide into messages. */
export const LONG_ANSWERS = [
  ...REPEATED,
  ...REPEATED.map((made) => `\`\`\`js\n${made}\n\`\`\``),
  `a${'\n'.repeat(1_900)}`.repeat(50),
];

/** Entries that are hard to cut into pieces, by what they are made of. */
export const LONG_ENTRIES: [title: string, textOf: TextOf][] = [
  ...['x', 'a ', '\n', '- a\n', '```\n', '| a |\n', '`', ' ', '.', '- ', 'word. '].map(
    (piece): [string, TextOf] => [JSON.stringify(piece), fillWith(piece)],
  ),
  [
    'items, each deeper than the one before',
    (characters) =>
      Array.from({ length: Math.sqrt(2 * characters) }, (_, n) => `${' '.repeat(n)}- a`).join('\n'),
  ],
  ['code without an end', (characters) => `\`\`\`ts\n${'x'.repeat(characters)}`],
  ['one row of a table', (characters) => `| ${'y '.repeat(characters / 2)}|`],
];

/** What replies of a backend contain that make them hard to read. */
export const MARKS_OF_REPLIES = [
  ...['<think>', '</think>', '{"', '{', '[', '{"answer":"', '```\n', '<|channel|>analysis', '"'],
];
