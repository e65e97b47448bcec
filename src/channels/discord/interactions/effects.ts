import { type APIMessage, type REST, type RESTPatchAPIChannelMessageJSONBody, Routes } from 'discord.js';
import { sendPost } from '../messages/turn/send.ts';
import { findNotice } from '../text/answer-text.ts';
import { MAX_MESSAGE_CHARACTERS, splitMessage } from '../text/split.ts';

/**
 * Gives a message of the bot another text; its buttons and its notice stay. What does not fit follows as
 * replies to it.
 * @param edit.nonce at most 20 characters, another one for every edit.
 * @throws DiscordAPIError, UndeliverableError
 */
export async function editMessage(
  rest: REST,
  edit: { channelId: string; messageId: string; text: string; nonce: string },
): Promise<void> {
  const { channelId, messageId, text, nonce } = edit;
  const route = Routes.channelMessage(channelId, messageId);
  const before = (await rest.get(route)) as APIMessage;
  const notice = findNotice(before.content);
  const below = notice === null || findNotice(text) !== null ? '' : `\n${notice}`;
  const [first = '', ...more] = splitMessage(text, MAX_MESSAGE_CHARACTERS - below.length);
  const body: RESTPatchAPIChannelMessageJSONBody = {
    content: first + below,
    allowed_mentions: { parse: [] },
  };
  await rest.patch(route, { body });
  for (const [index, part] of more.entries()) {
    await sendPost(rest, {
      channelId,
      replyToId: messageId,
      nonce: `${nonce}${index}`,
      card: { text: part },
    });
  }
}
