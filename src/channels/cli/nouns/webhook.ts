import type { Command } from 'commander';
import type { Core } from '../../../core/core.ts';
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
import type { CommandContext } from '../input.ts';
import { addNoun, serverSchema, tell } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, formatDate, toFields, toList } from '../print.ts';

export function addWebhookCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'webhook', 'where the events of a server are sent');

  add('set <SERVER> <URL>', {
    about: 'send events there and print the signing secret, which is shown only once',
    input: serverSchema.extend({ URL: webhookSchema.shape.url }),
    run: async (core, { SERVER, URL }) => {
      const made = await setWebhook(core, SERVER, URL);
      // Alone on its line, so that SECRET=$(…) works.
      return tell(made, made.secret, 'webhook.set', nameReceiver(made.url));
    },
  });
  add('show <SERVER>', {
    about: 'where events go and whether they are delivered',
    run: (core, { SERVER }) => showWebhook(core, SERVER),
  });
  add('test <SERVER>', {
    about: 'send a test event now and say what was answered',
    run: async (core, { SERVER }) => {
      const { status, fault, isTaken } = await testWebhook(core, SERVER);
      const told = describeTry({ status, fault });
      const shape = { delivered: isTaken, status, error: isTaken ? null : told };
      return isTaken ? { shape, text: told } : { shape, text: '', fault: told };
    },
  });
  add('enable <SERVER>', {
    about: 'switch it on again after days of failures; waiting events are sent at once',
    run: async (core, { SERVER }) => {
      await enableWebhook(core, SERVER);
      return showWebhook(core, SERVER);
    },
  });
  add('remove <SERVER>', {
    about: 'stop sending events and drop those that wait',
    run: async (core, { SERVER }) => {
      const { url } = await getWebhook(core, SERVER);
      await removeWebhook(core, SERVER);
      return tell({ removed: url }, `Removed ${url}.`, 'webhook.removed', nameReceiver(url));
    },
  });
  add('deliveries <SERVER>', {
    about: 'the last events and their outcomes',
    options: { '--redeliver <id>': 'send one again; a webhook that is switched off is switched on' },
    input: serverSchema.extend({ redeliver: deliveryIdSchema.optional() }),
    run: async (core, { SERVER, redeliver: id }) => {
      if (id !== undefined) await redeliver(core, SERVER, id);
      const deliveries = await listDeliveries(core, SERVER);
      return {
        shape: deliveries.map(toDeliveryShape),
        text: toList(deliveries, COLUMNS, 'There was no event yet.'),
      };
    },
  });
}

async function showWebhook(core: Core, serverId: string) {
  const { url, state, createdAt, failingSince, disabledAt }: WebhookOverview = await getWebhook(
    core,
    serverId,
  );
  const states = {
    works: 'works',
    failing: `failing since ${formatDate(failingSince)}; after ${WEBHOOK_FAILING_DAYS} days it is switched off`,
    off: `switched off ${formatDate(disabledAt)}, failing since ${formatDate(failingSince)}; switch it on: ${COMMAND} webhook enable ${serverId}`,
  };
  return {
    shape: { url, state, created_at: createdAt, failing_since: failingSince, disabled_at: disabledAt },
    text: toFields({ url, state: states[state], set: formatDate(createdAt) }),
  };
}

const COLUMNS: ListColumns<Delivery> = {
  ...{ id: 'id', event: 'type', when: 'createdAt', state: 'state', tries: 'tries' },
  'next try': ({ state, dueAt }) => (state === 'waiting' ? dueAt : null),
  note: describeTry,
};

function toDeliveryShape(one: Delivery) {
  return {
    ...{ id: one.id, type: one.type, subject: one.subject, created_at: one.createdAt, state: one.state },
    ...{ tries: one.tries, next_try_at: one.state === 'waiting' ? one.dueAt : null },
    ...{ status: one.status, fault: one.fault, ended_at: one.endedAt },
  };
}
