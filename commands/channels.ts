import type { Core } from '../src/core/core.ts';
import {
  channelModeSchema,
  MAX_CHANNELS,
  needsMessageContent,
  readsEveryMessage,
  setChannelMode,
} from '../src/core/members/chat-rules.ts';
import { getServer } from '../src/core/owners/servers.ts';
import { chatIdSchema, parseSettings } from '../src/core/owners/settings.ts';
import { chooseAlertsChannel, listAlerts } from '../src/core/quota/quota-alerts.ts';
import { AppError } from '../src/domain/errors.ts';
import { CHANNEL_MODES, type ChannelMode } from '../src/domain/types.ts';
import {
  bySubcommand,
  type ChosenChannel,
  type Command,
  type Invocation,
  pick,
  type Subcommand,
  type Texts,
} from './command.ts';
import { type Reply, say } from './reply.ts';
import { describeAlerts, listRights } from './setup/checks.ts';

const ALERTS: Subcommand = {
  name: 'alerts',
  description: {
    de: 'Wohin Warnungen gehen, wenn Kontingent knapp wird; ohne Kanal: aus',
    en: 'Where alerts go when quota runs low; without a channel: off',
  },
  options: [
    {
      kind: 'channel',
      name: 'channel',
      description: { de: 'Der Kanal deines Teams', en: "Your team's channel" },
    },
  ],
};

const TEXTS = {
  off: {
    de: '✅ Ich schicke keine Warnungen mehr. Das Dashboard zeigt sie weiterhin.',
    en: '✅ I send no alerts any more. The dashboard still shows them.',
  },
  noChannel: {
    de: 'Bitte wähle einen Kanal aus der Liste.',
    en: 'Please choose a channel from the list.',
  },
  notWritable: {
    de: '⚠️ Nichts geändert: Dort lassen sich keine Nachrichten schreiben. Wähle einen Textkanal.',
    en: '⚠️ Nothing changed: no messages can be written there. Choose a text channel.',
  },
} satisfies Record<string, Texts>;

/** Sets the channel that is told when quota runs low, or switches that off. */
async function setAlerts(core: Core, input: Invocation): Promise<Reply> {
  const { serverId, options, bot } = input;
  if (options.channel === undefined) {
    await chooseAlertsChannel(core, serverId, null);
    return say(pick(input, TEXTS.off), { audited: { action: 'alerts.changed', subject: 'off' } });
  }
  const channel = chatIdSchema.safeParse(options.channel);
  if (!channel.success) return say(pick(input, TEXTS.noChannel));
  const refusal = bot.chosenChannel ? describeRefusal(bot.chosenChannel, input) : null;
  if (refusal) return say(refusal);
  await chooseAlertsChannel(core, serverId, channel.data);
  const text = pick(input, {
    de: `✅ Warnungen gehen nach <#${channel.data}>: wenn 80 % oder alles vom Kontingent der Woche oder vom API-Anteil verbraucht ist, und wenn Testfragen scheitern.`,
    en: `✅ Alerts go to <#${channel.data}>: when 80% or all of the week's quota or of the API's share is used, and when test questions fail.`,
  });
  return say(text, { audited: { action: 'alerts.changed', subject: channel.data } });
}

/** null: the bot can write there. */
function describeRefusal({ isWritable, missingRights }: ChosenChannel, input: Invocation): string | null {
  if (!isWritable) return pick(input, TEXTS.notWritable);
  if (missingRights.length === 0) return null;
  const rights = listRights(missingRights, input);
  return pick(input, {
    de: `⚠️ Nichts geändert: Dort darf ich nicht schreiben. Es fehlt (Kanal bearbeiten → Berechtigungen):${rights}`,
    en: `⚠️ Nothing changed: I may not write there. Missing (Edit Channel → Permissions):${rights}`,
  });
}

/** Modes by what they are called and what they mean in a channel. */
const MODES: Record<ChannelMode, { choice: Texts; rule: Texts }> = {
  mention: {
    choice: {
      de: 'Erwähnung: antworten, wenn man mich anspricht (Standard)',
      en: 'Mention: answer when spoken to (default)',
    },
    rule: {
      de: 'Ich antworte, wenn mich jemand erwähnt oder auf mich antwortet.',
      en: 'I answer when somebody mentions me or replies to me.',
    },
  },
  every_message: {
    choice: { de: 'Jede Nachricht: immer antworten', en: 'Every message: always answer' },
    rule: { de: 'Ich antworte auf jede Nachricht.', en: 'I answer every message.' },
  },
  forum: {
    choice: { de: 'Forum: in allen Beiträgen antworten', en: 'Forum: answer in every post' },
    rule: { de: 'Ich antworte in jedem Beitrag des Forums.', en: 'I answer in every post of the forum.' },
  },
  off: {
    choice: { de: 'Aus: hier nie antworten', en: 'Off: never answer here' },
    rule: { de: 'Ich bin hier still, auch bei `/ask`.', en: 'I am silent here, also with `/ask`.' },
  },
};

