import { DefaultRestOptions, type RESTOptions } from 'discord.js';

/**
 * Sends a request as discord.js does, with forms as bytes. Its HTTP client goes through the dispatcher that a
 * newer one in this process has installed for all, and that one takes no form but its own: every file was
 * refused with "body must be a FormData created by this undici package instance".
 */
export const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  const form = new Response(init.body);
  const body = new Uint8Array(await form.arrayBuffer());
  const headers = new Headers(Object.entries(init.headers ?? {}));
  headers.set('Content-Type', form.headers.get('Content-Type') ?? '');
  return DefaultRestOptions.makeRequest(url, { ...init, body, headers: Object.fromEntries(headers) });
};
