import { describe, expect, test } from 'vitest';
import { readExposition, tableOf } from './exposition.ts';

const HEAD = '# HELP a_total How many.\n# TYPE a_total counter\n';
const TIMES = '# HELP t_seconds How long.\n# TYPE t_seconds histogram\n';

describe('the reader of metrics', () => {
  test('accepts what the format allows', () => {
    const text = `${HEAD}a_total{route="/x/:id",odd="a\\"b\\\\c\\nd"} 1.5e+3\na_total 2\n\n${TIMES}t_seconds_bucket{le="0.5"} 1\nt_seconds_bucket{le="+Inf"} 2\nt_seconds_sum 1.25\nt_seconds_count 2\n`;
    expect(tableOf(readExposition(text))).toMatchObject({
      'a_total{odd="a\\"b\\\\c\\nd",route="/x/:id"}': 1500,
      a_total: 2,
      t_seconds_count: 2,
    });
  });

  test.each([
    ['no end of the last line', `${HEAD}a_total 1`],
    ['a sample without TYPE', 'a_total 1\n'],
    ['a sample of another metric', `${HEAD}b_total 1\n`],
    ['TYPE before HELP', '# TYPE a_total counter\n# HELP a_total How many.\na_total 1\n'],
    ['a metric in two pieces', `${HEAD}a_total 1\n${HEAD}a_total{x="1"} 1\n`],
    ['a line twice', `${HEAD}a_total{x="1",y="2"} 1\na_total{y="2",x="1"} 3\n`],
    ['a label twice', `${HEAD}a_total{x="1",x="2"} 1\n`],
    ['a quote that is not escaped', `${HEAD}a_total{x="a"b"} 1\n`],
    ['no number', `${HEAD}a_total one\n`],
    ['a comment', `${HEAD}# by the way\n`],
    ['an unknown type', '# HELP a How.\n# TYPE a thing\n'],
    ['a histogram without +Inf', `${TIMES}t_seconds_bucket{le="1"} 1\nt_seconds_sum 1\nt_seconds_count 1\n`],
    [
      'a bucket smaller than the one before',
      `${TIMES}t_seconds_bucket{le="1"} 2\nt_seconds_bucket{le="+Inf"} 1\nt_seconds_sum 1\nt_seconds_count 1\n`,
    ],
  ])('refuses %s', (_title, text) => {
    expect(() => readExposition(text)).toThrow(Error);
  });
});
