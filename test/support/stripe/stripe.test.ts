import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StripeStub, startStripeStub } from '../stripe.ts';

let stub: StripeStub;
beforeAll(async () => {
  stub = await startStripeStub();
});
afterAll(() => stub.close());

const SESSION = {
  mode: 'payment',
  success_url: 'http://127.0.0.1:9/back?paid=1',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '500',
  'line_items[0][price_data][product_data][name]': 'Credit <b>',
};

async function post(form: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${stub.url}/v1/checkout/sessions`, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: {
      authorization: `Bearer ${stub.settings.STRIPE_SECRET_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      'stripe-version': '2026-10-28.endive',
      ...headers,
    },
  });
  return { status: answer.status, body: (await answer.json()) as { url: string } };
}

describe('the stub', () => {
  test.each<[string, Record<string, string>, Record<string, string>, number, object]>([
    ['another key', {}, { authorization: 'Bearer sk_other' }, 401, {}],
    ['no version', {}, { 'stripe-version': '' }, 400, {}],
    ['JSON', {}, { 'content-type': 'application/json' }, 400, {}],
    ['an unknown parameter', { colour: 'red' }, {}, 400, { code: 'parameter_unknown', param: 'colour' }],
    ['a price below the least', { 'line_items[0][price_data][unit_amount]': '49' }, {}, 400, {}],
    [
      'a recurring price paid once',
      { 'line_items[0][price_data][recurring][interval]': 'month' },
      {},
      400,
      {},
    ],
    ['what belongs to the other mode', { 'subscription_data[metadata][a]': 'b' }, {}, 400, {}],
    [
      'a page that is open for a minute',
      { expires_at: String(Math.floor(Date.now() / 1000) + 60) },
      {},
      400,
      {},
    ],
    ['no parameters but the mode', { success_url: '' }, {}, 400, { param: 'success_url' }],
  ])('refuses %s as Stripe does', async (_, form, headers, status, error) => {
    expect(await post({ ...SESSION, ...form }, headers)).toMatchObject({ status, body: { error } });
  });

  test('gives the same page for the same key, and refuses the key for another request', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await post(SESSION, headers);
    expect((await post(SESSION, headers)).body).toEqual(first.body);
    const other = await post({ ...SESSION, mode: 'subscription' }, headers);
    expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
  });

  test('shows an existing subscription, even an ended one, and knows no other', async () => {
    const { subscriptions, end, pay, settings, url } = stub;
    const look = async (path: string, key = settings.STRIPE_SECRET_KEY) => {
      const headers = { authorization: `Bearer ${key}`, 'stripe-version': '2026-10-28.endive' };
      const answer = await fetch(`${url}/v1/subscriptions/${path}`, { headers });
      return { status: answer.status, body: await answer.json() };
    };
    const monthly = {
      ...SESSION,
      mode: 'subscription',
      'line_items[0][price_data][recurring][interval]': 'month',
    };
    await pay((await post(monthly)).body.url);
    const id = String([...subscriptions.keys()].at(-1));
    const running = { id, object: 'subscription', status: 'active', ended_at: null, cancel_at: null };
    expect(await look(id)).toMatchObject({ status: 200, body: running });
    await end(id);
    const over = { id, object: 'subscription', status: 'canceled', ended_at: expect.any(Number) };
    expect(await look(id)).toMatchObject({ status: 200, body: over });
    const missing = { error: { code: 'resource_missing', type: 'invalid_request_error' } };
    expect(await look('sub_unknown')).toMatchObject({ status: 404, body: missing });
    const unknown = { error: { code: 'parameter_unknown', param: 'colour' } };
    expect(await look(`${id}?colour=red`)).toMatchObject({ status: 400, body: unknown });
    expect(await look(id, 'sk_other')).toMatchObject({ status: 401 });
  });
});
