import { expect, test } from 'vitest';
import type { Invocation } from '../../commands/command.ts';
import { usage } from '../../commands/usage.ts';
import { grantCredit } from '../../src/core/quota/usage.ts';
import { ask } from '../support/app.ts';
import { useApp } from '../support/use-app.ts';
import { invoke, textOf } from './setup.ts';

const app = useApp({ PREMIUM_WEEKLY_UNITS: '10000', PUBLIC_URL: 'https://lotse.example' });

async function show(serverId: string, more: Partial<Invocation> = {}): Promise<string> {
  return textOf(await usage.run(app.core, invoke({ serverId, ...more })));
}

test('an untouched server has all of its quota, no credit, and the plan’s limits', async () => {
  const { id } = await app.addServer();
  const text = await show(id);
  expect(text).toContain('**Plan:** premium');
  expect(text).toContain('100% left');
  expect(text).toContain(
    '**Credit:** 0%, never expires (100% is as much as the API may use in one premium week)',
  );
  expect(text).toContain('0 / 1,000, at most 20 per minute');
  expect(text).toContain(`<https://lotse.example/servers/${id}/payments>`);
});

test('the rest falls with every answer, for the API twice as fast, and equals what the API says', async () => {
  const { id, key } = await app.addServer();
  const answer = await app.chat(key, ask('How do I join?'));
  const { available_percent: api } = answer.body.usage;
  expect(api).toBeLessThan(100);
  const text = await show(id);
  expect(text).toContain(`**The API’s share of the quota:** ${api}% of that share left`);
  const [, both] = /\*\*This week’s AI quota:\*\* ([\d.]+)% left/.exec(text) ?? [];
  expect(Number(both)).toBeCloseTo(100 - (100 - api) / 2, 2);
  expect(text).toContain('1 / 1,000');
});

test('credit is shown in percent of a premium week', async () => {
  const { id } = await app.addServer();
  await grantCredit(app.core, { serverId: id, percent: 25, reference: `test-${id}` });
  expect(await show(id)).toContain('**Credit:** 25%');
});

test('the week restarts on Monday, shown in the reader’s time zone', async () => {
  const { id } = await app.addServer();
  const monday = Date.parse('2026-03-23T00:00:00Z') / 1000;
  expect(await show(id)).toContain(`<t:${monday}:F> (<t:${monday}:R>)`);
});

test('the free plan shows its own limits, in German too', async () => {
  const { id } = await app.addServer({ plan: 'free' });
  const text = await show(id, { language: 'de' });
  expect(text).toContain('**Plan:** kostenlos');
  expect(text).toMatch(/noch 100\s%/);
  expect(text).toContain('0 / 150');
  expect(text).toContain('So gibt es Guthaben oder Premium');
});
