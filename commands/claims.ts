import { getLogged } from '../src/core/answering/log/answer-log.ts';
import type { Core } from '../src/core/core.ts';
import { findAnswerOfReply } from '../src/core/members/message-claims.ts';
import { AppError } from '../src/domain/errors.ts';
import { type Invocation, messageMenu } from './command.ts';
import { RefusalError } from './refusal.ts';
import { type Draft, say, toLine } from './reply.ts';

export const showTheSources = messageMenu(
  { de: 'Quellen zeigen', en: 'Show the sources' },
  { access: 'viewer', run: showClaims },
);

/** A message of 2,000 characters holds so many sentences with their quotes. */
const [MOST_CLAIMS, MOST_CHARACTERS, MOST_TITLE] = [4, 180, 80];

async function showClaims(core: Core, { serverId, target }: Invocation): Promise<Draft> {
  if (!target) throw new AppError('not_found');
  const answered = target.isOwn ? await findAnswerOfReply(core, serverId, target.id) : null;
  const kept = answered && (await getLogged(core, serverId, answered.answerId));
  if (!kept)
    throw new RefusalError({
      de: 'Das ist keine Antwort von mir, oder ihr Text ist nicht mehr gespeichert.',
      en: 'This is not one of my answers, or its text is no longer stored.',
    });
  if (kept.claims.length === 0)
    return say({
      de: 'Kein Satz dieser Antwort stammt aus eurem Wissen.',
      en: 'No sentence of this answer comes from the knowledge of this server.',
    });
  const lines = kept.claims.slice(0, MOST_CLAIMS).map(({ text, entryId, quote }) => {
    const title = kept.passages.find((one) => one.entryId === entryId)?.title ?? entryId;
    const source = `**${toLine(title, MOST_TITLE)}**: ${toLine(quote, MOST_CHARACTERS)}`;
    return `> ${toLine(text, MOST_CHARACTERS)}\n${source}`;
  });
  const text = lines.join('\n');
  return say({ de: text, en: text });
}
