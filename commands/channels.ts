import { z } from 'zod';
import type { Core } from '../src/core/core.ts';
import { changeSettings, getServer } from '../src/core/servers.ts';
import { chatIdSchema, parseSettings, type Settings } from '../src/core/settings.ts';
import { AppError } from '../src/domain/errors.ts';
import { CHANNEL_MODES, type ChannelMode } from '../src/domain/types.ts';
import { type Command, type Invocation, pick, type Texts } from './command.ts';
import { type Reply, say } from './reply.ts';

const MAX_CHANNELS = 200;

const setSchema = z.object({ channel: chatIdSchema, mode: z.enum(CHANNEL_MODES) });

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
            description: { de: 'Der Kanal oder das Forum', en: 'The channel or forum' },
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
    ],
  },
  run: (core, input) => (input.subcommand === 'set' ? setMode(core, input) : listModes(core, input)),
};

/** Whether a setting only works when messages without a mention can be read. */
export function needsMessageContent(settings: Settings): boolean {
  const isReading = Object.values(settings.channels).some(readsEveryMessage);
  return isReading || settings.learning;
}

/** What an admin has to know or do about reading messages; null when all is well. */
export function hintAtContent(input: Invocation): string | null {
  const hint = CONTENT_HINTS[input.bot.messageContent];
  return hint && pick(input, hint);
}

function readsEveryMessage(mode: ChannelMode): boolean {
  return mode === 'every_message' || mode === 'forum';
}

async function setMode(core: Core, input: Invocation): Promise<Reply> {
  const given = setSchema.safeParse(input.options);
  if (!given.success) {
    return say(
      pick(input, {
        de: 'Bitte wähle Kanal und Modus aus der Liste.',
        en: 'Please choose channel and mode from the list.',
      }),
    );
  }
  const { channel, mode } = given.data;
  if (!(await changeMode(core, input.serverId, channel, mode))) {
    return say(
      pick(input, {
        de: `Mehr als ${MAX_CHANNELS} Kanäle gehen nicht. Setz erst einen anderen auf „Erwähnung“: \`/channels set\`.`,
        en: `There can be at most ${MAX_CHANNELS} channels. Set another one to “Mention” first: \`/channels set\`.`,
      }),
    );
  }
  const hint = readsEveryMessage(mode) ? hintAtContent(input) : null;
  return say([`✅ <#${channel}>: ${pick(input, MODES[mode].rule)}`, hint].filter(Boolean).join('\n'));
}

/** @returns false when the list of channels is full. */
async function changeMode(core: Core, serverId: string, channel: string, mode: ChannelMode) {
  try {
    await changeSettings(core, serverId, ({ channels: { [channel]: _, ...others } }) => {
      // What is not listed is `mention`.
      if (mode === 'mention') return { channels: others };
      if (Object.keys(others).length >= MAX_CHANNELS) throw new AppError('invalid_input');
      return { channels: { ...others, [channel]: mode } };
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return false;
    throw error;
  }
}

async function listModes(core: Core, input: Invocation): Promise<Reply> {
  const settings = parseSettings((await getServer(core, input.serverId)).settings);
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
  return say([...lines, elsewhere, ...(hint ? [hint] : [])].join('\n\n'));
}
