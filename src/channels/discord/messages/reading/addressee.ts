import { readKind } from '../../../../core/reading/kinds.ts';
import type { Incoming } from '../incoming.ts';

/** `!rank`, `.play never gonna`, `t!daily`: a sign that other bots listen to and, without a blank, a word. */
const COMMAND = /^(?:[!?.,;$%&~+=/-]{1,2}|[a-z]{1,2}[!?.])[a-z][\w-]{0,31}(?:\s|$)[^\n]*$/i;
const ASKS = /[?？؟]/;

/** Whether a message names or answers another member, or is a command of another bot. A forum post is for anybody. */
export function isForOthers({ id, channelId, isForBot, text, author, replyTo, ...rest }: Incoming): boolean {
  if (isForBot || id === channelId) return false;
  const meant = [...rest.mentionedIds, replyTo?.authorId].filter((one) => one != null && one !== author.id);
  return meant.length > 0 || isCommand(text);
}

/** `/home does not work` tells of a command, as does a question; nobody types those of the platform with more words. */
function isCommand(text: string): boolean {
  if (!COMMAND.test(text) || readKind(text) === 'unhelped') return false;
  const args = text.trim().replace(/^\S+\s*/, '');
  return args === '' || (!text.startsWith('/') && !ASKS.test(args));
}
