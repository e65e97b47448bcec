import { createKey } from '../../../src/core/owners/keys.ts';
import type { ApiAnswer, TestApp } from '../../support/app.ts';

/** The knowledge of one server as a system with a key of scope `knowledge` sees it. */
export interface KnowledgeClient {
  serverId: string;
  chatKey: string;
  key: string;
  list(after?: string): Promise<ApiAnswer>;
  /** @param body as it is if it is a text. */
  put(id: string, body: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  putMany(body: unknown): Promise<ApiAnswer>;
  remove(id: string): Promise<ApiAnswer>;
}

/** @param given of the server; a new one of its own. */
export async function openClient(
  app: TestApp,
  given: Parameters<TestApp['addServer']>[0] = {},
): Promise<KnowledgeClient> {
  const { id: serverId, key: chatKey } = await app.addServer(given);
  const { key } = await createKey(app.core, { serverId, scope: 'knowledge' });
  return { serverId, chatKey, key, ...speakAs(app, key) };
}

/** The same requests with another key. */
export function speakAs(
  app: TestApp,
  key: string,
): Pick<KnowledgeClient, 'list' | 'put' | 'putMany' | 'remove'> {
  const send = async (path: string, init: RequestInit = {}): Promise<ApiAnswer> => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(`${app.url}/api/v1/knowledge${path}`, { ...init, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
  };
  return {
    list: (after) => send(after === undefined ? '' : `?after=${encodeURIComponent(after)}`),
    put: (id, body, headers = {}) =>
      send(`/${encodeURIComponent(id)}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    putMany: (body) =>
      send('', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    remove: (id) => send(`/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  };
}
