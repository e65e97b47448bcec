import { z } from 'zod';
import type { Core } from '../../src/core/core.ts';
import { closeGap } from '../../src/core/learning/gaps.ts';
import { type Regression, readRegressions } from '../../src/core/learning/suggestions/refusals.ts';
import {
  approve,
  merge,
  reject,
  revert,
  type Suggestion,
} from '../../src/core/learning/suggestions/suggestions.ts';
import { listTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { AppError } from '../../src/domain/errors.ts';
import { MAX_ENTRY_TEXT_CHARACTERS } from '../../src/domain/limits.ts';
import { type Invocation, pick, type Texts } from '../command.ts';
import { auditAs, type Reply, say } from '../reply.ts';
import { offerChanges, toButton } from './card.ts';
import { find, findSimilar, proveOrNot, replaceCard } from './list.ts';
import { describeProof, describeRegressions, summariseProof } from './proof.ts';
import { isWhole, nameOf, refusalOf, sayState } from './words.ts';

/** A message with the details of a proof; the rest comes as a file. */
const PROOF_CHARACTERS = 1_800;

const gapIdSchema = z.uuid();

/**
 * Makes a suggestion part of the knowledge.
 * @param given.isForced whatever the test questions say.
 * @param given.gapId an answer whose gap it fills.
 */
export async function decideApproval(
  core: Core,
  input: Invocation,
  { id, isForced, gapId }: { id: string; isForced: boolean; gapId?: string | undefined },
): Promise<Reply> {
  const { serverId } = input;
  try {
    const approved = await approve(core, serverId, id, { isForced });
    if (gapId !== undefined) await closeAnswered(core, serverId, gapId);
    return sayApproved(input, approved, { action: 'training.approved' });
  } catch (error) {
    const suggestion = error instanceof AppError ? await find(core, serverId, id) : null;
    const regressions = readRegressions(error);
    if (regressions && suggestion) return sayRegressions(core, input, { suggestion, regressions });
    const isOpen = suggestion?.state === 'pending' || suggestion?.state === 'suspended';
    if (suggestion && isOpen && !isWhole(suggestion)) {
      return replaceCard(core, input, suggestion, INCOMPLETE);
    }
    return sayRefusal(input, error, suggestion);
  }
}

/** Somebody else may have put it aside meanwhile. */
async function closeAnswered(core: Core, serverId: string, answerId: string): Promise<void> {
  if (!gapIdSchema.safeParse(answerId).success) return;
  await closeGap(core, { serverId, answerId }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  });
}

const INCOMPLETE: Texts = {
  de: '⚠️ Das lässt sich noch nicht übernehmen: Frage und Antwort müssen beide geschrieben sein.',
  en: '⚠️ This cannot be approved yet: both question and answer must be written.',
};

/** That a suggestion is in the knowledge now, with the way back. */
export function sayApproved(
  input: Invocation,
  suggestion: Suggestion,
  { action, more }: { action: 'training.approved' | 'gap.answered'; more?: Texts },
): Reply {
  const name = nameOf(suggestion);
  const text = pick(input, {
    de: `✅ Übernommen: ${name}. Ab der nächsten Frage antwortet der Bot damit.`,
    en: `✅ Approved: ${name}. The bot uses it from the next question on.`,
  });
  const undo = toButton(input, 'revert', suggestion.id, { de: 'Rückgängig', en: 'Undo' });
  const reply = say(more ? `${text}\n${pick(input, more)}` : text, { rows: [[undo]], isReplacing: true });
  return auditAs(reply, action, suggestion.id);
}

/** Which test questions would fail, and what can be done about it. */
export async function sayRegressions(
  core: Core,
  input: Invocation,
  given: { suggestion: Suggestion; regressions: readonly Regression[]; gapId?: string },
): Promise<Reply> {
  const { suggestion, regressions, gapId } = given;
  const { id } = suggestion;
  const name = nameOf(suggestion);
  const head = pick(input, {
    de: `⚠️ Nicht übernommen: ${name}. Diese Testfragen würden danach scheitern:`,
    en: `⚠️ Not approved: ${name}. These test questions would fail afterwards:`,
  });
  const forced = gapId === undefined ? id : `${id}:${gapId}`;
  const force = toButton(input, 'force', forced, { de: 'Trotzdem übernehmen', en: 'Approve anyway' });
  const rows = [[force, ...offerChanges(input, id)]];
  const lines = await describeRegressions(core, input, regressions);
  return say(`${head}\n${lines}`, { rows, isReplacing: true });
}

/** Puts a suggestion aside. */
export function decideRejection(core: Core, input: Invocation, id: string): Promise<Reply> {
  return attempt(core, input, id, async () => {
    const rejected = await reject(core, input.serverId, id);
    const name = nameOf(rejected);
    const text = pick(input, {
      de: `🗑️ Abgelehnt: ${name}. Der Bot verwendet es nicht.`,
      en: `🗑️ Rejected: ${name}. The bot does not use it.`,
    });
    return auditAs(say(text, { isReplacing: true }), 'training.rejected', rejected.id);
  });
}

