import { expect, test } from 'vitest';
import { readMarkup } from '../../../src/channels/discord/messages/reading/markup.ts';
import { toPlatformMarkdown } from '../../../src/channels/discord/text/markdown.ts';
import { splitMessage } from '../../../src/channels/discord/text/render.ts';
import { LINEAR, measureEffort, measureGrowth } from '../../support/effort.ts';
import { fillWith, LONG_ANSWERS } from '../../support/hostile-text.ts';

test('an answer of 100,000 characters is divided into messages without delay, whatever they are', () => {
  const effort = measureEffort(() => {
    for (const answer of LONG_ANSWERS) splitMessage(answer);
  });
  expect(effort).toBeLessThan(5_000);
});

test.each([
  '|',
  '| a ',
  '```',
  '~~~\n',
  '#### a ',
  '-',
  '= ',
  ' \t',
])('Markdown made only of %j is adapted to the platform in linear time, also below a heading', (piece) => {
  const textOf = fillWith(piece);
  expect(measureGrowth(textOf, toPlatformMarkdown, 6_000)).toBeLessThan(LINEAR);
  const below = (characters: number) => `####  a${textOf(characters)}x`;
  expect(measureGrowth(below, toPlatformMarkdown, 6_000)).toBeLessThan(LINEAR);
});

test('as many tables as an answer can have are adapted to the platform without delay', () => {
  const texts = [fillWith('|-|\n')(6_000)];
  const effort = measureEffort(() => {
    for (const text of texts) toPlatformMarkdown(text);
    for (const text of texts) toPlatformMarkdown(`####  a${text}x`);
  });
  expect(effort).toBeLessThan(5_000);
});

test.each([
  '<',
  '<@',
  '<@1',
  '</a',
  '<t:1',
  '<:a',
  '<a:',
  '<#',
  '<id:',
  `</${'a'.repeat(99)}`,
  '> ',
])('markup made only of %j is read in linear time', (piece) => {
  const names = { user: () => 'Mia', role: () => 'Crew', channel: () => 'rules' };
  expect(measureGrowth(fillWith(piece), (text) => readMarkup(text, names), 32_768)).toBeLessThan(LINEAR);
});
