import { type APIMessage, type Guild, MessageType, SnowflakeUtil } from 'discord.js';
import { readMessageText } from '../../../core/answering/ticket/message-text.ts';
import type { HistoryMessage } from '../../../core/learning/history/pairs.ts';
import { fillIn, TALK } from '../messages/incoming.ts';
import { keepMarkup, nameOf, namesIn, namesOn, readApiText } from '../messages/reading/markup.ts';

/** Reactions by which people mark an answer that helped. */
const MARKS: ReadonlySet<string | null> = new Set(['✅', '☑️', '☑', '✔️', '✔']);

interface ReadingContext {
  botId: string;
  guild: Guild | null;
  byId: ReadonlyMap<string, APIMessage>;
}

/** Lines of the platform count as talk of a bot. */
export function readSaid(
  messages: readonly APIMessage[],
  { botId, guild }: Omit<ReadingContext, 'byId'>,
): { raw: APIMessage; said: HistoryMessage }[] {
  const filled = messages.map(fillIn);
  const byId = new Map(filled.map((message) => [message.id, message]));
  return filled.map((raw) => ({ raw, said: toSaid(withoutPointer(raw), { botId, guild, byId }) }));
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
