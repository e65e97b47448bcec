import * as store from '../../adapters/db/quota/payments.ts';
import { AppError } from '../../domain/errors.ts';
import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';
import { unitsOfHundredPercent } from './usage.ts';

/**
 * Adds top-up credit, which never expires. 100 percent are one premium week of API allowance.
 * The same reference again changes nothing, so a payment that is reported twice counts once.
 * @throws AppError('not_found' | 'invalid_input')
 */
export async function grantCredit(
  core: Core,
  grant: { serverId: string; percent: number; reference: string },
): Promise<{ granted: boolean; balance_units: number }> {
  await getServer(core, grant.serverId);
  const units = unitsOfPercent(core, grant.percent);
  if (!Number.isSafeInteger(units) || units <= 0 || grant.reference.trim() === '') {
    throw new AppError('invalid_input', { message: 'Credit needs a percentage above 0 and a reference.' });
  }
  const result = await store.grantCredit(core.database, {
    serverId: grant.serverId,
    units,
    reference: grant.reference.trim(),
  });
  return { granted: result.granted, balance_units: result.balanceUnits };
}

/** 100 percent are one premium week of API allowance. */
export function unitsOfPercent(core: Core, percent: number): number {
  return Math.round((unitsOfHundredPercent(core) * percent) / 100);
}
