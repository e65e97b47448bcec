import type { APIChannel, APIMessage, APIThreadChannel, Client, Guild, GuildForumTag } from 'discord.js';
import { MessageType, Routes, SnowflakeUtil } from 'discord.js';
import { readMessageText } from '../../../core/answering/ticket/message-text.ts';
import type { Core } from '../../../core/core.ts';
import { HistoryEndedError, type HistoryWork } from '../../../core/learning/history/imports.ts';
import type { Lessons } from '../../../core/learning/history/lessons.ts';
import { answerIdOf, leaveOut } from '../../../core/learning/history/lessons.ts';
import type { HistoryMessage, HistoryThread, Pair } from '../../../core/learning/history/pairs.ts';
import { findCut, findPairs } from '../../../core/learning/history/pairs.ts';
import { type Settings, teamRolesOf } from '../../../core/owners/settings.ts';
import { MAX_HISTORY_MESSAGES } from '../../../domain/limits.ts';
import { toCleanName } from '../../../domain/text.ts';
import { fillIn, TALK } from '../messages/incoming.ts';
import { type Removals, toRead } from '../messages/learning/removals.ts';
import { listMissingToRead } from '../messages/policies.ts';
import { keepMarkup, nameOf, namesIn, namesOn, readApiText } from '../messages/reading/markup.ts';
import { findTranscribed } from './transcripts.ts';
import { createPeople, createWalk, orEnd, type People, type Requests, refusalOf, type Walk } from './walk.ts';

const PAGE = 100;
/** A thread is read as a whole, since the question stands at its beginning; of a longer one so many pages at once. */
const PAGES_OF_THREAD = 3;
/** Names that owners give the tag of an answered post. */
const SOLVED = /^\P{L}*(?:solved|resolved|answered|done|fixed|gelöst|geklärt|beantwortet|erledigt)\P{L}*$/iu;

export interface ReaderDeps {
  core: Core;
  removals: Removals;
  requests: Requests;
  client: Client<true>;
  signal: AbortSignal;
  lessons: Lessons;
  /** Who is of the team, and who teaches; read before each stretch. @throws HistoryEndedError where the run has to end */
  readSettings(): Promise<Settings>;
}

interface Reader extends ReaderDeps {
  run: HistoryWork;
  guild: Guild | null;
  channel: APIChannel;
  walk: Walk;
  people: People;
}

/**
 * Reads a run's places stretch by stretch and notes each before the next.
 * @throws HistoryEndedError always in the end, HistoryClaimLostError, AppError, DiscordAPIError, or the reason of an
 * abort
 */
export async function readHistory(run: HistoryWork, deps: ReaderDeps): Promise<never> {
  const { requests, client } = deps;
  const guild = client.guilds.cache.get(run.serverId) ?? null;
  const channel = await orEnd(requests.lookUp<APIChannel>(Routes.channel(run.channelId)));
  const openIds = () =>
    [...(guild?.channels.cache.values() ?? [])]
      .filter((one) => one.isThread() && one.parentId === channel.id && !one.archived)
      .map(({ id }) => id);
  const reader: Reader = {
    ...{ ...deps, run, guild, channel },
    walk: createWalk(run, requests, { channel, openIds }),
    people: createPeople(requests, run.serverId),
  };
  for (;;) await readNext(reader);
}

async function readNext(reader: Reader): Promise<void> {
  const { run, client, walk, readSettings } = reader;
  const { progress } = run;
  const settings = await readSettings();
  if (!client.guilds.cache.has(run.serverId)) throw new HistoryEndedError('server_left');
  if (listMissingToRead(client.channels.cache.get(run.channelId) ?? null).length > 0)
    throw new HistoryEndedError('right_missing');
  progress.placeId ??= await walk.next();
  if (progress.placeId === null) throw new HistoryEndedError('all');
  if (progress.messages >= MAX_HISTORY_MESSAGES) throw new HistoryEndedError('limit');
  const place = progress.placeId;
  try {
    await readStretch(reader, place, settings);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    if (place === run.channelId) throw new HistoryEndedError(refusal);
    if (refusal === 'right_missing')
      progress.leftOut = { ...progress.leftOut, thread: (progress.leftOut.thread ?? 0) + 1 };
    await leavePlace(run);
  }
}

function leavePlace(run: HistoryWork): Promise<void> {
  Object.assign(run.progress, { placeId: null, beforeId: null, answerId: null });
  return run.save();
}

