import { readLedger } from '../../adapters/db/owners/servers.ts';
import * as store from '../../adapters/db/quota/credit.ts';
import { readGivenBack } from '../../adapters/db/quota/give-backs.ts';
import { readPlaceUse } from '../../adapters/db/quota/place-use.ts';
import { AppError } from '../../domain/errors.ts';
import { API_SHARE_DIVISOR } from '../../domain/limits.ts';
import type { Ledger, Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';
import { parseSettings } from '../owners/settings.ts';
import { type PlanLimits, placeUnitsOf, planLimitsOf } from './plan-limits.ts';

/** The specification's `usage` object. */
interface Usage {
  available_percent: number;
  credit_percent: number;
  requests_today: number;
  requests_per_day: number;
  requests_per_minute: number;
  premium: boolean;
}

/** Kept with a stored answer, so that a replay equals it. */
export interface UsageLimits {
  quota: number;
  apiShare: number;
  creditUnit: number;
  perDay: number;
  perMinute: number;
  premium: boolean;
}

export function usageLimitsOf(core: Core, planLimits: PlanLimits): UsageLimits {
  const { quota, apiShare, perDay, perMinute, plan } = planLimits;
  const creditUnit = unitsOfHundredPercent(core);
  return { quota, apiShare, creditUnit, perDay, perMinute, premium: plan === 'premium' };
}

/** One premium week of API allowance, in units. */
export function unitsOfHundredPercent(core: Core): number {
  return Math.floor(core.config.PREMIUM_WEEKLY_UNITS / API_SHARE_DIVISOR.premium);
}

/** Rounds percentages down to two decimals, so they never promise too much. */
export function describeUsage(planLimits: UsageLimits, ledger: Ledger): Usage {
  const ofShare = planLimits.apiShare - ledger.api_used - ledger.api_reserved;
  const ofQuota = planLimits.quota - ledger.used - ledger.reserved;
  return {
    available_percent: toPercent(Math.max(0, Math.min(ofShare, ofQuota)), planLimits.apiShare),
    credit_percent: toPercent(ledger.credit_balance - ledger.credit_reserved, planLimits.creditUnit),
    requests_today: ledger.requests_today,
    requests_per_day: planLimits.perDay,
    requests_per_minute: planLimits.perMinute,
    premium: planLimits.premium,
  };
}

function toPercent(units: number, whole: number): number {
  return whole > 0 ? Math.floor((units * 10_000) / whole) / 100 : 0;
}

/** This week and today. */
export function readLedgerNow(core: Core, server: Pick<Server, 'id'>): Promise<Ledger> {
  const now = core.clock();
  return readLedger(core.database, server.id, core.calendar.weekOf(now).key, core.calendar.dayOf(now).key);
}

/** For owners and operators. */
export async function readUsage(core: Core, server: Server) {
  const week = core.calendar.weekOf(core.clock());
  const [ledger, givenBack] = await Promise.all([
    readLedgerNow(core, server),
    readGivenBack(core.database, server.id, week.key),
  ]);
  const planLimits = planLimitsOf(core, server);
  return {
    ...describeUsage(usageLimitsOf(core, planLimits), ledger),
    week: {
      start: week.key,
      resets_at: new Date(week.endsAt).toISOString(),
      quota_units: planLimits.quota,
      used_units: ledger.used,
      reserved_units: ledger.reserved,
      api_used_units: ledger.api_used,
      api_reserved_units: ledger.api_reserved,
      given_back_units: givenBack.week,
    },
    credit: {
      balance_units: ledger.credit_balance,
      reserved_units: ledger.credit_reserved,
      given_back_units: givenBack.credit,
    },
  };
}

/** Places with a share of the week, by id: the share, and what is used of it this week, both in percent. */
export async function readPlaceShares(
  core: Core,
  server: Server,
): Promise<Map<string, { percent: number; used: number }>> {
  const shares = Object.entries(parseSettings(server.settings).place_shares);
  if (shares.length === 0) return new Map();
  const week = core.calendar.weekOf(core.clock()).key;
  const ids = shares.map(([id]) => id);
  const use = await readPlaceUse(core.database, server.id, week, ids);
  const { quota } = planLimitsOf(core, server);
  return new Map(
    shares.map(([id, percent]) => {
      const units = placeUnitsOf(quota, percent);
      const used = units === 0 ? 100 : Math.floor(((use.get(id)?.used ?? 0) * 100) / units);
      return [id, { percent, used }];
    }),
  );
}

/**
 * Adds credit that never expires. The same reference again changes nothing.
 * @throws AppError('not_found' | 'invalid_input')
 */
export async function grantCredit(
  core: Core,
  grant: { serverId: string; percent: number; reference: string },
): Promise<{ granted: boolean; balance_units: number }> {
  await getServer(core, grant.serverId);
  const units = unitsOfPercent(core, grant.percent);
  const reference = grant.reference.trim();
  if (!Number.isSafeInteger(units) || units <= 0 || reference === '') {
    throw new AppError('invalid_input', { message: 'Credit needs a percentage above 0 and a reference.' });
  }
  const credit = { serverId: grant.serverId, units, reference };
  const { granted, balanceUnits } = await store.grantCredit(core.database, credit);
  return { granted, balance_units: balanceUnits };
}

export function unitsOfPercent(core: Core, percent: number): number {
  return Math.round((unitsOfHundredPercent(core) * percent) / 100);
}
