import { hash } from 'node:crypto';
import { z } from 'zod';
import type { AnswerDetails } from '../../../adapters/db/quota/quota.ts';
import { truncate } from '../../../domain/text.ts';
import type { ChatMessage, KeptSent, KeptTurn } from '../../../domain/types.ts';
import { TEAM_REASONS, TURN_AUTHORS } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { sealTold } from '../../members/told.ts';
import { mayRepeatContext } from '../context.ts';
import type { PromptMessage } from '../prompt.ts';
import type { Answer, Finished, Work } from '../question.ts';

/** Earlier messages are kept up to this length, the newest first: most of a ticket comes again with each question. */
const MAX_HISTORY_CHARACTERS = 6_000;
/** More digits of a score say nothing. */
const SCORE_DIGITS = 1_000;

/** As both stand in the database, for whoever puts them there from elsewhere. */
export const historySchema = z.array(z.strictObject({ by: z.enum(TURN_AUTHORS), text: z.string() }));
export const passagesSchema = z.array(z.strictObject({ id: z.string(), score: z.number() }));

export const sentSchema: z.ZodType<KeptSent> = z.strictObject({
  ...{ digest: z.string(), canary: z.string(), sealed: z.string().optional() },
  ...{ revision: z.int(), at: z.int(), maxTokens: z.int() },
  teamReason: z.enum(TEAM_REASONS).nullable(),
  path: z.strictObject({ channelId: z.string(), above: z.array(z.string()) }).optional(),
  lacks: z.enum(['context', 'images', 'others']).optional(),
});

/** The record of an answer besides its words, for its owner to look up. */
export function detailsOf(
  core: Core,
  work: Work,
  { answer, passages, sent, recalled }: Pick<Finished, 'answer' | 'passages' | 'sent' | 'recalled'>,
): AnswerDetails {
  const earlier = work.ticket.told.length - 1;
  const turns = sent?.turns ?? earlier;
  const shown = sent && !sent.isWhole ? passages.filter(({ id }) => sent.passageIds.has(id)) : passages;
  const history = keepNewest(turns === 0 ? [] : readTurns(work).slice(-turns));
  return {
    turns,
    history,
    passages: shown.map(({ id, score }) => ({ id, score: Math.round(score * SCORE_DIGITS) / SCORE_DIGITS })),
    isWhole: sent?.isWhole ?? false,
    tookMs: Math.max(0, Math.round(core.clock() - work.startedAt)),
    sent: sent && keepSent(core, work, sent, { answer, history }),
    // A repeated answer was made of the same revision.
    knowledgeRevision: recalled?.revision ?? work.question.server.revision,
  };
}

/** SHA-256 in hexadecimal digits, one for one list of messages. */
export function digestOf(messages: readonly PromptMessage[]): string {
  return hash('sha256', JSON.stringify(messages));
}

/** What the prompt can be made from again, as far as it may be kept. */
function keepSent(
  core: Core,
  { id, question, ticket, hidden, teamReason, planLimits }: Work,
  sent: NonNullable<Finished['sent']>,
  { answer, history }: { answer: Answer; history: readonly KeptTurn[] },
): KeptSent {
  const { at, maxTokens, messages } = sent;
  const { server, path } = question;
  const { customer } = hidden;
  const made = { canary: core.canary, revision: server.revision, at, maxTokens, teamReason };
  const kept = { digest: digestOf(messages), ...made };
  if (mayRepeatContext(question)) return { ...kept, lacks: question.context?.length ? 'context' : 'images' };
  const told = hidden.ticket.told.slice(-sent.turns - 1);
  const seal = (words: Parameters<typeof sealTold>[2]) => ({
    ...(Object.keys(words).length > 0 && { sealed: sealTold(core, { serverId: server.id, id }, words) }),
  });
  const values = answer.isDraft ? (hidden.mask?.valuesIn(answer.answer) ?? {}) : {};
  const ofDraft = Object.keys(values).length > 0 ? { values } : {};
  if (question.channel === 'discord' && told.some(isOfSomebodyElse))
    return { ...kept, ...seal(ofDraft), lacks: 'others' };
  const asked = ticket.told.at(-1)?.content;
  const isSaid = told.every(
    ({ content, name, quoted }, index) => !name && !quoted && (history[index]?.text ?? asked) === content,
  );
  const words = { ...(customer && { customer }), ...(isSaid ? {} : { messages: told.map(toTold) }) };
  return {
    ...{ ...kept, ...seal({ ...words, ...ofDraft }) },
    ...(path && planLimits.placeInstructions && { path: { ...path, above: [...path.above] } }),
  };
}

function toTold({ role, content, name, quoted }: Work['ticket']['told'][number]) {
  return { role, content, ...(name && { name }), ...(quoted && { quoted }) };
}

/** null for messages of somebody else, and for answers that may repeat what only the caller's system knows. */
function readTurns({ ticket, question }: Work): (KeptTurn | null)[] {
  const { messages, channel } = question;
  return ticket.told.slice(0, -1).map(({ role, content }, index) => {
    const given = messages[index];
    if (channel === 'discord' && given && isOfSomebodyElse(given)) return null;
    if (role === 'user') return { by: 'customer', text: content };
    if (mayRepeatContext(question)) return null;
    return { by: given?.role === 'user' ? 'team' : 'bot', text: content };
  });
}

/** In a chat, names stand where several people write, and never with the bot's words. */
function isOfSomebodyElse({ name }: ChatMessage): boolean {
  return name !== undefined;
}

function keepNewest(turns: readonly (KeptTurn | null)[]): KeptTurn[] {
  const kept: KeptTurn[] = [];
  let left = MAX_HISTORY_CHARACTERS;
  for (const turn of turns.toReversed()) {
    if (left <= 0) break;
    if (turn === null) continue;
    const text = truncate(turn.text, left);
    kept.unshift({ ...turn, text });
    left -= text.length;
  }
  return kept;
}
