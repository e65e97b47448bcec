import type { APIMessage, Guild, REST } from 'discord.js';
import { readMessageText } from '../../../../core/answering/ticket/message-text.ts';
import type { Core } from '../../../../core/core.ts';
import { findAnswerOfReply, findMessagesOfAnswer } from '../../../../core/members/message-claims.ts';
import { type Incoming, readStanding, TALK } from '../incoming.ts';
import type { Members } from '../members.ts';
import { nameOf, readApiText } from '../reading/markup.ts';
import type { Reference } from '../reading/question.ts';
import { readThread } from '../turn/history.ts';

export interface Asked {
  memberId: string;
  /** Names of the asker and of those whom the question mentions. */
  names: readonly string[];
  text: string;
  /** Oldest first; `editedAt` in milliseconds since 1970. */
  messages: readonly { id: string; editedAt: number | null }[];
}

export interface AskedDeps {
  core: Core;
  rest: REST;
  members: Members;
}

interface Teaching {
  message: Incoming;
  guild: Guild | null;
  reference: Reference | null;
}

type Search = Teaching & { signal: AbortSignal };

/**
 * The question that a message of the team answers: by its reply, or the last one in its thread. null: there is none,
 * somebody of the team asked, or it is gone.
 * @throws DiscordAPIError, AppError('service_unavailable')
 */
export async function findAsked(
  deps: AskedDeps,
  teaching: Teaching,
  signal: AbortSignal,
): Promise<Asked | null> {
  const search = { ...teaching, signal };
  if (!search.message.replyTo) return search.message.isThread ? findInThread(deps, search) : null;
  const told = search.reference?.message;
  const replied = told === undefined ? await readOne(deps, search, search.message.replyTo.id) : told;
  if (!replied) return null;
  return isOwn(search, replied) ? findAskedOfBot(deps, search, replied) : toAsked(deps, search, [replied]);
}

const isOwn = ({ message }: Search, { author }: APIMessage) => author.id === message.botId;

/** Reads the messages again: stored words may have been deleted or edited meanwhile. */
async function findAskedOfBot(deps: AskedDeps, search: Search, reply: APIMessage): Promise<Asked | null> {
  const answered = await findAnswerOfReply(deps.core, search.message.serverId, reply.id);
  if (!answered) return findBehind(deps, search, reply);
  const { question, askerId, answerId } = answered;
  if (question === null || askerId === null) return null;
  if (reply.interaction_metadata)
    return describe(deps, search, { memberId: askerId, text: question, messages: [reply] });
  const ids = await findMessagesOfAnswer(deps.core, search.message.serverId, answerId);
  const messages = await Promise.all(ids.map((id) => readOne(deps, search, id)));
  const standing = messages.filter((message) => message !== null);
  if (standing.length < messages.length) return null;
  if (standing.some(({ edited_timestamp }) => edited_timestamp)) return toAsked(deps, search, standing);
  return describe(deps, search, { memberId: askerId, text: question, messages: standing });
}

/** A line of the bot that holds no answer, such as a hand-over, stands below what it is about. */
async function findBehind(deps: AskedDeps, search: Search, line: APIMessage): Promise<Asked | null> {
  const id = line.message_reference?.message_id;
  const about = id === undefined ? null : await readOne(deps, search, id);
  if (!about) return null;
  if (!isOwn(search, about)) return toAsked(deps, search, [about]);
  const isAnswer = (await findAnswerOfReply(deps.core, search.message.serverId, about.id)) !== null;
  return isAnswer ? findAskedOfBot(deps, search, about) : null;
}

/**
 * Takes the messages since the team wrote last, of the thread's owner or else of its last writer. A team that wrote
 * last goes on with its own answer.
 */
async function findInThread(deps: AskedDeps, search: Search): Promise<Asked | null> {
  const { message, signal } = search;
  const { serverId, author, ownerId } = message;
  const open: APIMessage[] = [];
  for (const said of (await readThread(deps.rest, message, signal)).toReversed()) {
    if (!isTalk(said)) continue;
    const memberId = said.author.id;
    if (memberId === author.id || (await deps.members.isOfTeam(serverId, memberId, signal))) break;
    open.unshift(said);
  }
  const asker = open.find((said) => said.author.id === ownerId) ?? open.at(-1);
  return toAsked(
    deps,
    search,
    open.filter((said) => said.author.id === asker?.author.id),
  );
}

function isTalk({ type, author, webhook_id }: APIMessage): boolean {
  return TALK.has(type) && !author.bot && !author.system && webhook_id === undefined;
}

/** @param messages of one author, oldest first. */
async function toAsked(
  deps: AskedDeps,
  search: Search,
  messages: readonly APIMessage[],
): Promise<Asked | null> {
  const { message, guild } = search;
  const [first] = messages;
  if (!first || !messages.every(isTalk)) return null;
  // Quotes and signatures are not asked.
  const texts = messages.map((said) => readMessageText(readApiText(said, message.botId, guild)).own);
  const title = message.title !== null && first.id === message.channelId ? `${message.title}\n` : '';
  const text = [title, ...texts].filter((part) => part !== '').join('\n');
  return describe(deps, search, { memberId: first.author.id, text, messages });
}

async function describe(
  deps: AskedDeps,
  { message, reference, signal }: Search,
  { memberId, text, messages }: { memberId: string; text: string; messages: readonly APIMessage[] },
): Promise<Asked | null> {
  const { serverId } = message;
  if (text === '' || memberId === message.author.id) return null;
  const told = reference?.members.get(memberId);
  const person = await deps.members.find(serverId, memberId, signal, told);
  if (person.isTeam) return null;
  const authors = messages.flatMap(({ author }) => (author.id === memberId ? [author] : []));
  const called = authors.flatMap((author) => [nameOf(author), author.username]);
  const mentioned = messages.flatMap(({ mentions }) => mentions.map(nameOf));
  return {
    memberId,
    text,
    names: [...new Set([...person.names, ...called, ...mentioned])],
    messages: messages.map(({ id, edited_timestamp }) => ({
      id,
      editedAt: edited_timestamp ? Date.parse(edited_timestamp) : null,
    })),
  };
}

function readOne({ rest }: AskedDeps, { message, signal }: Search, id: string): Promise<APIMessage | null> {
  return readStanding(rest, { channelId: message.channelId, id }, signal);
}
