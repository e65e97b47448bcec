import { randomUUID } from 'node:crypto';
import type { RepliableInteraction } from 'discord.js';
import type { Reply } from '../../../../commands/reply.ts';
import type { Answer } from '../../../core/answering/question.ts';
import { giveQuestionBack } from '../../../core/members/member-limit.ts';
import { type Claims, recordReplies } from '../../../core/members/message-claims.ts';
import { hasOptedOut, honourOptOut } from '../../../core/members/privacy.ts';
import { REASONS } from '../../../domain/words.ts';
import type { Incoming } from '../messages/incoming.ts';
import { isBlank, listMissingToWrite } from '../messages/policies.ts';
import { readQuestion } from '../messages/reading/question.ts';
import { answerTurn, askOf, type TurnDeps } from '../messages/turn/answer-turn.ts';
import { renderBody } from '../text/answer-text.ts';
import { renderCard } from '../text/render.ts';
import type { Use } from './respond.ts';

interface DemandDeps extends TurnDeps {
  claims: Claims;
}

type OnDemand = Extract<Reply, { kind: 'on_demand' }>;

const WITHIN_MS = 14 * 60_000;

/** Answers the message of a menu where it stands; where that is not possible or not wanted, to whoever chose it. */
export async function deliverOnDemand(deps: DemandDeps, use: Use, reply: OnDemand): Promise<void> {
  const { core } = deps;
  const { interaction, responder, language } = use;
  const { counted, texts } = reply;
  const message = await readTarget(deps, interaction);
  const tell = (text: string) => responder.show(renderCard({ text }, language));
  if (!message) {
    await giveQuestionBack(core, counted);
    await tell(texts.nothing_asked);
  } else if (reply.isPublic && listMissingToWrite(interaction.channel).length === 0)
    await tell(texts[await answerFor(deps, message, reply)]);
  else await suggestTo(deps, use, { message, reply });
}

/** As if its author had addressed the bot; null for bots, and where nothing can be read. */
async function readTarget({ tickets }: DemandDeps, use: RepliableInteraction): Promise<Incoming | null> {
  if (!use.isMessageContextMenuCommand()) return null;
  const message = await tickets.read(use.targetMessage);
  return message && !isBlank(message) ? { ...message, isForBot: true } : null;
}

async function answerFor(
  deps: DemandDeps,
  message: Incoming,
  { counted }: OnDemand,
): Promise<'answered' | 'known' | 'failed'> {
  const { core, claims } = deps;
  const { id, serverId, channelId, author } = message;
  const isUnrecorded = await hasOptedOut(core, author.id);
  if (!(await claims.claim({ serverId, messageId: id, channelId }, { isAgain: true }))) {
    await giveQuestionBack(core, counted);
    return 'known';
  }
  const isSent = await answerTurn(deps, {
    ...{ turn: [message], signal: AbortSignal.timeout(WITHIN_MS), counted, isUnrecorded },
    ...{ isObserved: false, isLeftOnce: false, stopTyping: async () => undefined },
  });
  claims.letGo([id]);
  return isSent ? 'answered' : 'failed';
}

/** Nothing of it stands in the channel; the words stay those of their author. */
async function suggestTo(
  deps: DemandDeps,
  { interaction, responder, language }: Use,
  { message, reply: { counted, texts } }: { message: Incoming; reply: OnDemand },
): Promise<void> {
  const { core } = deps;
  const { serverId, channelId } = message;
  const signal = AbortSignal.timeout(WITHIN_MS);
  const answerId = randomUUID();
  try {
    const question = await readQuestion(deps, [message], { isSeen: false, signal });
    if ('cannot' in question) {
      await giveQuestionBack(core, counted);
      await responder.show(renderCard({ text: texts.nothing_asked }, language));
      return;
    }
    const isUnrecorded = await hasOptedOut(core, question.author.id);
    const memberId = isUnrecorded ? null : question.author.id;
    const answer = await askOf(deps, { last: message, signal, answerId, isUnrecorded }, question);
    await recordReplies(core, {
      ...{ serverId, messageIds: [interaction.id], channelId, memberId, answerId },
      ...{ replyIds: [], isCommand: true },
    });
    if (memberId) await honourOptOut(core, memberId);
    await responder.show(renderCard({ text: describe(answer, texts.head, language) }, language));
  } catch (error) {
    if (!responder.isAnswered) {
      await core.releases.release({ id: answerId, serverId });
      await giveQuestionBack(core, counted);
    }
    throw error;
  }
}

function describe(answer: Answer, head: string, language: Use['language']): string {
  const sure = answer.confidence.toLocaleString(language, { maximumFractionDigits: 2 });
  const below = { de: `Sicherheit ${sure}`, en: `Confidence ${sure}` }[language];
  const team = { de: 'Ein Mensch wird gebraucht', en: 'A person is needed' }[language];
  const why = answer.teamReason === null ? '' : ` · ${team}: ${REASONS[answer.teamReason][language]}`;
  return `${head}\n\n${renderBody(answer).trimEnd()}\n\n-# ${below}${why}`;
}
