import type { Command } from 'commander';
import { z } from 'zod';
import { nameKey } from '../../../core/members/audit.ts';
import type { ApiKey } from '../../../core/owners/keys.ts';
import { createKey, listKeys, newKeySchema, observeKey, revokeKey } from '../../../core/owners/keys.ts';
import type { CommandContext } from '../input.ts';
import { addNoun, serverSchema, tell } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, toList } from '../print.ts';

const keySchema = serverSchema.extend({
  KEY_ID: z.string().regex(/^[0-9A-Za-z]{1,64}$/, 'is no id of a key'),
});

export function addKeyCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'key', 'API keys of a server');

  add('create <SERVER>', {
    about: 'create a key and print it; it is shown only once',
    options: {
      '--name <name>': 'what the key is for',
      '--scope <scope>': 'what it may be used for, chat or knowledge; chat if not given',
      '--observe': 'every answer is for the team alone: `draft` is always true',
      '--test': 'a key whose answers cost nothing and come from the extractive engine',
    },
    input: newKeySchema.safeExtend(serverSchema.shape),
    run: async (core, { SERVER, name, scope, test, observe }) => {
      const kind = { isTest: test, isObserved: observe };
      const created = await createKey(core, { serverId: SERVER, name, scope, ...kind });
      // Alone on its line, so that KEY=$(…) works.
      return tell(created, created.key, 'key.created', nameKey(created));
    },
  });
  add('list <SERVER>', {
    about: 'list the keys of a server',
    run: async (core, { SERVER }) => {
      const keys = await listKeys(core, SERVER);
      const none = `This server has no key yet. Make one: ${COMMAND} key create ${SERVER} --name NAME`;
      return { shape: keys.map(toShape), text: toList(keys, COLUMNS, none) };
    },
  });
  add('observe <SERVER> <KEY_ID> <STATE>', {
    about: 'on: every answer to this key is for the team alone, as `draft`; off: as the server is set',
    input: keySchema.extend({ STATE: z.enum(['on', 'off']) }),
    run: async (core, { SERVER, KEY_ID, STATE }) => {
      await observeKey(core, SERVER, KEY_ID, STATE === 'on');
      return tell(
        { id: KEY_ID, observe: STATE === 'on' },
        `Observed ${KEY_ID}: ${STATE}.`,
        'key.observed',
        `${KEY_ID}: ${STATE}`,
      );
    },
  });
  add('revoke <SERVER> <KEY_ID>', {
    about: 'revoke a key; its next request is refused',
    input: keySchema,
    run: async (core, { SERVER, KEY_ID }) => {
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
