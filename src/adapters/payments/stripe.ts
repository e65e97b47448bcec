import { createHash, randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { Config } from '../../config.ts';
import { findCancellation, isAnsweredRenewed, readStripeEvent } from './events.ts';
import type { Checkout, Payments, PremiumCheckout, TopUpCheckout } from './payments.ts';
import { describePaymentFault, EventFault, PaymentFault } from './payments.ts';

/** One attempt; with the one retry and the pause before it a call stays below the deadline. */
const ATTEMPT_TIMEOUT_MS = 4_000;
/** The library's own timeout starts anew with every byte, so a slow answer needs this one too. */
const DEADLINE_MS = 9_500;
const SIGNATURE_AGE_SECONDS = 300;

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Another host in Stripe's place. */
  apiUrl: string | undefined;
}

type PaymentSettings = Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'>;

/** null unless both secrets are set: without the second, money would arrive that nobody hears of. */
export function createPayments(config: PaymentSettings): Payments | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  const apiUrl = config.STRIPE_API_URL;
  return secretKey && webhookSecret ? createStripe({ secretKey, webhookSecret, apiUrl }) : null;
}

/** Payments by Stripe: Checkout pages, subscriptions and webhooks. */
export function createStripe(settings: StripeSettings): Payments {
  let opened: Promise<Stripe> | undefined;
  const open = () => {
    opened ??= openClient(settings).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const call = <Result>(act: (client: Stripe) => Promise<Result>) =>
    callInTime(async () => act(await open()));
  return {
    startTopUp: (checkout) =>
      call(async ({ checkout: { sessions } }) => addressOf(await sessions.create(topUpParams(checkout)))),
    startPremium: (checkout) =>
      call(async ({ checkout: { sessions } }) => {
        const params = premiumParams(checkout);
        const facts = JSON.stringify([checkout.attempt, params]);
        const idempotencyKey = createHash('sha256').update(facts).digest('hex');
        return addressOf(await sessions.create(params, { idempotencyKey }));
      }),
    setRenewal: (id, renews) =>
      call(async ({ subscriptions }) =>
        findCancellation(await subscriptions.update(id, { cancel_at_period_end: !renews })),
      ),
    isRenewed: (id) =>
      call(async ({ subscriptions }) => {
        const subscription = await subscriptions.retrieve(id).catch(orMissing);
        return subscription !== null && isAnsweredRenewed(subscription);
      }),
    endSubscription: (id) =>
      call(async ({ subscriptions }) => {
        await subscriptions.cancel(id).catch(orMissing);
      }),
    checkAccess: () =>
      call(async ({ checkout: { sessions } }) => {
        await sessions.list({ limit: 1 });
      }),
    readEvent: async (raw, signature, now) => {
      const { webhooks } = await open();
      return readStripeEvent(verify(webhooks, raw, signature, settings.webhookSecret, now), now);
    },
  };
}

/** Loaded only when asked for: it takes 140 ms and 35 MB, which every command would pay. */
async function openClient({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  return new Client(secretKey, {
    ...(apiUrl ? hostOf(new URL(apiUrl)) : {}),
    timeout: ATTEMPT_TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

function hostOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isPlain ? 80 : 443),
  };
}

/** @throws PaymentFault */
async function callInTime<Result>(act: () => Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new PaymentFault('payment provider took too long')), DEADLINE_MS);
  try {
    return await Promise.race([act(), late]);
  } catch (error) {
    throw describePaymentFault(error);
  } finally {
    clearTimeout(timer);
  }
}

function addressOf(session: Stripe.Checkout.Session): string {
  if (!session.url) throw new PaymentFault('payment provider sent no address to pay at');
  return session.url;
}

/** Null where the provider has no such thing. */
function orMissing(error: unknown): null {
  if (describePaymentFault(error).code === 'resource_missing') return null;
  throw error;
}

/** Amounts stay in EUR: a converted one could not be compared with the price. */
function commonParams(checkout: Checkout) {
  return {
    client_reference_id: checkout.serverId,
    locale: checkout.language,
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    adaptive_pricing: { enabled: false },
  };
}

function priceOf({ cents, product, description }: Checkout) {
  return { currency: 'eur', unit_amount: cents, product_data: { name: product, description } };
}

/** The payment itself carries the facts too, so that its events name their server. */
function topUpParams(checkout: TopUpCheckout): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    server_id: checkout.serverId,
    kind: 'top_up',
    percent: String(checkout.percent),
    cents: String(checkout.cents),
    purchase: randomUUID(),
  };
  return {
    mode: 'payment',
    ...commonParams(checkout),
    line_items: [{ quantity: 1, price_data: priceOf(checkout) }],
    metadata,
    payment_intent_data: { metadata },
  };
}

function premiumParams(checkout: PremiumCheckout): Stripe.Checkout.SessionCreateParams {
  const { serverId, cents, mark } = checkout;
  const metadata = { server_id: serverId, kind: 'premium', cents: String(cents), mark };
  return {
    mode: 'subscription',
    ...commonParams(checkout),
    line_items: [{ quantity: 1, price_data: { ...priceOf(checkout), recurring: { interval: 'month' } } }],
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
    metadata,
    subscription_data: { metadata },
  };
}

/** @returns what the bytes say. @throws EventFault */
function verify(webhooks: Stripe['webhooks'], raw: Buffer, signature: string, secret: string, now: number) {
  try {
    return webhooks.constructEvent(raw, signature, secret, SIGNATURE_AGE_SECONDS, undefined, now);
  } catch (error) {
    // The library's message quotes nothing, but the error itself holds the body.
    if (error instanceof SyntaxError) throw new EventFault('unreadable', 'the event is not JSON');
    throw new EventFault('signature', 'the signature is missing, wrong or too old');
  }
}
