import { z } from 'zod';
import { nameKey } from '../../../../core/owners/audit.ts';
import { createKey, keyIdSchema, keyNameSchema, listKeys, revokeKey } from '../../../../core/owners/keys.ts';
import { AppError } from '../../../../domain/errors.ts';
import { explain } from '../../errors.ts';
import { done, type Outcome, type ServerVisit } from '../../route.ts';
import { check } from '../../view/form.ts';
import { renderKi } from './page.ts';

const newKeySchema = z.object({ name: keyNameSchema, once: keyIdSchema.optional() });

/**
 * Makes a key and shows it on the page that comes back: an address, a cookie or a session would keep it. Sending
 * the same form again, as a reload does, makes no second one.
 */
export async function addKey(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const once = form.has('once') ? form.text('once') : undefined;
  const checked = check(newKeySchema, { name: form.text('name'), once }, language);
  if (checked.faults) return renderKi(visit, { faults: checked.faults, status: 422 });
  const { name, once: id } = checked.values;
  const wanted = { serverId: server.id, name, isTest: form.has('test'), ...(id ? { id } : {}) };
  try {
    const created = await createKey(core, wanted);
    return await renderKi(visit, { created, audited: { action: 'key.created', subject: nameKey(created) } });
  } catch (error) {
    return refuse(visit, error);
  }
}

function refuse(visit: ServerVisit, error: unknown): Outcome | Promise<Outcome> {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'already_exists') return done(visit, 'ki', 'key_shown');
  if (error.code !== 'key_limit_reached') throw error;
  return renderKi(visit, { faults: new Map([['name', explain(error, visit.language)]]), status: 422 });
}

/** A second click on the same button finds the key revoked, which is what was wanted. */
export async function revoke(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params } = visit;
  const key = (await listKeys(core, server.id)).find(({ id }) => id === params.key);
  if (!key) throw new AppError('not_found');
  if (key.revokedAt) return done(visit, 'ki', 'key_revoked');
  await revokeKey(core, server.id, key.id);
  return done(visit, 'ki', 'key_revoked', { action: 'key.revoked', subject: nameKey(key) });
}
