import type { REST, RepliableInteraction } from 'discord.js';
import type { Effect, Reply } from '../../../commands/reply.ts';
import type { Core } from '../../core/core.ts';
import { recordReplies } from '../../core/handled.ts';
import { hasOptedOut } from '../../core/privacy.ts';
import type { Language } from '../../domain/types.ts';
import { renderAnswer } from './answer-text.ts';
import { editMessage } from './effects.ts';
import { renderCard, renderCards } from './render.ts';
import type { Responder } from './respond.ts';
import { REFUSALS } from './texts.ts';

export interface DeliveryDeps {
  core: Core;
  rest: REST;
  /** One visible line under a message, with the ping that is due. Never rejects. */
  callTeam(call: {
    serverId: string;
    channelId: string;
    isThread: boolean;
    askerId: string | null;
    messageId: string;
    language: Language;
  }): Promise<void>;
}

/** One use of a command, button, select or form. */
export interface Use {
  interaction: RepliableInteraction;
  serverId: string;
  responder: Responder;
  /** Of whoever used it. */
  language: Language;
}

/** Shows what a command says and carries out what it asks for. @throws DiscordAPIError */
export async function deliver(deps: DeliveryDeps, use: Use, reply: Reply): Promise<void> {
  const { responder, language } = use;
  if (reply.kind === 'answer') return deliverAnswer(deps, use, reply);
  if (reply.kind === 'form') {
    if (!responder.isAcknowledged) return responder.openForm(reply);
    return responder.whisper(REFUSALS.tooLateForForm[language]);
  }
  await responder.show(renderCards(reply, language), { isReplacing: reply.isReplacing === true });
  for (const effect of reply.effects ?? []) await carryOut(deps, use, effect);
}

/** Threads that are archived are in no cache; where even asking fails, it counts as a channel. */
export async function findPlace({
  client,
  channel: known,
  channelId,
}: RepliableInteraction): Promise<{ isThread: boolean; parentId: string | null }> {
  const channel = known ?? (channelId ? await client.channels.fetch(channelId).catch(() => null) : null);
  return channel?.isThread()
    ? { isThread: true, parentId: channel.parentId }
    : { isThread: false, parentId: null };
}

/** Nobody pays for an answer that nobody has seen. */
async function deliverAnswer(
  deps: DeliveryDeps,
  use: Use,
  { answerId, answer }: Extract<Reply, { kind: 'answer' }>,
): Promise<void> {
  const { interaction, serverId, responder, language } = use;
  let replyIds: string[];
  try {
    replyIds = await responder.show(renderCard(renderAnswer(answer), language));
  } catch (error) {
    if (!responder.isAnswered) await deps.core.releases.release({ id: answerId, serverId });
    throw error;
  }
  await recordAnswer(deps, use, { answerId, replyIds });
  const messageId = replyIds.at(-1);
  if (!answer.needsTeam || messageId === undefined) return;
  const place = await placeOf(use);
  await deps.callTeam({
    ...place,
    messageId,
    askerId: interaction.user.id,
    language: answer.language,
  });
}

/** The answer stands, whether it can be recorded or not. */
async function recordAnswer(
  { core }: DeliveryDeps,
  { interaction, serverId }: Use,
  { answerId, replyIds }: { answerId: string; replyIds: string[] },
): Promise<void> {
  const { id, user, channelId } = interaction;
  try {
    const memberId = (await hasOptedOut(core, user.id)) ? null : user.id;
    const place = { serverId, channelId: channelId ?? '', memberId };
    await recordReplies(core, { ...place, messageIds: [id], answerId, replyIds });
  } catch (error) {
    core.log.warn({ err: error, interaction: id, server: serverId }, 'reply not recorded');
  }
}

async function carryOut(deps: DeliveryDeps, use: Use, effect: Effect): Promise<void> {
  const { interaction, serverId, responder, language } = use;
  if (effect.kind === 'call_team') {
    // A question asked by command has no message of its own, so the line stands under the answer.
    const isOfCommand = interaction.isMessageComponent() && interaction.message.interactionMetadata !== null;
    const messageId = isOfCommand ? interaction.message.id : effect.messageId;
    const place = await placeOf(use);
    return deps.callTeam({ ...place, messageId, askerId: effect.askerId, language: effect.language });
  }
  try {
    await editMessage(deps.rest, { ...effect, nonce: interaction.id });
  } catch (error) {
    deps.core.log.warn({ err: error, interaction: interaction.id, server: serverId }, 'message not edited');
    await responder.whisper(REFUSALS.notEdited[language]);
  }
}

async function placeOf({ interaction, serverId }: Use) {
  const { isThread } = await findPlace(interaction);
  return { serverId, channelId: interaction.channelId ?? '', isThread };
}
