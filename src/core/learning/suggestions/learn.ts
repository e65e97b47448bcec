import type { Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../domain/limits.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import { parseSettings } from '../../owners/settings.ts';
import { distil } from './distil.ts';
import { makeSuggestion, prepareText } from './suggest.ts';
import { isWorthLearning } from './worth.ts';

/** A question of a member and what somebody of the team replied. */
export interface Lesson {
  serverId: string;
  channelId: string;
  /** `moreMessageIds`: what was asked in several messages. */
  question: {
    messageId: string;
    moreMessageIds?: readonly string[];
    memberId: string;
    name: string;
    text: string;
  };
  /** `roleId` is the role that makes them trusted. */
  answer: { messageIds: readonly string[]; memberId: string; name: string; roleId: string; text: string };
}

/** Why a lesson is not learned, by what `suggest` throws: nobody did anything wrong. */
const EXPECTED = new Set(['forbidden', 'invalid_input', 'not_found', 'server_inactive']);

/**
 * Makes a suggestion of a reply of the team, once however often it is delivered, and distils it where there is an
 * AI backend. Settings are read anew: learning must be on and the role must teach.
 * @param signal of the process: stops the distilling, not the suggestion.
 * @returns null when it is not worth learning or not wanted.
 * @throws AppError('service_unavailable')
 */
export async function learn(core: Core, lesson: Lesson, signal: AbortSignal): Promise<Suggestion | null> {
  const { question, answer, serverId, channelId } = lesson;
  if (question.memberId === answer.memberId || answer.messageIds.length === 0) return null;
  const names = [question.name, answer.name];
  const asked = prepareText(question.text, names).replace(/\s+/g, ' ');
  const replied = prepareText(answer.text, names);
  if (!isWorthLearning({ question: asked, answer: replied })) return null;
  if (replied.length > MAX_ENTRY_TEXT_CHARACTERS) return null;
  if (!(await isWanted(core, serverId, answer.roleId))) return null;
  const made = await makeSuggestion(core, {
    ...{ serverId, channelId, names, source: 'reply', authorRole: answer.roleId },
    ...{ question: toTitle(asked), answer: replied },
    sources: [
      ...[question.messageId, ...(question.moreMessageIds ?? [])].map((messageId) => {
        return { part: 'question' as const, messageId, memberId: question.memberId, isOriginal: true };
      }),
      ...answer.messageIds.map((messageId) => {
        return { part: 'answer' as const, messageId, memberId: answer.memberId, isOriginal: true };
      }),
    ],
  }).catch((error: unknown) => refuseUnexpected(core, serverId, error));
  if (!made?.isNew) return made?.suggestion ?? null;
  return distil(core, { serverId, suggestion: made.suggestion, asked, names }, signal);
}

async function isWanted(core: Core, serverId: string, roleId: string): Promise<boolean> {
  const server = await getServer(core, serverId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  });
  if (!server?.active) return false;
  const { learning, teach_roles } = parseSettings(server.settings);
  return learning && teach_roles.includes(roleId);
}

function refuseUnexpected(core: Core, serverId: string, error: unknown): null {
  if (!(error instanceof AppError) || !EXPECTED.has(error.code)) throw error;
  core.log.debug({ server: serverId, code: error.code, param: error.context.param }, 'reply not learned');
  return null;
}

/** A title has 300 characters: of a longer message its questions, else its beginning. */
function toTitle(text: string): string {
  if (text.length <= MAX_ENTRY_TITLE_CHARACTERS) return text;
  const questions = text.match(/[^.!?]+\?/g)?.map((sentence) => sentence.trim()) ?? [];
  const title = questions.length > 0 ? questions.join(' ') : text;
  if (title.length <= MAX_ENTRY_TITLE_CHARACTERS) return title;
  const cut = title.slice(0, MAX_ENTRY_TITLE_CHARACTERS - 1).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_ENTRY_TITLE_CHARACTERS / 2))}…`;
}
