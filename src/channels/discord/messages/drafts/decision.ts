import { type APIMessage, type APIUser, type REST, Routes } from 'discord.js';
import type { DraftOutcome } from '../../../../../commands/reply.ts';
import type { AnswerDraft, Said } from '../../../../core/answering/drafts.ts';
import {
  isSilent,
  nonceOf,
  noteReplies,
  putAside,
  tellWithPersonalData,
} from '../../../../core/answering/drafts.ts';
import { AppError } from '../../../../domain/errors.ts';
import { isHidden, toFields } from '../../errors.ts';
import { HAND_OVER, quoteQuestion, renderAnswer } from '../../text/answer-text.ts';
import { PHRASES } from '../../text/phrases.ts';
import { splitMessage } from '../../text/render.ts';
import { readStanding } from '../incoming.ts';
import { readMember } from '../members.ts';
import { listMissingToWrite } from '../policies.ts';
import type { BotDeps } from '../tickets/tickets.ts';
import { sendPost, UndeliverableError } from '../turn/send.ts';

const READ_WITHIN_MS = 5_000;
/** A reply that a dead process still sent is looked for among this many pages after the press. */
const MAX_PAGES = 5;
const PAGE = 100;

type DraftPost = Parameters<typeof sendPost>[1];
type DeliverableDraft = AnswerDraft & { said: Said; channelId: string };

/**
 * Sends the answer, or one line that the team answers, once; the draft stays due until its card says so too.
 * @param isRetry a dead process may have sent it already. Never throws for Discord's sake
 */
export async function carryOut(
  deps: BotDeps,
  draft: AnswerDraft,
  { isRetry }: { isRetry: boolean },
): Promise<DraftOutcome> {
  const { core } = deps;
  if (!isTold(draft)) {
    await putAside(core, draft);
    return 'question_gone';
  }
  try {
    const replyIds = isRetry ? await findStanding(deps, draft) : [];
    const sent = replyIds.length > 0 ? replyIds : await tellAsker(deps, draft);
    if (typeof sent !== 'string') {
      await noteReplies(core, draft, sent);
      return 'done';
    }
    return await giveUp(deps, draft, sent);
  } catch (error) {
    if (error instanceof AppError) throw error;
    core.log.warn(
      { ...toFields(error), server: draft.serverId, answer: draft.answerId },
      'draft not sent yet',
    );
    return 'later';
  }
}

function isTold(draft: AnswerDraft): draft is DeliverableDraft {
  return draft.said !== null && draft.channelId !== null;
}

/** A draft that waits for a right stays due. */
async function giveUp(
  { core }: BotDeps,
  draft: AnswerDraft,
  why: 'question_gone' | 'asker_gone' | 'forbidden',
): Promise<DraftOutcome> {
  if (draft.state === 'discarded') return 'done';
  if (why !== 'forbidden') await putAside(core, draft);
  return why;
}

/** @returns ids of the messages that stand, or why there is none. @throws UndeliverableError while Discord is away */
async function tellAsker(deps: BotDeps, draft: DeliverableDraft) {
  // The asker knows already that the team answers, or nothing at all.
  if (draft.state === 'discarded' && (draft.needsTeam || isSilent(draft))) return [];
  // The gateway's state tells it without a request.
  const channel = deps.findGuild(draft.serverId)?.channels.cache.get(draft.channelId) ?? null;
  if (listMissingToWrite(channel).length > 0) return 'forbidden';
  const asker = await findAsker(deps.rest, draft);
  if (typeof asker === 'string') return asker;
  try {
    const { ids, fault } = await sendPost(
      deps.rest,
      toPost(await tellWithPersonalData(deps.core, draft), asker),
    );
    if (fault) deps.core.log.warn({ ...toFields(fault), server: draft.serverId }, 'answer delivered in part');
    return ids;
  } catch (error) {
    if (!(error instanceof UndeliverableError) || error.reason === 'failed') throw error;
    return error.reason === 'gone' ? 'question_gone' : 'forbidden';
  }
}

/**
 * Pings the asker, who may have waited for hours: as the author of the message, or by a mention where there is none,
 * or where a ticket bot wrote it.
 */
function toPost(draft: DeliverableDraft, { id: askerId, isAuthor }: Asker): DraftPost {
  const { said, channelId, messageId, isCommand, question, answerId, state } = draft;
  const mention = askerId === null || isAuthor ? '' : `<@${askerId}>`;
  const card = state === 'sent' ? renderAnswer(said, { isChecked: true }) : { text: '' };
  const quote = isCommand ? `${quoteQuestion(question ?? '')}\n\n` : '';
  const answer = [mention, quote + card.text].filter(Boolean).join('\n');
  const line = HAND_OVER + [mention, PHRASES.teamAnswers[said.language]].filter(Boolean).join(' ');
  return {
    channelId,
    replyToId: isCommand ? null : messageId,
    nonce: nonceOf(state, answerId),
    card: { ...card, text: state === 'sent' ? answer : line },
    ...{ pingUserId: mention === '' ? null : askerId, pingsAuthor: isAuthor },
  };
}

/** The id is null where nobody knows it. */
interface Asker {
  id: string | null;
  isAuthor: boolean;
}

async function findAsker(
  rest: REST,
  { serverId, channelId, messageId, isCommand, askerId }: DeliverableDraft,
): Promise<Asker | 'question_gone' | 'asker_gone'> {
  const signal = AbortSignal.timeout(READ_WITHIN_MS);
  let author: Pick<APIUser, 'id' | 'bot'> | null = null;
  if (!isCommand && messageId !== null) {
    const asked = await orHidden(readStanding(rest, { channelId, id: messageId }, signal));
    if (asked === null) return 'question_gone';
    if (asked !== 'hidden') author = asked.author;
  }
  const isForm = author?.bot === true;
  const id = author && !isForm ? author.id : askerId;
  const asker = { id, isAuthor: !isCommand && !isForm };
  if (id === null) return asker;
  const member = await orHidden(readMember(rest, { serverId, memberId: id }, signal));
  return member === null ? 'asker_gone' : asker;
}

/** A hidden message counts as there. @throws anything that may pass */
function orHidden<Read>(reading: Promise<Read>): Promise<Read | 'hidden'> {
  return reading.catch((error: unknown) => {
    if (isHidden(error)) return 'hidden' as const;
    throw error;
  });
}

/** Finds the bot's replies since the press, oldest first. @throws DiscordAPIError */
async function findStanding({ rest, findGuild }: BotDeps, draft: DeliverableDraft): Promise<string[]> {
  const botId = findGuild(draft.serverId)?.client.user.id;
  const { channelId, messageId, isCommand, answerId, decisionId, askerId } = draft;
  const [first] = splitMessage(toPost(draft, { id: askerId, isAuthor: false }).card.text);
  const isOurs = ({ author, message_reference, components, content }: APIMessage) =>
    author.id === botId &&
    (JSON.stringify(components ?? []).includes(answerId) ||
      (isCommand ? content === first : message_reference?.message_id === messageId));
  const found: string[] = [];
  let after = decisionId;
  for (let page = 0; after !== null && page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({ after, limit: String(PAGE) });
    // Newest first.
    const said = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
    found.push(...said.filter(isOurs).map(({ id }) => id));
    after = said.length < PAGE ? null : (said[0]?.id ?? null);
  }
  return found.sort((one, other) => Number(BigInt(one) - BigInt(other)));
}
