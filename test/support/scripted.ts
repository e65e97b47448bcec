import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that gives these answers in turn. */
export async function startScripted(answers: ((response: ServerResponse) => void)[]) {
  const messageIds: unknown[] = [];
  const left = [...answers];
  const server = createServer((request, response) => {
    messageIds.push(request.headers['idempotency-key']);
    request.resume();
    request.once('end', () => left.shift()?.(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, messageIds, close: () => void server.close() };
}
