import type { Core } from '../../../../core/core.ts';
import { type Proof, prove, type SearchOutcome, toCandidate } from '../../../../core/learning/proof.ts';
import type { Regression } from '../../../../core/learning/suggestions/refusals.ts';
import type { Suggestion } from '../../../../core/learning/suggestions/suggestions.ts';
import { listTests, type TestQuestion } from '../../../../core/learning/test-questions/test-questions.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { describeTestFaults } from '../../../../domain/words.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { trainingTexts } from '../../i18n/training.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';

const MAX_TITLES = 3;

export function isOpen({ state }: Pick<Suggestion, 'state'>): boolean {
  return state === 'pending' || state === 'suspended';
}

/** Whether both texts are there, without which nothing can be approved. */
export function isWhole({ question, answer }: Pick<Suggestion, 'question' | 'answer'>): boolean {
  return question.trim() !== '' && answer.trim() !== '';
}

/**
 * The place of a proof on a card: a link that, with script, is replaced by what it leads to, at once where somebody
 * looks at this one. Of a large knowledge it takes longer than a page may.
 */
export function offerProof(visit: ServerVisit, suggestion: Suggestion, isAwaited = false): Html {
  if (!isOpen(suggestion) || !isWhole(suggestion)) return NOTHING;
  const t = trainingTexts[visit.language];
  const address = `${addressOf(visit, `training/${suggestion.id}`)}?proof=1`;
  const place = `#proof-${suggestion.id}`;
  return html`<div id="proof-${suggestion.id}"><a href="${address}" hx-get="${address}"${isAwaited && html` hx-trigger="load"`} hx-select="${place}"
 hx-target="${place}" hx-swap="outerHTML" aria-label="${t.of(t.proof, suggestion.question)}">${t.proof}</a></div>`;
}

/** What approving a suggestion would change, computed now. */
export async function renderProof(visit: ServerVisit, suggestion: Suggestion): Promise<Html> {
  if (!isOpen(suggestion) || !isWhole(suggestion)) return NOTHING;
  const t = trainingTexts[visit.language];
  const { core, server } = visit;
  const proof = await prove(core, server.id, toCandidate(suggestion)).catch((error: unknown) => {
    core.log.warn({ err: error, server: server.id }, 'suggestion shown without proof');
    return null;
  });
  return html`<div id="proof-${suggestion.id}" class="proof" data-proof role="status"><h3>${t.proofNow}</h3>
${proof ? await renderChanges(visit, proof) : html`<p>${t.proofLater}</p>`}</div>`;
}

async function renderChanges(visit: ServerVisit, { looked, changes, tests }: Proof): Promise<Html> {
  const { core, server, language } = visit;
  const t = trainingTexts[language];
  if (looked === 0 && tests.length === 0) return html`<p>${t.proofNothing}</p>`;
  const saved = await readSaved(core, server.id);
  const testItems = tests.map(({ id, question, before, after }) => {
    const say = ({ isPassed, faults }: typeof before) =>
      isPassed ? t.passes : describeTestFaults(faults, saved.get(id), language);
    const name = after.isPassed ? t.testPasses : before.isPassed ? t.testFails : t.testChanges;
    return html`<li data-test-change><strong>${name}:</strong> “${question}”<br>
${t.before}: ${say(before)} · ${t.after}: ${say(after)}</li>`;
  });
  const items = changes.map(
    ({ question, count, kind, before, after }) =>
      html`<li data-change="${kind}"><strong>${t[kind]}:</strong> “${question}” ${count > 1 && t.asked(count)}<br>
${t.before}: ${describeFinding(visit, before)} · ${t.after}: ${describeFinding(visit, after)}</li>`,
  );
  return html`${tests.length > 0 && html`<h4>${t.tests}</h4><ul>${testItems}</ul>`}
<h4>${t.questions}</h4>
<p>${t.looked(looked)} ${changes.length === 0 && t.unchanged}</p>
${changes.length > 0 && html`<ul>${items}</ul>`}
<p><small>${t.proofHint}</small></p>`;
}

async function readSaved(core: Core, serverId: string): Promise<Map<string, TestQuestion>> {
  return new Map((await listTests(core, serverId)).map((test) => [test.id, test]));
}

