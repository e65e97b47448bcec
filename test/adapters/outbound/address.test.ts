import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../src/adapters/outbound/connect.ts';
import { parsePublicUrl } from '../../../src/adapters/outbound/outbound.ts';
import { countRuns } from '../../support/runs.ts';

/** First and last address of every range that is refused, as numbers: the registry read a second way. */
const REFUSED_V4: [number, number][] = [
  [0x00000000, 0x00ffffff],
  [0x0a000000, 0x0affffff],
  [0x64400000, 0x647fffff],
  [0x7f000000, 0x7fffffff],
  [0xa83f8110, 0xa83f8110],
  [0xa9fe0000, 0xa9feffff],
  [0xac100000, 0xac1fffff],
  [0xc0000000, 0xc00000ff],
  [0xc0000200, 0xc00002ff],
  [0xc01fc400, 0xc01fc4ff],
  [0xc034c100, 0xc034c1ff],
  [0xc0586300, 0xc05863ff],
  [0xc0a80000, 0xc0a8ffff],
  [0xc0af3000, 0xc0af30ff],
  [0xc6120000, 0xc613ffff],
  [0xc6336400, 0xc63364ff],
  [0xcb007100, 0xcb0071ff],
  [0xe0000000, 0xffffffff],
];

function isRefusedV4(value: number): boolean {
  return REFUSED_V4.some(([first, last]) => value >= first && value <= last);
}

function formatV4(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

/** By the first two groups alone, since no border of IPv6 lies deeper than 32 bits. */
function isAllowedV6([first = 0, second = 0]: readonly number[]): boolean {
  if (first < 0x2000 || first > 0x3fff) return false;
  if (first === 0x2001) return second >= 0x0200 && second !== 0x0db8;
  if (first === 0x2002) return false;
  return !(first === 0x3fff && second < 0x1000);
}

const formatV6 = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');

/** At, just before and just after each border, which chance alone would hardly meet. */
const borders = REFUSED_V4.flatMap((range) => range.flatMap((edge) => [edge - 1, edge, edge + 1])).filter(
  (value) => value >= 0 && value <= 0xffffffff,
);
const v4 = fc.oneof(fc.integer({ min: 0, max: 0xffffffff }), fc.constantFrom(...borders));
const group = fc.integer({ min: 0, max: 0xffff });
const first = fc.oneof(
  group,
  fc.constantFrom(0, 0x64, 0x1fff, 0x2000, 0x2001, 0x2002, 0x3ffe, 0x3fff, 0x4000),
);
const second = fc.oneof(group, fc.constantFrom(0, 0x1ff, 0x200, 0xdb7, 0xdb8, 0xdb9, 0xfff, 0x1000, 0xff9b));
const v6 = fc.tuple(first, second, group, group, group, group, group, group);

test('I74 an IPv4 address is public unless it lies in a special-purpose range, in whatever notation', () => {
  fc.assert(
    fc.property(v4, fc.constantFrom('dotted', 'number', 'hex', 'octal'), (value, notation) => {
      const spelt = {
        dotted: formatV4(value),
        number: `${value}`,
        hex: `0x${value.toString(16)}`,
        octal: `0${value.toString(8)}`,
      };
      expect(isPublicAddress(formatV4(value))).toBe(!isRefusedV4(value));
      const parse = () => parsePublicUrl(`http://${spelt[notation as keyof typeof spelt]}/`).hostname;
      if (isRefusedV4(value)) expect(parse).toThrow('not_public');
      else expect(parse()).toBe(formatV4(value));
    }),
    { numRuns: countRuns(5_000) },
  );
});

test('I74 an IPv6 address is public inside 2000::/3 without transition and documentation ranges', () => {
  fc.assert(
    fc.property(v6, (groups) => {
      expect(isPublicAddress(formatV6(groups))).toBe(isAllowedV6(groups));
    }),
    { numRuns: countRuns(5_000) },
  );
});

test('I74 an IPv4 address inside an IPv6 one is never public, nor is one with a zone', () => {
  fc.assert(
    fc.property(v4, fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:', '2002::'), (value, prefix) => {
      expect(isPublicAddress(prefix + formatV4(value))).toBe(false);
    }),
  );
  expect(['2606:4700::1', '2606:4700::1%eth0', 'fe80::1%eth0'].map(isPublicAddress)).toEqual([
    true,
    false,
    false,
  ]);
});

test('I74 text that is not an address is not a public one, and any text is either refused or parsed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
      if (!/^[\d.:a-f]+$/i.test(text)) expect(isPublicAddress(text)).toBe(false);
      let url: URL | undefined;
      try {
        url = parsePublicUrl(text);
      } catch (error) {
        expect(String(error)).toMatch(/(invalid_address|not_public): /);
      }
      // What was let through is let through again: nothing changes by being written down.
      if (url) expect(parsePublicUrl(url.href).href).toBe(url.href);
    }),
    { numRuns: countRuns(1_000) },
  );
});
