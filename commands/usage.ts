import type { Core } from '../src/core/core.ts';
import { getServer } from '../src/core/owners/servers.ts';
import { readUsage } from '../src/core/quota/usage.ts';
import type { InterfaceLanguage, Server } from '../src/domain/types.ts';
import { slash } from './command.ts';
import { say } from './reply.ts';
import type { Wording } from './wording.ts';

type ReadUsage = Awaited<ReturnType<typeof readUsage>>;

export const usage = slash('usage', {
  description: {
    de: 'Kontingent, Guthaben, Limits und wann das Kontingent neu beginnt',
    en: 'Quota, credit, limits and when the quota resets',
  },
  access: 'viewer',
  run: async (core, { serverId, language }) => {
    const server = await getServer(core, serverId);
    return say(describe(await readUsage(core, server), topUpUrlOf(core, server), language));
  },
});

/** Weekly units that nobody has used or holds, in percent of the quota, rounded down to two decimals. */
export function percentLeft({ week }: ReadUsage): number {
  const left = Math.max(0, week.quota_units - week.used_units - week.reserved_units);
  return week.quota_units > 0 ? Math.floor((left * 10_000) / week.quota_units) / 100 : 0;
}

/** `97.5%`, in the reader's language. */
export function formatPercent(percent: number, language: InterfaceLanguage): string {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return format.format(percent / 100);
}

/** Where owners buy credit or premium, or read that the operator grants it. */
export function topUpUrlOf(core: Core, server: Server): string {
  return `${core.config.PUBLIC_URL}/servers/${encodeURIComponent(server.id)}/payments`;
}

function describe(read: ReadUsage, url: string, language: InterfaceLanguage): Wording {
  const percent = (value: number) => formatPercent(value, language);
  const count = (value: number) => value.toLocaleString(language);
  const reset = Math.floor(Date.parse(read.week.resets_at) / 1000);
  const both = percent(percentLeft(read));
  const today = `${count(read.requests_today)} / ${count(read.requests_per_day)}`;
  const perMinute = count(read.requests_per_minute);
  const { given_back_units, quota_units } = read.week;
  const back =
    given_back_units > 0 && percent(Math.round((10_000 * given_back_units) / Math.max(1, quota_units)) / 100);
  return {
    de: [
      `**Plan:** ${read.premium ? 'Premium' : 'kostenlos'}`,
      `**KI-Kontingent dieser Woche:** noch ${both}`,
      ...(back ? [`**Zurückgegeben, weil Antworten nicht hielten:** ${back}`] : []),
      `**davon für die API:** noch ${percent(read.available_percent)} ihres Anteils`,
      `**Guthaben:** ${percent(read.credit_percent)} einer Premium-Woche (verfällt nicht)`,
      `**API-Anfragen heute:** ${today}, höchstens ${perMinute} pro Minute und Schlüssel`,
      `**Neues Kontingent:** <t:${reset}:F> (<t:${reset}:R>)`,
      '',
      `So gibt es Guthaben oder Premium: <${url}>`,
    ].join('\n'),
    en: [
      `**Plan:** ${read.premium ? 'premium' : 'free'}`,
      `**This week’s AI quota:** ${both} left`,
      ...(back ? [`**Given back for answers that did not help:** ${back}`] : []),
      `**The API’s share of the quota:** ${percent(read.available_percent)} of that share left`,
      `**Credit:** ${percent(read.credit_percent)}, never expires (100% is as much as the API may use in one premium week)`,
      `**API requests today:** ${today}, at most ${perMinute} per minute for each key`,
      `**Quota resets:** <t:${reset}:F> (<t:${reset}:R>)`,
      '',
      `How to get credit or premium: <${url}>`,
    ].join('\n'),
  };
}