function describeFinding(
  { language }: ServerVisit,
  { passages, needsTeam, teamReason }: SearchOutcome,
): string {
  const t = trainingTexts[language];
  const titles = [...new Set(passages.map(({ title }) => title))];
  const more = titles.length > MAX_TITLES ? ` +${titles.length - MAX_TITLES}` : '';
  const found = titles.slice(0, MAX_TITLES).join(', ') + more;
  if (!needsTeam) return found || t.fromNothing;
  return teamReason ? `${t.toTeam} (${reasonTexts[language][teamReason]})` : t.toTeam;
}

/** Which test questions would fail, and how. */
export async function renderRegressions(
  { core, server, language }: ServerVisit,
  regressions: readonly Regression[],
): Promise<Html> {
  const saved = await readSaved(core, server.id);
  return html`<ul>${regressions.map(
    ({ id, question, after }) =>
      html`<li data-regression>“${question}”: ${describeTestFaults(after.faults, saved.get(id), language)}</li>`,
  )}</ul>`;
}

/**
 * Words on both sides multiplied: beyond, what differs is shown in one piece. A list of 25 suggestions, each against
 * five entries and what it replaces and corrects, is so compared within a turn.
 */
const MAX_CELLS = 25_000;

interface DiffPart {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** What becomes of a text, word by word; the blank after a word belongs to it. */
export function compareWords(before: string, after: string): DiffPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && isSame(old[start], now[start])) start += 1;
  let end = 0;
  const rest = Math.min(old.length, now.length) - start;
  while (end < rest && isSame(old.at(-1 - end), now.at(-1 - end))) end += 1;
  const parts: DiffPart[] = [
    { kind: 'same', text: now.slice(0, start).join('') },
    ...compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    { kind: 'same', text: now.slice(now.length - end).join('') },
  ];
  return joinParts(parts);
}

function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** How a line is broken is no change. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === other || one?.trim() === other?.trim();
}

/** By their longest common subsequence. */
function compareMiddle(old: readonly string[], now: readonly string[]): DiffPart[] {
  if (old.length * now.length > MAX_CELLS) {
    return [
      { kind: 'gone', text: old.join('') },
      { kind: 'new', text: now.join('') },
    ];
  }
  const [saidBefore, saidNow] = [old, now].map((words) => words.map((word) => word.trim()));
  return compareAll(old, now, lengthsOf(saidBefore ?? [], saidNow ?? []));
}

/** @param common of the rest from each pair of words on. */
function compareAll(old: readonly string[], now: readonly string[], common: readonly number[][]): DiffPart[] {
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    const [gone, added] = [old[row], now[column]];
    const down = common[row + 1]?.[column] ?? -1;
    const right = common[row]?.[column + 1] ?? -1;
    if (gone !== undefined && added !== undefined && isSame(gone, added)) {
      parts.push({ kind: 'same', text: added });
      row += 1;
      column += 1;
    } else if (gone !== undefined && (added === undefined || down >= right)) {
      parts.push({ kind: 'gone', text: gone });
      row += 1;
    } else {
      parts.push({ kind: 'new', text: added ?? '' });
      column += 1;
    }
  }
  return parts;
}

/** How many words the rest from each pair of words on has in common. */
function lengthsOf(old: readonly string[], now: readonly string[]): number[][] {
  const width = now.length + 1;
  let below = new Array<number>(width).fill(0);
  const rows = [below];
  for (const wanted of old.toReversed()) {
    const row = new Array<number>(width).fill(0);
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const isCommon = now[column] === wanted;
      row[column] = isCommon
        ? (below[column + 1] ?? 0) + 1
        : Math.max(below[column] ?? 0, row[column + 1] ?? 0);
    }
    rows.push(row);
    below = row;
  }
  return rows.reverse();
}

function joinParts(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else if (part.text !== '') joined.push({ ...part });
  }
  return joined;
}

/** Both texts in one: what goes is struck through, what comes is underlined, and both are read out as such. */
export function renderDiff(parts: readonly DiffPart[], language: InterfaceLanguage): Html {
  const t = trainingTexts[language];
  const spoken = (text: string) => html`<span class="visually-hidden">${text} </span>`;
  return html`<p class="whole diff" data-diff>${parts.map(({ kind, text }) => {
    if (kind === 'gone') return html`<del>${spoken(t.removed)}${text}</del>`;
    return kind === 'new' ? html`<ins>${spoken(t.added)}${text}</ins>` : html`${text}`;
  })}</p>`;
}
