import type { Core } from '../../src/core/core.ts';
import { listGaps } from '../../src/core/learning/gaps.ts';
import { type Proof, prove } from '../../src/core/learning/proof.ts';
import { isSimilar } from '../../src/core/learning/similarity/similarity.ts';
import type { Suggestion } from '../../src/core/learning/suggestions/suggestions.ts';
import {
  countTraining,
  getSuggestion,
  listGroups,
  listTraining,
  lookAtConflicts,
} from '../../src/core/learning/suggestions/suggestions.ts';
import type { AuditAction } from '../../src/domain/types.ts';
import type { Invocation } from '../command.ts';
import { unlessGone } from '../refusal.ts';
import { button, type Card, type Draft, done, say, type TextFile } from '../reply.ts';
import type { Texts, Wording } from '../wording.ts';
import { type Shown, toCard } from './card.ts';
import { isWhole } from './words.ts';

const CARDS_PER_PAGE = 5;

interface ListedSuggestion {
  suggestion: Suggestion;
  similarCount: number;
}

/** The last one that was shown; what became of it since does not matter. */
type LastShown = Pick<Suggestion, 'id' | 'createdAt'> & { wasSuspended: boolean };

/**
 * Open suggestions, each with its near-duplicates, then those that are suspended; newest first, some at a time. The
 * first ones, or those after the one that a button names with its state.
 */
export async function showList(core: Core, input: Invocation): Promise<Draft> {
  const { serverId, args } = input;
  const [id, state] = args;
  const found = id === undefined ? null : await find(core, serverId, id);
  const last = found && { ...found, wasSuspended: state === 'suspended' };
  const next = await listNext(core, serverId, last);
  const page = next.slice(0, CARDS_PER_PAGE);
  if (page.length === 0) {
    const noMore = { de: 'Ältere Vorschläge gibt es nicht.', en: 'There are no older suggestions.' };
    const none = {
      de: 'Es ist nichts zu entscheiden. Vorschläge macht ein Teammitglied im Menü einer Nachricht: Apps → „Daraus lernen“ oder „Antwort berichtigen“. Worauf der Bot keine Antwort hatte, zeigt `/unanswered`.',
      en: 'There is nothing to decide on. Team members make suggestions from the menu of a message: Apps → “Learn from this” or “Correct this answer”. Questions that the bot had no answer for are in `/unanswered`.',
    };
    return say(last ? noMore : none, { isReplacing: true });
  }
  const [cards, files]: [Card<Wording>[], TextFile[]] = [[], []];
  const looks = page.map(({ suggestion, similarCount }) => look(core, input, suggestion, similarCount));
  for (const shown of await Promise.all(looks)) {
    const made = toCard(input, shown, { webUrl: core.config.DISCORD_WEB_URL });
    cards.push(made.card);
    files.push(...made.files);
  }
  const end = page.at(-1)?.suggestion;
  if (end && next.length > page.length) cards.push(await offerMore(core, serverId, end));
  return { kind: 'cards', cards, files, isReplacing: true };
}

/** At least one more than a page holds, if there are. */
async function listNext(core: Core, serverId: string, last: LastShown | null): Promise<ListedSuggestion[]> {
  const wasSuspended = last?.wasSuspended === true;
  const groups = wasSuspended ? [] : await listGroups(core, serverId);
  const pending = groups
    .filter(({ suggestion }) => last === null || isOlder(suggestion, last))
    .map(({ suggestion, similar }) => ({ suggestion, similarCount: similar.length }));
  if (pending.length > CARDS_PER_PAGE) return pending;
  const more = { limit: CARDS_PER_PAGE + 1, ...(last && wasSuspended ? { after: last } : {}) };
  const suspended = await listTraining(core, serverId, 'suspended', more);
  return [...pending, ...suspended.map((suggestion) => ({ suggestion, similarCount: 0 }))];
}

function isOlder(one: Pick<Suggestion, 'id' | 'createdAt'>, other: LastShown): boolean {
  const [time, otherTime] = [one.createdAt.getTime(), other.createdAt.getTime()];
  return time < otherTime || (time === otherTime && one.id < other.id);
}

