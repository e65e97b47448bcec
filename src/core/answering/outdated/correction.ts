import * as store from '../../../adapters/db/answering/outdated.ts';
import { findQuestionOfAnswer } from '../../../adapters/db/members/message-claims.ts';
import { AppError } from '../../../domain/errors.ts';
import { marksIn } from '../../../domain/platform-marks.ts';
import { toLine, truncate } from '../../../domain/text.ts';
import type { Language } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import { parseSettings } from '../../owners/settings.ts';
import { nonceOf } from '../drafts.ts';
import { neutraliseMentions } from '../sanitise/sanitise.ts';

/** Longer than Discord is waited for; then whoever was at it counts as dead. */
const CLAIM_MS = 60_000;
/** As many sentences, old and new, as one message holds; the others stay open. */
const MOST_SENTENCES = 3;
const SENTENCE_CHARACTERS = 290;

const TEXTS: Record<Language, { wrong: string; now: string }> = {
  de: { wrong: 'Das stimmt inzwischen nicht mehr:', now: 'Jetzt gilt:' },
  en: { wrong: 'This is no longer right:', now: 'What is correct now:' },
  fr: { wrong: 'Ce n’est plus exact :', now: 'Désormais :' },
  es: { wrong: 'Esto ya no es correcto:', now: 'Ahora:' },
  it: { wrong: 'Questo non è più corretto:', now: 'Ora vale:' },
  pt: { wrong: 'Isto já não está correto:', now: 'Agora:' },
  nl: { wrong: 'Dit klopt niet meer:', now: 'Nu geldt:' },
  pl: { wrong: 'To już nieaktualne:', now: 'Teraz:' },
  tr: { wrong: 'Bu artık doğru değil:', now: 'Şimdi geçerli olan:' },
};

/**
 * Replies to the public answer with what is wrong in it by now and what holds, and tells whoever asked; of all who try,
 * in whichever process, one posts it. @returns false where nothing is open, or somebody is at it
 * @throws AppError('not_found' | 'forbidden' | 'discord_unavailable')
 */
export async function correctInPublic(
  core: Core,
  key: { serverId: string; answerId: string },
): Promise<boolean> {
  const { discord, database } = core;
  const { serverId, answerId } = key;
  if (!discord) throw new AppError('discord_unavailable');
  const asked = await findQuestionOfAnswer(database, serverId, answerId);
  const [messageId] = asked?.replyIds ?? [];
  if (!asked || !messageId) throw new AppError('not_found');
  const now = core.clock();
  const times = { now: new Date(now), until: new Date(now + CLAIM_MS), limit: MOST_SENTENCES };
  const claims = await store.claimCorrection(database, key, times);
  if (claims.length === 0) return false;
  const { channelId, askerId } = asked;
  const language = asked.language ?? parseSettings((await getServer(core, serverId)).settings).language;
  const text = describe(claims, { language, askerId });
  try {
    const nonce = nonceOf(text, answerId);
    await discord.announce({ serverId, channelId, text, nonce, replyTo: { messageId, memberId: askerId } });
  } catch (error) {
    // A claim that stays ends by itself.
    await store.endCorrection(database, key, { claims, at: null }).catch(() => undefined);
    throw error;
  }
  await store.endCorrection(database, key, { claims, at: new Date(core.clock()) });
  return true;
}

function describe(
  claims: readonly Pick<store.OutdatedClaim, 'said' | 'now'>[],
  { language, askerId }: { language: Language; askerId: string | null },
): string {
  const { wrong, now: holds } = TEXTS[language];
  const lines = claims.flatMap(({ said, now }) => [
    `> ${toSentence(said)}`,
    ...(now === null ? [] : [`${holds} ${toSentence(now)}`]),
  ]);
  return [`✏️ ${askerId === null ? '' : `<@${askerId}> `}${wrong}`, ...lines].join('\n');
}

/** On one line, or a quote would end early; it pings nobody. */
function toSentence(text: string): string {
  return truncate(neutraliseMentions(toLine(text), marksIn([text])), SENTENCE_CHARACTERS);
}
