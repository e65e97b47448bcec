import type {
  APIMessage,
  Channel,
  REST,
  RESTPatchAPIChannelMessageJSONBody,
  RepliableInteraction,
} from 'discord.js';
import { Routes } from 'discord.js';
import type { Effect, Reply } from '../../../../commands/reply.ts';
import { type AnswerDraft, endDraft, findDraft, teamLanguageOf } from '../../../core/answering/drafts.ts';
import type { Core } from '../../../core/core.ts';
import { noteTeamCall } from '../../../core/learning/feedback.ts';
import { giveQuestionBack } from '../../../core/members/member-limit.ts';
import { recordReplies } from '../../../core/members/message-claims.ts';
import { honourOptOut } from '../../../core/members/privacy.ts';
import { completeCard, describeDecision, markCard, PENDING } from '../messages/drafts/card.ts';
import { carryOut as carryOutDecision } from '../messages/drafts/decision.ts';
import { type Held, holdBack } from '../messages/drafts/hold.ts';
import { showHandover } from '../messages/handovers/card.ts';
import { placesAbove } from '../messages/incoming.ts';
import type { BotDeps } from '../messages/tickets/tickets.ts';
import type { CallOutcome, CallReason, CallRequest } from '../messages/turn/hand-over.ts';
import { isUrgent, topicOf } from '../messages/turn/hand-over.ts';
import { sendPost } from '../messages/turn/send.ts';
import { findNotice, quoteQuestion, renderAnswer } from '../text/answer-text.ts';
import { MAX_MESSAGE_CHARACTERS, renderCard, renderCards, splitMessage } from '../text/render.ts';
import { invokerOf } from './invocation.ts';
import { REFUSALS, type Use } from './respond.ts';

export interface DeliveryDeps extends BotDeps {
  /** Posts one visible line under a message. Never rejects. */
  callTeam(call: CallRequest): Promise<CallOutcome>;
  onDemand(use: Use, reply: Extract<Reply, { kind: 'on_demand' }>): Promise<void>;
}

export async function deliver(deps: DeliveryDeps, use: Use, reply: Reply): Promise<void> {
  const { responder, language } = use;
  if (reply.kind === 'answer') return deliverAnswer(deps, use, reply);
  if (reply.kind === 'form') {
    if (!responder.isAcknowledged) return responder.openForm(reply);
    return responder.whisper(REFUSALS.tooLateForForm[language]);
  }
  if (reply.kind === 'team_call') return deliverTeamCall(deps, use, reply);
  if (reply.kind === 'on_demand') return deps.onDemand(use, reply);
  if (reply.kind === 'draft_decision') return deliverDecision(deps, use, reply);
  try {
    await responder.show(renderCards(reply, language), { isReplacing: reply.isReplacing === true });
  } finally {
    // Others see what was done, even where whoever did it cannot be told.
    for (const effect of reply.effects ?? []) await carryOut(deps, use, effect);
  }
}

async function holdAsked(
  deps: DeliveryDeps,
  use: Use,
  { answer, isUnrecorded }: Extract<Reply, { kind: 'answer' }>,
): Promise<Held> {
  const { interaction, serverId } = use;
  const { above } = await findPlace(interaction);
  return holdBack(deps, { serverId, channelId: interaction.channelId ?? '', above, isUnrecorded }, answer);
}

/** Threads that are archived are in no cache; where even asking fails, it counts as a channel. */
export async function findPlace({
  client,
  channel: known,
  channelId,
}: RepliableInteraction): Promise<{ channel: Channel | null; above: string[] }> {
  const channel = known ?? (channelId ? await client.channels.fetch(channelId).catch(() => null) : null);
  return { channel, above: placesAbove(channel) };
}

async function deliverAnswer(
  deps: DeliveryDeps,
  use: Use,
  reply: Extract<Reply, { kind: 'answer' }>,
): Promise<void> {
  const { question, answer } = reply;
  const { interaction, serverId, responder, language } = use;
  let replyIds: string[];
  let held: Held | null = null;
  try {
    held = answer.isDraft ? await holdAsked(deps, use, reply) : null;
    const card = held?.render(null) ?? renderAnswer(answer, { question });
    const text = `${quoteQuestion(question)}\n\n${card.text}`;
    replyIds = await responder.show(renderCard({ ...card, text }, language));
  } catch (error) {
    if (!responder.isAnswered) {
      await deps.core.releases.release({ id: answer.id, serverId });
      await giveQuestionBack(deps.core, reply.counted);
    }
    throw error;
  }
  await recordAnswer(deps, use, reply, replyIds);
  await held?.follow();
  const messageId = replyIds.at(-1);
  if (!(held?.callsTeam ?? answer.needsTeam) || messageId === undefined) return;
  const { teamReason: reason, teamTopic: topic } = answer;
  const outcome = await deps.callTeam({
    ...(await placeOf(deps, use, { reason, topic })),
    answerId: answer.id,
    messageId,
    askerId: interaction.user.id,
    language: answer.language,
    topicId: topicOf(answer),
    isUrgent: isUrgent(answer),
  });
  if (outcome !== 'called') await responder.whisper(REFUSALS.teamNotCalled[language]);
}

