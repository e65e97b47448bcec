import {
  type APIMessage,
  type Client,
  DiscordAPIError,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js';
import type { Core } from '../../../../core/core.ts';
import {
  forgetMessages,
  listStaleSources,
  noteSourceChecked,
  type StaleSource,
} from '../../../../core/members/provenance.ts';

const AT_ONCE = 20;
/** Requests of one run, so that answers to people never wait for them. */
const MAX_PER_RUN = 200;

/** A 404 without one of these is a proxy's or an outage's, and no reason to forget anything. */
const GONE = new Set<number | string>([RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel]);
const FORBIDDEN_STATUS = 403;

interface CheckDeps {
  core: Core;
  rest: REST;
}

/**
 * Looks whether messages that something was learned from still stand as they were: what was deleted or edited
 * while nobody listened. Those that were looked at longest ago first, each at most once a day. Where Discord
 * cannot be asked, the rest is left to the next time.
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

/** @returns whether Discord could be asked. */
async function checkSource(deps: CheckDeps, client: Client<true>, source: StaleSource): Promise<boolean> {
  const { core } = deps;
  const { serverId, messageId } = source;
  let found: APIMessage | 'gone' | 'hidden';
  try {
    found = await findMessage(deps.rest, client, source);
  } catch (error) {
    core.log.debug({ err: error, server: serverId }, 'sources not looked at');
    return false;
  }
  const reason = reasonToForget(found, source, client.user.id);
  if (reason) await forgetMessages(core, { serverId, messageIds: [messageId], reason });
  // Also what cannot be seen, so that it does not keep the others waiting.
  await noteSourceChecked(core, { serverId, messageId });
  return true;
}

function reasonToForget(
  found: APIMessage | 'gone' | 'hidden',
  { learnedAt }: StaleSource,
  botId: string,
): 'source_deleted' | 'source_edited' | null {
  if (found === 'gone') return 'source_deleted';
  // What the bot says is edited by our own doing.
  if (found === 'hidden' || !found.edited_timestamp || found.author.id === botId) return null;
  return Date.parse(found.edited_timestamp) > learnedAt.getTime() ? 'source_edited' : null;
}

/** The message from which a thread grew has its id, and stands in the channel above. @throws DiscordAPIError */
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
    if (error.status === FORBIDDEN_STATUS) return 'hidden';
    throw error;
  }
}