async function readStretch(reader: Reader, placeId: string, settings: Settings): Promise<void> {
  const { run, guild, client, people } = reader;
  const { progress } = run;
  const thread = await findThread(reader, placeId);
  const { messages, isLast } = await readPages(reader, placeId, thread ? PAGES_OF_THREAD : 1);
  const newest = messages.at(-1);
  if (!newest) return leavePlace(run);
  if (progress.beforeId === null) {
    // The next process must see the same messages, not newer ones.
    progress.beforeId = String(BigInt(newest.id) + 1n);
    await run.save();
  }
  const said = readSaid(messages, { botId: client.user.id, guild });
  const team = teamRolesOf(settings);
  const isTeam = (id: string) => people.rolesOf(id).some((role) => team.has(role));
  const teachingRoleOf = (id: string) =>
    people.rolesOf(id).find((role) => settings.teach_roles.includes(role)) ?? null;
  await meetAuthors(people, said, { thread, isTeacher: (id) => teachingRoleOf(id) !== null });
  const stretch = { messages: said, thread, isTeam, teachingRoleOf };
  const cut = isLast ? 0 : findCut(stretch);
  const first = BigInt(said[cut]?.id ?? 0);
  const transcribed = await findTranscribed({ ...reader, teachingRoleOf }, messages.slice(cut));
  const pairs = [...findPairs(stretch), ...transcribed]
    .filter((pair) => BigInt(answerIdOf(pair)) >= first)
    .toSorted((one, other) => (BigInt(answerIdOf(one)) < BigInt(answerIdOf(other)) ? -1 : 1));
  await settleAll(reader, placeId, pairs);
  progress.messages += messages.length - cut;
  if (isLast) return leavePlace(run);
  Object.assign(progress, { beforeId: messages[cut]?.id ?? null, answerId: null });
  await run.save();
}

async function readPages(
  { run, requests }: Reader,
  placeId: string,
  pages: number,
): Promise<{ messages: APIMessage[]; isLast: boolean }> {
  const since = SnowflakeUtil.generate({ timestamp: run.since, increment: 0n, workerId: 0n, processId: 0n });
  const newestFirst: APIMessage[] = [];
  let before = run.progress.beforeId;
  let isLast = false;
  for (let page = 0; page < pages && !isLast; page += 1) {
    const left = MAX_HISTORY_MESSAGES - run.progress.messages - newestFirst.length;
    if (left <= 0) break;
    const limit = Math.min(PAGE, left);
    const query = new URLSearchParams({ limit: String(limit), ...(before === null ? {} : { before }) });
    const found = await requests.page<APIMessage[]>(Routes.channelMessages(placeId), query);
    const within = found.filter(({ id }) => BigInt(id) >= since);
    newestFirst.push(...within);
    isLast = found.length < limit || within.length < found.length;
    before = within.at(-1)?.id ?? before;
  }
  return { messages: newestFirst.toReversed(), isLast };
}

async function findThread(
  { walk, requests, channel, client }: Reader,
  id: string,
): Promise<HistoryThread | null> {
  const known = id === channel.id ? channel : walk.listed(id);
  const thread = (known ?? (await requests.lookUp(Routes.channel(id)))) as APIThreadChannel;
  if (!thread.thread_metadata) return null;
  const parent = client.channels.cache.get(thread.parent_id ?? '');
  const isPost = parent?.isThreadOnly() === true;
  const solved = isPost ? parent.availableTags.filter(isSolvedTag).map((tag) => tag.id) : [];
  return {
    id,
    title: isPost ? toCleanName(thread.name ?? '') : null,
    ownerId: thread.owner_id ?? null,
    isSolved: (thread.applied_tags ?? []).some((tag) => solved.includes(tag)),
  };
}

function isSolvedTag({ name }: GuildForumTag): boolean {
  return SOLVED.test(name);
}

