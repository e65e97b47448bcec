import { chooseAlertsChannel, listAlerts } from '../../src/core/alerts/alerts.ts';
import type { Core } from '../../src/core/core.ts';
import {
  channelModeSchema,
  MAX_CHANNELS,
  needsMessageContent,
  readsEveryMessage,
  setChannelMode,
} from '../../src/core/members/chat-rules.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import type { Settings } from '../../src/core/owners/settings.ts';
import { chatIdSchema, parseSettings, placeInstructionsSchema } from '../../src/core/owners/settings.ts';
import { MAX_PLACE_INSTRUCTIONS, MAX_PLACE_INSTRUCTIONS_CHARACTERS } from '../../src/domain/limits.ts';
import { CHANNEL_MODES, type ChannelMode } from '../../src/domain/types.ts';
import { type ChosenChannel, type Invocation, ON_OR_OFF, slash } from '../command.ts';
import { orRefuse, parseOrRefuse, RefusalError } from '../refusal.ts';
import { type Draft, quote, saved, say, toLine } from '../reply.ts';
import { describeAlerts, describeLacking, hintAtContent, listRights } from '../setup/checks.ts';
import { both, joined, type Texts, type Wording } from '../wording.ts';
import { describeFormBots, setForms } from './forms.ts';

/** Given as instructions, it takes them away; an option cannot be empty. */
const NO_INSTRUCTIONS = '-';
/** A list shows the beginning of long instructions; the dashboard has them whole. */
const MAX_SHOWN_CHARACTERS = 120;

/** Modes by what they are called and what they mean in a channel. */
const MODES: Record<ChannelMode, { choice: Texts; rule: Texts }> = {
  mention: {
    choice: {
      de: 'Erwähnung: antworten, wenn man mich anspricht (Standard)',
      en: 'Mention: answer when spoken to (default)',
    },
    rule: {
      de: 'Ich antworte, wenn mich jemand erwähnt oder auf mich antwortet.',
      en: 'I answer when someone mentions me or replies to me.',
    },
  },
  every_message: {
    choice: { de: 'Jede Nachricht: auch ohne Erwähnung', en: 'Every message: answer without a mention' },
    rule: { de: 'Ich antworte auch ohne Erwähnung.', en: 'I answer without being mentioned.' },
  },
  forum: {
    choice: { de: 'Forum: in allen Beiträgen antworten', en: 'Forum: answer in every post' },
    rule: { de: 'Ich antworte in jedem Beitrag des Forums.', en: 'I answer in every post of the forum.' },
  },
  observe: {
    choice: {
      de: 'Beobachten: auch ohne Erwähnung antworten, nur für das Team',
      en: 'Observe: answer without a mention, for the team only',
    },
    rule: {
      de: 'Ich schreibe hier nichts, außer bei `/ask`; meine Antworten sieht nur das Team, solange es keine sendet.',
      en: 'I write nothing, except with `/ask`; only the team sees my answers, unless it sends one.',
    },
  },
  off: {
    choice: { de: 'Aus: hier nie antworten', en: 'Off: never answer here' },
    rule: { de: 'Ich bin hier still, auch bei `/ask`.', en: 'I stay silent, even with `/ask`.' },
  },
};

export const channels = slash('channels', {
  description: { de: 'Wo und wann der Bot antwortet', en: 'Where and when the bot answers' },
  access: 'admin',
  subcommands: {
    set: {
      description: {
        de: 'Legt fest, wie der Bot in einem Kanal antwortet',
        en: 'Sets how the bot answers in a channel',
      },
      options: {
        channel: {
          kind: 'channel',
          description: {
            de: 'Der Kanal, das Forum oder die Kategorie',
            en: 'The channel, forum or category',
          },
          isRequired: true,
        },
        mode: {
          description: { de: 'Wann der Bot dort antwortet', en: 'When the bot answers there' },
          isRequired: true,
          choices: CHANNEL_MODES.map((value) => ({ name: MODES[value].choice, value })),
        },
        instructions: {
          description: {
            de: 'Was er nur dort beachtet, nach den Anweisungen der Persona; - nimmt es weg',
            en: "Instructions for this place, in addition to the persona's; “-” removes them",
          },
          maxLength: MAX_PLACE_INSTRUCTIONS_CHARACTERS,
        },
      },
      run: setMode,
    },
    list: {
      description: {
        de: 'Zeigt alle Kanäle mit eigener Einstellung',
        en: 'Shows all channels with a setting of their own',
      },
      run: listModes,
    },
    forms: {
      description: {
        de: 'Ob die erste Nachricht eines Ticket-Bots in einem neuen Kanal als Frage gilt',
        en: 'Whether a ticket bot’s first message in a new channel counts as the question',
      },
      options: {
        bot: {
          kind: 'user',
          description: { de: 'Der Ticket-Bot', en: 'The ticket bot' },
          isRequired: true,
        },
        state: ON_OR_OFF,
      },
      run: setForms,
    },
    alerts: {
      description: {
        de: 'Wohin Warnungen gehen, wenn Kontingent knapp wird; ohne Kanal: aus',
        en: 'Where alerts go, e.g. when quota runs low; leave the channel out to switch them off',
      },
      options: {
        channel: {
          kind: 'channel',
          description: { de: 'Der Kanal deines Teams', en: "Your team's channel" },
        },
      },
      run: setAlerts,
    },
    report: {
      description: {
        de: 'Wohin jeden Montag der Wochenbericht geht; ohne Kanal: nirgendwohin',
        en: 'Where the weekly report goes every Monday; without a channel, none is sent',
      },
      options: {
        channel: {
          kind: 'channel',
          description: { de: 'Der Kanal deines Teams', en: "Your team's channel" },
        },
      },
      run: setReport,
    },
  },
});

