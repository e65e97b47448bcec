import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../../core/core.ts';
import { nameKey } from '../../../core/members/audit.ts';
import type { AdminKey } from '../../../core/owners/admin-keys.ts';
import { createAdminKey, listAdminKeys, revokeAdminKey } from '../../../core/owners/admin-keys.ts';
import type { ApiKey } from '../../../core/owners/keys.ts';
import {
  createKey,
  listKeys,
  newKeySchema,
  observeKey,
  revokeKey,
  TEST_KEY_RULE,
} from '../../../core/owners/keys.ts';
import { KEY_SCOPES } from '../../../domain/types.ts';
import type { CommandContext } from '../input.ts';
import type { CommandResult } from '../noun.ts';
import { addNoun, serverSchema, tell } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, toList } from '../print.ts';

const keySchema = serverSchema.extend({
  KEY_ID: z.string().regex(/^[0-9A-Za-z]{1,64}$/, 'is not the id of a key'),
});
const { name, test, observe } = newKeySchema.shape;
const createSchema = serverSchema
  .partial()
  .extend({ name, test, observe, scope: z.enum([...KEY_SCOPES, 'admin']).default('chat') })
  .refine(({ scope, SERVER }) => scope === 'admin' || SERVER !== undefined, { path: ['SERVER'] })
  .refine(({ scope, SERVER }) => scope !== 'admin' || SERVER === undefined, {
    path: ['SERVER'],
    error: 'must be left out: a key of scope admin is for all servers',
  })
  .refine(({ scope, observe }) => scope !== 'admin' || !observe, {
    path: ['observe'],
    error: 'works only with a key of a server',
  })
  .refine(({ scope, test }) => scope === 'chat' || !test, TEST_KEY_RULE);
const revokeSchema = keySchema
  .partial()
  .extend({ admin: keySchema.shape.KEY_ID.optional() })
  .refine(({ SERVER, admin }) => (SERVER === undefined) !== (admin === undefined), {
    path: ['SERVER'],
    error: 'cannot be combined with --admin',
  })
  .refine(({ KEY_ID, admin }) => (KEY_ID === undefined) !== (admin === undefined), { path: ['KEY_ID'] });

export function addKeyCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'key', 'API keys: of one server, or of scope admin for all servers');

  add('create [SERVER]', {
    about: 'create a key and print it; it is shown only once',
    options: {
      '--name <name>': 'what the key is for',
      '--scope <scope>': 'what it may be used for: chat (default), knowledge, or admin (without SERVER)',
      '--observe': 'every answer is for the team only: `draft` is always true',
      '--test': 'a key whose answers cost nothing and come from the extractive engine',
    },
    input: createSchema,
    run: async (core, { SERVER, name, scope, test, observe }) => {
      if (SERVER === undefined || scope === 'admin') {
        const made = await createAdminKey(core, name);
        return tell(made, made.key);
      }
      const kind = { isTest: test, isObserved: observe };
      const created = await createKey(core, { serverId: SERVER, name, scope, ...kind });
      // Alone on its line, so that KEY=$(…) works.
      return tell(created, created.key, 'key.created', nameKey(created));
    },
  });
  add('list [SERVER]', {
    about: 'list the keys of a server; without SERVER, those of scope admin',
    input: serverSchema.partial(),
    run: async (core, { SERVER }) => {
      if (SERVER === undefined) return listForAdmin(core);
      const keys = await listKeys(core, SERVER);
      const none = `This server has no key yet. Make one: ${COMMAND} key create ${SERVER} --name NAME`;
      return { shape: keys.map(toShape), text: toList(keys, COLUMNS, none) };
    },
  });
  add('observe <SERVER> <KEY_ID> <STATE>', {
    about:
      'on: every answer to this key is a draft for the team only; off: the setting of the server applies',
    input: keySchema.extend({ STATE: z.enum(['on', 'off']) }),
    run: async (core, { SERVER, KEY_ID, STATE }) => {
      await observeKey(core, SERVER, KEY_ID, STATE === 'on');
      return tell(
        { id: KEY_ID, observe: STATE === 'on' },
        `Key ${KEY_ID}: observing is ${STATE}.`,
        'key.observed',
        `${KEY_ID}: ${STATE}`,
      );
    },
  });
  add('revoke [SERVER] [KEY_ID]', {
    about: 'revoke a key; its next request is refused',
    options: { '--admin <key_id>': 'a key of scope admin, instead of SERVER and KEY_ID' },
    input: revokeSchema,
    run: async (core, { SERVER, KEY_ID, admin }) => {
      if (SERVER === undefined || KEY_ID === undefined) {
        await revokeAdminKey(core, String(admin));
        return tell({ revoked: admin }, `Revoked ${admin}.`);
      }
      await revokeKey(core, SERVER, KEY_ID);
      const revoked = (await listKeys(core, SERVER)).find(({ id }) => id === KEY_ID);
      return tell(
        { revoked: KEY_ID },
        `Revoked ${KEY_ID}.`,
        'key.revoked',
        revoked ? nameKey(revoked) : KEY_ID,
      );
    },
  });
}

async function listForAdmin(core: Core): Promise<CommandResult> {
  const keys = await listAdminKeys(core);
  const none = `There is no key of scope admin. Make one: ${COMMAND} key create --scope admin --name NAME`;
  const shape = keys.map(({ id, name, last4, createdAt, lastUsedAt, revokedAt }) => ({
    ...{ id, name, scope: 'admin', last4 },
    ...{ created_at: createdAt, last_used_at: lastUsedAt, revoked_at: revokedAt },
  }));
  return { shape, text: toList(keys, ADMIN_COLUMNS, none) };
}

const ADMIN_COLUMNS: ListColumns<AdminKey> = {
  ...{ id: 'id', name: 'name' },
  'ends in': ({ last4 }) => `…${last4}`,
  ...{ created: 'createdAt', 'last used': 'lastUsedAt', revoked: 'revokedAt' },
};

const COLUMNS: ListColumns<ApiKey> = {
  ...{ id: 'id', name: 'name' },
  'ends in': ({ last4 }) => `…${last4}`,
  scope: 'scope',
  kind: ({ isTest, isObserved }) => (isTest ? 'test' : 'live') + (isObserved ? ', observed' : ''),
  ...{ created: 'createdAt', 'last used': 'lastUsedAt', revoked: 'revokedAt' },
};

function toShape({ id, name, scope, isTest, isObserved, last4, createdAt, lastUsedAt, revokedAt }: ApiKey) {
  const times = { created_at: createdAt, last_used_at: lastUsedAt, revoked_at: revokedAt };
  return { id, name, scope, test: isTest, observe: isObserved, last4, ...times };
}
