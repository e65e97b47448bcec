import { randomUUID } from 'node:crypto';
import { answerQuestion } from '../../../../core/answering/answer.ts';
import type { Answer } from '../../../../core/answering/question.ts';
import { type CountedQuestion, giveQuestionBack } from '../../../../core/members/member-limit.ts';
import {
  dropMessages,
  isQuiet,
  noteAnswer,
  type Place,
  recordReplies,
} from '../../../../core/members/message-claims.ts';
import { hasOptedOut, honourOptOut } from '../../../../core/members/privacy.ts';
import { getServer } from '../../../../core/owners/servers.ts';
import { guessLanguage } from '../../../../core/reading/language.ts';
import { words } from '../../../../core/search/words/analyse.ts';
import { type ChatMessage, interfaceLanguageOf, type Language } from '../../../../domain/types.ts';
import { describeError, isDatabaseAway, toFields } from '../../errors.ts';
import { renderAnswer } from '../../text/answer-text.ts';
import { PHRASES } from '../../text/phrases.ts';
import { type Held, holdBack } from '../drafts/hold.ts';
import { type Incoming, isOnePlace } from '../incoming.ts';
import type { Policies } from '../policies.ts';
import { type QuestionDeps, readQuestion, type TurnQuestion, textOf } from '../reading/question.ts';
import type { Tickets } from '../tickets/tickets.ts';
import { isUrgent, prepareTeamCall, topicOf } from './hand-over.ts';
import { type HistoryDeps, readHistory } from './history.ts';
import { PATIENCE_MS, type Patience, sendPost, UndeliverableError } from './send.ts';
import { type Turn, TurnEndedError } from './turns.ts';

export interface TurnDeps extends QuestionDeps, HistoryDeps {
  policies: Policies;
  tickets: Pick<Tickets, 'formOf' | 'isOnePlace'>;
  /** Whether a message was taken away. */
  isDeleted(message: Incoming): boolean;
}

/** How a turn is to be answered. */
export interface TurnOptions {
  /** Aborts with a TurnEndedError. */
  signal: AbortSignal;
  /** Whoever asks opted out: nothing of it is kept. */
  isUnrecorded: boolean;
  /** What the turn counts for, where it counts. */
  counted: CountedQuestion;
  /** Nobody hears of an answer that the database broke off: it is left to be made again. */
  isLeftOnce: boolean;
  /** Ends what shows that the bot is at work. */
  stopTyping(): Promise<void>;
}

/** One turn under way. */
interface ActiveTurn extends TurnOptions {
  turn: readonly [Incoming, ...Incoming[]];
  last: Incoming;
  answerId: string;
  /** Whose words are asked about. */
  askerId: string;
}

/**
 * Answers what one member wrote: history, core, one message. Whoever waits gets an answer or a line that says
 * why there is none; a failed delivery costs nothing. Never rejects.
 */
export async function answerTurn(deps: TurnDeps, turn: Turn, options: TurnOptions): Promise<void> {
  const [first, ...more] = turn;
  if (!first) return;
  const last = more.at(-1) ?? first;
  const work: ActiveTurn = {
    ...options,
    ...{ turn: [first, ...more], last, answerId: randomUUID(), askerId: last.author.id },
  };
  try {
    await replyTo(deps, work);
  } catch (error) {
    await endWithout(deps, work, error);
  } finally {
    await work.stopTyping();
  }
}

/**
 * Ends a turn that got no answer: the claim goes, except to the next process when this one stops, and to whoever
 * takes it over first after an outage of the database.
 */
async function endWithout(deps: TurnDeps, work: ActiveTurn, error: unknown): Promise<void> {
  const { log } = deps.core;
  const at = { server: work.last.serverId, message: work.last.id };
  const ended: unknown = work.signal.aborted ? work.signal.reason : error;
  const isEnded = ended instanceof TurnEndedError;
  if (isDeletion(error) || (isEnded && ended.reason === 'deleted'))
    log.info(at, 'question deleted, not answered');
  else if (error instanceof UndeliverableError)
    log.warn({ ...toFields(error), ...at }, 'answer not delivered');
  else if (isEnded) log.debug(at, ended.message);
  else if (work.isLeftOnce && isDatabaseAway(error))
    return log.info({ ...toFields(error), ...at }, 'question left until the database is back');
  else await tellFault(deps, work, error);
  if (isEnded && ended.reason === 'stopping') return;
  await giveQuestionBack(deps.core, work.counted);
  const { serverId, messageIds, channelId } = claimOf(work);
  await dropMessages(deps.core, { serverId, messageIds, channelId }).catch((fault: unknown) =>
    log.warn({ err: fault, ...at }, 'message not recorded'),
  );
}

/** Nobody is there any more to read an answer: the question or its channel went. */
function isDeletion(error: unknown): boolean {
  return error instanceof UndeliverableError && error.reason === 'gone';
}

/** The thread or ticket itself, or this member in a channel. */
export function placeOf(message: Incoming): Place {
  const { serverId, channelId, author } = message;
  return { serverId, channelId, memberId: isOnePlace(message) ? '' : author.id };
}

