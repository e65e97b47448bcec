import { ANSWERING, isOpener, isTitleSlot, NAMING, roleOf } from './component-names.ts';
import { attributeOf } from './inline.ts';

/** A tag that site generators and browsers give a meaning of their own: `<Accordion>`, `<faq-item>`. */
export interface Component {
  /** What names it, as an attribute; empty where a child does. */
  title: string;
  /** Its answer as an attribute. */
  answer: string | undefined;
  /** What is inside opens with a click, by its name. */
  isOpener: boolean;
  /** What it is to the box around it. */
  role: 'box' | 'title' | 'answer';
}

const VUE_SLOT = /(?:^|\s)(?:v-slot:|#)([\w-]{1,60})/i;

/** What a component is, by its name and attributes. */
export function readComponent(name: string, attributes: string): Component {
  const keys = name.includes('-') ? NAMING : [...NAMING, 'name'];
  return {
    title: firstOf(attributes, keys) ?? '',
    answer: firstOf(attributes, ANSWERING),
    isOpener: isOpener(name),
    role: roleOf(name),
  };
}

/** Whether an element is put where the component around it shows its title: `<span slot="title">`, `<template #header>`. */
export function isTitleElement(attributes: string): boolean {
  return isTitleSlot(attributeOf(attributes, 'slot') ?? VUE_SLOT.exec(attributes)?.[1] ?? '');
}

function firstOf(attributes: string, keys: readonly string[]): string | undefined {
  if (attributes === '') return undefined;
  return keys.map((key) => attributeOf(attributes, key)).find((value) => value !== undefined && value !== '');
}
