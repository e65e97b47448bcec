import { findBackendFault } from '../../../adapters/ai/fault.ts';
import { isTimeout } from '../../../domain/errors.ts';
import { MIN_OUTPUT_TOKENS } from '../../../domain/limits.ts';
import { nameDay } from '../../../domain/time.ts';
import type { Core } from '../../core.ts';
import type { Settings } from '../../owners/settings.ts';
import { admitsNoAnswer } from '../../reading/kinds.ts';
import { runInSlices, takeTurn } from '../../runtime/slices.ts';
import { type Bounds, boundsWithin, unitsOf } from '../admission/bounds.ts';
import { type MadeReply, usedOf } from '../conclusion.ts';
import { renderContext } from '../context.ts';
import { type EngineReply, extractAnswer } from '../extractive.ts';
import { NOTICES } from '../notices.ts';
import { buildPrompt, type Prompt } from '../prompt.ts';
import type { Sent, Work } from '../question.ts';
import { type Recalled, recall } from '../recall.ts';
import { type Doubt, findDoubts, namedIn } from '../receipts/doubts.ts';
import { withoutDoubts } from '../receipts/receipts.ts';
import { sentencesOf } from '../receipts/statements.ts';
import { type FollowUp, isRepeated, readFollowUp } from '../ticket/follow-up.ts';
import { rateAnswer } from './confidence.ts';
import { isGarbled } from './garble.ts';
import { type Claim, type ClaimTerms, hasAskedBack, isGrounded, onlyAsks, readTerms } from './grounding.ts';
import { isInWrongLanguage } from './language-of-answer.ts';
import { askForAnswer, type ModelSession, reviewAnswer, rewriteQuestion } from './model-call.ts';

/** With less than a quarter of its prompt an answer is worth nothing. */
const MOST_TRIES = 3;

/** The reply to a question: of the model, looked at before anybody sees it, or of the extractive engine. */
export async function makeReply(core: Core, work: Work, most: Bounds, units: number): Promise<MadeReply> {
  const bounds = boundsWithin(most, units);
  const { takesWhole } = bounds;
  const { question, planLimits, session, language } = work;
  const { server, signal } = question;
  const { judged, sought } = work.ticket;
  const { hidden } = work;
  // Questions are admitted together too.
  await takeTurn();
  const followUp = readFollowUp(judged);
  const asked = sought.slice(0, followUp.asked.length);
  if (!session) {
    // A test key costs nothing, so it may not cause embedding calls either.
    const usesMeaning = question.key?.isTest !== true;
    const recalled = await recall(core, {
      ...{ server, planLimits, language, session, usesMeaning, signal },
      ...{ messages: asked, shown: hidden.ticket.sought.slice(0, asked.length) },
    });
    return {
      recalled,
      reply: extractAnswer({ ...recalled, messages: judged, followUp, language }),
      sent: null,
    };
  }
  const { isThorough } = planLimits.levelLimits;
  const context = renderContext(hidden.context, planLimits.level);
  const rewritten = isThorough ? await rewriteQuestion(session, hidden.ticket.judged) : null;
  const recalled = await recall(core, {
    ...{ server, planLimits, language, session, rewritten, takesWhole, signal: session.signal },
    ...{ messages: asked, shown: hidden.ticket.sought.slice(0, asked.length) },
    mayReword: followUp.talk === null,
  });
  const at = core.clock();
  const today = todayOf(planLimits.settings, at);
  const given = { recalled, context, today, followUp, canary: core.canary };
  const { reply: said, sent: prompt } = await askSoundly(work, session, given, { bounds, units });
  const sent = { ...prompt, at };
  const claim: SourcedClaim = { ...said, language, ...readMaterial(work, { ...given, sent }) };
  const terms = readTerms(claim);
  const settled = settle(work, said, { claim, terms, followUp });
  const doubts = doubtsOf(settled, { claim, today });
  const carried = carry(work, settled, { claim, doubts, overruledBy: 'ungrounded' });
  const reply = { ...carried, confidence: rate(carried, { claim, terms, followUp, recalled, sent }) };
  if (!isThorough) return { recalled, reply, sent };
  return { recalled, reply: await review(work, session, reply, { claim, recalled, context }), sent };
}

