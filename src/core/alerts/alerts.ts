import { claimJob, isJobClaimed } from '../../adapters/db/operations/housekeeping.ts';
import type { Alert, AlertPercent, AlertScope, DueAlert } from '../../adapters/db/quota/quota-alerts.ts';
import * as store from '../../adapters/db/quota/quota-alerts.ts';
import { escapeName } from '../../domain/text.ts';
import type { Period } from '../../domain/time.ts';
import type { InterfaceLanguage, Server } from '../../domain/types.ts';
import { interfaceLanguageOf } from '../../domain/types.ts';
import { leastForAnswer } from '../answering/admission/bounds.ts';
import type { Core } from '../core.ts';
import { changeSettings, getServer } from '../owners/servers.ts';
import { parseSettings } from '../owners/settings.ts';
import { allowanceOf } from '../quota/plan-limits.ts';
import { readLedgerNow } from '../quota/usage.ts';
import { getKnowledgeIndex } from '../search/knowledge-index.ts';
import { addressOf, attempt, nonceOf } from './announcing.ts';

/** Of what was changed before test questions fell. */
const MOST_CHANGES = 3;
const MOST_NAME_CHARACTERS = 80;

export type { Alert };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Older marks are no news any more. */
const GIVE_UP_MS = 24 * 60 * MINUTE_MS;
/** The next minute goes on where this one stops. */
const ROUND_MS = 50_000;
const ALERTS_PER_ROUND = 500;

type QuotaThreshold = Pick<Alert, 'scope' | 'percent'>;

/** One process a minute. Alerts that could not be delivered are tried again for a day, or until the week ends. */
export async function checkQuotas(core: Core, signal: AbortSignal): Promise<void> {
  const now = core.clock();
  const minute = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS);
  if (!(await claimJob(core.database, 'alerts', minute))) return;
  const week = core.calendar.weekOf(now);
  await store.noteReached(core.database, {
    ...{ week: week.key, now: new Date(now) },
    ...{ premium: allowanceOf(core, 'premium'), free: allowanceOf(core, 'free') },
  });
  if (core.discord) await deliverDue(core, week, AbortSignal.any([signal, AbortSignal.timeout(ROUND_MS)]));
}

/** A server that cannot be reached comes last the next time. */
async function deliverDue(core: Core, week: Period, signal: AbortSignal): Promise<void> {
  const since = new Date(core.clock() - GIVE_UP_MS);
  const due = await store.listDueAlerts(core.database, { week: week.key, since, limit: ALERTS_PER_ROUND });
  for (const alert of due) {
    if (signal.aborted) return;
    const fault = await deliver(core, { alert, week }, signal);
    if (fault !== null && signal.aborted) return;
    const deliveredAt = fault === null ? new Date(core.clock()) : null;
    await store.noteOutcome(core.database, { ...alert, week: week.key }, { deliveredAt, fault });
  }
}

function deliver(core: Core, { alert, week }: { alert: DueAlert; week: Period }, signal: AbortSignal) {
  const { serverId, scope, percent } = alert;
  return attempt(core, serverId, async () => {
    const server = await getServer(core, serverId);
    const { alerts_channel: channelId, language } = parseSettings(server.settings);
    const hasCredit = await coversAnswer(core, server, alert.creditUnits);
    const url = addressOf(core, serverId, 'payments');
    const text = describeAlert(
      { scope, percent, hasCredit, restartsAt: week.endsAt, url },
      interfaceLanguageOf(language),
    );
    const nonce = nonceOf(serverId, week.key, scope, String(percent));
    await core.discord?.announce({ serverId, channelId: channelId ?? '', text, nonce }, signal);
  });
}

async function coversAnswer(core: Core, server: Server, units: number): Promise<boolean> {
  if (units > 0) await getKnowledgeIndex(core, server);
  return units >= leastForAnswer(core, server);
}

/** Plain text in the server's language. */
export async function describeMark(
  core: Core,
  server: Server,
  { scope, percent }: QuotaThreshold,
): Promise<string> {
  const ledger = await readLedgerNow(core, server);
  const hasCredit = await coversAnswer(core, server, ledger.credit_balance - ledger.credit_reserved);
  const language = interfaceLanguageOf(parseSettings(server.settings).language);
  const [reached, withCredit, without] = REACHED[language][`${scope} ${percent}`];
  return `${reached.replace(/^\S+ /, '').replaceAll('**', '')} ${hasCredit ? withCredit : without}`;
}

