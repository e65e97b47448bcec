import type { Reply } from '../../../../commands/reply.ts';
import { type AnswerDraft, endDraft, findDraft, teamLanguageOf } from '../../../core/answering/drafts.ts';
import { completeCard, describeDecision, markCard, PENDING } from '../messages/drafts/card.ts';
import { carryOut } from '../messages/drafts/decision.ts';
import type { BotDeps } from '../messages/tickets/tickets.ts';
import { renderCards } from '../text/render.ts';
import { invokerOf } from './invocation.ts';
import type { Use } from './respond.ts';

type Decision = Extract<Reply, { kind: 'draft_decision' }>;

/** Carries out what somebody has just decided about a draft, and tells them; who it was stands on the card. */
export async function deliverDecision(deps: BotDeps, use: Use, reply: Decision): Promise<void> {
  const { core } = deps;
  const { interaction, serverId, responder, language } = use;
  const invoker = invokerOf(interaction);
  const draft = await findDraft(core, { serverId, answerId: reply.answerId });
  const outcome = draft ? await carryOut(deps, draft, { isRetry: false }) : 'question_gone';
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

/** Completes the card of a draft that was decided by a process which died before it had marked it. Never throws. */
export async function completeDecided(deps: BotDeps, use: Use, answerId: string): Promise<void> {
  const draft = await findDraft(deps.core, { serverId: use.serverId, answerId }).catch(() => null);
  // What is under way is marked by whoever is at it.
  if (draft === null || draft.state === 'open' || draft.dueAt !== null) return;
  await completeCard(deps, withCard(draft, use)).catch((error: unknown) =>
    deps.core.log.debug({ err: error, server: use.serverId }, 'card of a draft not completed'),
  );
}

/** Somebody may have pressed before it was noted where the card stands. */
function withCard(draft: AnswerDraft, { interaction }: Use): AnswerDraft {
  if (draft.cardIds.length > 0) return draft;
  const isOnMessage = interaction.isMessageComponent() || interaction.isModalSubmit();
  const cardId = isOnMessage ? interaction.message?.id : undefined;
  return { ...draft, cardIds: cardId === undefined ? [] : [cardId] };
}
