import type { ApiAnswer } from '../../test/support/app.ts';
import type { Expected } from './files.ts';

/** The result of one case; without faults it passes. */
export interface Outcome {
  id: string;
  kind: string;
  faults: string[];
}

/** Every way in which an answer differs from the expectation. */
export function judgeAnswer({ status, body }: ApiAnswer, expected: Expected): string[] {
  if (status !== expected.status) return [`status ${status}: ${JSON.stringify(body).slice(0, 200)}`];
  if (status !== 200) return [];
  const { needs_team: needsTeam, team_reason: reason, answer, sources } = body;
  const faults: string[] = [];
  if (expected.needs_team !== undefined && needsTeam !== expected.needs_team)
    faults.push(`needs_team ${needsTeam}`);
  const reasons = [expected.team_reason ?? null].flat();
  if (expected.team_reason !== undefined && !reasons.includes(reason)) faults.push(`team_reason ${reason}`);
  const titles: string[] = sources.map(({ title }: { title: string }) => title);
  const { entry } = expected;
  if (entry && !titles.some((title) => entry.some((part) => title.includes(part))))
    faults.push(`sources ${titles.join(' | ')}`);
  if (expected.no_entry && titles.length > 0) faults.push(`sources ${titles.join(' | ')}`);
  faults.push(...judgeText('answer', answer, expected.answer_contains, expected.answer_lacks));
  return faults;
}

/** Case, Markdown marks and white space do not count. */
export function judgeText(
  what: string,
  text: string,
  contains: readonly string[],
  lacks: readonly string[],
): string[] {
  const found = fold(text);
  const shown = `(${what}: ${text.replaceAll('\n', '\\n').slice(0, 160)})`;
  return [
    ...contains.filter((part) => !found.includes(fold(part))).map((part) => `lacks "${part}" ${shown}`),
    ...lacks.filter((part) => found.includes(fold(part))).map((part) => `holds "${part}" ${shown}`),
  ];
}

function fold(text: string): string {
  const bare = text.toLowerCase().replace(/[\s*_`]+/g, '');
  // A needle made only of marks (`**`) is searched unchanged.
  return bare === '' ? text : bare;
}
