import type { APIMessage, APIMessageReference, APIUser, MessageFlags } from 'discord-api-types/v10';
import { MessageType } from 'discord-api-types/v10';
import { makeSnowflake } from './snowflake.ts';

export interface Pings {
  everyone: boolean;
  roles: string[];
  users: string[];
}

export interface SentFile {
  name: string;
  bytes: Buffer;
}

export interface MessageParts {
  id?: string;
  channelId: string;
  author: APIUser;
  content: string;
  more?: Partial<APIMessage>;
  replyTo?: APIMessage | undefined;
}

/** A message as JSON; fields that Discord omits are omitted, not null. */
export function makeMessage({ id, channelId, author, content, more, replyTo }: MessageParts): APIMessage {
  const reference: APIMessageReference | undefined = replyTo && {
    type: 0,
    channel_id: channelId,
    message_id: replyTo.id,
  };
  return {
    id: id ?? makeSnowflake(),
    channel_id: channelId,
    author,
    content,
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: 0 as MessageFlags,
    type: replyTo ? MessageType.Reply : MessageType.Default,
    ...(replyTo && { message_reference: reference, referenced_message: replyTo }),
    ...more,
  };
}

export const USER_MENTION = /<@!?(\d+)>/g;
export const ROLE_MENTION = /<@&(\d+)>/g;
export const EVERYONE_MENTION = /@(everyone|here)\b/;

export function findIds(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, id]) => String(id)))];
}