/** What a second look by the model doubts goes as well. */
async function review(
  work: Work,
  session: ModelSession,
  reply: EngineReply,
  { claim, recalled, context }: { claim: SourcedClaim; recalled: Recalled; context: string },
): Promise<EngineReply> {
  const passages = usedOf(recalled, reply);
  // An answer that rests on no entry (a greeting, a hand-over) has nothing to be held against.
  if (!reply.answerable || passages.length === 0) return reply;
  const sentences = sentencesOf(reply.answer);
  const doubted = await reviewAnswer(session, sentences, { passages, context });
  const doubts = sentences.map((_, index) =>
    doubted.includes(index) ? [{ kind: 'review' as const, text: '' }] : [],
  );
  return carry(work, reply, { claim, doubts, overruledBy: 'review' });
}

interface Given {
  recalled: Recalled;
  context: string;
  today: string;
  canary: string;
  followUp: FollowUp;
}

type SourcedClaim = Claim & ReturnType<typeof readMaterial>;

interface Judged {
  claim: SourcedClaim;
  terms: ClaimTerms;
  followUp: FollowUp;
}

/**
 * The reply as it may be shown: the team takes over where the model says what did not help before, that it knows
 * nothing, or nothing of what it was given. One question back is fine, a second one in a ticket is not.
 */
function settle(work: Work, reply: EngineReply, { claim, terms, followUp }: Judged): EngineReply {
  const { judged, told } = work.hidden.ticket;
  const unfit = { ...reply, answerable: false, used: [] };
  if (followUp.kind === 'unhelped' && isRepeated(reply.answer, judged))
    return { ...unfit, answer: NOTICES[work.language].unhelped, overruledBy: 'repeat' };
  if (work.teamReason !== null || reply.needsTeam || followUp.talk) return reply;
  if (reply.answer !== '' && onlyAsks(reply.answer)) {
    const asksBack = { ...reply, answerable: true, used: [], asksBack: true };
    return hasAskedBack(told) ? { ...unfit, answer: '', overruledBy: 'repeat' } : asksBack;
  }
  if (!reply.answerable) return reply;
  const isFit = !admitsNoAnswer(reply.answer) && (!claim.hasKnowledge || isGrounded(claim, terms));
  return isFit ? reply : { ...unfit, answer: '', overruledBy: 'ungrounded' };
}

function doubtsOf(
  { answer, answerable, asksBack, used }: EngineReply,
  { claim, today }: { claim: SourcedClaim; today: string },
): Doubt[][] {
  if (answer === '' || !answerable || asksBack || !claim.hasKnowledge) return [];
  const { passages, asked, facts, known, language } = claim;
  const others = [today, ...asked, ...facts, ...known];
  return findDoubts(answer, language, { passages, used, others, question: asked.at(-1) ?? '' });
}

/**
 * A reply without the sentences that are doubted. Where nothing else rests on the knowledge, the team takes over, or
 * sees it as a draft.
 */
function carry(
  { planLimits }: Work,
  reply: EngineReply,
  given: { claim: SourcedClaim; doubts: readonly Doubt[][]; overruledBy: 'ungrounded' | 'review' },
): EngineReply {
  const { claim, doubts, overruledBy } = given;
  if (doubts.every((some) => some.length === 0)) return reply;
  const passages = namedIn({ ...claim, used: reply.used });
  const answer = withoutDoubts(reply.answer, claim.language, { doubts, passages });
  if (answer !== null) return { ...reply, answer };
  if (planLimits.settings.drafts !== 'off') return { ...reply, isDoubted: true, confidence: 0 };
  return { ...reply, answerable: false, used: [], answer: '', confidence: 0, overruledBy };
}

/** How likely a reply is right; one that answers nothing has nothing to be right about. */
function rate(
  reply: EngineReply,
  { claim, terms, followUp, recalled, sent }: Judged & { recalled: Recalled; sent: Sent },
): number {
  if (!reply.answerable || reply.asksBack || reply.isDoubted) return 0;
  return followUp.talk ? 1 : rateAnswer(claim, terms, recalled, sent.isWhole);
}