/** Notes only a call that stands, so that the next press tries again. */
async function deliverTeamCall(
  deps: DeliveryDeps,
  use: Use,
  reply: Extract<Reply, { kind: 'team_call' }>,
): Promise<void> {
  const { interaction, serverId, responder, language } = use;
  // A question asked by command has no message of its own, so the line stands under the answer.
  const isOfCommand = interaction.isMessageComponent() && interaction.message.interactionMetadata !== null;
  const messageId = isOfCommand ? interaction.message.id : reply.messageId;
  const { askerId, answerId } = reply;
  const outcome = await deps.callTeam({
    ...(await placeOf(deps, use, {})),
    answerId,
    messageId,
    askerId,
    language: reply.language,
  });
  const isFirst = outcome !== 'called' || (await note(deps.core, { serverId, answerId }));
  const cards = [{ text: reply.texts[isFirst ? outcome : 'known'] }];
  await responder.show(renderCards({ cards }, language));
}

/** @returns false where somebody else pressed at the same moment. A fault changes nothing: the call stands. */
async function note(core: Core, call: { serverId: string; answerId: string }): Promise<boolean> {
  return noteTeamCall(core, call).catch((error: unknown) => {
    core.log.warn({ err: error, ...call }, 'call of the team not recorded');
    return true;
  });
}

async function recordAnswer(
  { core }: DeliveryDeps,
  { interaction, serverId }: Use,
  { answer, isUnrecorded }: Extract<Reply, { kind: 'answer' }>,
  replyIds: string[],
): Promise<void> {
  const { id, user, channelId } = interaction;
  try {
    const place = { serverId, channelId: channelId ?? '', memberId: isUnrecorded ? null : user.id };
    const done = { ...place, messageIds: [id], answerId: answer.id, replyIds };
    await recordReplies(core, { ...done, isCommand: true });
    if (!isUnrecorded) await honourOptOut(core, user.id);
  } catch (error) {
    core.log.warn({ err: error, interaction: id, server: serverId }, 'reply not recorded');
  }
}

async function carryOut(deps: DeliveryDeps, use: Use, effect: Effect): Promise<void> {
  const { interaction, serverId, responder, language } = use;
  if (effect.kind === 'handover')
    return showHandover(deps, { serverId, answerId: effect.answerId }, effect.messageId);
  try {
    await editMessage(deps.rest, { ...effect, nonce: interaction.id });
  } catch (error) {
    deps.core.log.warn({ err: error, interaction: interaction.id, server: serverId }, 'message not edited');
    await responder.whisper(REFUSALS.notEdited[language]);
  }
}

async function placeOf(
  { tickets }: DeliveryDeps,
  { interaction, serverId }: Use,
  why: Omit<CallReason, 'path'>,
) {
  const { channel, above } = await findPlace(interaction);
  const isOnePlace = await tickets.isOnePlace(channel);
  const channelId = interaction.channelId ?? '';
  return { serverId, channelId, isOnePlace, about: { path: { channelId, above }, ...why } };
}

/**
 * Gives a message of the bot another text below its buttons and notice; the rest follows as replies.
 * @param edit.nonce at most 20 characters, another one for every edit.
 * @throws DiscordAPIError, UndeliverableError
 */
async function editMessage(
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

async function deliverDecision(
  deps: BotDeps,
  use: Use,
  reply: Extract<Reply, { kind: 'draft_decision' }>,
): Promise<void> {
  const { core } = deps;
  const { interaction, serverId, responder, language } = use;
  const invoker = invokerOf(interaction);
  const draft = await findDraft(core, { serverId, answerId: reply.answerId });
  const outcome = draft ? await carryOutDecision(deps, draft, { isRetry: false }) : 'question_gone';
  const isPending = outcome === 'later' || outcome === 'forbidden';
  if (draft) {
    const action = outcome === 'done' || isPending ? reply.audited.action : 'drafts.discarded';
    const decided = describeDecision(action, invoker.name, teamLanguageOf(draft));
    const why = outcome === 'done' ? '' : ` ${reply.texts[outcome]}`;
    const isMarked = await markCard(
      deps,
      withCard(draft, use),
      `${isPending ? PENDING : ''}${decided}${why}`,
    );
    if (outcome === 'done' && isMarked) await endDraft(core, draft);
  }
  const rows = outcome === 'done' ? reply.rows : [];
  await responder.show(renderCards({ cards: [{ text: reply.texts[outcome], rows }] }, language));
}

/** Completes the card of a process that died before it had marked it. Never throws. */
export async function completeDecided(deps: BotDeps, use: Use, answerId: string): Promise<void> {
  const draft = await findDraft(deps.core, { serverId: use.serverId, answerId }).catch(() => null);
  // The process that decided is still at it.
  if (draft === null || draft.state === 'open' || draft.dueAt !== null) return;
  await completeCard(deps, withCard(draft, use)).catch((error: unknown) =>
    deps.core.log.debug({ err: error, server: use.serverId }, 'card of a draft not completed'),
  );
}

/** The button may have been pressed before the card's place was noted. */
function withCard(draft: AnswerDraft, { interaction }: Use): AnswerDraft {
  if (draft.cardIds.length > 0) return draft;
  const isOnMessage = interaction.isMessageComponent() || interaction.isModalSubmit();
  const cardId = isOnMessage ? interaction.message?.id : undefined;
  return { ...draft, cardIds: cardId === undefined ? [] : [cardId] };
}
