import { z } from 'zod';
import type { Core } from '../../src/core/core.ts';
import { closeGap } from '../../src/core/learning/gaps.ts';
import { type Regression, readRegressions } from '../../src/core/learning/suggestions/refusals.ts';
import type { Suggestion } from '../../src/core/learning/suggestions/suggestions.ts';
import { approve, merge, reject, revert } from '../../src/core/learning/suggestions/suggestions.ts';
import { listTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { AppError } from '../../src/domain/errors.ts';
import { MAX_ENTRY_TEXT_CHARACTERS } from '../../src/domain/limits.ts';
import type { Invocation } from '../command.ts';
import { orRefuse, RefusalError, unlessGone } from '../refusal.ts';
import { type Draft, done, say } from '../reply.ts';
import { type Texts, toText, toTexts } from '../wording.ts';
import { offerChanges, toButton } from './card.ts';
import { find, findSimilar, proveOrNot, replaceCard } from './list.ts';
import { describeProof, describeRegressions, summariseProof } from './proof.ts';
import { GONE, isOpen, isWhole, nameOf, refusalsOf, sayState } from './words.ts';

/** A message with the details of a proof; the rest comes as a file. */
const PROOF_CHARACTERS = 1_800;

const gapIdSchema = z.uuid();

const INCOMPLETE: Texts = {
  de: '⚠️ Das lässt sich noch nicht übernehmen: Frage und Antwort müssen beide geschrieben sein.',
  en: '⚠️ This cannot be approved yet: it needs both a question and an answer.',
};

/** Makes a suggestion part of the knowledge. */
export function decideApproval(core: Core, input: Invocation, id: string): Promise<Draft> {
  return approveOne(core, input, id, { isForced: false });
}

/** The same whatever the test questions say; the second argument names an answer whose gap it fills. */
export async function forceApproval(core: Core, input: Invocation, id: string): Promise<Draft> {
  return approveOne(core, input, id, { isForced: true, gapId: input.args[1] });
}

async function approveOne(
  core: Core,
  input: Invocation,
  id: string,
  { isForced, gapId }: { isForced: boolean; gapId?: string | undefined },
): Promise<Draft> {
  const { serverId } = input;
  try {
    const approved = await approve(core, serverId, id, { isForced });
    const gap = gapIdSchema.safeParse(gapId);
    // Somebody else may have put it aside meanwhile.
    if (gap.success) await unlessGone(closeGap(core, { serverId, answerId: gap.data }));
    return sayApproved(approved, 'training.approved');
  } catch (error) {
    const suggestion = error instanceof AppError ? await find(core, serverId, id) : null;
    const regressions = readRegressions(error);
    if (regressions && suggestion) return sayRegressions(core, serverId, { suggestion, regressions });
    if (suggestion && isOpen(suggestion) && !isWhole(suggestion))
      return replaceCard(core, input, suggestion, { notice: INCOMPLETE });
    return orRefuse(Promise.reject(error), refusalsOf(suggestion), { isReplacing: true });
  }
}

/** That a suggestion is in the knowledge now, with the way back. */
export function sayApproved(
  suggestion: Suggestion,
  action: 'training.approved' | 'gap.answered',
  more?: Texts,
): Draft {
  const { id } = suggestion;
  const name = nameOf(suggestion);
  const text = {
    de: `✅ Übernommen: ${name}. Ab der nächsten Frage antwortet der Bot damit.`,
    en: `✅ Approved: ${name}. The bot uses it from the next question on.`,
  };
  const undoIt = toButton('revert', id, { de: 'Rückgängig', en: 'Undo' });
  return done(action, id, [text, more], { rows: [[undoIt]], isReplacing: true });
}

/** Which test questions would fail, and what can be done about it. */
export async function sayRegressions(
  core: Core,
  serverId: string,
  given: { suggestion: Suggestion; regressions: readonly Regression[]; gapId?: string },
): Promise<Draft> {
  const { suggestion, regressions, gapId } = given;
  const { id } = suggestion;
  const name = nameOf(suggestion);
  const head = {
    de: `⚠️ Nicht übernommen: ${name}. Diese Testfragen würden danach scheitern:`,
    en: `⚠️ Not approved: ${name}. These test questions would fail afterwards:`,
  };
  const forced = gapId === undefined ? id : `${id}:${gapId}`;
  const force = toButton('force', forced, { de: 'Trotzdem übernehmen', en: 'Approve anyway' });
  const lines = await describeRegressions(core, serverId, regressions);
  return say([head, lines], { rows: [[force, ...offerChanges(id)]], isReplacing: true });
}

/** Puts a suggestion aside. */
export function decideRejection(core: Core, { serverId }: Invocation, id: string): Promise<Draft> {
  return attempt(core, serverId, id, async () => {
    const rejected = await reject(core, serverId, id);
    const name = nameOf(rejected);
    const text = {
      de: `🗑️ Abgelehnt: ${name}. Der Bot verwendet es nicht.`,
      en: `🗑️ Rejected: ${name}. The bot does not use it.`,
    };
    return done('training.rejected', rejected.id, text, { isReplacing: true });
  });
}

/** Takes back what was approved. */
export function undo(core: Core, input: Invocation, id: string): Promise<Draft> {
  return attempt(core, input.serverId, id, async () => {
    const notice = {
      de: '↩️ Zurückgenommen: Der Bot verwendet es nicht mehr, es ist wieder offen.',
      en: '↩️ Taken back: the bot no longer uses it, and it is open again.',
    };
    const reverted = await revert(core, input.serverId, id);
    return replaceCard(core, input, reverted, { notice, action: 'training.reverted' });
  });
}

/** Merges the open near-duplicates of a suggestion into it. */
export function mergeSimilar(core: Core, input: Invocation, id: string): Promise<Draft> {
  const { serverId } = input;
  return attempt(core, serverId, id, async () => {
    const suggestion = await find(core, serverId, id);
    if (!suggestion) throw new AppError('not_found');
    if (suggestion.state !== 'pending') throw new AppError('invalid_input', { param: 'state' });
    const others = await findSimilar(core, serverId, suggestion);
    if (others.length === 0) return replaceCard(core, input, suggestion, { notice: ALONE });
    const merged = await mergeOrNot(core, serverId, { id, others });
    if (!merged) return replaceCard(core, input, suggestion, { notice: TOO_LONG });
    const n = others.length;
    const notice = {
      de: `🔗 Zusammengelegt: ${n} ${n === 1 ? 'ähnlicher Vorschlag gehört' : 'ähnliche Vorschläge gehören'} jetzt dazu.`,
      en: `🔗 Merged: ${n} similar ${n === 1 ? 'suggestion is' : 'suggestions are'} part of it now.`,
    };
    return replaceCard(core, input, merged, { notice, action: 'training.merged' });
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
  en: 'There are no similar open suggestions left.',
};

/** Question by question what approving would change; the card stays. */
export async function showProof(core: Core, input: Invocation, id: string): Promise<Draft> {
  const { serverId, language } = input;
  const suggestion = await find(core, serverId, id);
  if (!suggestion) throw new RefusalError(GONE, { isReplacing: true });
  if (!isOpen(suggestion)) throw new RefusalError(sayState(suggestion));
  const proof = await proveOrNot(core, input, suggestion);
  const noProof = {
    de: 'Das lässt sich gerade nicht berechnen. Versuch es bitte gleich noch einmal.',
    en: 'This is not available right now. Please try again later.',
  };
  if (!proof) throw new RefusalError(isWhole(suggestion) ? noProof : INCOMPLETE);
  const head = toText([nameOf(suggestion), summariseProof(proof)], language);
  const lines = toTexts(describeProof(proof, await listTests(core, serverId)), language);
  const shown: string[] = [];
  for (const line of lines) {
    if ([head, ...shown, line].join('\n').length > PROOF_CHARACTERS) break;
    shown.push(line);
  }
  const isCut = shown.length < lines.length;
  const file = `${suggestion.id}-proof.txt`;
  const text = [
    head,
    ...shown,
    isCut && { de: `-# Alles steht in ${file}.`, en: `-# All of it is in ${file}.` },
    {
      de: '-# Verglichen wird, was der Bot zu den Fragen findet; das kostet nichts.',
      en: '-# This compares what the bot finds for each question before and after; it costs nothing.',
    },
  ];
  return say(text, { files: isCut ? [{ name: file, text: `${lines.join('\n')}\n` }] : [] });
}

/** Carries a decision out; what keeps it from being made is said in the place of the card. @throws RefusalError */
async function attempt(
  core: Core,
  serverId: string,
  id: string,
  decide: () => Promise<Draft>,
): Promise<Draft> {
  return decide().catch(async (error: unknown) => {
    const stored = error instanceof AppError ? await find(core, serverId, id) : null;
    return orRefuse(Promise.reject(error), refusalsOf(stored), { isReplacing: true });
  });
}
