import { gunzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { BackendFault, readRetryAfter, readRetryDelay, StatusError } from './fault.ts';

const MAX_CONNECTIONS = 256;
const CONNECT_TIMEOUT_MS = 10_000;

const decoder = new TextDecoder();

export interface TransportOptions {
  /** Empty: no Authorization header is sent (local servers). */
  apiKey: string;
  baseUrl: string;
  maxResponseBytes: number;
}
export type Transport = ReturnType<typeof createTransport>;

/**
 * POSTs JSON, follows no redirect and uses no proxy. Reads the body before it resolves, so abort and byte cap cover all
 * of it.
 */
export function createTransport({ apiKey, baseUrl, maxResponseBytes }: TransportOptions) {
  const base = new URL(baseUrl);
  // An abort must close a socket, not only reset a stream on a shared one.
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false });
  // The caller's signal is the only deadline; undici's own would be a second truth.
  const options = { headersTimeout: 0, bodyTimeout: 0, maxResponseSize: maxResponseBytes, allowH2: false };
  const pool = new Pool(base.origin, { ...options, connections: MAX_CONNECTIONS, connect });
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    // A body that is compressed anyway is decompressed up to the same number of bytes.
    'accept-encoding': 'identity',
    'user-agent': 'lotse',
  };
  // The key is added here and nowhere else: no error or log of the client can contain it.
  if (apiKey !== '') headers.authorization = `Bearer ${apiKey}`;

  /** The other side may have closed all connections of the pool. */
  async function exchangeAnew(request: Dispatcher.DispatchOptions, signal: AbortSignal | undefined) {
    const once = new Pool(base.origin, { ...options, connections: 1, connect });
    try {
      return await exchange(once, request, signal);
    } finally {
      void once.destroy();
    }
  }

  return {
    /**
     * A `fetch` for the library's client; `retry-after-ms` is the only header it passes on. A connection that breaks
     * before the first byte of a response is tried once more.
     * @throws StatusError for every status but success; BackendFault after an abort; errors of the connection.
     */
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const url = new URL(input instanceof Request ? input.url : input);
      if (typeof init?.body !== 'string') throw new BackendFault('AI request has no text body', 'refused');
      const path = url.pathname + base.search;
      const request = { path, method: 'POST' as const, headers, body: init.body };
      const signal = init.signal ?? undefined;
      const answer = await exchange(pool, request, signal).catch((error: unknown) => {
        if (!isBrokenBefore(error) || signal?.aborted) throw error;
        return exchangeAnew(request, signal);
      });
      const text = decoder.decode(unpack(answer.body, maxResponseBytes));
      const { status, retryAfterMs } = answer;
      if (status < 200 || status >= 300)
        throw new StatusError(status, text, retryAfterMs ?? readRetryDelay(text));
      return toResponse(status, text, retryAfterMs);
    },
    close: (): Promise<void> => pool.destroy(),
  };
}

/** The part that the library reads. A real one costs 0.05 ms more, for the stream it makes of the text. */
function toResponse(status: number, text: string, retryAfterMs: number | null): Response {
  const headers = new Headers(retryAfterMs === null ? {} : { 'retry-after-ms': `${retryAfterMs}` });
  const read: Partial<Response> = { status, ok: true, url: '', headers, body: null, text: async () => text };
  return read as Response;
}

/** Some proxies compress a body against the request. @throws RangeError beyond the byte limit. */
function unpack(body: Buffer, maxOutputLength: number): Buffer {
  return body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body, { maxOutputLength }) : body;
}

/** Codes of a connection that the other side closed. */
const BROKEN = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
class BrokenOff extends Error {}

/** No part of a response had come. */
function isBrokenBefore(error: unknown): boolean {
  return (
    error instanceof Error && !(error instanceof BrokenOff) && 'code' in error && BROKEN.has(`${error.code}`)
  );
}

/** Rejects at once when the signal aborts and closes the socket. */
function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal | undefined,
): Promise<{ status: number; body: Buffer; retryAfterMs: number | null }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let retryAfterMs: number | null = null;
    let controller: Dispatcher.DispatchController | undefined;
    const leave = () => {
      const reason = new BackendFault('AI request was aborted', 'outage');
      controller?.abort(reason);
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
        resolve({ status, body: Buffer.concat(chunks), retryAfterMs });
      },
      onResponseError(_controller, error) {
        signal?.removeEventListener('abort', leave);
        reject(status === 0 ? error : new BrokenOff(error.message, { cause: error }));
      },
    });
  });
}
