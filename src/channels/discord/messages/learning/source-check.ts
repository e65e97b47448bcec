import type { APIMessage, Client, REST } from 'discord.js';
import { DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Core } from '../../../../core/core.ts';
import type { StaleSource } from '../../../../core/members/provenance.ts';
import { forgetMessages, listStaleSources, noteSourceChecked } from '../../../../core/members/provenance.ts';
import { isHidden, isStatus } from '../../errors.ts';

const AT_ONCE = 20;
/** Answers to people must not wait for these requests. */
const MAX_PER_RUN = 200;

/** A 404 without one of these comes from a compatible server, a proxy or an outage: the list of messages decides. */
const GONE = new Set<number | string>([RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel]);

interface CheckDeps {
  core: Core;
  rest: REST;
}

/**
 * Takes back lessons whose messages were deleted or edited while nobody listened; each is looked at once a day at
 * most. Stops where Discord cannot be asked.
 * @throws AppError('service_unavailable')
 */
export async function checkSources(
  deps: CheckDeps,
  client: Client<true>,
  signal?: AbortSignal,
): Promise<void> {
  const serverIds = client.guilds.cache.filter(({ available }) => available).map(({ id }) => id);
  for (let looked = 0; looked < MAX_PER_RUN; looked += AT_ONCE) {
    const stale = await listStaleSources(deps.core, serverIds, AT_ONCE);
    for (const source of stale) {
      if (signal?.aborted || !client.isReady()) return;
      if (!(await checkSource(deps, client, source))) return;
    }
    if (stale.length < AT_ONCE) return;
  }
}

/** @returns whether Discord could be asked */
async function checkSource(deps: CheckDeps, client: Client<true>, source: StaleSource): Promise<boolean> {
  const { core } = deps;
  const { serverId, messageId } = source;
  let found: APIMessage | 'gone' | 'hidden';
  try {
    found = await findMessage(deps.rest, client, source);
  } catch (error) {
    core.log.debug({ err: error, server: serverId }, 'sources of suggestions not checked');
    return false;
  }
  const reason = reasonToForget(found, source, client.user.id);
  if (reason) await forgetMessages(core, { serverId, messageIds: [messageId], reason });
  // Hidden messages too, so that they do not keep the others waiting.
  await noteSourceChecked(core, { serverId, messageId });
  return true;
}

function reasonToForget(
  found: APIMessage | 'gone' | 'hidden',
  { learnedAt }: StaleSource,
  botId: string,
): 'source_deleted' | 'source_edited' | null {
  if (found === 'gone') return 'source_deleted';
  // The bot edits its own messages.
  if (found === 'hidden' || !found.edited_timestamp || found.author.id === botId) return null;
  return Date.parse(found.edited_timestamp) > learnedAt.getTime() ? 'source_edited' : null;
}

async function findMessage(
  rest: REST,
  client: Client<true>,
  { channelId, messageId }: StaleSource,
): Promise<APIMessage | 'gone' | 'hidden'> {
  const found = await readMessage(rest, channelId, messageId);
  if (found !== 'gone' || channelId !== messageId) return found;
  const thread = await client.channels.fetch(channelId).catch(() => null);
  const parent = thread?.isThread() ? thread.parent : null;
  return parent && !parent.isThreadOnly() ? readMessage(rest, parent.id, messageId) : found;
}

async function readMessage(
  rest: REST,
  channelId: string,
  messageId: string,
): Promise<APIMessage | 'gone' | 'hidden'> {
  try {
    return (await rest.get(Routes.channelMessage(channelId, messageId))) as APIMessage;
  } catch (error) {
    if (!(error instanceof DiscordAPIError)) throw error;
    if (GONE.has(error.code)) return 'gone';
    if (isHidden(error)) return 'hidden';
    if (!isStatus(error, 404)) throw error;
    const query = new URLSearchParams({ around: messageId, limit: '1' });
    const listed = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
    return listed.find(({ id }) => id === messageId) ?? 'gone';
  }
}
