import type { Alert } from '../../src/core/alerts/alerts.ts';
import type { Core } from '../../src/core/core.ts';
import { countGaps } from '../../src/core/learning/gaps.ts';
import { countTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import { summariseTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { readsEveryMessage } from '../../src/core/members/chat-rules.ts';
import { modeIn, type Settings } from '../../src/core/owners/settings.ts';
import type { AlertFault } from '../../src/domain/types.ts';
import type { ChosenChannel, Invocation, UnwritableChannel } from '../command.ts';
import { both, joined, type Texts, type Wording } from '../wording.ts';

/** What waits for an admin: numbers of suggestions, topics and test questions. */
export interface OpenWork {
  pending: number;
  suspended: number;
  gaps: number;
  failingTests: number;
}

export async function readOpenWork(core: Core, serverId: string): Promise<OpenWork> {
  const [pending, suspended, gaps, tests] = await Promise.all([
    countTraining(core, serverId, 'pending'),
    countTraining(core, serverId, 'suspended'),
    countGaps(core, serverId),
    summariseTests(core, serverId),
  ]);
  return { pending, suspended, gaps, failingTests: tests?.failed ?? 0 };
}

/** A line for each that there is, with its command. */
export function describeOpenWork({ pending, suspended, gaps, failingTests }: OpenWork): Wording {
  return [
    pending > 0 && {
      de: `📥 **Vorschläge:** ${pending} zu entscheiden: \`/training list\``,
      en: `📥 **Suggestions:** ${pending} to decide on: \`/training list\``,
    },
    suspended > 0 && {
      de: `⏸️ **Ausgesetzt:** ${suspended}, weil die Quelle geändert wurde oder fehlt: \`/training list\``,
      en: `⏸️ **Suspended:** ${suspended}, because the source changed or is gone: \`/training list\``,
    },
    gaps > 0 && {
      de: `❓ **Ohne gute Antwort:** ${gaps} ${gaps === 1 ? 'Thema' : 'Themen'}: \`/unanswered\``,
      en: `❓ **Without a good answer:** ${gaps} ${gaps === 1 ? 'topic' : 'topics'}: \`/unanswered\``,
    },
    failingTests > 0 && {
      de: `⚠️ **Testfragen:** ${failingTests} gescheitert: \`/tests list\``,
      en: `⚠️ **Test questions:** ${failingTests} failing: \`/tests list\``,
    },
  ];
}

const CONTENT_HINTS: Record<Invocation['bot']['messageContent'], Texts | null> = {
  granted: null,
  not_asked: {
    de: 'ℹ️ Dafür muss ich Nachrichten mitlesen dürfen. Ich frage Discord jetzt danach; ob es klappt, zeigt `/setup`.',
    en: 'ℹ️ For that I need permission to read messages. I am asking Discord for it now; `/setup` shows whether it worked.',
  },
  refused: {
    de: '⚠️ Discord lässt mich Nachrichten nicht mitlesen. Schalte im Discord Developer Portal → Bot → **Message Content Intent** ein; ich merke es von selbst. Bis dahin antworte ich nur auf Erwähnungen.',
    en: '⚠️ Discord does not let me read messages. Switch on **Message Content Intent** in the Discord developer portal → Bot; I will notice by myself. Until then I only answer mentions.',
  },
};

/** What an admin has to know or do about reading messages; null when all is well. */
export function hintAtContent({ bot }: Pick<Invocation, 'bot'>): Texts | null {
  return CONTENT_HINTS[bot.messageContent];
}

/** What the bot needs is fewer; the message stays one. */
const MAX_RIGHTS = 8;

/** What each right is for, by the platform's name of it. */
const RIGHTS: Record<string, Texts> = {
  ViewChannel: { de: 'Fragen sehen', en: 'see questions' },
  SendMessages: { de: 'antworten', en: 'answer' },
  SendMessagesInThreads: { de: 'in Threads und Foren antworten', en: 'answer in threads and forums' },
  ReadMessageHistory: {
    de: 'den Verlauf verstehen und auf Nachrichten antworten',
    en: 'understand the history and reply to messages',
  },
  ManageThreads: { de: 'in geschlossenen Threads antworten', en: 'answer in locked threads' },
  TimedOut: {
    de: 'der Bot hat eine Auszeit (Timeout); heb sie auf',
    en: 'the bot is timed out; lift the timeout',
  },
  EmbedLinks: { de: 'Quellen verlinken', en: 'link to sources' },
  AttachFiles: { de: 'Dateien senden', en: 'send files' },
  MentionEveryone: { de: 'die Team-Rolle rufen', en: 'call the team role' },
};

/** One line for each right that the bot lacks, with what it is for. */
export function listRights(rights: readonly string[]): Texts {
  const lines = rights.slice(0, MAX_RIGHTS).map((name) => {
    const purpose = RIGHTS[name];
    return purpose ? both`\n  - \`${name}\`: ${purpose}` : `\n  - \`${name}\``;
  });
  return joined('', lines);
}

const MAX_CHANNELS = 5;

/** What the bot lacks where it was just told to answer, at once and by the names of the rights; null: nothing. */
export function describeLacking(lacking: NonNullable<ChosenChannel['lacking']>): Wording | null {
  const [first] = lacking;
  if (!first) return null;
  const left = lacking.length - MAX_CHANNELS;
  return [
    {
      de: '⚠️ **Dort fehlen mir Rechte** (Kanal bearbeiten → Berechtigungen):',
      en: '⚠️ **I lack permissions there** (Edit Channel → Permissions):',
    },
    ...lacking
      .slice(0, MAX_CHANNELS)
      .map(({ channelId, missingRights }) => both`- <#${channelId}>:${listRights(missingRights)}`),
    left > 0 && { de: `- und ${left} weitere`, en: `- and ${left} more` },
  ];
}

/**
 * A line for each channel in which the bot is wanted and may not write: where it is to answer everything, where
 * alerts go, and where somebody asked lately. Empty when there is none.
 */
export function describeUnwritable(
  settings: Pick<Settings, 'channels' | 'alerts_channel' | 'report_channel'>,
  channels: readonly UnwritableChannel[],
): Wording {
  const wanted = channels.filter((place) => {
    const mode = modeIn(settings, place);
    if (mode === 'off') return false;
    return (
      place.wasAsked ||
      readsEveryMessage(mode) ||
      [settings.alerts_channel, settings.report_channel].includes(place.channelId)
    );
  });
  const lines = wanted.slice(0, MAX_CHANNELS).map(({ channelId, missingRights }) => {
    const rights = missingRights.map((right) => `\`${right}\``).join(', ');
    return { de: `  - <#${channelId}>: es fehlt ${rights}`, en: `  - <#${channelId}>: missing ${rights}` };
  });
  const left = wanted.length - lines.length;
  return [
    wanted.length > 0 && {
      de: '⚠️ **Hier darf ich nicht schreiben** und lasse Fragen ohne Antwort (Kanal bearbeiten → Berechtigungen):',
      en: '⚠️ **I am not allowed to write in these channels** and leave questions there without an answer (Edit Channel → Permissions):',
    },
    ...lines,
    left > 0 && { de: `  - und ${left} weitere`, en: `  - and ${left} more` },
  ];
}

const FAULTS: Record<AlertFault, Texts> = {
  channel_gone: {
    de: 'den Kanal gibt es nicht mehr; wähle einen anderen: `/channels alerts`',
    en: 'the channel is gone; choose another one: `/channels alerts`',
  },
  right_missing: {
    de: 'ich darf dort nicht schreiben; gib mir das Recht und setz ihn noch einmal: `/channels alerts`',
    en: 'I am not allowed to write there; give me the permission, then set the channel again: `/channels alerts`',
  },
  discord_unavailable: {
    de: 'Discord nahm die letzte nicht an, ich versuche es weiter',
    en: 'Discord did not accept the last alert; I keep trying',
  },
};

/** Where alerts go, and why the last one of this week did not get there. */
export function describeAlerts({
  channelId,
  alerts,
}: {
  channelId: string | null;
  alerts: readonly Alert[];
}): { isSound: boolean; text: Texts } {
  const fault = alerts.findLast(({ deliveredAt }) => deliveredAt === null)?.fault ?? null;
  const nowhere = {
    de: 'kein Kanal. Wähle einen: `/channels alerts`',
    en: 'no channel. Choose one: `/channels alerts`',
  };
  const where = channelId === null ? nowhere : both`<#${channelId}>${fault && both`: ${FAULTS[fault]}`}`;
  const text = {
    de: `**Warnungen** zu Kontingent und Testfragen: ${where.de}`,
    en: `**Alerts** about quota and test questions: ${where.en}`,
  };
  return { isSound: channelId === null || fault === null, text };
}
