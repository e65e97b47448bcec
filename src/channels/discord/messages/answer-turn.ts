import { randomUUID } from 'node:crypto';
import type { REST } from 'discord.js';
import { answerQuestion } from '../../../core/answer.ts';
import { isQuiet, type Place } from '../../../core/conversations.ts';
import type { Core } from '../../../core/core.ts';
import { dropMessages, noteAnswer, recordReplies } from '../../../core/handled.ts';
import { honourOptOut } from '../../../core/privacy.ts';
import type { Answer } from '../../../core/question.ts';
import { guessLanguage, words } from '../../../core/retrieval/analyse.ts';
import { getServer } from '../../../core/servers.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../domain/limits.ts';
import { toCleanText } from '../../../domain/text.ts';
import type { ChatMessage, Language } from '../../../domain/types.ts';
import { describeError } from '../errors.ts';
import { renderAnswer } from '../text/answer-text.ts';
import { PHRASES } from '../text/phrases.ts';
import { prepareTeamCall, topicOf } from './hand-over.ts';
import { readHistory, type Speakers } from './history.ts';
import type { Incoming } from './incoming.ts';
import type { Policies } from './policies.ts';
import { sendPost, UndeliverableError } from './send.ts';
import { type Turn, TurnEndedError } from './turns.ts';

export interface TurnDeps {
  core: Core;
  rest: REST;
  policies: Policies;
  speakers: Speakers;
}

/** How a turn is to be answered. */
export interface TurnOptions {
  /** Aborts with a TurnEndedError. */
  signal: AbortSignal;
  /** Whoever asks opted out: nothing of it is kept. */
  isUnrecorded: boolean;
  /** Ends what shows that the bot is at work. */
  stopTyping(): Promise<void>;
}

/** One turn under way. */
interface Work extends TurnOptions {
  turn: Turn;
  last: Incoming;
  answerId: string;
}

/**
 * Answers what one member wrote: history, core, one message. Whoever waits gets an answer or a line that says
 * why there is none; a failed delivery costs nothing. Never rejects.
 */
export async function answerTurn(deps: TurnDeps, turn: Turn, options: TurnOptions): Promise<void> {
  const last = turn.at(-1);
  if (!last) return;
  const work = { ...options, turn, last, answerId: randomUUID() };
  try {
    await replyTo(deps, work);
  } catch (error) {
    await endWithout(deps, work, error);
  } finally {
    await work.stopTyping();
  }
}

/** Ends a turn that got no answer: the claim goes, except to the next process when this one stops. */
async function endWithout(deps: TurnDeps, work: Work, error: unknown): Promise<void> {
  const { log } = deps.core;
  const at = { server: work.last.serverId, message: work.last.id };
  const ended: unknown = work.signal.aborted ? work.signal.reason : error;
  if (error instanceof UndeliverableError) log.warn({ err: error, ...at }, 'answer not delivered');
  else if (ended instanceof TurnEndedError) log.debug(at, ended.message);
  else await tellFault(deps, work, error);
  if (ended instanceof TurnEndedError && ended.reason === 'stopping') return;
  const { serverId, messageIds, channelId } = claimOf(work);
  await dropMessages(deps.core, { serverId, messageIds, channelId }).catch((fault: unknown) =>
    log.warn({ err: fault, ...at }, 'message not recorded'),
  );
}

/** The thread itself, or this member in a channel. */
export function placeOf({ serverId, channelId, isThread, author }: Incoming): Place {
  return { serverId, channelId, memberId: isThread ? '' : author.id };
}

async function replyTo(deps: TurnDeps, work: Work): Promise<void> {
  work.signal.throwIfAborted();
  const question = textOf(work.turn);
  if (question === '') {
    const line = work.turn.some(({ hasAttachment }) => hasAttachment)
      ? PHRASES.onlyAttachment
      : PHRASES.cannotRead;
    const { language } = await deps.policies.of(work.last.serverId);
    await work.stopTyping();
    return recordOrForget(deps, work, await postLine(deps, work, line[language]), null);
  }
  const answer = await ask(deps, work, question);
  try {
    await refuseIfTeamSpoke(deps, work);
    await work.stopTyping();
    await recordOrForget(deps, work, await postAnswer(deps, work, answer), answer);
  } catch (error) {
    // Nobody has seen it, so nobody pays for it.
    await deps.core.releases.release({ id: work.answerId, serverId: work.last.serverId });
    throw error;
  }
}

