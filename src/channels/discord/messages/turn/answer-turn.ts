import { randomUUID } from 'node:crypto';
import { answerQuestion } from '../../../../core/answering/answer.ts';
import type { GivenImages } from '../../../../core/answering/given/images.ts';
import { imagesToFetch } from '../../../../core/answering/given/images.ts';
import { seesImages } from '../../../../core/answering/model/model-call.ts';
import type { Answer } from '../../../../core/answering/question.ts';
import { readSmallTalk } from '../../../../core/answering/ticket/small-talk.ts';
import { type CountedQuestion, giveQuestionBack } from '../../../../core/members/member-limit.ts';
import { dropMessages, isQuiet, noteAnswer, recordReplies } from '../../../../core/members/message-claims.ts';
import { hasOptedOut, honourOptOut } from '../../../../core/members/privacy.ts';
import { getServer } from '../../../../core/owners/servers.ts';
import { planLimitsOf } from '../../../../core/quota/plan-limits.ts';
import type { ChatMessage } from '../../../../domain/types.ts';
import { codeOf, describeErrorTo, isDatabaseAway, isOurFault, toFields } from '../../errors.ts';
import { renderAnswer } from '../../text/answer-text.ts';
import { PHRASES } from '../../text/phrases.ts';
import { type Held, holdBack } from '../drafts/hold.ts';
import { dropHandover, noteStanding, openHandover } from '../handovers/card.ts';
import { type Incoming, isOnePlace, placeOf } from '../incoming.ts';
import { type References, readQuestion, type TurnQuestion, textOf } from '../reading/question.ts';
import { isUrgent, prepareTeamCall, topicOf } from './hand-over.ts';
import { type HistoryDeps, readHistory } from './history.ts';
import { PATIENCE_MS, type Patience, sendPost, UndeliverableError } from './send.ts';
import { TurnEndedError } from './turns.ts';

export interface TurnDeps extends HistoryDeps {
  references: References;
  isDeleted(message: Incoming): boolean;
}

interface TurnToAnswer {
  turn: readonly [Incoming, ...Incoming[]];
  /** Aborts with a TurnEndedError. */
  signal: AbortSignal;
  /** The team alone sees what is answered. */
  isObserved: boolean;
  /** Nothing of it is kept, since its author opted out. */
  isUnrecorded: boolean;
  counted: CountedQuestion;
  /** Nobody hears of an answer that the database broke off: it is left to be made again. */
  isLeftOnce: boolean;
  stopTyping(): Promise<void>;
}

interface ActiveTurn extends TurnToAnswer {
  last: Incoming;
  answerId: string;
  /** Whose words are asked about. */
  askerId: string;
  at: { server: string; message: string };
}

/**
 * Answers what one member wrote: history, core, one message. Where there is no answer a line says why, and a failed
 * delivery costs nothing. Never rejects.
 * @returns whether something stands and is recorded.
 */
export async function answerTurn(deps: TurnDeps, given: TurnToAnswer): Promise<boolean> {
  const { turn } = given;
  const last = turn.at(-1) ?? turn[0];
  const at = { server: last.serverId, message: last.id };
  const work: ActiveTurn = { ...given, last, at, answerId: randomUUID(), askerId: last.author.id };
  try {
    await replyTo(deps, work);
    return true;
  } catch (error) {
    await endWithout(deps, work, error);
    return false;
  } finally {
    await work.stopTyping();
  }
}

async function replyTo(deps: TurnDeps, work: ActiveTurn): Promise<void> {
  work.signal.throwIfAborted();
  const links = work.turn.flatMap((message) => message.images);
  // A picture alone is talk among members, unless it goes on with a conversation of theirs with the bot.
  const asksAlone = isAddressed(work) || isOnePlace(work.last);
  const images = imagesToFetch(deps.core, links, { asksAlone });
  const isSeen = images?.asksAlone === true && (await seesPictures(deps, work));
  const question = await readQuestion(deps, work.turn, { isSeen, signal: work.signal });
  if ('cannot' in question) {
    const { language } = await deps.policies.of(work.last.serverId);
    await work.stopTyping();
    const ids = await postLine(deps, work, PHRASES[question.cannot][language]);
    return recordOrForget(deps, work, ids, null);
  }
  try {
    if (isFarewell(work, question)) throw new TurnEndedError('nothing_asked');
    const asked = await askFor(deps, work, question);
    const answer = await ask(deps, asked, { ...question, images });
    await refuseIfEnded(deps, work);
    if (answer.kind === 'not_a_question' && !isAddressed(work)) throw new TurnEndedError('nothing_asked');
    await work.stopTyping();
    const { serverId, channelId, above } = work.last;
    const { isUnrecorded, isObserved } = asked;
    const place = { serverId, channelId, above, isUnrecorded, isObserved };
    const held =
      answer.isDraft && answer.kind !== 'not_a_question' ? await holdBack(deps, place, answer) : null;
    await recordOrForget(deps, asked, await postAnswer(deps, work, { answer, held, question }), answer);
    await held?.follow();
  } catch (error) {
    // Nobody has seen it, so nobody pays for it.
    await deps.core.releases.release({ id: work.answerId, serverId: work.last.serverId });
    throw error;
  }
}

