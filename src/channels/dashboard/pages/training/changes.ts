import { type Proof, prove, type SearchOutcome, toCandidate } from '../../../../core/learning/proof.ts';
import type { Suggestion } from '../../../../core/learning/suggestions/suggestions.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { describeTestFaults } from '../../../../domain/words.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { trainingTexts } from '../../i18n/training.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { readSaved } from './suggestion-form.ts';

const MAX_TITLES = 3;

export function isOpen({ state }: Pick<Suggestion, 'state'>): boolean {
  return state === 'pending' || state === 'suspended';
}

/** Nothing can be approved without both texts. */
export function isWhole({ question, answer }: Pick<Suggestion, 'question' | 'answer'>): boolean {
  return question.trim() !== '' && answer.trim() !== '';
}

/**
 * A link that the script replaces by the proof, since a large knowledge takes longer than a page may.
 * @param isAwaited at once: somebody looks at this suggestion alone
 */
export function offerProof(visit: ServerVisit, suggestion: Suggestion, isAwaited = false): Html {
  if (!isOpen(suggestion) || !isWhole(suggestion)) return NOTHING;
  const t = trainingTexts[visit.language];
  const address = `${addressOf(visit, `training/${suggestion.id}`)}?proof=1`;
  const place = `#proof-${suggestion.id}`;
  return html`<div id="proof-${suggestion.id}"><a href="${address}" hx-get="${address}"${isAwaited && html` hx-trigger="load"`} hx-select="${place}"
 hx-target="${place}" hx-swap="outerHTML" aria-label="${t.of(t.proof, suggestion.question)}">${t.proof}</a></div>`;
}

/** Computes now what approving a suggestion would change. */
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
<p>${looked === 0 ? t.lookedNone : html`${t.looked(looked)} ${changes.length === 0 && t.unchanged}`}</p>
${changes.length > 0 && html`<ul>${items}</ul>`}
<p><small>${t.proofHint}</small></p>`;
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

/**
 * Words on both sides multiplied; beyond it the difference is shown in one piece, so that 25 suggestions, each beside
 * seven texts, are compared within a turn.
 */
const MAX_CELLS = 25_000;

interface DiffPart {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** A word with the blank after it. How a line is broken is no change: words are compared without the blank. */
interface DiffWord {
  text: string;
  said: string;
}

/** Compares two texts word by word. */
export function compareWords(before: string, after: string): DiffPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const start = countSame(old, now);
  const end = countSame(old.slice(start).reverse(), now.slice(start).reverse());
  return joinParts([
    { kind: 'same', text: textOf(now.slice(0, start)) },
    ...compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    { kind: 'same', text: textOf(now.slice(now.length - end)) },
  ]);
}

function wordsOf(text: string): DiffWord[] {
  return (text.match(/\S+\s*|\s+/g) ?? []).map((word) => ({ text: word, said: word.trim() }));
}

const textOf = (words: readonly DiffWord[]) => words.map(({ text }) => text).join('');

function countSame(old: readonly DiffWord[], now: readonly DiffWord[]): number {
  const count = old.findIndex(({ said }, place) => said !== now[place]?.said);
  return count === -1 ? old.length : count;
}

/** Compares by the longest common subsequence. */
function compareMiddle(old: readonly DiffWord[], now: readonly DiffWord[]): DiffPart[] {
  if (old.length * now.length > MAX_CELLS)
    return [
      { kind: 'gone', text: textOf(old) },
      { kind: 'new', text: textOf(now) },
    ];
  const common = countCommon(old, now);
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    const [gone, added] = [old[row], now[column]];
    if (gone && added && gone.said === added.said) {
      parts.push({ kind: 'same', text: added.text });
      row += 1;
      column += 1;
    } else if (gone && (!added || common(row + 1, column) >= common(row, column + 1))) {
      parts.push({ kind: 'gone', text: gone.text });
      row += 1;
    } else {
      parts.push({ kind: 'new', text: added?.text ?? '' });
      column += 1;
    }
  }
  return parts;
}

/** @returns how many words the rests from two places on have in common */
function countCommon(old: readonly DiffWord[], now: readonly DiffWord[]) {
  const width = now.length + 1;
  const counts = new Uint16Array((old.length + 1) * width);
  const common = (row: number, column: number) => counts[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      counts[row * width + column] =
        old[row]?.said === now[column]?.said
          ? common(row + 1, column + 1) + 1
          : Math.max(common(row + 1, column), common(row, column + 1));
  return common;
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

/** Both texts in one; screen readers say what goes and what comes. */
export function renderDiff(parts: readonly DiffPart[], language: InterfaceLanguage): Html {
  const t = trainingTexts[language];
  const spoken = (text: string) => html`<span class="visually-hidden">${text} </span>`;
  return html`<p class="whole diff" data-diff>${parts.map(({ kind, text }) => {
    if (kind === 'gone') return html`<del>${spoken(t.removed)}${text}</del>`;
    return kind === 'new' ? html`<ins>${spoken(t.added)}${text}</ins>` : html`${text}`;
  })}</p>`;
}
