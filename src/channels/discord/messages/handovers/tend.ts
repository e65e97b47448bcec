import type { APIMessage, Client } from 'discord.js';
import { Routes } from 'discord.js';
import { nonceOf } from '../../../../core/answering/drafts.ts';
import { endReminder, type Handover, takeDueHandovers } from '../../../../core/members/handovers.ts';
import { getServer } from '../../../../core/owners/servers.ts';
import { parseSettings } from '../../../../core/owners/settings.ts';
import { isOutOfReach, toFields } from '../../errors.ts';
import { PHRASES } from '../../text/phrases.ts';
import { listMissingToWrite } from '../policies.ts';
import type { BotDeps } from '../tickets/tickets.ts';
import { sendPost, UndeliverableError } from '../turn/send.ts';
import { showHandover } from './card.ts';

const PAGE = 100;

/**
 * Shows states that a dead process or another channel left, and reminds askers after a day. Each by one process at a
 * time, on servers that the bot is on.
 */
export async function tendHandovers(deps: BotDeps, client: Client<true>): Promise<void> {
  const serverIds = client.guilds.cache.filter(({ available }) => available).map(({ id }) => id);
  let due: readonly Handover[];
  do {
    due = await takeDueHandovers(deps.core, serverIds);
    for (const handover of due) {
      // The others are due again in a minute.
      if (!client.isReady()) return;
      if (!handover.isShown) await showHandover(deps, handover);
      else
        await remindAsker(deps, handover).catch((error: unknown) =>
          deps.core.log.warn({ ...toFields(error), server: handover.serverId }, 'asker not reminded yet'),
        );
    }
  } while (due.length > 0);
}

/** Reminds at most once, and not where anybody went on with it. @throws whatever may pass */
async function remindAsker(deps: BotDeps, handover: Handover): Promise<void> {
  const { serverId, messageId, remindedAt, state } = handover;
  const { remind_asker: isOn } = parseSettings((await getServer(deps.core, serverId)).settings);
  const isWaiting = isOn && state !== 'solved' && remindedAt === null && messageId !== null;
  if (isWaiting && (await isUntouched(deps, { ...handover, messageId }))) await postReminder(deps, handover);
  await endReminder(deps.core, handover);
}

/** Whether the bot can write there, and nobody but bots has written: in a channel, neither the asker nor to them. */
async function isUntouched(
  { rest, findGuild }: BotDeps,
  { serverId, channelId, memberId, messageId, askerId, askedId }: Handover & { messageId: string },
): Promise<boolean> {
  if (askerId === null) return false;
  const channel = findGuild(serverId)?.channels.cache.get(channelId) ?? null;
  if (listMissingToWrite(channel).length > 0) return false;
  const query = new URLSearchParams({ after: messageId, limit: String(PAGE) });
  const read = rest.get(Routes.channelMessages(channelId), { query }) as Promise<APIMessage[]>;
  const later = await read.catch((error: unknown) => {
    if (!isOutOfReach(error)) throw error;
    return null;
  });
  const isAbout = ({ author, mentions = [], message_reference: reference }: APIMessage) =>
    memberId === '' ||
    author.id === askerId ||
    mentions.some(({ id }) => id === askerId) ||
    [messageId, askedId].includes(reference?.message_id ?? '');
  return later !== null && !later.some((said) => !said.author.bot && isAbout(said));
}

async function postReminder(
  { core, rest }: BotDeps,
  { channelId, answerId, messageId, askerId, askedId, isCommand, language }: Handover,
): Promise<void> {
  const post = {
    channelId,
    nonce: nonceOf('remind-asker', answerId),
    card: { text: `⏰ <@${askerId}> ${PHRASES.stillWaiting[language]}` },
    pingUserId: askerId,
  };
  const replyToId = isCommand ? messageId : askedId;
  try {
    await sendPost(rest, { ...post, replyToId });
  } catch (error) {
    if (!(error instanceof UndeliverableError) || error.reason === 'failed') throw error;
    core.log.info({ ...toFields(error), channel: channelId }, 'asker not reminded');
  }
}