/** Somebody else's words are theirs: they are kept, and go, as those of whoever wrote them. */
async function askFor({ core }: TurnDeps, work: ActiveTurn, { author }: TurnQuestion): Promise<ActiveTurn> {
  if (author.id === work.askerId) return work;
  const isUnrecorded = work.isUnrecorded || (await hasOptedOut(core, author.id));
  return { ...work, askerId: author.id, isUnrecorded };
}

async function seesPictures({ core }: TurnDeps, { last }: ActiveTurn): Promise<boolean> {
  const server = await getServer(core, last.serverId);
  return seesImages(core, planLimitsOf(core, server, last));
}

type TurnWithImages = TurnQuestion & { images: GivenImages | undefined };

async function ask(deps: TurnDeps, work: ActiveTurn, question: TurnWithImages): Promise<Answer> {
  const { answerId } = work;
  await noteAnswer(deps.core, { ...claimOf(work), answerId });
  return askOf(deps, work, question);
}

/** Asks the core what somebody wrote, with the history before it. @throws AppError */
export async function askOf(
  deps: HistoryDeps,
  { last, signal, answerId, isUnrecorded }: Pick<ActiveTurn, 'last' | 'signal' | 'answerId' | 'isUnrecorded'>,
  { text, author, from, images }: TurnQuestion & { images?: GivenImages | undefined },
): Promise<Answer> {
  const guild = deps.findGuild(last.serverId);
  const { history, settled } = await readHistory(deps, from, { guild, signal });
  const server = await getServer(deps.core, last.serverId);
  const isNamed = author.name !== last.author.name || history.some(({ name }) => name !== undefined);
  const messages: ChatMessage[] = [
    ...history,
    { role: 'user', content: text, ...(isNamed ? { name: author.name } : {}) },
  ];
  const { answer } = await answerQuestion(deps.core, {
    ...{ server, messages, images, settled, signal, isUnrecorded, id: answerId },
    ...{ channel: 'discord', key: null, path: last, customer: author.name, memberId: author.id },
  });
  return answer;
}

/** The question may be gone meanwhile, and the team may have spoken elsewhere. */
async function refuseIfEnded(deps: TurnDeps, work: ActiveTurn): Promise<void> {
  work.signal.throwIfAborted();
  if (work.turn.every(deps.isDeleted)) throw new TurnEndedError('deleted');
  if (!isAddressed(work) && (await isQuiet(deps.core, placeOf(work.last))))
    throw new TurnEndedError('team_spoke');
}

/** Thanks among members are for them; in a thread they end a conversation with the bot. */
function isFarewell(work: ActiveTurn, { text }: TurnQuestion): boolean {
  return !isAddressed(work) && !isOnePlace(work.last) && readSmallTalk(text)?.kind === 'closing';
}

function isAddressed({ turn }: ActiveTurn): boolean {
  return turn.some(({ isForBot, isForm }) => isForBot || isForm);
}

/** @param said.held a draft, of which the asker sees no word. */
async function postAnswer(
  deps: TurnDeps,
  work: ActiveTurn,
  { answer, held, question }: { answer: Answer; held: Held | null; question: TurnQuestion },
): Promise<string[]> {
  const { serverId, channelId, above } = work.last;
  const { language, teamReason: reason, teamTopic: topic = null } = answer;
  const place = placeOf(work.last);
  const about = { path: { channelId, above }, reason, topic };
  const urgency = { topicId: topicOf(answer), isUrgent: isUrgent(answer) };
  const key = { serverId, answerId: answer.id };
  const isCalled = held?.callsTeam ?? answer.needsTeam;
  if (work.isObserved) return [];
  const call = isCalled ? await prepareTeamCall(deps, { place, about, language, ...urgency }) : null;
  const line = call?.line ?? null;
  try {
    work.signal.throwIfAborted();
    const card = held?.render(line) ?? renderAnswer(answer, { handOverLine: line, question: question.text });
    const rows = call ? [await openHandover(deps, { ...key, place, language })] : card.rows;
    const post = {
      ...targetOf(deps, work),
      card: { ...card, ...(rows && { rows }) },
      pingRoleId: call?.pingRoleId ?? null,
    };
    const { ids, fault } = await sendPost(deps.rest, post, patienceFor(deps, work));
    if (fault) {
      deps.core.log.warn({ ...toFields(fault), server: work.last.serverId }, 'answer delivered in part');
      await call?.giveBack();
    }
    if (call) await noteStanding(deps, key, ids);
    return ids;
  } catch (error) {
    await call?.giveBack();
    if (call) await dropHandover(deps, key);
    throw error;
  }
}

