import type { ReasonRules } from '../pattern.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { ITALIAN } from './it.ts';
import { DUTCH } from './nl.ts';
import { POLISH } from './pl.ts';
import { PORTUGUESE } from './pt.ts';
import { TURKISH } from './tr.ts';

/**
 * Who needs a person, in every language beside German and English, whose rules are in rules/. A language has three
 * files: its words in words/, who is in danger in safety/, and every other reason here.
 */
export const LANGUAGE_RULES: readonly ReasonRules[] = [
  ...DUTCH,
  ...POLISH,
  ...TURKISH,
  ...FRENCH,
  ...SPANISH,
  ...ITALIAN,
  ...PORTUGUESE,
];
