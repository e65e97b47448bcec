import { expect } from 'vitest';

/** JSON texts of wrong values, by kind. */
export const WRONG = {
  true: 'true',
  'a number': '7',
  'minus zero': '-0',
  'a number beyond all numbers': '1e999',
  'an object': '{}',
  'an object like a list': '{"0":{"role":"user","content":"a"},"length":1}',
  'a list of nothing': '[null]',
  'a list in a list': '[[]]',
  'an object with toString': '{"toString":"a"}',
  'an object with toJSON': '{"toJSON":"a"}',
  'an object with then': '{"then":"a"}',
};

/** Fields that every object has. */
export const NAMES_OF_PROTOTYPES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
];
/** What none of them may become. */
export const POLLUTED = '{"polluted":"yes","isAdmin":true,"premium":true,"prototype":{"polluted":"yes"}}';

/** The same text as JSON, every character of it an escape. */
export function escapeAll(text: string): string {
  return text.replaceAll(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
}

function describeOwn(prototype: object): unknown[] {
  return Reflect.ownKeys(prototype).map((name) => [
    name,
    typeof Reflect.getOwnPropertyDescriptor(prototype, name)?.value,
  ]);
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype];
/** What they have before anything hostile was read. */
const before = PROTOTYPES.map(describeOwn);

/** Nothing that was read has changed what every object has. */
export function expectCleanPrototypes(): void {
  expect(PROTOTYPES.map(describeOwn)).toEqual(before);
  expect(Object.keys({})).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
}