/** Told or not. */
export function listAlerts(core: Core, server: Pick<Server, 'id'>): Promise<Alert[]> {
  return store.listAlerts(core.database, server.id, core.calendar.weekOf(core.clock()).key);
}

/**
 * @param channel null switches alerts off. Undelivered alerts of this week are tried there. @throws
 * AppError('not_found')
 */
export async function chooseAlertsChannel(core: Core, serverId: string, channelId: string | null) {
  const { deeds } = await changeSettings(core, serverId, () => ({ alerts_channel: channelId }));
  await store.forgetFaults(core.database, serverId, core.calendar.weekOf(core.clock()).key);
  return deeds;
}

/** Once, with what was changed since they passed. Never throws for Discord's sake. */
export async function tellRegressions(
  core: Core,
  serverId: string,
  { count, changed }: { count: number; changed: readonly string[] },
): Promise<void> {
  const server = await getServer(core, serverId);
  const { alerts_channel: channelId, language } = parseSettings(server.settings);
  if (channelId === null || !server.active) return;
  const url = addressOf(core, serverId, 'tests');
  const names = changed
    .slice(0, MOST_CHANGES)
    .map((name) => escapeName(name.slice(0, MOST_NAME_CHARACTERS)))
    .join(', ');
  const texts = {
    de: `⚠️ **${count === 1 ? 'Eine Testfrage, die bisher bestand, scheitert' : `${count} Testfragen, die bisher bestanden, scheitern`} jetzt.**${names && `\nSeither geändert: ${names}`}\nAnsehen: <${url}>`,
    en: `⚠️ **${count === 1 ? 'One test question that passed before fails' : `${count} test questions that passed before fail`} now.**${names && `\nChanged since then: ${names}`}\nTo see which: <${url}>`,
  };
  const text = texts[interfaceLanguageOf(language)];
  const nonce = nonceOf(serverId, core.calendar.dayOf(core.clock()).key, 'tests');
  await attempt(core, serverId, async () => core.discord?.announce({ serverId, channelId, text, nonce }));
}

/** Once. Never throws for Discord's sake. */
export async function tellWebhookOff(core: Core, serverId: string, at: Date): Promise<void> {
  const server = await getServer(core, serverId);
  const { alerts_channel: channelId, language } = parseSettings(server.settings);
  if (channelId === null || !server.active) return;
  const url = addressOf(core, serverId, 'api');
  const texts = {
    de: `⚠️ **Der Webhook ist abgeschaltet: Sein Empfänger nimmt keine Ereignisse an.** Neue Ereignisse werden nicht mehr gemeldet.\nAnsehen und wieder einschalten: <${url}#webhook>`,
    en: `⚠️ **The webhook is switched off: its receiver accepts no events.** New events are no longer sent.\nTo look at it and switch it on again: <${url}#webhook>`,
  };
  const text = texts[interfaceLanguageOf(language)];
  const nonce = nonceOf(serverId, 'webhook', at.toISOString());
  await attempt(core, serverId, async () => core.discord?.announce({ serverId, channelId, text, nonce }));
}

/**
 * Somebody asked where the bot may not write: once a day for each channel, and not twice an hour. Never throws for
 * Discord's sake.
 * @param place.rights by the platform's names.
 */
