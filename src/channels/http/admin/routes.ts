import type { Core } from '../../../core/core.ts';
import type { Router } from '../../router.ts';
import { type ApiState, requireAdminKey } from '../authenticate.ts';
import { readJson } from '../body.ts';
import { createServerKey, deleteServerKey, listServerKeys } from './keys.ts';
import { createServer, listAllServers, patchServer, removeServer, showServer } from './servers.ts';
import { createSignInLink, endSignIns } from './sign-in-links.ts';
import { type AdminAction, limitRate, visitServer } from './visit.ts';
import { createWebhook, deleteWebhook, listServerWebhooks, rotateSecret } from './webhooks.ts';

/** What the operator's own system does with servers, by a key of scope `admin`. */
export function addAdmin(router: Router<ApiState>, core: Core): void {
  const key = [requireAdminKey(core), limitRate(core)];
  const about = (action: AdminAction, status?: 201) => visitServer(core, action, status);
  const all = '/api/v1/admin/servers';
  router.get(all, ...key, listAllServers(core));
  router.post(all, ...key, readJson, createServer(core));
  const one = `${all}/:id`;
  router.get(one, ...key, about(showServer));
  router.patch(one, ...key, readJson, about(patchServer));
  router.delete(one, ...key, about(removeServer));
  router.get(`${one}/keys`, ...key, about(listServerKeys));
  router.post(`${one}/keys`, ...key, readJson, about(createServerKey, 201));
  router.delete(`${one}/keys/:key`, ...key, about(deleteServerKey));
  router.post(`${one}/sign-in-links`, ...key, readJson, about(createSignInLink, 201));
  router.delete(`${one}/sign-in-links`, ...key, about(endSignIns));
  router.get(`${one}/webhooks`, ...key, about(listServerWebhooks));
  router.post(`${one}/webhooks`, ...key, readJson, about(createWebhook, 201));
  router.delete(`${one}/webhooks/:webhook`, ...key, about(deleteWebhook));
  router.post(`${one}/webhooks/:webhook/rotate`, ...key, about(rotateSecret, 201));
}
