import type { Core } from '../../src/core/core.ts';
import { listActions } from '../../src/core/members/audit.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import {
  describeBilling,
  startPremium,
  startTopUp,
  takePaymentEvent,
} from '../../src/core/quota/billing/billing.ts';
import { readUsage } from '../../src/core/quota/usage.ts';
import { addTestServer } from '../../test/support/app.ts';
import { type StripeEvent, type StripeStub, startStripeStub } from '../../test/support/stripe.ts';
import type { CaseFolder, StripeCase } from './files.ts';
import type { Outcome } from './judge.ts';
import { makeFolder, openService } from './stage.ts';

/** Money that comes and goes: the events of a case, signed and in its order, about one bought pack or month. */
export async function runStripe({ stripe: cases }: CaseFolder): Promise<Outcome[]> {
  if (cases.length === 0) return [];
  using folder = makeFolder();
  const stub = await startStripeStub();
  await using service = await openService(folder.path, stub.settings);
  const outcomes: Outcome[] = [];
  for (const entry of cases) {
    const faults = await runCase(service.core, stub, entry);
    outcomes.push({ id: entry.id, kind: entry.kind, faults });
  }
  await stub.close();
  return outcomes;
}

async function runCase(core: Core, stub: StripeStub, { events, expected }: StripeCase): Promise<string[]> {
  const { id: serverId } = await addTestServer(core, { plan: 'free' });
  const errors: unknown[] = [];
  const error = (facts: object) => void errors.push(facts);
  const heard: Core = { ...core, log: { ...core.log, error, warn: () => undefined, info: () => undefined } };
  const account = openAccount(core, stub, serverId);
  for (const event of events) {
    const { raw, signature } = stub.sign(await account.make(event));
    await takePaymentEvent(heard, raw, signature);
  }
  const server = await getServer(core, serverId);
  const { credit_percent: credit } = await readUsage(core, server);
  const { payments } = await describeBilling(core, server);
  const actions = await listActions(core, serverId, { limit: 20 });
  const most = expected.credit_percent_at_most ?? expected.credit_percent ?? credit;
  const faults = credit > most || credit < (expected.credit_percent ?? 0) ? [`credit ${credit} %`] : [];
  const isTaken = actions.some(({ action }) => action.endsWith('.taken_back'));
  if (expected.audit !== undefined && !isTaken) faults.push('nothing taken back in the audit log');
  const isShown = payments.some(({ cents, paidBack }) => paidBack >= cents);
  if (expected.page !== undefined && !isShown) faults.push('no payment shows as paid back');
  const naming = errors.filter((facts) => JSON.stringify(facts).includes(serverId));
  if (expected.operator !== undefined && naming.length !== 1) faults.push(`${naming.length} error lines`);
  return faults;
}

/** Makes an event of a type by doing at the provider what brings it about, as the words after it say. */
function openAccount(core: Core, stub: StripeStub, serverId: string) {
  const made: StripeEvent[] = [];
  const buying = { serverId, returnUrl: 'https://lotse.example/servers/1/ki' };
  const idOf = (type: string) => String(made.findLast((event) => event.type === type)?.data.object.id);
  const buy = async (words: string) => {
    if (/month|premium|subscription/.test(words)) return stub.pay(await startPremium(core, buying));
    const page = await startTopUp(core, { ...buying, percent: 25 });
    return stub.pay(page, words.includes('unpaid') ? 'later' : 'now');
  };
  const refund = (words: string) =>
    stub.refund(idOf('charge.succeeded'), words.includes('half') ? 250 : undefined);
  const end = (how: 'won' | 'lost') => stub.closeDispute(idOf('charge.dispute.created'), how);
  const acts: Record<string, (words: string) => Promise<StripeEvent[]>> = {
    'checkout.session.completed': buy,
    'checkout.session.async_payment_succeeded': () => stub.moneyArrives(idOf('checkout.session.completed')),
    'invoice.paid': () => buy('month'),
    'charge.refunded': refund,
    'refund.created': refund,
    'refund.failed': () => stub.failRefund(idOf('refund.created')),
    'charge.dispute.created': () => stub.dispute(idOf('charge.succeeded')),
    'charge.dispute.funds_withdrawn': () => stub.dispute(idOf('charge.succeeded')),
    'charge.dispute.funds_reinstated': () => end('won'),
    'charge.dispute.closed': (words) => end(words.includes('won') ? 'won' : 'lost'),
  };
  return {
    async make(text: string): Promise<StripeEvent> {
      const [type = '', ...words] = text.split(' ');
      const known = made.find((event) => event.type === type);
      if (!known) made.push(...((await acts[type]?.(words.join(' '))) ?? []));
      const event = made.findLast((one) => one.type === type);
      const last = made.at(-1);
      if (!event && !last) throw new Error(`${text}: nothing was bought before`);
      return event ?? { ...(last as StripeEvent), id: `evt_${type}_${serverId}`, type };
    },
  };
}