export async function tellUnwritable(
  core: Core,
  { serverId, channelId, rights }: { serverId: string; channelId: string; rights: readonly string[] },
): Promise<void> {
  const { alerts_channel: alertsId, language } = parseSettings((await getServer(core, serverId)).settings);
  if (!core.discord || alertsId === null || alertsId === channelId) return;
  const now = core.clock();
  const day = new Date(core.calendar.dayOf(now).startsAt);
  const ofChannel = `unwritable:${serverId}:${channelId}`;
  if (await isJobClaimed(core.database, ofChannel, day)) return;
  const hour = new Date(Math.floor(now / HOUR_MS) * HOUR_MS);
  if (!(await claimJob(core.database, `unwritable:${serverId}`, hour))) return;
  if (!(await claimJob(core.database, ofChannel, day))) return;
  const names = rights.map((right) => `\`${right}\``).join(', ');
  const texts = {
    de: `⚠️ **In <#${channelId}> hat mich jemand gefragt, aber ich darf dort nicht schreiben.** Es fehlt: ${names}. Gib mir das Recht (Kanal bearbeiten → Berechtigungen), oder schalte mich dort aus: \`/channels set\`. Alle solchen Kanäle zeigt \`/setup\`.`,
    en: `⚠️ **Someone asked me in <#${channelId}>, but I am not allowed to write there.** Missing: ${names}. Give me the permission (Edit Channel → Permissions), or switch me off there: \`/channels set\`. \`/setup\` shows all such channels.`,
  };
  const text = texts[interfaceLanguageOf(language)];
  const nonce = nonceOf(serverId, channelId, 'unwritable', day.toISOString());
  await attempt(core, serverId, async () =>
    core.discord?.announce({ serverId, channelId: alertsId, text, nonce }),
  );
}

type Reached = `${AlertScope} ${AlertPercent}`;

/** The mark, and how it goes on with credit and without. */
const REACHED: Record<
  InterfaceLanguage,
  Record<Reached, [reached: string, withCredit: string, without: string]>
> = {
  de: {
    'week 80': [
      '⚠️ **80 % des KI-Kontingents dieser Woche sind verbraucht**, Discord und API zusammen.',
      'Danach geht es mit dem Guthaben weiter, auch über die API.',
      'Guthaben ist keines da: Danach antworte ich erst mit neuem Kontingent wieder.',
    ],
    'week 100': [
      '🛑 **Das KI-Kontingent dieser Woche ist verbraucht**, Discord und API zusammen.',
      'Es geht mit dem Guthaben weiter, auch über die API.',
      'Guthaben ist keines da: Ich antworte erst mit neuem Kontingent wieder, hier und über die API.',
    ],
    'api 80': [
      '⚠️ **80 % des API-Anteils am KI-Kontingent dieser Woche sind verbraucht.**',
      'Danach läuft die API mit dem Guthaben weiter.',
      'Guthaben ist keines da: Danach weist die API Anfragen ab (402). In Discord antworte ich weiter.',
    ],
    'api 100': [
      '🛑 **Der API-Anteil am KI-Kontingent dieser Woche ist verbraucht.**',
      'Die API läuft mit dem Guthaben weiter.',
      'Guthaben ist keines da: Die API weist Anfragen ab (402). In Discord antworte ich weiter, solange das Kontingent reicht.',
    ],
  },
  en: {
    'week 80': [
      '⚠️ **80% of this week’s AI quota is used**, Discord and API together.',
      'Once it is used up, answers use the credit, over the API too.',
      'There is no credit: once the quota is used up, I do not answer until it resets.',
    ],
    'week 100': [
      '🛑 **This week’s AI quota is used up**, Discord and API together.',
      'Answers now use the credit, over the API too.',
      'There is no credit: I answer neither here nor over the API until the quota resets.',
    ],
    'api 80': [
      '⚠️ **80% of the API’s share of this week’s AI quota is used.**',
      'Once it is used up, the API uses the credit.',
      'There is no credit: once that share is used up, the API refuses requests (402). On Discord I keep answering.',
    ],
    'api 100': [
      '🛑 **The API’s share of this week’s AI quota is used up.**',
      'The API now uses the credit.',
      'There is no credit: the API refuses requests (402). On Discord I keep answering as long as the quota lasts.',
    ],
  },
};

/** @param alert.restartsAt in milliseconds. @param alert.url says how to get more. */
function describeAlert(
  alert: { scope: AlertScope; percent: AlertPercent; hasCredit: boolean; restartsAt: number; url: string },
  language: InterfaceLanguage,
): string {
  const { scope, percent, hasCredit, url } = alert;
  const [reached, withCredit, without] = REACHED[language][`${scope} ${percent}`];
  const restart = `<t:${Math.floor(alert.restartsAt / 1000)}:F>`;
  const rest = {
    de: `Neues Kontingent: ${restart}\nSo gibt es Guthaben oder Premium: <${url}>`,
    en: `New quota: ${restart}\nHow to get credit or premium: <${url}>`,
  };
  return [reached, hasCredit ? withCredit : without, rest[language]].join('\n');
}
