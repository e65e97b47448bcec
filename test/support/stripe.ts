import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { type ApiCall, createApi } from './stripe/api.ts';
import type { Charge, DisputeEnd, Refund } from './stripe/charges.ts';
import { createLedger } from './stripe/ledger.ts';
import type { Session, Shape, StripeEvent, Subscription } from './stripe/objects.ts';
import { checkoutPage } from './stripe/page.ts';
import { isRefusal, type Refusal } from './stripe/params.ts';

export type { StripeEvent } from './stripe/objects.ts';

/**
 * `slow` never answers; `cut` closes the connection before anything is done, `lost` after it; a number is a status with
 * Stripe's error body.
 */
export type ApiFault = number | 'slow' | 'cut' | 'lost';

/** An address that takes webhooks, or a function in its place. */
export type Receiver = string | ((raw: Buffer, signature: string) => Promise<void>);

export interface StripeStub {
  readonly url: string;
  readonly settings: Record<'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL', string>;
  /** Every API call in order, refused ones too. */
  readonly calls: ApiCall[];
  /** Every event that came about, in order, delivered or not. */
  readonly events: StripeEvent[];
  /** What the account holds; by id. */
  readonly sessions: ReadonlyMap<string, Session>;
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  readonly charges: ReadonlyMap<string, Charge>;
  /** Where events are sent automatically from now on; null: nowhere, a test delivers them. */
  deliverTo(receiver: Receiver | null): void;
  /** Signs an event as of now and posts it. @returns the status of the answer; a function that resolves is 200. */
  deliver(event: StripeEvent, receiver?: Receiver): Promise<number>;
  /** The raw body and its header. @param at in milliseconds. */
  sign(event: StripeEvent, change?: { at?: number; secret?: string }): { raw: Buffer; signature: string };
  /** What the button of the page does. @param page its address or the session's id. */
  pay(page: string, how?: 'now' | 'later'): Promise<StripeEvent[]>;
  moneyArrives(page: string): Promise<StripeEvent[]>;
  renew(subscriptionId: string, card?: 'accepted' | 'refused'): Promise<StripeEvent[]>;
  /** Ends a subscription at once, as its owner at Stripe or the dunning does. */
  end(subscriptionId: string): Promise<StripeEvent[]>;
  /** Gives money back, or fails to; `cents` all that is left, by default. */
  refund(chargeId: string, cents?: number, status?: Refund['status']): Promise<StripeEvent[]>;
  failRefund(refundId: string): Promise<StripeEvent[]>;
  /** The payer's bank takes money back, or asks first. */
  dispute(chargeId: string, how?: { cents?: number; isInquiry?: boolean }): Promise<StripeEvent[]>;
  escalate(disputeId: string): Promise<StripeEvent[]>;
  closeDispute(disputeId: string, end: DisputeEnd): Promise<StripeEvent[]>;
  useShape(shape: Shape): void;
  /** Breaks every API call, or with a list the next ones in turn, null being one that goes well; null heals. */
  fault(fault: ApiFault | readonly (ApiFault | null)[] | null): void;
  close(): Promise<void>;
}

const SECRET_KEY = 'sk_test_stub_not_to_be_seen';
const WEBHOOK_SECRET = 'whsec_stub_not_to_be_seen';

/** A strict Stripe on a free port of 127.0.0.1. @param now its time in milliseconds. */
export async function startStripeStub(now: () => number = Date.now): Promise<StripeStub> {
  const calls: ApiCall[] = [];
  const events: StripeEvent[] = [];
  let receiver: Receiver | null = null;
  let nextFault: () => ApiFault | null = () => null;
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ledger = createLedger({ now, pageOf: (id) => `${url}/c/pay/${id}` });
  const answerCall = createApi(ledger, SECRET_KEY, happen);

  function sign(event: StripeEvent, { at = now(), secret = WEBHOOK_SECRET } = {}) {
    const raw = Buffer.from(JSON.stringify(event, null, 2));
    const t = Math.floor(at / 1000);
    const digest = createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');
    return { raw, signature: `t=${t},v1=${digest},v0=${'0'.repeat(64)}` };
  }
  async function deliver(event: StripeEvent, to: Receiver | null = receiver): Promise<number> {
    if (to === null) throw new Error('no receiver');
    const { raw, signature } = sign(event);
    if (typeof to === 'function') {
      await to(raw, signature);
      return 200;
    }
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    const answer = await fetch(to, { method: 'POST', body: raw, headers, redirect: 'manual' });
    await answer.arrayBuffer();
    return answer.status;
  }
  /** In the order in which they came about; a refused delivery is the test's to look at. */
  async function happen(made: StripeEvent[]): Promise<StripeEvent[]> {
    events.push(...made);
    if (receiver !== null) for (const event of made) await deliver(event);
    return made;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', url);
    const body = await readText(request);
    const method = request.method ?? 'GET';
    if (pathname.startsWith('/c/pay/')) return showPage(method, pathname.slice(7), response);
    const form = method === 'POST' ? body : search.slice(1);
    const call = { method, path: pathname, form, headers: request.headers };
    calls.push(call);
    const fault = nextFault();
    if (fault === 'slow') return;
    if (fault === 'cut') return void response.destroy();
    const answer = typeof fault === 'number' ? breakCall(fault) : await answerCall(call);
    if (fault === 'lost') return void response.destroy();
    send(response, answer);
  }
  async function showPage(method: string, id: string, response: ServerResponse): Promise<void> {
    const session = ledger.sessions.get(id);
    if (!session) return void response.writeHead(404).end('no such page');
    if (method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(checkoutPage(session));
      return;
    }
    await happen(ledger.pay(id));
    response.writeHead(303, { location: session.params.success_url }).end();
  }

  return {
    url,
    settings: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: url,
    },
    calls,
    events,
    sessions: ledger.sessions,
    subscriptions: ledger.subscriptions,
    charges: ledger.charges.charges,
    deliverTo(next) {
      receiver = next;
    },
    deliver,
    sign,
    pay: async (page, how) => happen(ledger.pay(idOf(page), how)),
    moneyArrives: async (page) => happen(ledger.moneyArrives(idOf(page))),
    renew: async (id, card) => happen(ledger.renew(id, card)),
    end: async (id) => happen([ledger.end(id)]),
    refund: async (id, cents, status) => happen(ledger.charges.refund(id, cents, status)),
    failRefund: async (id) => happen(ledger.charges.failRefund(id)),
    dispute: async (id, how) => happen(ledger.charges.dispute(id, how)),
    escalate: async (id) => happen(ledger.charges.escalate(id)),
    closeDispute: async (id, end) => happen(ledger.charges.closeDispute(id, end)),
    useShape: ledger.useShape,
    fault(fault) {
      const queue = Array.isArray(fault) ? [...fault] : null;
      nextFault = () => (queue ? (queue.shift() ?? null) : (fault as ApiFault | null));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function breakCall(status: number): Refusal {
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  return { status, error: { type, message: `Broken for the test, with ${SECRET_KEY} in it.` } };
}

function send(response: ServerResponse, answer: object | Refusal): void {
  const isBad = isRefusal(answer);
  response
    .writeHead(isBad ? answer.status : 200, { 'content-type': 'application/json', 'request-id': 'req_stub' })
    .end(JSON.stringify(isBad ? { error: answer.error } : answer));
}

function idOf(page: string): string {
  return page.slice(page.lastIndexOf('/') + 1);
}
