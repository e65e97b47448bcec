import { z } from 'zod';
import { nameKey } from '../../../core/members/audit.ts';
import type { ApiKey } from '../../../core/owners/keys.ts';
import { createKey, listKeys, newKeySchema, revokeKey } from '../../../core/owners/keys.ts';
import { AppError } from '../../../domain/errors.ts';
import { KEY_SCOPES } from '../../../domain/types.ts';
import { checkSent } from '../body.ts';
import type { AdminAction } from './visit.ts';

export const listServerKeys: AdminAction = async ({ core, server }) => ({
  keys: (await listKeys(core, server.id)).map(toResponse),
});

/** The key is in this answer alone. */
export const createServerKey: AdminAction = async ({ core, server, sent, record }) => {
  const { name, scope, test, observe } = checkSent(newServerKeySchema, sent);
  const kind = { isTest: test, isObserved: observe };
  const made = await createKey(core, { serverId: server.id, name, scope, ...kind });
  await record('key.created', nameKey(made));
  return { ...made, test, observe };
};

export const deleteServerKey: AdminAction = async ({ core, server, params, record }) => {
  const revoked = (await listKeys(core, server.id)).find(({ id }) => id === params.key);
  if (!revoked) throw new AppError('not_found');
  await revokeKey(core, server.id, revoked.id);
  await record('key.revoked', nameKey(revoked));
  return null;
};

function toResponse(key: ApiKey): z.input<typeof serverKeySchema> {
  const { id, name, scope, isTest, isObserved, last4 } = key;
  return {
    ...{ id, name, scope, test: isTest, observe: isObserved, last4 },
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** Ids are drawn here, and scope `admin` is for the command line alone. */
export const newServerKeySchema = newKeySchema.safeExtend({ id: z.undefined().optional() });

const shownSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(KEY_SCOPES),
  test: z.boolean(),
  observe: z.boolean().meta({ description: 'Whether every answer is a draft.' }),
  last4: z.string(),
});

export const madeKeySchema = shownSchema
  .extend({ key: z.string().meta({ description: 'Shown only this once.' }) })
  .meta({ id: 'NewKey' });

const serverKeySchema = shownSchema
  .extend({
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Key' });

export const serverKeysSchema = z.object({ keys: z.array(serverKeySchema) }).meta({ id: 'Keys' });
