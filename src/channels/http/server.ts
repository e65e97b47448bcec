import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getBuiltinModule } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type Koa from 'koa';
import { AppError } from '../../domain/errors.ts';
import type { ApiState } from './authenticate.ts';
import { PUBLIC_ERRORS, toErrorBody } from './errors.ts';

/** An import would read all of the module, with its WebSocket and Node's own fetch (router.ts). */
const { createServer } = getBuiltinModule('node:http');

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const MAX_HEADER_BYTES = 16 * 1024;
const TOO_LONG = `The headers are larger than ${MAX_HEADER_BYTES / 1024} KiB.`;
const CHECK_EVERY_MS = 500;
/** Load balancers close idle connections after 60 s and have to be first: a closed one loses a request. */
const KEEP_ALIVE_MS = 65_000;
/** A further one is closed at once. A silent one holds 5 kB, for 10 s at most. */
const MAX_CONNECTIONS = 10_000;
/** A cut request ends its calls and gives back its units. */
const CUT_REQUESTS_MS = 800;
/** Closed at once, the last answer would be lost with unread input. */
const LINGER_MS = 1_000;

export interface HttpServer {
  /** The one taken, for port 0 too. */
  port: number;
  /** Still answers new requests for at most `graceMs`, then cuts the rest. */
  stop(graceMs: number): Promise<void>;
}

export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Cuts a slow client after 10 s (headers) or 20 s (body). */
export async function listen(
  app: Koa<ApiState>,
  target: { host: string; port: number; maxConnections?: number },
): Promise<HttpServer> {
  const requests = watchRequests(app.callback());
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    namesOneHost(request) ? requests.handle(request, response) : refuseHost(response);
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node's own refusal has no body and no request id.
      requireHostHeader: false,
    },
    handle,
  );
  server.maxConnections = target.maxConnections ?? MAX_CONNECTIONS;
  server.on('clientError', answerBrokenRequest);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); node's own 417 is empty.
  server.on('checkExpectation', handle);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(target.port, target.host, 4096, () => done());
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async (graceMs) => {
      await requests.finished(graceMs);
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await requests.finished(CUT_REQUESTS_MS);
      await closed;
    },
  };
}

/** A request is in flight until its work is done and its answer is sent or undeliverable. */
function watchRequests(callback: ReturnType<Koa['callback']>) {
  const inFlight = new Set<Promise<unknown>>();
  return {
    handle: (request: IncomingMessage, response: ServerResponse) => {
      const closed = new Promise((done) => response.once('close', done));
      const work = Promise.all([closed, callback(request, response)]);
      inFlight.add(work);
      void work.catch(() => undefined).then(() => inFlight.delete(work));
    },
    /** Also waits for those that come meanwhile, at most `limitMs`. */
    finished: async (limitMs: number) => {
      const limit = new AbortController();
      const isOver = delay(limitMs, true, { signal: limit.signal }).catch(() => true);
      const allDone = async () => {
        while (inFlight.size > 0) await Promise.allSettled(inFlight);
        return false;
      };
      await Promise.race([isOver, allDone()]);
      limit.abort();
    },
  };
}

/** RFC 9112, 3.2 refuses none and two; of two, node would take the first and a proxy perhaps the second. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function refuseHost(response: ServerResponse): void {
  const { fields, body } = describeRefusal('invalid_body');
  response.writeHead(PUBLIC_ERRORS.invalid_body.status, fields).end(body);
}

/** In the same form as Koa's refusals. */
function describeRefusal(
  code: 'invalid_body' | 'request_timeout',
  message = 'The request is not valid HTTP.',
) {
  const requestId = `req_${randomUUID()}`;
  const refusal = new AppError(code, code === 'invalid_body' ? { message } : {});
  const body = JSON.stringify(toErrorBody(refusal, requestId));
  const fields = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  return { fields, body };
}

/** Node refuses it before Koa sees it. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // More unreadable input came after the refusal.
  if (socket.writableEnded) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'invalid_body';
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isLong ? 431 : PUBLIC_ERRORS[code].status;
  const { fields, body } = describeRefusal(code, isLong ? TOO_LONG : undefined);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`);
  // A client that keeps its end open would hold the reader of its request for ever.
  const closing = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(closing));
}
