import { queueChannels, queueLinks } from '../../adapters/db/knowledge/links.ts';
import * as store from '../../adapters/db/knowledge/posts.ts';
import type { Core } from '../core.ts';
import { linkOfChannel, postAddress } from './crawl/channel-address.ts';
import { idOf } from './crawl/visits.ts';

/** A message that the platform told of. */
export interface ToldPost {
  serverId: string;
  channelId: string;
  messageId: string;
  /** The channel whose knowledge it may be. */
  place: string;
  /** As one of the team's; otherwise it counts where it is known, or may be known to a reading under way. */
  isNew: boolean;
}

/** Has posts of linked channels read again. @returns whether one is concerned */
export async function noticePosts(core: Core, told: readonly ToldPost[]): Promise<boolean> {
  if (told.length === 0) return false;
  const posts = told.map(({ serverId, channelId, messageId, place, isNew }) => {
    const url = postAddress(core.config.DISCORD_WEB_URL, serverId, channelId, messageId);
    return { serverId, linkId: linkOfChannel(place), id: idOf(url), url, isNew };
  });
  return store.noticePosts(core.database, posts, new Date(core.clock()));
}

/** Reads them; whoever is reading their channel does so at the end of it. Loads the crawler with the first of them. */
export async function readNoticedNow(core: Core, signal: AbortSignal): Promise<void> {
  const { readNoticed } = await import('./links.ts');
  await readNoticed(core, null, signal);
}

/** Has the channels of these servers read in a moment: of what happened there meanwhile nobody was told. */
export async function rereadChannels(core: Core, serverIds: readonly string[]): Promise<void> {
  if (serverIds.length > 0) await queueChannels(core.database, serverIds, new Date(core.clock()));
}

/** Has links of deleted channels read now, which empties them. */
export async function loseChannels(
  core: Core,
  lost: readonly { serverId: string; channelId: string }[],
): Promise<void> {
  for (const { serverId, channelId } of lost)
    await queueLinks(core.database, { serverId, id: linkOfChannel(channelId) }, new Date(core.clock()));
}
