import { beforeEach, describe, expect, test } from 'vitest';
import { checkQuotas, listAlerts } from '../../../src/core/alerts/alerts.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { spendWeek } from '../../support/usage.ts';
import { HOUR, NEXT_MONTH, openShop, subscriptionIn } from './shop.ts';

const MINUTE = 60_000;
const FREE_QUOTA = 200_000;
const PREMIUM_QUOTA = 4_000_000;

const shop = await openShop();
let monday = Date.parse('2026-03-16T12:00:00Z');
beforeEach(() => {
  // A minute is claimed once, so each test has a week of its own.
  monday += 7 * 24 * HOUR;
  shop.app.clock.now = monday;
});

const spend = (serverId: string, used: number) => spendWeek(shop.app, serverId, { used });

async function check(): Promise<void> {
  shop.app.clock.now += MINUTE;
  await checkQuotas(shop.core, new AbortController().signal);
}

const marks = async (id: string) =>
  (await listAlerts(shop.core, { id })).map(({ scope, percent }) => `${scope} ${percent}`);

describe('alerts of the free plan', () => {
  test.each<[string, (serverId: string) => Promise<unknown>]>([
    ['bought', async (serverId) => shop.take(await shop.buyPremium(serverId))],
    ['given by the operator', (serverId) => changeServer(shop.core, serverId, { plan: 'premium' })],
  ])('are gone with premium that is %s, and its own marks apply again', async (_, upgrade) => {
    const serverId = await shop.addServer();
    await spend(serverId, FREE_QUOTA);
    await check();
    expect(await marks(serverId)).toEqual(['week 80', 'week 100']);
    await upgrade(serverId);
    expect(await marks(serverId)).toEqual([]);
    await check();
    expect(await marks(serverId)).toEqual([]);
    await spend(serverId, PREMIUM_QUOTA * 0.8);
    await check();
    expect(await marks(serverId)).toEqual(['week 80']);
  });
});

test('alerts of premium stay when premium is renewed or set again, and when events repeat', async () => {
  const serverId = await shop.addServer();
  const bought = await shop.buyPremium(serverId);
  await shop.take(bought);
  const { premiumUntil } = await shop.read(serverId);
  shop.app.clock.now = (premiumUntil?.getTime() ?? NEXT_MONTH) - 5 * HOUR;
  await spend(serverId, PREMIUM_QUOTA * 0.8);
  await check();
  expect(await marks(serverId)).toEqual(['week 80']);
  await shop.take([...bought, ...(await shop.stripe.renew(subscriptionIn(bought)))]);
  await changeServer(shop.core, serverId, { plan: 'premium' });
  await changeServer(shop.core, serverId, { name: 'Pier' });
  expect(await marks(serverId)).toEqual(['week 80']);
});
