import type { Core } from '../../src/core/core.ts';
import { chatIdSchema } from '../../src/core/owners/settings.ts';
import { chooseAlertsChannel } from '../../src/core/quota/quota-alerts.ts';
import { type ChosenChannel, type Invocation, pick, type Subcommand, type Texts } from '../command.ts';
import { type Reply, say } from '../reply.ts';
import { listRights } from '../setup/rights.ts';

export const ALERTS: Subcommand = {
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
export async function setAlerts(core: Core, input: Invocation): Promise<Reply> {
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