/** Takes back what was approved. */
export function undo(core: Core, input: Invocation, id: string): Promise<Reply> {
  return attempt(core, input, id, async () => {
    const reverted = await revert(core, input.serverId, id);
    const reply = await replaceCard(core, input, reverted, REVERTED);
    return auditAs(reply, 'training.reverted', reverted.id);
  });
}

const REVERTED: Texts = {
  de: '↩️ Zurückgenommen: Der Bot verwendet es nicht mehr, es ist wieder offen.',
  en: '↩️ Taken back: the bot does not use it any more, it is open again.',
};

/** Merges the open near-duplicates of a suggestion into it. */
export function mergeSimilar(core: Core, input: Invocation, id: string): Promise<Reply> {
  return attempt(core, input, id, async () => {
    const { serverId } = input;
    const suggestion = await find(core, serverId, id);
    if (!suggestion) throw new AppError('not_found');
    if (suggestion.state !== 'pending') throw new AppError('invalid_input', { param: 'state' });
    const others = await findSimilar(core, serverId, suggestion);
    if (others.length === 0) return replaceCard(core, input, suggestion, ALONE);
    const merged = await mergeOrNot(core, serverId, { id, others });
    if (!merged) return replaceCard(core, input, suggestion, TOO_LONG);
    const n = others.length;
    const reply = await replaceCard(core, input, merged, {
      de: `🔗 Zusammengelegt: ${n} ${n === 1 ? 'ähnlicher Vorschlag gehört' : 'ähnliche Vorschläge gehören'} jetzt dazu.`,
      en: `🔗 Merged: ${n} similar ${n === 1 ? 'suggestion is' : 'suggestions are'} part of it now.`,
    });
    return auditAs(reply, 'training.merged', merged.id);
  });
}

/** null: together they are too long. */
async function mergeOrNot(
  core: Core,
  serverId: string,
  { id, others }: { id: string; others: readonly string[] },
): Promise<Suggestion | null> {
  return merge(core, serverId, id, others).catch((error: unknown) => {
    if (error instanceof AppError && error.context.param === 'answer') return null;
    throw error;
  });
}

const TOO_LONG: Texts = {
  de: `⚠️ Zusammen wären die Antworten länger als ${MAX_ENTRY_TEXT_CHARACTERS} Zeichen. Kürze zuerst eine mit „Bearbeiten“.`,
  en: `⚠️ Together the answers would be longer than ${MAX_ENTRY_TEXT_CHARACTERS} characters. Shorten one with “Edit” first.`,
};
const ALONE: Texts = {
  de: 'Es gibt keine ähnlichen offenen Vorschläge mehr.',
  en: 'There are no similar open suggestions any more.',
};

/** Question by question what approving would change; the card stays. */
export async function showProof(core: Core, input: Invocation, id: string): Promise<Reply> {
  const { serverId } = input;
  const suggestion = await find(core, serverId, id);
  if (!suggestion) return sayRefusal(input, new AppError('not_found'), null);
  if (suggestion.state !== 'pending' && suggestion.state !== 'suspended')
    return say(pick(input, sayState(suggestion)));
  const proof = await proveOrNot(core, input, suggestion);
  if (!proof) return say(pick(input, isWhole(suggestion) ? NO_PROOF : INCOMPLETE));
  const name = nameOf(suggestion);
  const head = `${name}\n${summariseProof(input, proof)}`;
  const lines = describeProof(input, proof, await listTests(core, serverId));
  const shown: string[] = [];
  for (const line of lines) {
    if ([head, ...shown, line].join('\n').length > PROOF_CHARACTERS) break;
    shown.push(line);
  }
  const isCut = shown.length < lines.length;
  const file = `${suggestion.id}-proof.txt`;
  const rest = pick(input, { de: `-# Alles steht in ${file}.`, en: `-# All of it is in ${file}.` });
  const note = pick(input, {
    de: '-# Verglichen wird, was der Bot zu den Fragen findet; das kostet nichts.',
    en: '-# What the bot finds for the questions is compared; it costs nothing.',
  });
  return say([head, ...shown, isCut ? rest : '', note].filter(Boolean).join('\n'), {
    files: isCut ? [{ name: file, text: `${lines.join('\n')}\n` }] : [],
  });
}

const NO_PROOF: Texts = {
  de: 'Das lässt sich gerade nicht berechnen. Versuch es bitte gleich noch einmal.',
  en: 'This cannot be computed at the moment. Please try again in a while.',
};

/** Carries a decision out; what keeps it from being made is said in the place of the card. */
async function attempt(
  core: Core,
  input: Invocation,
  id: string,
  decide: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await decide();
  } catch (error) {
    const stored = error instanceof AppError ? await find(core, input.serverId, id) : null;
    return sayRefusal(input, error, stored);
  }
}

/** @throws the error when nobody could foresee it. */
export function sayRefusal(input: Invocation, error: unknown, suggestion: Suggestion | null): Reply {
  const refusal = refusalOf(error, suggestion);
  if (!refusal) throw error;
  return say(pick(input, refusal), { isReplacing: true });
}