async function postLine(deps: TurnDeps, work: ActiveTurn, text: string): Promise<string[]> {
  if (work.isObserved) return [];
  const post = { ...targetOf(deps, work), card: { text } };
  return (await sendPost(deps.rest, post, patienceFor(deps, work))).ids;
}

function patienceFor(deps: TurnDeps, work: ActiveTurn): Patience {
  const { clock, log } = deps.core;
  return {
    ...{ until: clock() + PATIENCE_MS, clock, signal: work.signal },
    onWait: (error) => log.info({ ...toFields(error), ...work.at }, 'answer kept until Discord takes it'),
    mayGoOn: () => refuseIfEnded(deps, work),
  };
}

/** The nonce is the same whichever message still stands. */
function targetOf(deps: TurnDeps, { turn, last }: ActiveTurn) {
  const standing = turn.findLast((message) => !deps.isDeleted(message)) ?? last;
  return { channelId: last.channelId, replyToId: standing.id, nonce: last.id };
}

/** Another process may not take the claim in time, so a failed record does no harm. */
async function recordOrForget(
  { core }: TurnDeps,
  work: ActiveTurn,
  replyIds: string[],
  answer: Answer | null,
): Promise<void> {
  try {
    await recordReplies(core, { ...claimOf(work), answerId: answer?.id ?? null, replyIds });
    if (!work.isUnrecorded) await honourOptOut(core, work.askerId);
  } catch (error) {
    core.log.warn({ err: error, server: work.last.serverId }, 'reply not recorded');
  }
}

function claimOf({ turn, last, isUnrecorded, askerId }: ActiveTurn) {
  return {
    serverId: last.serverId,
    messageIds: turn.map(({ id }) => id),
    channelId: last.channelId,
    memberId: isUnrecorded ? null : askerId || null,
  };
}

/**
 * Drops the claim, except for the next process when this one stops, or for any process after an outage of the
 * database.
 */
async function endWithout(deps: TurnDeps, work: ActiveTurn, error: unknown): Promise<void> {
  const { core } = deps;
  const { log } = core;
  const { at } = work;
  const ended: unknown = work.signal.aborted ? work.signal.reason : error;
  const reason = ended instanceof TurnEndedError ? ended.reason : null;
  const isGone = error instanceof UndeliverableError && error.reason === 'gone';
  if (isGone || reason === 'deleted') log.info(at, 'question deleted, not answered');
  else if (error instanceof UndeliverableError)
    log.warn({ ...toFields(error), ...at }, 'answer not delivered');
  else if (reason) log.debug(at, `turn ended: ${reason}`);
  else if (work.isLeftOnce && isDatabaseAway(error))
    return log.info({ ...toFields(error), ...at }, 'question left until the database is back');
  else await tellFault(deps, work, error);
  if (reason === 'stopping') return;
  await giveQuestionBack(core, work.counted);
  const { serverId, messageIds, channelId } = claimOf(work);
  await dropMessages(core, { serverId, messageIds, channelId }).catch((fault: unknown) =>
    log.warn({ err: fault, ...at }, 'message not recorded'),
  );
}

async function tellFault(deps: TurnDeps, work: ActiveTurn, error: unknown): Promise<void> {
  const { log } = deps.core;
  const isOurs = isOurFault(error);
  const why = isOurs ? toFields(error) : { code: codeOf(error) };
  log[isOurs ? 'warn' : 'info']({ ...why, ...work.at }, 'question not answered');
  await work.stopTyping();
  const text = describeErrorTo(textOf(work.turn, deps.references), error);
  await postLine(deps, work, text).catch((fault: unknown) =>
    log.warn({ ...toFields(fault), ...work.at }, 'error not reported to the asker'),
  );
}
