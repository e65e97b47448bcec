import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that read like a translation, and the field's word for each. */
const WORD_LIST: Readonly<Record<string, string>> = {
  anew: 'again',
  'any more': 'no longer',
  'as you like': 'optionally',
  'belongs? into': 'belongs in',
  'goes out unseen': 'is sent without a check',
  'is to be': 'a verb in the active voice',
  'noted down': 'recorded',
  'one a line': 'one per line',
  'put anew': 'replaced',
  'put aside': 'dismissed',
  somebody: 'someone',
  'stands in': 'is in',
  'takes? (?:it|others|that) away': 'removes it',
  'the team alone': 'only the team',
  'trial questions?': 'free questions',
  'under a digest': 'hash',
  'want of': 'lacks',
  'wants nothing kept': 'opted out',
  'went back': 'was returned',
  whoever: 'the asker, the author, anyone who',
};
const OLD_WORDS = new RegExp(`\\b(?:${Object.keys(WORD_LIST).join('|')})\\b`, 'i');
const FOLDERS = [
  ...['src/channels/dashboard/i18n', 'src/channels/cli', 'src/channels/discord', 'src/channels/http'],
  ...['commands', 'src/core/owners', 'src/core/knowledge', 'src/core/operations', 'src/domain'],
];
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Lines of source that hold words for people, without comments. */
function wordsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.flatMap((name) =>
    readFileSync(`${folder}/${name}`, 'utf8')
      .replace(COMMENTS, '')
      .split('\n')
      .filter((line) => /['`"]/.test(line))
      .map((line) => `${folder}/${name}: ${line.trim()}`),
  );
}

test.each(FOLDERS)('%s speaks plain English', (folder) => {
  const lines = wordsIn(folder);
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => OLD_WORDS.test(line))).toEqual([]);
});
