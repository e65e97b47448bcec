import { readsEveryMessage } from '../../src/core/members/chat-rules.ts';
import { modeIn, type Settings } from '../../src/core/owners/settings.ts';
import { type Invocation, pick } from '../command.ts';

const MAX_CHANNELS = 5;

/**
 * A line for each channel in which the bot is wanted and may not write: where it is to answer everything, where
 * alerts go, and where somebody asked lately. Empty when there is none.
 */
export function describeUnwritable(
  settings: Pick<Settings, 'channels' | 'alerts_channel'>,
  input: Pick<Invocation, 'language' | 'bot'>,
): string[] {
  const channels = input.bot.listUnwritable?.() ?? [];
  const wanted = channels.filter((place) => {
    const mode = modeIn(settings, place);
    if (mode === 'off') return false;
    return place.wasAsked || readsEveryMessage(mode) || place.channelId === settings.alerts_channel;
  });
  if (wanted.length === 0) return [];
  const lines = wanted.slice(0, MAX_CHANNELS).map(({ channelId, missingRights }) => {
    const rights = missingRights.map((right) => `\`${right}\``).join(', ');
    return pick(input, {
      de: `  - <#${channelId}>: es fehlt ${rights}`,
      en: `  - <#${channelId}>: missing ${rights}`,
    });
  });
  const left = wanted.length - lines.length;
  const more = pick(input, { de: `  - und ${left} weitere`, en: `  - and ${left} more` });
  const head = pick(input, {
    de: '⚠️ **Hier darf ich nicht schreiben** und lasse Fragen ohne Antwort (Kanal bearbeiten → Berechtigungen):',
    en: '⚠️ **I may not write here** and leave questions without an answer (Edit Channel → Permissions):',
  });
  return [head, ...lines, ...(left > 0 ? [more] : [])];
}
