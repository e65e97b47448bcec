import { changeProse } from '../../../domain/markdown/code.ts';
import { type MarkReader, marksIn, readMarks } from '../../../domain/platform-marks.ts';
import { escapeName, toCleanName } from '../../../domain/text.ts';
import type { Language } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { type Guild, readGuild } from '../../members/chat-rules.ts';
import { NOTICES } from '../notices.ts';
import { neutraliseMentions } from './sanitise.ts';

/** An answer waits no longer for names. */
const NAMES_WITHIN_MS = 1_000;

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const LONG_DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
/** By the platform's style; relative times become dates, since a text is read later. */
const STYLES: Record<string, Intl.DateTimeFormatOptions> = {
  ...{ t: CLOCK, T: { ...CLOCK, second: '2-digit' }, d: DAY, D: LONG_DAY, f: { ...LONG_DAY, ...CLOCK } },
  ...{ s: { ...DAY, ...CLOCK }, S: { ...DAY, ...CLOCK, second: '2-digit' } },
  F: { ...LONG_DAY, ...CLOCK, weekday: 'long' },
};

/** Texts for readers outside the platform, in their order; code stays. Never throws. */
export async function toPlainMarks(
  core: Core,
  { serverId, language }: { serverId: string; language: Language },
  texts: readonly string[],
): Promise<string[]> {
  const marks = marksIn(texts);
  if (marks.size === 0) return [...texts];
  const guild = [...marks].some((mark) => mark.startsWith('<#') || mark.startsWith('<@&'))
    ? await readNames(core, serverId)
    : null;
  const reader = readerOf(guild, language, core.config.QUOTA_TIME_ZONE);
  return texts.map((text) => changeProse(text, (prose) => readMarks(prose, reader)));
}

async function readNames(core: Core, serverId: string): Promise<Guild | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), NAMES_WITHIN_MS);
  const reading = await Promise.race([readGuild(core, serverId), late.promise]).catch(() => null);
  clearTimeout(timer);
  return reading?.state === 'known' ? reading.guild : null;
}

function readerOf(guild: Guild | null, language: Language, timeZone: string): MarkReader {
  const words = NOTICES[language];
  const nameIn = (list: readonly { id: string; name: string }[] | undefined, id: string) => {
    const found = list?.find((one) => one.id === id);
    return found && neutraliseMentions(escapeName(toCleanName(found.name)));
  };
  return {
    user: () => `@${words.member}`,
    role: (id) => `@${nameIn(guild?.roles, id) ?? words.role}`,
    channel: (id) => `#${nameIn(guild?.channels, id) ?? words.channel}`,
    time: (at, style) =>
      new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
        ...(STYLES[style] ?? STYLES.f),
        timeZone,
      }).format(at),
  };
}
