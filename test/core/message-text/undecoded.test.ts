import { expect, test } from 'vitest';
import { decodeMail } from '../../../src/core/answering/ticket/undecoded.ts';

const part = (type: string, encoding: string, body: string) =>
  `Content-Type: ${type}; charset="utf-8"\nContent-Transfer-Encoding: ${encoding}\n\n${body}\n`;
const BASE64 = 'V2FzIGtvc3RldCBkaWUgRsOkaHJlPw==';

const DECODED: Record<string, [given: string, read: string]> = {
  'quoted-printable': ['Was kostet die F=C3=A4hre?', 'Was kostet die Fähre?'],
  'quoted-printable in windows-1252': ['Was kostet die F=E4hre=3F', 'Was kostet die Fähre?'],
  'broken lines alone': ['What does the fer=\nry cost?', 'What does the ferry cost?'],
  'an encoded word': ['=?utf-8?Q?Was_kostet_die_F=C3=A4hre=3F?=', 'Was kostet die Fähre?'],
  'an encoded word in base64': [`=?UTF-8?B?${BASE64}?=`, 'Was kostet die Fähre?'],
  'a part with its headers': [part('text/plain', 'base64', BASE64), 'Was kostet die Fähre?'],
  'parts, of which the plain text counts': [
    `--b1\n${part('text/plain', '7bit', 'Hello?')}\n--b1\n${part('text/html', '7bit', '<b>Hello?</b>')}\n--b1--`,
    'Hello?',
  ],
  'parts below the line for old programs': [
    `This is a multi-part message in MIME format.\n--b1\n${part('text/plain', '7bit', 'Hello?')}--b1--`,
    'Hello?',
  ],
  'parts in parts with line ends of the wire': [
    `Content-Type: multipart/mixed; boundary="o"\n\n--o\nContent-Type: multipart/alternative; boundary="i"\n\n--i\n${part('text/plain', 'base64', BASE64)}--i--\n--o--`.replaceAll(
      '\n',
      '\r\n',
    ),
    'Was kostet die Fähre?',
  ],
  'a picture in lines': [
    `![a](data:image/png;base64,${'A'.repeat(76)}\n${'B'.repeat(76)}\nCC==) Hello?`,
    '![a]([image]) Hello?',
  ],
};
test.each(Object.entries(DECODED))('a mail is read as its reader sees it: %s', async (_, [given, read]) => {
  expect(await decodeMail(given)).toBe(read);
});

test.each([
  'Hello, how are you?',
  'My settings are a=b, c = d and e==f.',
  'const data: string = "a"; Content-Type is wrong',
  'The header says Content-Type: text/plain, why?',
  '-- \nKim',
  '',
])('what is not encoded stays as it is: %j', async (text) => {
  expect(await decodeMail(text)).toBe(text);
});

test('a mail of nothing but boundaries and fields ends', async () => {
  const text = '--b\nContent-Type: multipart/mixed; boundary="b"\n\n'.repeat(300);
  expect((await decodeMail(text)).length).toBeLessThanOrEqual(text.length);
});