/** Looks up who could teach; in a channel those who reply, and of the others those alone whom a teacher answers. */
async function meetAuthors(
  people: People,
  said: readonly HistoryMessage[],
  { thread, isTeacher }: { thread: HistoryThread | null; isTeacher(id: string): boolean },
): Promise<void> {
  const talk = said.filter(({ isBot }) => !isBot);
  const authors = new Set(talk.map(({ authorId }) => authorId));
  if (authors.size < 2) return;
  if (thread) return people.meet(authors);
  const replies = talk.filter(({ replyTo, authorId }) => replyTo && replyTo.authorId !== authorId);
  await people.meet(replies.map(({ authorId }) => authorId));
  const answered = replies.filter(({ authorId }) => isTeacher(authorId));
  await people.meet(answered.flatMap(({ replyTo }) => (replyTo && !replyTo.isBot ? [replyTo.authorId] : [])));
}

/** Newest first, behind those that were settled before a stop. */
async function settleAll(reader: Reader, channelId: string, pairs: readonly Pair[]): Promise<void> {
  const { run, removals, people, lessons, signal } = reader;
  const { answerId: settledDownTo } = run.progress;
  const open = pairs.filter(
    (pair) => settledDownTo === null || BigInt(answerIdOf(pair)) < BigInt(settledDownTo),
  );
  for (const pair of open.toReversed()) {
    signal.throwIfAborted();
    const messages = [...pair.question.messages, ...pair.answer.messages];
    const read = toRead({ serverId: run.serverId, channelId }, messages);
    const settle = () => lessons.settle(withNames(people, pair), { channelId }, signal);
    if (!(await removals.learnFrom(read, signal, settle))) leaveOut(run, pair, 'gone');
  }
}

function withNames(people: People, { question, answer }: Pair): Pair {
  const named = (memberId: string, messages: readonly HistoryMessage[]) =>
    messages.map((said) => ({ ...said, names: [...said.names, ...people.namesOf(memberId)] }));
  return {
    question: { ...question, messages: named(question.memberId, question.messages) },
    answer: { ...answer, messages: named(answer.memberId, answer.messages) },
  };
}

/** Reactions by which people mark an answer that helped. */
const MARKS: ReadonlySet<string | null> = new Set(['✅', '☑️', '☑', '✔️', '✔']);

interface ReadingContext {
  botId: string;
  guild: Guild | null;
  byId: ReadonlyMap<string, APIMessage>;
}

/** Lines of the platform count as talk of a bot. */
function readSaid(
  messages: readonly APIMessage[],
  { botId, guild }: Omit<ReadingContext, 'byId'>,
): HistoryMessage[] {
  const filled = messages.map(fillIn);
  const byId = new Map(filled.map((message) => [message.id, message]));
  return filled.map((message) => toSaid(withoutPointer(message), { botId, guild, byId }));
}

/** A thread that grew out of a message begins with a pointer to it. */
function withoutPointer(message: APIMessage): APIMessage {
  const pointed = message.type === MessageType.ThreadStarterMessage ? message.referenced_message : null;
  return pointed ? fillIn(pointed) : message;
}

function toSaid(message: APIMessage, reading: ReadingContext, isReplied = false): HistoryMessage {
  const { id, type, author, content, mentions, edited_timestamp: editedAt, reactions = [] } = message;
  const { botId, guild } = reading;
  const isReply = type === MessageType.Reply;
  // Quotes and a signature are not its author's words, and neither is a forwarded text.
  const text = readMessageText(readApiText({ ...message, message_snapshots: [] }, botId, guild)).own;
  const written = readMessageText(keepMarkup(content, namesOn(guild, botId, namesIn(message)))).own;
  return {
    id,
    ...{ authorId: author.id, at: SnowflakeUtil.timestampFrom(id), text, written },
    names: [nameOf(author), author.username, ...mentions.map(nameOf)],
    editedAt: editedAt ? Date.parse(editedAt) : null,
    isBot:
      author.bot === true || author.system === true || message.webhook_id !== undefined || !TALK.has(type),
    isForBot: content.includes(`<@${botId}>`) || content.includes(`<@!${botId}>`),
    isReply,
    replyTo: isReply && !isReplied ? repliedBy(message, reading) : null,
    isAccepted: reactions.some(({ emoji }) => MARKS.has(emoji.name)),
  };
}

/** A line of the bot stands below the message that it is about. */
function repliedBy(
  { referenced_message: referenced }: APIMessage,
  reading: ReadingContext,
): HistoryMessage | null {
  if (!referenced) return null;
  const replied = fillIn(referenced);
  if (replied.author.id !== reading.botId) return toSaid(replied, reading, true);
  const about = reading.byId.get(replied.message_reference?.message_id ?? '');
  return about ? toSaid(about, reading, true) : null;
}
