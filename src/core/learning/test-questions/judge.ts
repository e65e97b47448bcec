import { toLine } from '../../../domain/text.ts';
import type { TestFault } from '../../../domain/types.ts';
import { conclude } from '../../answering/conclusion.ts';
import { extractAnswer } from '../../answering/extractive.ts';
import type { Core } from '../../core.ts';
import type { PlanLimits } from '../../quota/plan-limits.ts';
import { guessLanguage } from '../../reading/language.ts';
import type { KnowledgeIndex } from '../../search/knowledge.ts';
import type { FoundPassage } from '../../search/passages.ts';
import { normalise, unify, words } from '../../search/words/analyse.ts';
import { type Found, toMessages } from '../findings.ts';

export interface Expectation {
  question: string;
  expected: string | null;
  needsTeam: boolean | null;
}

export interface TestOutcome {
  isPassed: boolean;
  faults: TestFault[];
}

/** Marks of Markdown; `[text](address)` becomes both. */
const MARKS = /\]\(|[*_`~#>|\\[\]()<]+/g;

/**
 * Judges a finding at no cost: the built-in engine's answer, or, with a backend, the passages, of which one must hold
 * the expected text.
 */
export function judge(
  core: Core,
  { knowledge, planLimits }: { knowledge: KnowledgeIndex; planLimits: PlanLimits },
  test: Expectation,
  found: Found,
): TestOutcome {
  if (core.ai)
    return compare(test, { texts: found.passages.map(toText), needsTeam: found.teamReason !== null });
  const { settings } = planLimits;
  const { ruleReason, passages } = found;
  const language = guessLanguage(words(test.question)) ?? settings.language;
  const reply = extractAnswer({
    ...{ messages: toMessages(test.question), passages, language },
    channel: 'words',
  });
  const { hosts } = knowledge;
  const { said, teamReason } = conclude(core, {
    instructions: [settings.instructions],
    language,
    hosts,
    reply,
    ruleReason,
    hasModel: false,
  });
  return compare(test, { texts: [said], needsTeam: teamReason !== null });
}

function toText({ title, text, link }: FoundPassage): string {
  return [title, text, link ?? ''].join('\n');
}

export function compare(
  { expected, needsTeam }: Expectation,
  given: { texts: readonly string[]; needsTeam: boolean },
): TestOutcome {
  const faults: TestFault[] = [];
  if (expected !== null && !given.texts.some((text) => holds(text, expected))) faults.push('expected');
  if (needsTeam !== null && needsTeam !== given.needsTeam) faults.push('needs_team');
  return { isPassed: faults.length === 0, faults };
}

/** Whether a text holds another one, however both are written; `5 days` is not in `15 days` or `2.5 days`. */
export function holds(text: string, wanted: string): boolean {
  const part = fold(wanted);
  if (part === '') return false;
  const start = /^\d/.test(part) ? String.raw`(?<!\d|\d[.,])` : '';
  const end = /\d$/.test(part) ? String.raw`(?!\d|[.,]\d)` : '';
  return new RegExp(start + RegExp.escape(part) + end, 'u').test(fold(text));
}

/** One spelling of a text: no case, umlauts, marks of Markdown or invisible characters, single blanks. */
export function fold(text: string): string {
  const plain = normalise(text)
    .replace(/\p{Cf}+/gu, '')
    .replace(MARKS, (marks) => (/^[*_`~\\]+$/.test(marks) ? '' : ' '));
  return toLine(unify(plain));
}
