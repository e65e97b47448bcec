import type { Ledger } from '../../../domain/types.ts';
import { describeUsage } from '../../quota/usage.ts';
import type { Answer, Question } from '../question.ts';
import type { SourcedSentence } from '../receipts/claims.ts';

/**
 * An answer as /chat and its event give it, in the format that was asked for. Names every field: jsonb returns a stored
 * answer's keys in another order.
 */
export async function toChatResponse(
  answer: Answer,
  ledger: Ledger,
  { conversationId, metadata, format }: Pick<Question, 'conversationId' | 'metadata' | 'format'>,
) {
  return {
    answer: await inFormat(format, answer.answer),
    needs_team: answer.needsTeam,
    team_reason: answer.teamReason,
    sources: answer.sources.map(({ title, url }) => ({ title, url })),
    id: answer.id,
    conversation_id: conversationId ?? null,
    metadata: metadata ?? null,
    confidence: Math.round(answer.confidence * 100) / 100,
    // Earlier versions stored answers for a retry without these.
    kind: answer.kind ?? (answer.needsTeam ? 'hand_over' : 'answer'),
    draft: answer.isDraft ?? false,
    repeated: answer.isRepeated ?? false,
    team_back_at: answer.teamBackAt ?? null,
    bot: { name: answer.bot.name, avatar: answer.bot.avatar },
    level: answer.level,
    usage: describeUsage(answer.limits, ledger),
    ai_notice: answer.aiNotice,
  };
}

/** The renderer is loaded with the first HTML. */
async function inFormat(format: Question['format'], text: string): Promise<string> {
  if (format !== 'html') return text;
  const { toSafeHtml, DOCUMENT_TAGS } = await import('./safe-html.ts');
  return toSafeHtml(text, DOCUMENT_TAGS);
}

export function toClaimShape({ text, entryId: entry, quote }: SourcedSentence) {
  return { text, entry, quote };
}
