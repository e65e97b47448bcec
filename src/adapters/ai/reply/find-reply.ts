import { findBroken, readTagged } from './broken-reply.ts';
import { type FormKeys, fitToForm, type ReplyValues } from './form.ts';
import { endOfObject, mayBeginObject, parseJson } from './json.ts';
import { listThoughtMarks, readFinalChannel, type ThoughtMark } from './thoughts.ts';

export interface FoundReply {
  reply: ReplyValues;
  /** The text ends before the reply does. */
  isCut: boolean;
  /** It is among thoughts, with nothing outside them. */
  isThought: boolean;
}

interface FoundObject {
  start: number;
  end: number;
  reply: ReplyValues;
}

const MAX_DEPTH = 6;
/** Only the last items of a longer list are searched. */
const MAX_PLACES = 50;
/** Fewer keys do for a form of one key, or one whose defaults are left out. */
const ENOUGH_KEYS = 2;
/** The search for ends of objects reads at most this many times the text. */
const MAX_READINGS = 4;
/** Only the end of a longer text is searched for broken JSON. */
const MAX_CHARACTERS = 400_000;
const INVISIBLE_START = /^[\s\u200B-\u200F\u2060\uFEFF\0]+/;
const INVISIBLE = /[\s\u200B-\u200F\u2060\uFEFF\0]/;

/**
 * Finds a reply as JSON, or as the last object of the form among thoughts, prose and fences, wrapped, encoded twice or
 * broken. Thoughts count only if there is nothing else.
 */
export function findReply(written: string, form: FormKeys, depth = 0): FoundReply | null {
  if (depth > MAX_DEPTH) return null;
  const whole = trimInvisible(written);
  const value = parseJson(whole);
  if (value !== undefined) return toFound(searchValue(value, form, depth), false);
  const text = whole.slice(-MAX_CHARACTERS);
  const spoken = findSpoken(readFinalChannel(text), form, depth);
  if (spoken) return spoken;
  const thought = chooseLast(listObjects(text, form, depth));
  return toFound(thought, true) ?? toBroken(text, form, true);
}

function findSpoken(text: string, form: FormKeys, depth: number): FoundReply | null {
  const objects = listObjects(text, form, depth);
  const marks = listThoughtMarks(text).filter(({ index }) => !isWithin(objects, index));
  const thoughts = listThoughts(marks);
  const reply = chooseLast(objects.filter(({ start }) => !isWithin(thoughts, start)));
  const said = leaveOut(text, thoughts);
  if (reply) return toFound(reply, false);
  // Without a brace, labels and tags are as likely as JSON that lost it.
  const tagged = said.includes('{') ? null : readTagged(said, form);
  return toFound(tagged, false) ?? toBroken(said, form, false) ?? toFound(readTagged(said, form), false);
}

function toFound(reply: ReplyValues | null, isThought: boolean): FoundReply | null {
  return reply && { reply, isCut: false, isThought };
}

function toBroken(text: string, form: FormKeys, isThought: boolean): FoundReply | null {
  const broken = findBroken(text, form);
  return broken && { ...broken, isThought };
}

/** The value itself, something inside it, or JSON in one of its strings. */
function searchValue(value: unknown, form: FormKeys, depth: number): ReplyValues | null {
  if (depth > MAX_DEPTH) return null;
  if (typeof value === 'string') {
    return /^\s{0,100}[[{"`]/.test(value) ? (findReply(value, form, depth + 1)?.reply ?? null) : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const own = fitToForm(value, form);
  // The caller reads the text if that is JSON again: the two may differ.
  if (weigh(own) === ENOUGH_KEYS) return own;
  const held = Object.values(value)
    .slice(-MAX_PLACES)
    .map((item) => searchValue(item, form, depth + 1));
  return held.reduce(chooseBetter, own);
}

function weigh(reply: ReplyValues | null): number {
  return reply === null ? 0 : Math.min(ENOUGH_KEYS, Object.keys(reply).length);
}

/** Prefers the later of two equally complete replies and adds a lone key to those that lack it. */
function chooseBetter(one: ReplyValues | null, later: ReplyValues | null): ReplyValues | null {
  if (one === null || later === null) return later ?? one;
  if (weigh(later) === ENOUGH_KEYS) return later;
  if (Object.keys(later).every((key) => !(key in one))) return { ...one, ...later };
  return weigh(one) === ENOUGH_KEYS ? one : later;
}

function chooseLast(objects: readonly FoundObject[]): ReplyValues | null {
  return objects.map(({ reply }) => reply as ReplyValues | null).reduce(chooseBetter, null);
}

/** Sound objects that hold a reply, in order. */
function listObjects(text: string, form: FormKeys, depth: number): FoundObject[] {
  const objects: FoundObject[] = [];
  let readable = MAX_READINGS * text.length;
  let brace = text.indexOf('{');
  while (brace !== -1 && readable > 0) {
    const end = mayBeginObject(text, brace) ? endOfObject(text, brace) : brace + 1;
    readable -= (end === -1 ? text.length : end) - brace;
    // A parser error for a lone brace takes 20 us.
    const value = end > brace + 1 ? parseJson(text.slice(brace, end)) : undefined;
    const reply = value === undefined ? null : searchValue(value, form, depth + 1);
    if (reply) objects.push({ start: brace, end, reply });
    brace = text.indexOf('{', value === undefined ? brace + 1 : end);
  }
  return objects;
}

/** A close without an open began with the text; an open without a close does not count. */
function listThoughts(marks: readonly ThoughtMark[]): { start: number; end: number }[] {
  let thoughts: { start: number; end: number }[] = [];
  let opened: ThoughtMark | null = null;
  for (const mark of marks) {
    if (!mark.isClosing) opened ??= mark;
    else if (opened) {
      thoughts.push({ start: opened.index, end: mark.end });
      opened = null;
    } else thoughts = [{ start: 0, end: mark.end }];
  }
  return thoughts;
}

/** @param ranges in order, not nested. */
function isWithin(ranges: readonly { start: number; end: number }[], index: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.start ?? Infinity) <= index;
}

function leaveOut(text: string, ranges: readonly { start: number; end: number }[]): string {
  const starts = [0, ...ranges.map(({ end }) => end)];
  return starts.map((start, place) => text.slice(start, ranges[place]?.start)).join('\n');
}

/** Trimmed by hand: a pattern takes quadratic time on a megabyte of white space. */
function trimInvisible(text: string): string {
  let end = text.length;
  while (end > 0 && INVISIBLE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(INVISIBLE_START, '');
}
