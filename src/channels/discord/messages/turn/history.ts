import { type APIMessage, type Guild, MessageReferenceType, type REST, Routes } from 'discord.js';
import { findWhatIsOver } from '../../../../core/members/handovers.ts';
import { MAX_CONTENT_CHARACTERS, MAX_MESSAGES } from '../../../../domain/limits.ts';
import { toCleanText } from '../../../../domain/text.ts';
import type { ChatMessage } from '../../../../domain/types.ts';
import { stripAnswer } from '../../text/answer-text.ts';
import { fillIn, type Incoming, isOnePlace, placeOf, readStanding, TALK } from '../incoming.ts';
import type { Members } from '../members.ts';
import { nameOf, readApiText } from '../reading/markup.ts';
import type { BotDeps } from '../tickets/tickets.ts';

/** An answer does not wait longer for its history. */
const READ_WITHIN_MS = 3_000;
/** One request each. */
const MAX_STRANGERS = 5;
/** One request each. */
const MAX_REPLIES = 8;

export interface HistoryDeps extends BotDeps {
  members: Members;
}

/**
 * The thread, the ticket, or the chain of replies before a message: oldest first, at most 19. The team's words count
 * as ours. A ticket begins with its form. Where nothing can be read, the question stands alone.
 * @returns also how many of the first belong to a hand-over that is solved.
 */
export async function readHistory(
  deps: HistoryDeps,
  message: Incoming,
  { guild, ...options }: { guild: Guild | null; signal: AbortSignal },
): Promise<{ history: ChatMessage[]; settled: number }> {
  const { members } = deps;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(READ_WITHIN_MS)]);
  const nothing = { history: [], settled: 0 };
  if (message.isForm) return nothing;
  try {
    const isOver = await findWhatIsOver(deps.core, placeOf(message));
    const read = isOnePlace(message) ? readThread : readReplies;
    const [earlier, form] = await Promise.all([
      read(deps.rest, message, signal),
      isOnePlace(message) ? deps.tickets.formOf(message, signal).catch(() => null) : null,
    ]);
    const talk = earlier.filter((said) => isTalk(said, message.botId));
    const strangers = new Set(talk.map(({ author }) => author.id));
    for (const known of [message.botId, message.author.id]) strangers.delete(known);
    await members.meet(message.serverId, [...strangers].slice(0, MAX_STRANGERS), signal);
    const about = { members, guild, askerId: form?.author.id ?? null };
    const said = toConversation(talk, message, about);
    const over = toConversation(
      talk.filter(({ id }) => isOver(id)),
      message,
      about,
    );
    const opening: ChatMessage[] = form === null ? [] : [{ role: 'user', content: form.text }];
    const kept = said.slice(1 + opening.length - MAX_MESSAGES);
    const settled = Math.max(0, over.length - (said.length - kept.length));
    // A form is the first that is over, and as old as its channel.
    const isFormOver = form !== null && isOver(message.channelId);
    return { history: [...opening, ...kept], settled: settled + (isFormOver ? 1 : 0) };
  } catch (error) {
    deps.core.log.debug({ err: error, server: message.serverId }, 'earlier messages not readable');
    return nothing;
  }
}

/** At most the last 20, oldest first. @throws DiscordAPIError */
export async function readThread(
  rest: REST,
  message: Pick<Incoming, 'id' | 'channelId'>,
  signal: AbortSignal,
): Promise<APIMessage[]> {
  const query = new URLSearchParams({ before: message.id, limit: String(MAX_MESSAGES) });
  const newestFirst = (await rest.get(Routes.channelMessages(message.channelId), {
    query,
    signal,
  })) as APIMessage[];
  // A thread that grew out of a message begins with a pointer to it.
  return newestFirst
    .toReversed()
    .map((earlier) =>
      earlier.referenced_message && !TALK.has(fillIn(earlier).type) ? earlier.referenced_message : earlier,
    )
    .map(fillIn);
}

async function readReplies(rest: REST, message: Incoming, signal: AbortSignal): Promise<APIMessage[]> {
  const chain: APIMessage[] = [];
  let next: string | undefined = message.replyTo?.id;
  while (next !== undefined && chain.length < MAX_REPLIES) {
    // The nearer messages still count.
    const place = { channelId: message.channelId, id: next };
    const earlier = await readStanding(rest, place, signal).catch(() => null);
    if (!earlier) break;
    chain.unshift(earlier);
    const reference = earlier.message_reference;
    const isReply = reference?.type !== MessageReferenceType.Forward;
    next = isReply && reference?.channel_id === message.channelId ? reference.message_id : undefined;
  }
  return chain;
}

function isTalk({ type, author, webhook_id }: APIMessage, botId: string): boolean {
  return TALK.has(type) && !webhook_id && (!author.bot || author.id === botId);
}

/** Messages carry names only where several people write; one customer is named once, as the API does it. */
function toConversation(
  talk: readonly APIMessage[],
  message: Incoming,
  { members, guild, askerId }: { members: Members; guild: Guild | null; askerId: string | null },
): ChatMessage[] {
  const people = new Set(talk.map(({ author }) => author.id).filter((id) => id !== message.botId));
  if (askerId) people.add(askerId);
  const isSeveral = people.size > 1 || (people.size === 1 && !people.has(message.author.id));
  return talk.flatMap((said) => {
    const isOurs = said.author.id === message.botId;
    const words = isOurs ? { ...said, content: stripAnswer(said.content) } : said;
    const content = toCleanText(
      readApiText(words, message.botId, guild).slice(0, MAX_CONTENT_CHARACTERS),
    ).trim();
    if (content === '') return [];
    const isTeam = isOurs || members.wasTeam(message.serverId, said.author.id);
    const name = nameOf(said.author);
    return [
      { role: isTeam ? 'assistant' : 'user', content, ...(isSeveral && !isOurs ? { name } : {}) } as const,
    ];
  });
}