async function offerMore(core: Core, serverId: string, last: Suggestion): Promise<Card<Wording>> {
  const open = await countTraining(core, serverId, 'pending');
  const suspended = await countTraining(core, serverId, 'suspended');
  const [too, also] = suspended === 0 ? ['', ''] : [`, ${suspended} ausgesetzt`, `, ${suspended} suspended`];
  const text = {
    de: `${open} ${open === 1 ? 'Vorschlag ist' : 'Vorschläge sind'} offen${too}.`,
    en: `${open} ${open === 1 ? 'suggestion is' : 'suggestions are'} open${also}.`,
  };
  const state = last.state === 'suspended' ? ':suspended' : '';
  const label = { de: 'Ältere zeigen', en: 'Show older ones' };
  return { text, rows: [[button(`training:more:${last.id}${state}`, label)]] };
}

/** A surge is among them. */
const LARGEST_GAPS = 20;

/** null: there is none with this id on this server. */
export function find(core: Core, serverId: string, id: string): Promise<Suggestion | null> {
  return unlessGone(getSuggestion(core, serverId, id));
}

/** Ids of the open near-duplicates of a suggestion, without itself. */
export async function findSimilar(
  core: Core,
  serverId: string,
  { id, state }: Pick<Suggestion, 'id' | 'state'>,
): Promise<string[]> {
  if (state !== 'pending') return [];
  const groups = await listGroups(core, serverId);
  const ids = groups.map(({ suggestion, similar }) => [suggestion, ...similar].map((one) => one.id));
  return ids.find((group) => group.includes(id))?.filter((other) => other !== id) ?? [];
}

/** All that the card of a suggestion says. */
async function look(
  core: Core,
  input: Pick<Invocation, 'serverId' | 'signal'>,
  suggestion: Suggestion,
  similarCount: number,
): Promise<Shown> {
  const { conflicts, unchecked } = await lookAtConflicts(core, input.serverId, suggestion);
  const askedCount = suggestion.source === 'surge' ? await countAsked(core, input.serverId, suggestion) : 0;
  const proof = await proveOrNot(core, input, suggestion);
  return { suggestion, similarCount, askedCount, conflicts, unchecked, proof };
}

/** How many of the questions that are still open are like this one. */
async function countAsked(core: Core, serverId: string, { question }: Suggestion): Promise<number> {
  const gaps = await listGaps(core, serverId, { limit: LARGEST_GAPS });
  return gaps.find((gap) => isSimilar(gap.question, question))?.count ?? 0;
}

/** What approving would change; null when that cannot be told now: the card stands without it. */
export async function proveOrNot(
  core: Core,
  { serverId, signal }: Pick<Invocation, 'serverId' | 'signal'>,
  suggestion: Suggestion,
): Promise<Proof | null> {
  if (!isWhole(suggestion) || signal.aborted) return null;
  const { entryId, question, answer } = suggestion;
  try {
    return await prove(core, serverId, { entryId, question, answer });
  } catch (error) {
    core.log.warn(
      { err: error, server: serverId },
      'suggestion shown without a preview of what it would change',
    );
    return null;
  }
}

/**
 * The card of one suggestion, in the place of the one that a button was on.
 * @param what.notice one line above it.
 * @param what.action was done to it, for the audit log.
 */
export async function replaceCard(
  core: Core,
  input: Invocation,
  suggestion: Suggestion,
  { notice, action }: { notice?: Texts; action?: AuditAction },
): Promise<Draft> {
  const similar = await findSimilar(core, input.serverId, suggestion);
  const shown = await look(core, input, suggestion, similar.length);
  const webUrl = core.config.DISCORD_WEB_URL;
  const { card, files } = toCard(input, shown, { webUrl, ...(notice ? { notice } : {}) });
  const more = { rows: card.rows ?? [], files, isReplacing: true };
  return action ? done(action, suggestion.id, card.text, more) : say(card.text, more);
}
