import { expect, test } from 'vitest';
import { readCandidates } from '../../src/core/knowledge/import/texts.ts';
import { measureEffort } from '../support/effort.ts';

const SIZE = 100_000;
const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length));

/** The worst took 2,400 times the fixed text; one heading with blanks, read in quadratic time, 400,000 times. */
const MOST_EFFORT = 12_000;

test.each([
  ['a heading with blanks and a letter', `# a${fill(' ')}x`],
  ['facts that never end', `# a\n<!-- a:${fill(' ')}x`],
  ['a list line with blanks', `# a\n1. ${fill(' ')}x`],
  ['an underline with a letter', `a\n===${fill(' ')}x`],
  ['comments', `# a\n${fill('<!-- a: b -->\n')}`],
  ['comments that never end', `# a\n${fill('<!--\n')}`],
  ['fences', `# a\n${fill('```\nx\n')}`],
  ['fences that never end', `# a\n${fill('~~~~x\n```a\n````a\n')}`],
  ['questions whose answers are divided', fill('## A?\nx\n### b\nx\n')],
  ['headings that only say question', fill('# Q1\n\n\n# Frage\n')],
  ['components that never end', `# a\n</x-faq>\n${fill('<x-faq><x-faq-q>')}`],
  ['components within each other', `# a\n${fill('<x-faq q="b?">')}${fill('</x-faq>')}`],
  ['slots that name nothing', `# a\n<x-faq>\n<b ${fill('#title-')}>x</b>\n</x-faq>`],
  ['links with code', `# a\n${fill('[`x`](#')}`],
  ['definitions', `# a\n${fill('b\n: c\n\n: d\n')}`],
  ['shortcodes', `# a\n${fill('{% details "b" %}\n')}`],
  ['pictures before a question', `# ${fill(':a: ')}?`],
  ['marks that break a line', `# a\nx${fill('\\')}x\n${fill('\\ ')}`],
  ['headings', fill('# a\n\nx\n---\n')],
])('reading a file takes linear time: %s', (_title, text) => {
  const effort = measureEffort(() => {
    for (const _ of readCandidates(text, 'markdown'));
  });
  expect(effort).toBeLessThan(MOST_EFFORT);
});
