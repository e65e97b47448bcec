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

const NAMING = 'question frage q title titel label summary header heading trigger caption'.split(' ');
const ANSWERING = ['answer', 'antwort', 'a'];
const OPENER = /accordion|faq|question|frage|collaps|expand|disclosure|spoiler|toggle|details|q-?and-?a|qna/i;
const TITLE = /(?:question|frage|title|trigger|header|heading|summary|label|button|[-_.]q)$/i;
const ANSWER = /(?:answer|antwort|content|panel|body|[-_.]a)$/i;
const NAMED_SLOT =
  /(?:^|\s)(?:(?:slot\s?=\s?["']?)|(?:v-slot:)|#)(?:[\w-]*[-_])?(?:question|frage|title|trigger|header|heading|summary|label|button)(?![\w-])/i;

/** What a component is, by its name and attributes. */
export function readComponent(name: string, attributes: string): Component {
  const keys = name.includes('-') ? NAMING : [...NAMING, 'name'];
  const role = TITLE.test(name) ? 'title' : ANSWER.test(name) ? 'answer' : 'box';
  return {
    title: firstOf(attributes, keys) ?? '',
    answer: firstOf(attributes, ANSWERING),
    isOpener: OPENER.test(name),
    role,
  };
}

/** Whether an element is put where the component around it shows its title: `<span slot="title">`, `<template #header>`. */
export function isTitleSlot(attributes: string): boolean {
  return NAMED_SLOT.test(attributes);
}

function firstOf(attributes: string, keys: readonly string[]): string | undefined {
  return keys.map((key) => attributeOf(attributes, key)).find((value) => value !== undefined && value !== '');
}