/** Sets the channel that is told when quota runs low, or switches that off. */
async function setAlerts(core: Core, { serverId, options, bot }: Invocation): Promise<Draft> {
  if (options.channel === undefined) {
    return saved(await chooseAlertsChannel(core, serverId, null), {
      de: '✅ Ich schicke keine Warnungen mehr und keine Entwürfe an einen Kanal. Das Dashboard zeigt die Warnungen weiterhin.',
      en: '✅ I no longer send alerts or drafts to any channel. The dashboard still shows the alerts.',
    });
  }
  const channel = readChannel(options.channel, bot);
  return saved(await chooseAlertsChannel(core, serverId, channel), {
    de: `✅ Warnungen gehen nach <#${channel}>, etwa wenn 80 % oder alles vom Kontingent der Woche oder vom API-Anteil verbraucht ist oder wenn Testfragen neu scheitern. Auch Entwürfe (\`/drafts\`) erscheinen dort.`,
    en: `✅ Alerts go to <#${channel}>, for example when 80% or all of the weekly quota or of the API's share is used, or when test questions start to fail. Drafts (\`/drafts\`) appear there too.`,
  });
}

/** Sets the channel of the weekly report, or switches that off. */
async function setReport(core: Core, { serverId, options, bot }: Invocation): Promise<Draft> {
  const channel = options.channel === undefined ? null : readChannel(options.channel, bot);
  const { deeds } = await changeSettings(core, serverId, () => ({ report_channel: channel }));
  return saved(
    deeds,
    channel === null
      ? { de: '✅ Den Wochenbericht schicke ich nicht mehr.', en: '✅ I no longer send the weekly report.' }
      : {
          de: `✅ Der Wochenbericht kommt jeden Montag nach <#${channel}>.`,
          en: `✅ The weekly report goes to <#${channel}> every Monday.`,
        },
  );
}

/** @throws RefusalError for what is no channel, or one that the bot cannot write to */
function readChannel(given: Invocation['options'][string], bot: Invocation['bot']): string {
  const channel = parseOrRefuse(chatIdSchema, given, {
    de: 'Bitte wähle einen Kanal aus der Liste.',
    en: 'Please choose a channel from the list.',
  });
  if (bot.chosenChannel) refuseUnwritable(bot.chosenChannel);
  return channel;
}

/** @throws RefusalError where the bot cannot write */
function refuseUnwritable({ isWritable, missingRights }: ChosenChannel): void {
  if (!isWritable)
    throw new RefusalError({
      de: '⚠️ Nichts geändert: Dort lassen sich keine Nachrichten schreiben. Wähle einen Textkanal.',
      en: '⚠️ Nothing changed: no messages can be written there. Choose a text channel.',
    });
  if (missingRights.length === 0) return;
  const rights = listRights(missingRights);
  throw new RefusalError({
    de: `⚠️ Nichts geändert: Dort darf ich nicht schreiben. Es fehlt (Kanal bearbeiten → Berechtigungen):${rights.de}`,
    en: `⚠️ Nothing changed: I am not allowed to write there. Missing (Edit Channel → Permissions):${rights.en}`,
  });
}