const CONTENT_HINTS: Record<Invocation['bot']['messageContent'], Texts | null> = {
  granted: null,
  not_asked: {
    de: 'ℹ️ Dafür muss ich Nachrichten mitlesen dürfen. Ich frage Discord jetzt danach; ob es klappt, zeigt `/setup`.',
    en: 'ℹ️ For that I have to be allowed to read messages. I am asking Discord for it now; `/setup` shows whether it worked.',
  },
  refused: {
    de: '⚠️ Discord lässt mich Nachrichten nicht mitlesen. Schalte im Discord Developer Portal → Bot → **Message Content Intent** ein; ich merke es von selbst. Bis dahin antworte ich nur auf Erwähnungen.',
    en: '⚠️ Discord does not let me read messages. Switch on **Message Content Intent** in the Discord developer portal → Bot; I pick it up by myself. Until then I only answer mentions.',
  },
};

const CATEGORY_HINT: Texts = {
  de: 'Das gilt für alle Kanäle und Foren dieser Kategorie, auch für neue; was für einen Kanal selbst gesetzt ist, geht vor.',
  en: 'This holds for all channels and forums of the category, new ones too; what is set for a channel itself comes first.',
};

export const channels: Command = {
  data: {
    kind: 'slash',
    name: 'channels',
    description: { de: 'Wo und wann der Bot antwortet', en: 'Where and when the bot answers' },
    access: 'admin',
    subcommands: [
      {
        name: 'set',
        description: {
          de: 'Legt fest, wie der Bot in einem Kanal antwortet',
          en: 'Sets how the bot answers in a channel',
        },
        options: [
          {
            kind: 'channel',
            name: 'channel',
            description: {
              de: 'Der Kanal, das Forum oder die Kategorie',
              en: 'The channel, forum or category',
            },
            isRequired: true,
          },
          {
            kind: 'string',
            name: 'mode',
            description: { de: 'Wann der Bot dort antwortet', en: 'When the bot answers there' },
            isRequired: true,
            choices: CHANNEL_MODES.map((value) => ({ name: MODES[value].choice, value })),
          },
        ],
      },
      {
        name: 'list',
        description: {
          de: 'Zeigt alle Kanäle mit eigener Einstellung',
          en: 'Shows all channels with a setting of their own',
        },
      },
      ALERTS,
    ],
  },
  run: bySubcommand({ alerts: setAlerts, set: setMode, list: listModes }),
};

/** What an admin has to know or do about reading messages; null when all is well. */
export function hintAtContent(input: Invocation): string | null {
  const hint = CONTENT_HINTS[input.bot.messageContent];
  return hint && pick(input, hint);
}

async function setMode(core: Core, input: Invocation): Promise<Reply> {
  const given = channelModeSchema.safeParse(input.options);
  if (!given.success) {
    return say(
      pick(input, {
        de: 'Bitte wähle Kanal und Modus aus der Liste.',
        en: 'Please choose channel and mode from the list.',
      }),
    );
  }
  const { channel, mode } = given.data;
  if (!(await changeMode(core, input, channel, mode))) {
    return say(
      pick(input, {
        de: `Mehr als ${MAX_CHANNELS} Kanäle gehen nicht. Setz erst einen anderen auf „Erwähnung“: \`/channels set\`.`,
        en: `There can be at most ${MAX_CHANNELS} channels. Set another one to “Mention” first: \`/channels set\`.`,
      }),
    );
  }
  const hint = readsEveryMessage(mode) ? hintAtContent(input) : null;
  const category = input.bot.chosenChannel?.isCategory ? pick(input, CATEGORY_HINT) : null;
  const rule = `✅ <#${channel}>: ${pick(input, MODES[mode].rule)}`;
  const text = [rule, category, hint].filter(Boolean).join('\n');
  return say(text, { audited: { action: 'channels.changed', subject: `${channel} ${mode}` } });
}

/** @returns false when the list of channels is full. */
async function changeMode(core: Core, input: Invocation, channel: string, mode: ChannelMode) {
  try {
    const above = input.bot.chosenChannel?.above ?? [];
    await setChannelMode(core, input.serverId, { channel, mode }, above);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return false;
    throw error;
  }
}

async function listModes(core: Core, input: Invocation): Promise<Reply> {
  const settings = parseSettings((await getServer(core, input.serverId)).settings);
  const alerts = await listAlerts(core, { id: input.serverId });
  const listed = Object.entries(settings.channels);
  const lines = CHANNEL_MODES.flatMap((mode) => {
    const ids = listed.filter(([, set]) => set === mode).map(([id]) => `<#${id}>`);
    return ids.length === 0 ? [] : [`**${pick(input, MODES[mode].rule)}**\n${ids.join(' ')}`];
  });
  const elsewhere = pick(input, {
    de: `In allen ${lines.length === 0 ? '' : 'anderen '}Kanälen antworte ich, wenn mich jemand erwähnt oder auf mich antwortet. Ändern: \`/channels set\`.`,
    en: `In all ${lines.length === 0 ? '' : 'other '}channels I answer when somebody mentions me or replies to me. To change it: \`/channels set\`.`,
  });
  const hint = needsMessageContent(settings) ? hintAtContent(input) : null;
  const { text } = describeAlerts({ channelId: settings.alerts_channel, alerts }, input);
  return say([...lines, elsewhere, text, ...(hint ? [hint] : [])].join('\n\n'));
}
