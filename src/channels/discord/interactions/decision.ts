import { escapeMarkdown, type Reply } from '../../../../commands/reply.ts';
import { neutraliseMentions } from '../../../core/answering/sanitise/sanitise.ts';
import { type Draft, findDraft, teamLanguageOf } from '../../../core/members/drafts.ts';
import { recordAction } from '../../../core/owners/audit.ts';
import type { AuditAction, InterfaceLanguage } from '../../../domain/types.ts';
import { type DraftDeps, markCard, PENDING } from '../messages/drafts/card.ts';
import { carryOut } from '../messages/drafts/decision.ts';
import { toShortName } from '../messages/reading/markup.ts';
import { renderCards } from '../text/render.ts';
import { invokerOf } from './invocation.ts';
import type { Use } from './respond.ts';

type Decision = Extract<Reply, { kind: 'draft_decision' }>;

/** Carries out what somebody has just decided about a draft, and tells them; who it was stands on the card. */
export async function deliverDecision(deps: DraftDeps, use: Use, reply: Decision): Promise<void> {
  const { core } = deps;
  const { interaction, serverId, responder, language } = use;
  const invoker = invokerOf(interaction);
  const draft = await findDraft(core, { serverId, answerId: reply.answerId });
  const outcome = draft ? await carryOut(deps, draft, { isRetry: false }) : 'question_gone';
  const isPending = outcome === 'later' || outcome === 'forbidden';
  // What is tried again is decided too.
  if (outcome === 'done' || isPending) {
    const actor = { channel: 'discord' as const, memberId: invoker.id, memberName: invoker.name };
    await recordAction(core, { serverId, actor, ...reply.audited });
  }
  if (draft) {
    const action = outcome === 'done' || isPending ? reply.audited.action : 'drafts.discarded';
    const decided = describeDecision(action, invoker.name, teamLanguageOf(draft));
    const why = outcome === 'done' ? '' : ` ${reply.texts[outcome]}`;
    await markCard(deps, withCard(draft, use), `${isPending ? PENDING : ''}${decided}${why}`);
  }
  const rows = outcome === 'done' ? reply.rows : [];
  await responder.show(renderCards({ cards: [{ text: reply.texts[outcome], rows }] }, language));
}

/** Somebody may have pressed before it was noted where the card stands. */
function withCard(draft: Draft, { interaction }: Use): Draft {
  if (draft.cardIds.length > 0) return draft;
  const isOnMessage = interaction.isMessageComponent() || interaction.isModalSubmit();
  const cardId = isOnMessage ? interaction.message?.id : undefined;
  return { ...draft, cardIds: cardId === undefined ? [] : [cardId] };
}

function describeDecision(action: AuditAction, name: string, language: InterfaceLanguage): string {
  const who = escapeMarkdown(neutraliseMentions(toShortName(name)));
  if (action === 'drafts.discarded')
    return { de: `🗑️ **Verworfen** von ${who}.`, en: `🗑️ **Discarded** by ${who}.` }[language];
  if (action === 'drafts.edited')
    return { de: `✏️ **Bearbeitet und gesendet** von ${who}.`, en: `✏️ **Edited and sent** by ${who}.` }[
      language
    ];
  return { de: `✅ **Gesendet** von ${who}.`, en: `✅ **Sent** by ${who}.` }[language];
}
