import { ANSWERING, isOpener, NAMING, roleOf } from '../html/tree.ts';
import { attributeOf } from './inline.ts';
import type { MarkdownLine } from './lines.ts';

/** A tag that site generators and browsers give a meaning: `<Accordion>`, `<faq-item>`. */
export interface Component {
  /** Its name as an attribute; empty where a child names it. */
  title: string;
  answer: string | undefined;
  /** Its name says that the content opens with a click. */
  isOpener: boolean;
  /** Its part in the box around it. */
  role: 'box' | 'title' | 'answer';
}

const VUE_SLOT = /(?:^|\s)(?:v-slot:|#)([\w-]{1,60})/i;

export function readComponent(name: string, attributes: string): Component {
  const keys = name.includes('-') ? NAMING : [...NAMING, 'name'];
  return {
    title: firstOf(attributes, keys) ?? '',
    answer: firstOf(attributes, ANSWERING),
    isOpener: isOpener(name),
    role: roleOf(name),
  };
}

/** Tells whether an element names the component around it: `<span slot="title">`, `<template #header>`. */
export function isTitleElement(attributes: string): boolean {
  const slot = attributeOf(attributes, 'slot') ?? VUE_SLOT.exec(attributes)?.[1] ?? '';
  return roleOf(slot) === 'title';
}

function firstOf(attributes: string, keys: readonly string[]): string | undefined {
  if (attributes === '') return undefined;
  return keys.map((key) => attributeOf(attributes, key)).find((value) => value !== undefined && value !== '');
}

/** Joins the lines of an opening tag whose attributes stand below each other. */
export function joinTags(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const joined: MarkdownLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const isOpen = line.kind === 'text' && /^\s*<[a-zA-Z][\w.-]*(?:\s[^<>]*)?$/.test(line.text);
    const end = isOpen ? endOfTag(lines, at) : at + 1;
    const rest = lines.slice(at + 1, end).map(({ text }) => text.trim());
    joined.push(end === at + 1 ? line : { ...line, text: [line.text, ...rest].join(' ') });
    at = end;
  }
  return joined;
}

function endOfTag(lines: readonly MarkdownLine[], from: number): number {
  for (let at = from + 1; at <= from + 20; at += 1) {
    const line = lines[at];
    if (line?.kind !== 'text' || line.text.includes('<') || line.text.trim() === '') break;
    if (line.text.includes('>')) return at + 1;
  }
  return from + 1;
}
