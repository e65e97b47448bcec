import type { Command } from 'commander';
import { z } from 'zod';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import type { Delivery, WebhookOverview } from '../../../core/webhooks/webhooks.ts';
import {
  deliveryIdSchema,
  describeTry,
  enableWebhook,
  getWebhook,
  listDeliveries,
  nameReceiver,
  redeliver,
  removeWebhook,
  setWebhook,
  testWebhook,
  webhookSchema,
} from '../../../core/webhooks/webhooks.ts';
import { WEBHOOK_FAILING_DAYS } from '../../../domain/limits.ts';
import { type CommandContext, CommandFault, onInput } from '../input.ts';
import { COMMAND, formatDate, toFields, toTable } from '../print.ts';

const serverSchema = z.object({ SERVER: serverIdSchema });
const setSchema = serverSchema.extend({ URL: webhookSchema.shape.url });
const deliveriesSchema = serverSchema.extend({ redeliver: deliveryIdSchema.optional() });

export function addWebhookCommands(program: Command, context: CommandContext): void {
  const webhook = program.command('webhook').description('where the events of a server are sent');

  const setCommand = webhook
    .command('set <SERVER> <URL>')
    .description('send events there, and print the secret they are signed with; it is shown only this once');
  onInput(setCommand, setSchema, async ({ SERVER, URL }) => {
    const made = await setWebhook(await context.openCore(), SERVER, URL);
    await context.record(SERVER, 'webhook.set', nameReceiver(made.url));
    // Alone on its line, so that SECRET=$(…) works.
    context.show(made, made.secret);
  });

  const showCommand = webhook
    .command('show <SERVER>')
    .description('where events go, and whether they arrive');
  onInput(showCommand, serverSchema, async ({ SERVER }) => {
    const shown = await getWebhook(await context.openCore(), SERVER);
    context.show(toShape(shown), render(SERVER, shown));
  });

  const testCommand = webhook
    .command('test <SERVER>')
    .description('send a test event now and say what was answered');
  onInput(testCommand, serverSchema, async ({ SERVER }) => {
    const { status, fault, isTaken } = await testWebhook(await context.openCore(), SERVER);
    const told = describeTry({ status, fault });
    context.show({ delivered: isTaken, status, error: isTaken ? null : told }, isTaken ? told : '');
    if (!isTaken) throw new CommandFault(told);
  });

  const enableCommand = webhook
    .command('enable <SERVER>')
    .description('switch it on again after days of failures; what waits is sent at once');
  onInput(enableCommand, serverSchema, async ({ SERVER }) => {
    const core = await context.openCore();
    await enableWebhook(core, SERVER);
    const shown = await getWebhook(core, SERVER);
    context.show(toShape(shown), render(SERVER, shown));
  });

  const removeCommand = webhook
    .command('remove <SERVER>')
    .description('send no more events, nor those that wait');
  onInput(removeCommand, serverSchema, async ({ SERVER }) => {
    const core = await context.openCore();
    const { url } = await getWebhook(core, SERVER);
    await removeWebhook(core, SERVER);
    await context.record(SERVER, 'webhook.removed', nameReceiver(url));
    context.show({ removed: url }, `Removed ${url}.`);
  });

  const deliveriesCommand = webhook
    .command('deliveries <SERVER>')
    .description('the last events and what became of each')
    .option('--redeliver <id>', 'send one again; a webhook that is switched off is switched on');
  onInput(deliveriesCommand, deliveriesSchema, async ({ SERVER, redeliver: id }) => {
    const core = await context.openCore();
    if (id !== undefined) await redeliver(core, SERVER, id);
    showDeliveries(context, await listDeliveries(core, SERVER));
  });
}

function toShape({ url, state, createdAt, failingSince, disabledAt }: WebhookOverview) {
  return { url, state, created_at: createdAt, failing_since: failingSince, disabled_at: disabledAt };
}

function render(
  serverId: string,
  { url, state, createdAt, failingSince, disabledAt }: WebhookOverview,
): string {
  const again = `${COMMAND} webhook enable ${serverId}`;
  const states = {
    works: 'works',
    failing: `failing since ${formatDate(failingSince)}; after ${WEBHOOK_FAILING_DAYS} days it is switched off`,
    off: `switched off ${formatDate(disabledAt)}, failing since ${formatDate(failingSince)}; switch it on: ${again}`,
  };
  return toFields({ url, state: states[state], set: formatDate(createdAt) });
}

function showDeliveries(context: CommandContext, deliveries: readonly Delivery[]): void {
  const shapes = deliveries.map((one) => ({
    ...{ id: one.id, type: one.type, subject: one.subject, created_at: one.createdAt, state: one.state },
    ...{ tries: one.tries, next_try_at: one.state === 'waiting' ? one.dueAt : null },
    ...{ status: one.status, fault: one.fault, ended_at: one.endedAt },
  }));
  const rows = deliveries.map((one) => [
    one.id,
    one.type,
    formatDate(one.createdAt),
    one.state,
    String(one.tries),
    one.state === 'waiting' ? formatDate(one.dueAt) : '',
    describeTry(one),
  ]);
  const table = toTable([['id', 'event', 'when', 'state', 'tries', 'next try', 'note'], ...rows]);
  context.show(shapes, rows.length === 0 ? 'There was no event yet.' : table);
}
