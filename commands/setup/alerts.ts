import type { Alert } from '../../src/core/quota/quota-alerts.ts';
import type { AlertFault } from '../../src/domain/types.ts';
import { type Invocation, pick, type Texts } from '../command.ts';

const FAULTS: Record<AlertFault, Texts> = {
  channel_gone: {
    de: 'den Kanal gibt es nicht mehr; wähle einen anderen: `/channels alerts`',
    en: 'the channel is gone; choose another one: `/channels alerts`',
  },
  right_missing: {
    de: 'ich darf dort nicht schreiben; gib mir das Recht und setz ihn noch einmal: `/channels alerts`',
    en: 'I may not write there; give me the right and set it again: `/channels alerts`',
  },
  discord_unavailable: {
    de: 'Discord nahm die letzte nicht an, ich versuche es weiter',
    en: 'Discord did not take the last one, I keep trying',
  },
};

/** Where alerts go, and why the last one of this week did not get there. */
export function describeAlerts(
  { channelId, alerts }: { channelId: string | null; alerts: readonly Alert[] },
  input: Pick<Invocation, 'language'>,
): { isSound: boolean; text: string } {
  if (channelId === null) return { isSound: true, text: pick(input, NOBODY) };
  const fault = alerts.findLast(({ deliveredAt }) => deliveredAt === null)?.fault ?? null;
  const why = fault === null ? '' : `: ${pick(input, FAULTS[fault])}`;
  const text = pick(input, {
    de: `**Warnungen** zu Kontingent und Testfragen: <#${channelId}>${why}`,
    en: `**Alerts** about quota and test questions: <#${channelId}>${why}`,
  });
  return { isSound: fault === null, text };
}

const NOBODY: Texts = {
  de: '**Warnungen** zu Kontingent und Testfragen: kein Kanal. Wähle einen: `/channels alerts`',
  en: '**Alerts** about quota and test questions: no channel. Choose one: `/channels alerts`',
};
