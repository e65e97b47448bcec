import type { ApiAnswer, TestApp } from '../../support/app.ts';

/** Sends a request as the operator's own system does. @param path behind `/api/v1/admin/servers` */
export async function administer(
  { url }: Pick<TestApp, 'url'>,
  key: string,
  method: string,
  path = '',
  body?: unknown,
): Promise<ApiAnswer> {
  const response = await fetch(`${url}/api/v1/admin/servers${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
}