async function replyTo(deps: TurnDeps, work: ActiveTurn): Promise<void> {
  work.signal.throwIfAborted();
  const question = await readQuestion(deps, work.turn, work.signal);
  if ('cannot' in question) {
    const { language } = await deps.policies.of(work.last.serverId);
    await work.stopTyping();
    const ids = await postLine(deps, work, PHRASES[question.cannot][language]);
    return recordOrForget(deps, work, ids, null);
  }
  try {
    const asked = await askFor(deps, work, question);
    const answer = await ask(deps, asked, question);
    await refuseIfEnded(deps, work);
    if (answer.kind === 'not_a_question' && !isAddressed(work)) throw new TurnEndedError('nothing_asked');
    await work.stopTyping();
    const held = answer.isDraft ? await holdBack(deps, placeAndWill(asked), answer) : null;
    await recordOrForget(deps, asked, await postAnswer(deps, work, answer, held), answer);
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

async function ask(deps: TurnDeps, work: ActiveTurn, { text, author, from }: TurnQuestion): Promise<Answer> {
  const { last, signal, answerId, isUnrecorded } = work;
  await noteAnswer(deps.core, { ...claimOf(work), answerId });
  const guild = deps.findGuild(last.serverId);
  const history = await readHistory(deps, from, { guild, signal });
  const server = await getServer(deps.core, last.serverId);
  const isNamed = author.name !== last.author.name || history.some(({ name }) => name !== undefined);
  const messages: ChatMessage[] = [
    ...history,
    { role: 'user', content: text, ...(isNamed ? { name: author.name } : {}) },
  ];
  const { answer } = await answerQuestion(deps.core, {
    server,
    channel: 'discord',
    key: null,
    path: last,
    messages,
    customer: author.name,
    signal,
    id: answerId,
    isUnrecorded,
  });
  return answer;
}

/** The last look before something is said: the question may be gone, and the team may have spoken elsewhere. */
async function refuseIfEnded(deps: TurnDeps, work: ActiveTurn): Promise<void> {
  work.signal.throwIfAborted();
  if (work.turn.every(deps.isDeleted)) throw new TurnEndedError('deleted');
  if (!isAddressed(work) && (await isQuiet(deps.core, placeOf(work.last))))
    throw new TurnEndedError('team_spoke');
}

function isAddressed({ turn }: ActiveTurn): boolean {
  return turn.some(({ isForBot, isForm }) => isForBot || isForm);
}

function placeAndWill({ last, isUnrecorded }: ActiveTurn) {
  const { serverId, channelId, above } = last;
  return { serverId, channelId, above, isUnrecorded };
}

/** @param held a draft, of which the asker sees no word. */
async function postAnswer(
  deps: TurnDeps,
  work: ActiveTurn,
  answer: Answer,
  held: Held | null,
): Promise<string[]> {
  const about = { topicId: topicOf(answer), isUrgent: isUrgent(answer), language: answer.language };
  const isCalled = held?.callsTeam ?? answer.needsTeam;
  const call = isCalled ? await prepareTeamCall(deps, { place: placeOf(work.last), ...about }) : null;
  const line = call?.line ?? null;
  try {
    work.signal.throwIfAborted();
    const post = {
      ...targetOf(deps, work),
      card: held?.render(line) ?? renderAnswer(answer, { handOverLine: line }),
      pingRoleId: call?.pingRoleId ?? null,
    };
    const { ids, fault } = await sendPost(deps.rest, post, patienceFor(deps, work));
    if (fault) {
      deps.core.log.warn({ ...toFields(fault), server: work.last.serverId }, 'answer delivered in part');
      await call?.giveBack();
    }
    return ids;
  } catch (error) {
    await call?.giveBack();
    throw error;
  }
}

async function postLine(deps: TurnDeps, work: ActiveTurn, text: string): Promise<string[]> {
  const post = { ...targetOf(deps, work), card: { text } };
  return (await sendPost(deps.rest, post, patienceFor(deps, work))).ids;
}

/** What was made is kept through an outage of the platform, while the claim holds. */
function patienceFor(deps: TurnDeps, work: ActiveTurn): Patience {
  const { clock, log } = deps.core;
  const at = { server: work.last.serverId, message: work.last.id };
  return {
    ...{ until: clock() + PATIENCE_MS, clock, signal: work.signal },
    onWait: (error) => log.info({ ...toFields(error), ...at }, 'answer kept until Discord takes it'),
    mayGoOn: () => refuseIfEnded(deps, work),
  };
}

/** The last message that still stands; the nonce is the same whichever that is. */
function targetOf(deps: TurnDeps, { turn, last }: ActiveTurn) {
  const standing = turn.findLast((message) => !deps.isDeleted(message)) ?? last;
  return { channelId: last.channelId, replyToId: standing.id, nonce: last.id };
}

/** Says in words why there is no answer; the cause goes to the log alone. */
async function tellFault(deps: TurnDeps, work: ActiveTurn, error: unknown): Promise<void> {
  const { log } = deps.core;
  const at = { server: work.last.serverId, message: work.last.id };
  log.warn({ ...toFields(error), ...at }, 'question not answered');
  await work.stopTyping();
  const language: Language = guessLanguage(words(textOf(work.turn, deps.references))) ?? 'en';
  await postLine(deps, work, describeError(error, interfaceLanguageOf(language))).catch((fault: unknown) =>
    log.warn({ ...toFields(fault), ...at }, 'fault not told'),
  );
}

/** The message stands: a record that fails is made up for by the claim, which nobody takes twice in time. */
async function recordOrForget(
  deps: TurnDeps,
  work: ActiveTurn,
  replyIds: string[],
  answer: Answer | null,
): Promise<void> {
  try {
    await recordReplies(deps.core, { ...claimOf(work), answerId: answer?.id ?? null, replyIds });
    if (!work.isUnrecorded) await honourOptOut(deps.core, work.askerId);
  } catch (error) {
    deps.core.log.warn({ err: error, server: work.last.serverId }, 'reply not recorded');
  }
}

function claimOf({ turn, last, isUnrecorded, askerId }: ActiveTurn) {
  return {
    serverId: last.serverId,
    messageIds: turn.map(({ id }) => id),
    channelId: last.channelId,
    // Nobody where it is not known whose ticket it is.
    memberId: isUnrecorded ? null : askerId || null,
  };
}
