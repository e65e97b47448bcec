import type { StripeLedger } from './ledger.ts';
import type { StripeEvent } from './objects.ts';
import {
  type Form,
  findHeaderFault,
  isRefusal,
  parseForm,
  parseNothing,
  parseSession,
  parseSessionList,
  parseSubscriptionUpdate,
  type Refusal,
  refuse,
  refuseMissing,
} from './params.ts';

export interface ApiCall {
  method: string;
  path: string;
  form: string;
  headers: NodeJS.Dict<string | string[]>;
}

type Answer = object | Refusal;

interface Route {
  method: string;
  path: RegExp;
  answer: (form: Form, id: string) => Answer | Promise<Answer>;
}

/** The calls that the stub knows, each as strict as Stripe. @param happen takes the events a call brings about. */
export function createApi(
  ledger: StripeLedger,
  secretKey: string,
  happen: (events: StripeEvent[]) => Promise<unknown>,
): (call: ApiCall) => Promise<Answer> {
  const sessions = /^\/v1\/checkout\/sessions$/;
  const subscription = /^\/v1\/subscriptions\/([^/]+)$/;
  const routes: Route[] = [
    {
      method: 'GET',
      path: sessions,
      answer: (form) => {
        const wanted = parseSessionList(form);
        return isRefusal(wanted) ? wanted : { object: 'list', data: [], has_more: false };
      },
    },
    {
      method: 'POST',
      path: sessions,
      answer: (form) => {
        const wanted = parseSession(form);
        return isRefusal(wanted) ? wanted : ledger.openSession(wanted);
      },
    },
    {
      method: 'GET',
      path: subscription,
      answer: (form, id) => {
        const wanted = parseNothing(form);
        if (isRefusal(wanted)) return wanted;
        // One that is over is still shown, as Stripe does.
        return ledger.subscriptions.has(id) ? ledger.describe(ledger.getSubscription(id)) : refuseMissing(id);
      },
    },
    {
      method: 'POST',
      path: subscription,
      answer: async (form, id) => {
        const wanted = parseSubscriptionUpdate(form);
        if (isRefusal(wanted)) return wanted;
        const event = ledger.setCancellation(id, wanted.cancel_at_period_end);
        if (isRefusal(event)) return event;
        await happen([event]);
        return ledger.describe(ledger.getSubscription(id));
      },
    },
    {
      method: 'DELETE',
      path: subscription,
      answer: async (form, id) => {
        const wanted = parseNothing(form);
        if (isRefusal(wanted)) return wanted;
        if (ledger.subscriptions.get(id)?.endedAt !== null) return refuseMissing(id);
        await happen([ledger.end(id)]);
        return ledger.describe(ledger.getSubscription(id));
      },
    },
  ];
  return answerOnce(async ({ method, path, form, headers }) => {
    const refusal = findHeaderFault(headers, method, secretKey);
    if (refusal) return refusal;
    const route = routes.find((known) => known.method === method && known.path.test(path));
    if (!route) return { ...refuse(`Unrecognized request URL (${method}: ${path}).`), status: 404 };
    return route.answer(parseForm(form), route.path.exec(path)?.[1] ?? '');
  });
}

/** The same idempotency key again: the same answer, or a refusal when anything else is wanted. */
function answerOnce(make: (call: ApiCall) => Promise<Answer>): (call: ApiCall) => Promise<Answer> {
  const known = new Map<string, { wanted: string; answer: Promise<Answer> }>();
  return async (call) => {
    const key = call.headers['idempotency-key'];
    if (call.method !== 'POST' || typeof key !== 'string') return make(call);
    const wanted = `${call.path} ${call.form}`;
    const earlier = known.get(key);
    if (earlier?.wanted === wanted) return earlier.answer;
    if (earlier) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return { status: 400, error: { type: 'idempotency_error', message } };
    }
    const answer = make(call);
    known.set(key, { wanted, answer });
    return answer;
  };
}