async function setMode(core: Core, input: Invocation): Promise<Draft> {
  const given = parseOrRefuse(channelModeSchema, input.options, {
    de: 'Bitte wähle Kanal und Modus aus der Liste.',
    en: 'Please choose channel and mode from the list.',
  });
  const { channel, mode } = given;
  const { above = [], isCategory, lacking = [] } = input.bot.chosenChannel ?? {};
  const instructions = readInstructions(input.options.instructions);
  const deeds = await orRefuse(setChannelMode(core, input.serverId, { ...given, ...instructions }, above), {
    'invalid_input:instructions': {
      de: `Nichts geändert: Mehr als ${MAX_PLACE_INSTRUCTIONS} Orte mit Anweisungen gehen nicht. Nimm erst andere weg: \`/channels set\` mit „-“ als Anweisung.`,
      en: `Nothing changed: there can be at most ${MAX_PLACE_INSTRUCTIONS} places with instructions. Remove others first: \`/channels set\` with “-” as the instructions.`,
    },
    invalid_input: {
      de: `Nichts geändert: Mehr als ${MAX_CHANNELS} Kanäle mit eigener Einstellung gehen nicht. Setz erst einen anderen zurück auf „Erwähnung“: \`/channels set\`.`,
      en: `Nothing changed: at most ${MAX_CHANNELS} channels can have a setting of their own. Set another one back to “Mention” first: \`/channels set\`.`,
    },
  });
  const text = [
    both`✅ <#${channel}>: ${MODES[mode].rule}`,
    isCategory && {
      de: 'Das gilt für alle Kanäle und Foren dieser Kategorie, auch für neue; was für einen Kanal selbst gesetzt ist, geht vor.',
      en: 'This applies to all channels and forums of the category, including new ones; a channel’s own setting comes first.',
    },
    describeChange(instructions),
    readsEveryMessage(mode) && hintAtContent(input),
    mode !== 'off' && describeLacking(lacking),
  ];
  return saved(deeds, text);
}

/** @throws RefusalError */
function readInstructions(given: string | undefined): { instructions?: string | null } {
  if (given === undefined) return {};
  if (given.trim() === NO_INSTRUCTIONS) return { instructions: null };
  const instructions = parseOrRefuse(placeInstructionsSchema, given, {
    de: `Nichts geändert: Anweisungen für einen Ort haben 1 bis ${MAX_PLACE_INSTRUCTIONS_CHARACTERS} Zeichen. Was überall gilt, gehört in \`/persona set\`.`,
    en: `Nothing changed: instructions for a place must have 1 to ${MAX_PLACE_INSTRUCTIONS_CHARACTERS} characters. What applies everywhere belongs in \`/persona set\`.`,
  });
  return { instructions };
}

function describeChange({ instructions }: { instructions?: string | null }): Wording | null {
  if (instructions === undefined) return null;
  if (instructions === null)
    return {
      de: 'Eigene Anweisungen hat dieser Ort nicht mehr; die der Persona gelten weiter.',
      en: 'This place no longer has instructions of its own; the persona’s still apply.',
    };
  return [
    {
      de: 'Hier beachte ich nach den Anweisungen der Persona auch:',
      en: 'There I also follow these instructions, in addition to the persona’s:',
    },
    quote(instructions),
  ];
}

async function listModes(core: Core, input: Invocation): Promise<Draft> {
  const settings = parseSettings((await getServer(core, input.serverId)).settings);
  const alerts = await listAlerts(core, { id: input.serverId });
  const listed = Object.entries(settings.channels);
  const lines = CHANNEL_MODES.flatMap((mode) => {
    const ids = listed.filter(([, set]) => set === mode).map(([id]) => `<#${id}>`);
    return ids.length === 0 ? [] : [both`**${MODES[mode].rule}**\n${ids.join(' ')}`];
  });
  const elsewhere = {
    de: `In allen ${lines.length === 0 ? '' : 'anderen '}Kanälen antworte ich, wenn mich jemand erwähnt oder auf mich antwortet. Ändern: \`/channels set\`.`,
    en: `In all ${lines.length === 0 ? '' : 'other '}channels I answer when someone mentions me or replies to me. To change it: \`/channels set\`.`,
  };
  const hint = needsMessageContent(settings) && hintAtContent(input);
  const { text } = describeAlerts({ channelId: settings.alerts_channel, alerts });
  const more = [describeInstructions(settings), describeFormBots(settings)];
  return say(joined('\n\n', [...lines, elsewhere, ...more, text, hint]));
}

/** The closest text counts alone, so each stands by its place. */
function describeInstructions({ place_instructions }: Settings): Wording | null {
  const all = Object.entries(place_instructions);
  if (all.length === 0) return null;
  return [
    {
      de: '**Anweisungen nur für diese Orte** (wegnehmen: „-“ als Anweisung bei `/channels set`):',
      en: '**Instructions for individual places** (to remove them: “-” as the instructions in `/channels set`):',
    },
    ...all.map(([id, text]) => `<#${id}> ${toLine(text, MAX_SHOWN_CHARACTERS)}`),
  ];
}
