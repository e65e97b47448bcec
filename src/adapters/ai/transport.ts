import { gunzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { throwErrorInBody } from './error-body.ts';
import { BackendFault, StatusError } from './fault.ts';
import { type Body, readBody } from './reply/event-stream.ts';
import { readRetryAfter, readRetryDelay } from './retry-after.ts';
import { keepSpares, type Spares } from './standby.ts';

const MAX_CONNECTIONS = 256;
const CONNECT_TIMEOUT_MS = 10_000;

const decoder = new TextDecoder();

export interface Transport {
  /**
   * @param path below the base URL. @param body JSON.
   * @returns the value of a 2xx response that holds no error, put together where it came as a stream.
   * @throws StatusError; SyntaxError where it is no JSON; BackendFault
   */
  post(path: string, body: string, signal: AbortSignal): Promise<Body>;
  /** The same for a library that wants a `fetch`. */
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Just what the backend needs: POST JSON, read at most `maxResponseBytes`, follow no redirect,
 * use no proxy. The body is read before it resolves, so abort and byte cap cover all of it.
 */
export function createTransport(options: {
  apiKey: string;
  baseUrl: string;
  maxResponseBytes: number;
}): Transport {
  // An abort must close a socket, not only reset a stream on a shared one.
  const spares = keepSpares(buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false }));
  const pool = new Pool(new URL(options.baseUrl).origin, {
    connections: MAX_CONNECTIONS,
    // The caller's signal is the only deadline; undici's own would be a second truth.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: spares.connect,
    maxResponseSize: options.maxResponseBytes,
    allowH2: false,
  });
  const line = { pool, spares, maxBytes: options.maxResponseBytes };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    // What comes packed all the same is unpacked up to the same number of bytes.
    'accept-encoding': 'identity',
    'user-agent': 'lotse',
  };
  // The key is added here and nowhere else: no error or log of the client can hold it.
  if (options.apiKey !== '') headers.authorization = `Bearer ${options.apiKey}`;

  const base = new URL(options.baseUrl);
  const basePath = base.pathname.replace(/\/$/, '');

  return {
    async post(path, body, signal) {
      const request = { path: basePath + path + base.search, method: 'POST' as const, headers, body };
      const { status, text, retryAfterMs } = await exchange(line, request, signal);
      if (!isSuccess(status)) throw new StatusError(status, text, retryAfterMs ?? readRetryDelay(text));
      const read = readBody(text);
      throwErrorInBody(read.value, retryAfterMs);
      return read;
    },
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input);
      if (typeof init?.body !== 'string') throw new BackendFault('AI request has no text body', 'refused');
      const request = { path: url.pathname + base.search, method: 'POST' as const, headers, body: init.body };
      const answer = await exchange(line, request, init.signal ?? undefined);
      return toResponse(answer);
    },
    close() {
      spares.close();
      return pool.destroy();
    },
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

interface Exchanged {
  status: number;
  text: string;
  retryAfterMs: number | null;
}

/** What the client reads of a response. A real one makes a stream of the text, and a finalizer for the stream. */
function toResponse({ status, text, retryAfterMs }: Exchanged): Response {
  const read: Partial<Response> = {
    status,
    ok: isSuccess(status),
    url: '',
    // Whatever it said, only JSON is of use; HTML then fails in the parser.
    headers: new Headers({
      'content-type': 'application/json',
      ...(retryAfterMs === null ? {} : { 'retry-after-ms': String(retryAfterMs) }),
    }),
    body: null,
  };
  return { ...read, text: async () => text } as Response;
}

/** Some proxies pack what they were asked to leave as it is. @throws RangeError for more than may be read. */
function unpack(body: Buffer, maxOutputLength: number): Buffer {
  return body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body, { maxOutputLength }) : body;
}

/** One request, one response, read whole. Rejects at once when the signal aborts and closes the socket. */
function exchange(
  { pool, spares, maxBytes }: { pool: Pool; spares: Spares; maxBytes: number },
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal | undefined,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let retryAfterMs: number | null = null;
    let controller: Dispatcher.DispatchController | undefined;
    const leave = () => {
      const reason = new BackendFault('AI request was aborted', 'outage');
      if (controller) {
        controller.abort(reason);
        spares.replace();
      }
      reject(reason);
    };
    if (signal?.aborted) return leave();
    signal?.addEventListener('abort', leave, { once: true });

    pool.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // It may have waited for a connection longer than the caller did.
        if (signal?.aborted) leave();
      },
      onResponseStart(_controller, statusCode, headers) {
        status = statusCode;
        retryAfterMs = readRetryAfter(headers, Date.now());
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        signal?.removeEventListener('abort', leave);
        try {
          resolve({ status, text: decoder.decode(unpack(Buffer.concat(chunks), maxBytes)), retryAfterMs });
        } catch (error) {
          reject(error);
        }
      },
      onResponseError(_controller, error) {
        signal?.removeEventListener('abort', leave);
        reject(error);
      },
    });
  });
}