function readMaterial(
  { question, planLimits, hidden }: Work,
  { recalled, context, sent }: Given & { sent: Prompt },
) {
  const { settings, placeInstructions } = planLimits;
  const { true: ofCustomer = [], false: answers = [] } = Object.groupBy(
    hidden.ticket.told,
    ({ role }) => `${role === 'user'}`,
  );
  const sentPassages = (recalled.whole ?? recalled.passages).filter(({ id }) => sent.passageIds.has(id));
  return {
    asked: [hidden.customer ?? '', ...ofCustomer.map(({ content }) => content)],
    passages: sentPassages.map(({ id, language, title, text, link }) => ({
      ...{ id, language },
      text: [title, text, link ?? ''].join('\n'),
    })),
    facts: [settings.bot_name, question.server.name, context],
    hasContext: context !== '',
    hasKnowledge: recalled.whole?.length !== 0,
    known: [
      settings.tone,
      settings.instructions,
      placeInstructions,
      ...answers.map(({ content }) => content),
    ],
  };
}

/** Asks, and once more where the model lost its way and the reservation has room; else the team takes over. */
async function askSoundly(
  work: Work,
  session: ModelSession,
  given: Given,
  { bounds, units }: { bounds: Bounds; units: number },
): Promise<{ reply: EngineReply; sent: Prompt }> {
  const { question, planLimits, hidden, teamReason } = work;
  const { ticket, customer } = hidden;
  const { recalled, context, today, canary } = given;
  const { settings, placeInstructions, level } = planLimits;
  const build = (maxTokens: number) =>
    runInSlices(
      buildPrompt({
        ...{ settings, placeInstructions, serverName: question.server.name, level, canary },
        ...{ messages: ticket.told, customer, context, teamReason, today },
        ...{ passages: recalled.passages, whole: recalled.whole, maxTokens },
        hasImages: session.images.length > 0,
      }),
    );
  const { reply, sent } = await askInWindow(
    session,
    build,
    bounds.promptTokens,
    bounds.outputTokensFor(units),
  );
  const { asked, passages, facts, known } = readMaterial(work, { ...given, sent });
  const texts = [...asked, ...passages.map(({ text }) => text), ...facts, ...known];
  const orders = [settings.tone, settings.instructions, placeInstructions, ...asked];
  const wanted = { asked: ticket.judged.filter(({ role }) => role === 'user'), orders };
  const isSound = ({ answer }: EngineReply) =>
    !isGarbled(answer, texts) && !isInWrongLanguage(answer, { ...wanted, language: settings.language });
  if (isSound(reply)) return { reply, sent };
  const outputTokens = bounds.outputTokensFor(units - unitsOf(planLimits, session.usage));
  const second = outputTokens < MIN_OUTPUT_TOKENS ? null : await askAgain(session, sent, outputTokens);
  if (second && isSound(second)) return { reply: second, sent };
  return { reply: { ...reply, answer: '', needsTeam: true, used: [], overruledBy: 'garbled' }, sent };
}

/** The owner's day as a prompt says it. */
export function todayOf({ hours }: Settings, at: number): string {
  return nameDay(at, hours?.zone ?? 'UTC');
}

/** The same prompt; null after any fault. @throws only when the asker has left. */
async function askAgain(
  session: ModelSession,
  prompt: Prompt,
  outputTokens: number,
): Promise<EngineReply | null> {
  try {
    return await askForAnswer(session, prompt, outputTokens);
  } catch (error) {
    const { signal } = session;
    if (signal.aborted && !isTimeout(signal.reason)) throw error;
    return null;
  }
}

/**
 * Asks with the whole prompt, and with less of what is known and said where the model's window is smaller than the
 * level's: half of it, then a quarter. Such a refusal costs nothing and comes at once; `doctor` names it.
 */
async function askInWindow(
  session: ModelSession,
  build: (maxTokens: number) => Promise<Prompt>,
  maxTokens: number,
  outputTokens: number,
): Promise<{ reply: EngineReply; sent: Prompt }> {
  let tokens = maxTokens;
  for (let tries = 1; ; tries += 1) {
    const prompt = await build(Math.floor(tokens));
    try {
      return { reply: await askForAnswer(session, prompt, outputTokens), sent: prompt };
    } catch (error) {
      const isTooLong = findBackendFault(error)?.reason === 'too_long';
      if (!isTooLong || tries === MOST_TRIES) throw error;
      const { leastTokens } = prompt;
      const half = Math.min(tokens / 2, (leastTokens + prompt.tokens) / 2);
      tokens = Math.max(leastTokens, half);
    }
  }
}
