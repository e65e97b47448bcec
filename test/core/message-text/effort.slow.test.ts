import { expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';
import { measureEffort } from '../../support/effort.ts';

const CHARACTERS = 256 * 1024;
const HOSTILE = [
  ...[
    '\n',
    '>',
    '> a\n',
    '>>> a\n',
    'On 2026 wrote\n',
    'On 7 Dec 2026, Kim <a@b.example> wrote:\n',
    '. On 2026 ',
  ],
  ...[
    'From: a\n',
    'From: a\nTo: b\n',
    'From: ',
    'frage ',
    '. a question:',
    'From: a To: b Sent: ',
    '*',
    '-----Original Message-----\n',
    '-',
    '--\n',
    '-- \nKim\n',
    'LG\n',
    'thanks ',
  ],
  ...[
    'This e-mail is confidential ',
    'Name: a\n',
    '**a**\n',
    '**',
    '[ ] ',
    '[',
    '![a](',
    '<',
    '<t:1',
    '&amp;',
  ],
  ...['http://.', 'a@', 'a.', ' ', ':a', '#a ', 'Sent from my ', 'a?\n', 'Hi,\n'],
];

test.each(HOSTILE)('a message made only of %j takes linear time', (part) => {
  const read = (characters: number) => {
    const text = part.repeat(Math.ceil(characters / part.length));
    return measureEffort(() => readMessageText(text));
  };
  // In proportion that is four times; what grows with the square would take sixteen, and seconds.
  expect(read(CHARACTERS)).toBeLessThan(8 * read(CHARACTERS / 4) + 5_000);
});

test('an HTML body made only of open elements is read up to the length of a message', () => {
  expect(measureEffort(() => readMessageText(`<p>${'<b>'.repeat(5_000)}</p>`))).toBeLessThan(500);
  expect(measureEffort(() => readMessageText('<p>'.repeat(CHARACTERS / 3)))).toBeLessThan(5_000);
});
