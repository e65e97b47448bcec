import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../../core/core.ts';
import type { Delivery, WebhookOverview } from '../../../core/webhooks/webhooks.ts';
import {
  addWebhook,
  deliveryIdSchema,
  describeTry,
  enableWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  nameReceiver,
  redeliver,
  removeWebhook,
  rotateWebhook,
  setWebhook,
  testWebhook,
  typesSchema,
  webhookIdSchema,
  webhookSchema,
} from '../../../core/webhooks/webhooks.ts';
import { FORMER_SECRET_HOURS, WEBHOOK_FAILING_DAYS } from '../../../domain/limits.ts';
import { WEBHOOK_EVENTS } from '../../../domain/types.ts';
import type { CommandContext } from '../input.ts';
import type { AddVerb } from '../noun.ts';
import { addNoun, serverSchema, tell } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, formatDate, toFields, toList } from '../print.ts';

export function addWebhookCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'webhook', 'where the events of a server are sent');
  addSettings(add);
  addDeliveries(add);
}

function addSettings(add: AddVerb): void {
  add('set <SERVER> <URL>', {
    about:
      'send events to URL, in place of the first webhook, and print its signing secret, which is shown only once',
    input: serverSchema.extend({ URL: webhookSchema.shape.url }),
    run: async (core, { SERVER, URL }) => {
      const made = await setWebhook(core, SERVER, URL);
      // Alone on its line, so that SECRET=$(…) works.
      return tell(made, made.secret, 'webhook.set', nameReceiver(made.url));
    },
  });
  add('add <SERVER> <URL>', {
    about: 'add a webhook: also send events to URL, and print its signing secret, which is shown only once',
    options: {
      '--types <types>': `send only these events, separated by commas: ${WEBHOOK_EVENTS.join(', ')}`,
    },
    input: serverSchema.extend({ URL: webhookSchema.shape.url, types: typesOption.optional() }),
    run: async (core, { SERVER, URL, types = null }) => {
      const made = await addWebhook(core, SERVER, { url: URL, types });
      return tell({ ...made, types }, made.secret, 'webhook.set', nameReceiver(made.url));
    },
  });
  add('list <SERVER>', {
    about: 'list all webhooks with their addresses, event types and states',
    run: async (core, { SERVER }) => {
      const webhooks = await listWebhooks(core, SERVER);
      return {
        shape: webhooks.map(toShape),
        text: toList(webhooks, WEBHOOK_COLUMNS, 'There is no webhook.'),
      };
    },
  });
  add('rotate <SERVER> <ID>', {
    about: `make and print a new signing secret; for ${FORMER_SECRET_HOURS} hours, events are signed with the old one too`,
    input: serverSchema.extend({ ID: webhookIdSchema }),
    run: async (core, { SERVER, ID }) => {
      const { url, secret, formerUntil } = await rotateWebhook(core, SERVER, ID);
      const shape = { id: ID, url, secret, former_until: formerUntil };
      return tell(shape, secret, 'webhook.rotated', nameReceiver(url));
    },
  });
  add('show <SERVER> [ID]', {
    about: 'show where a webhook sends events and whether they are delivered',
    input: placeSchema,
    run: (core, { SERVER, ID }) => showWebhook(core, SERVER, ID),
  });
  add('remove <SERVER> [ID]', {
    about: 'remove a webhook and drop the events that wait for it',
    input: placeSchema,
    run: async (core, { SERVER, ID }) => {
      const { url } = await getWebhook(core, SERVER, ID);
      await removeWebhook(core, SERVER, ID);
      return tell({ removed: url }, `Removed ${url}.`, 'webhook.removed', nameReceiver(url));
    },
  });
}

function addDeliveries(add: AddVerb): void {
  add('test <SERVER> [ID]', {
    about: 'send a test event now and show the reply',
    input: placeSchema,
    run: async (core, { SERVER, ID }) => {
      const { status, fault, isTaken } = await testWebhook(core, SERVER, ID);
      const told = describeTry({ status, fault });
      const shape = { delivered: isTaken, status, error: isTaken ? null : told };
      return isTaken ? { shape, text: told } : { shape, text: '', fault: told };
    },
  });
  add('enable <SERVER> [ID]', {
    about:
      'switch on a webhook that was switched off after days of failures; waiting events are sent at once',
    input: placeSchema,
    run: async (core, { SERVER, ID }) => {
      await enableWebhook(core, SERVER, ID);
      return showWebhook(core, SERVER, ID);
    },
  });
  add('deliveries <SERVER>', {
    about: 'show the last events and their outcomes',
    options: { '--redeliver <id>': 'send this event again; a webhook that is switched off is switched on' },
    input: serverSchema.extend({ redeliver: deliveryIdSchema.optional() }),
    run: async (core, { SERVER, redeliver: id }) => {
      if (id !== undefined) await redeliver(core, SERVER, id);
      const deliveries = await listDeliveries(core, SERVER);
      return {
        shape: deliveries.map(toDeliveryShape),
        text: toList(deliveries, COLUMNS, 'No events are stored.'),
      };
    },
  });
}

const placeSchema = serverSchema.extend({ ID: webhookIdSchema.optional() });

const typesOption = z
  .string()
  .transform((text) => text.split(',').map((type) => type.trim()))
  .pipe(typesSchema);

const WEBHOOK_COLUMNS: ListColumns<WebhookOverview> = {
  ...{ id: 'id', address: 'url', types: ({ types }) => types?.join(', ') ?? 'all', state: 'state' },
  set: 'createdAt',
};

function toShape(webhook: WebhookOverview) {
  const { id, url, types, state, createdAt, formerUntil, failingSince, disabledAt } = webhook;
  return {
    ...{ id, url, types, state, created_at: createdAt, former_until: formerUntil },
    ...{ failing_since: failingSince, disabled_at: disabledAt },
  };
}

async function showWebhook(core: Core, serverId: string, id?: number) {
  const webhook = await getWebhook(core, serverId, id);
  const { url, state, createdAt, failingSince, disabledAt } = webhook;
  const named = [serverId, id].filter((part) => part !== undefined).join(' ');
  const states = {
    works: 'works',
    failing: `failing since ${formatDate(failingSince)}; after ${WEBHOOK_FAILING_DAYS} days it is switched off`,
    off: `switched off ${formatDate(disabledAt)}, failing since ${formatDate(failingSince)}; switch it on: ${COMMAND} webhook enable ${named}`,
  };
  return {
    shape: toShape(webhook),
    text: toFields({ url, state: states[state], set: formatDate(createdAt) }),
  };
}

const COLUMNS: ListColumns<Delivery> = {
  ...{ id: 'id', event: 'type', when: 'createdAt', state: 'state', tries: 'tries' },
  'next try': ({ state, dueAt }) => (state === 'waiting' ? dueAt : null),
  webhook: 'webhookId',
  note: describeTry,
};

function toDeliveryShape(one: Delivery) {
  return {
    ...{
      id: one.id,
      webhook: one.webhookId,
      type: one.type,
      subject: one.subject,
      created_at: one.createdAt,
      state: one.state,
    },
    ...{ tries: one.tries, next_try_at: one.state === 'waiting' ? one.dueAt : null },
    ...{ status: one.status, fault: one.fault, ended_at: one.endedAt },
  };
}