/** A forum post says in its title what it is about. */
function textOf(turn: Turn): string {
  const text = turn
    .map((message) => message.text)
    .filter((part) => part !== '')
    .join('\n');
  const title = turn[0]?.title;
  const isFirst = turn[0] !== undefined && turn[0].id === turn[0].channelId;
  const whole = title && isFirst ? `${title}\n\n${text}`.trim() : text;
  return whole.length <= MAX_CONTENT_CHARACTERS ? whole : cut(whole, MAX_CONTENT_CHARACTERS);
}

/** Never between the two halves of a character. */
function cut(text: string, characters: number): string {
  return toCleanText(text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, ''));
}

async function ask(deps: TurnDeps, work: Work, question: string): Promise<Answer> {
  const { last, signal, answerId, isUnrecorded } = work;
  const [first] = work.turn;
  await noteAnswer(deps.core, { ...claimOf(work), answerId });
  const history = await readHistory(deps, first ?? last, { speakers: deps.speakers, signal });
  const server = await getServer(deps.core, last.serverId);
  const isSeveral = history.some(({ name }) => name !== undefined);
  const messages: ChatMessage[] = [
    ...history,
    { role: 'user', content: question, ...(isSeveral ? { name: last.author.name } : {}) },
  ];
  const { answer } = await answerQuestion(deps.core, {
    server,
    channel: 'discord',
    key: null,
    messages,
    customer: last.author.name,
    signal,
    id: answerId,
    isUnrecorded,
  });
  return answer;
}

/** The last look before something is said; the team may have spoken to another process. */
async function refuseIfTeamSpoke(deps: TurnDeps, work: Work): Promise<void> {
  work.signal.throwIfAborted();
  const isAddressed = work.turn.some(({ isForBot }) => isForBot);
  if (!isAddressed && (await isQuiet(deps.core, placeOf(work.last)))) throw new TurnEndedError('team_spoke');
}

async function postAnswer(deps: TurnDeps, work: Work, answer: Answer): Promise<string[]> {
  const handOver = { place: placeOf(work.last), topicId: topicOf(answer), language: answer.language };
  const call = answer.needsTeam ? await prepareTeamCall(deps, handOver) : null;
  try {
    work.signal.throwIfAborted();
    const { ids, fault } = await sendPost(deps.rest, {
      ...targetOf(work),
      card: renderAnswer(answer, { handOverLine: call?.line ?? null }),
      pingRoleId: call?.pingRoleId ?? null,
    });
    if (fault) {
      deps.core.log.warn({ err: fault, server: work.last.serverId }, 'answer delivered in part');
      await call?.giveBack();
    }
    return ids;
  } catch (error) {
    await call?.giveBack();
    throw error;
  }
}

async function postLine(deps: TurnDeps, work: Work, text: string): Promise<string[]> {
  return (await sendPost(deps.rest, { ...targetOf(work), card: { text } })).ids;
}

function targetOf({ last }: Work) {
  return { channelId: last.channelId, replyToId: last.id, nonce: last.id };
}

/** Says in words why there is no answer; the cause goes to the log alone. */
async function tellFault(deps: TurnDeps, work: Work, error: unknown): Promise<void> {
  const { log } = deps.core;
  const at = { server: work.last.serverId, message: work.last.id };
  log.warn({ err: error, ...at }, 'question not answered');
  await work.stopTyping();
  const language: Language = guessLanguage(words(textOf(work.turn))) ?? 'en';
  await postLine(deps, work, describeError(error, language)).catch((fault: unknown) =>
    log.warn({ err: fault, ...at }, 'fault not told'),
  );
}

/** The message stands: a record that fails is made up for by the claim, which nobody takes twice in time. */
async function recordOrForget(
  deps: TurnDeps,
  work: Work,
  replyIds: string[],
  answer: Answer | null,
): Promise<void> {
  try {
    await recordReplies(deps.core, { ...claimOf(work), answerId: answer?.id ?? null, replyIds });
    if (!work.isUnrecorded) await honourOptOut(deps.core, work.last.author.id);
  } catch (error) {
    deps.core.log.warn({ err: error, server: work.last.serverId }, 'reply not recorded');
  }
}

function claimOf({ turn, last, isUnrecorded }: Work) {
  return {
    serverId: last.serverId,
    messageIds: turn.map(({ id }) => id),
    channelId: last.channelId,
    memberId: isUnrecorded ? null : last.author.id,
  };
}
