import { createRequire } from 'node:module';
import type { Agent, Dispatcher } from 'undici';
import { PageFaultError } from '../../domain/errors.ts';
import { ACCEPTED_ENCODINGS, readBody } from './body.ts';
import type { OutsideWorld } from './connect.ts';
import {
  createConnector,
  createResolve,
  dialAddress,
  hostOf,
  parsePublicUrl,
  untilAborted,
} from './connect.ts';

export type { OutsideWorld } from './connect.ts';
export { parsePublicUrl } from './connect.ts';

const require = createRequire(import.meta.url);

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
/** A useless body is read this far to keep or end its connection in peace. */
const IGNORED_BODY_BYTES = 16_384;
const CONNECTIONS_PER_ORIGIN = 4;
/** Overrides servers: longer, and each visited site would keep its sockets for minutes. */
const KEEP_ALIVE_MAX_MS = 30_000;
/** No credential, and nothing that changes the framing. */
const CALLERS_HEADERS = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'];

export interface OutboundRequest {
  url: string;
  /** Only those of CALLERS_HEADERS are sent. */
  headers?: Record<string, string>;
  /** Also of the body on the wire. */
  maxBytes: number;
  /** Lookups, connects, redirects and body together. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Asked about each redirect after the guard; default: every public address. */
  mayFollow?(url: URL): boolean;
}

export interface OutboundResponse {
  /** After redirects. */
  url: string;
  status: number;
  headers: Headers;
  body: Buffer;
}

export interface OutboundPost {
  url: string;
  /** Nothing that people entered may stand in one. */
  headers: Record<string, string>;
  body: string;
  /** Of the answer, also on the wire; left out: its body is not read. */
  maxBytes?: number;
  /** Lookup, connect and what is read of the answer together. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export type OutboundAnswer = Pick<OutboundResponse, 'status' | 'headers' | 'body'>;

export interface Outbound {
  /**
   * POST over a connection of its own, so the address is checked each time. A redirect is an answer.
   * The body is empty where none was asked for.
   * @throws PageFaultError, or the reason of the caller's own abort
   */
  post(request: OutboundPost): Promise<OutboundAnswer>;
  /**
   * GET with at most 5 redirects, each checked like the first address, never from https to http. Every status is an
   * answer.
   * @throws PageFaultError, or the reason of the caller's own abort
   */
  fetch(request: OutboundRequest): Promise<OutboundResponse>;
  close(): Promise<void>;
}

/**
 * The one way to addresses that people enter. No cookies, no proxy and no setting opens the guard. Connections are kept
 * per origin, so no two names share one.
 */
export function createOutbound(options: { userAgent: string; world?: Partial<OutsideWorld> }): Outbound {
  const closing = new AbortController();
  const world = { resolve: createResolve(), dial: dialAddress, ...options.world };
  const openAgent = () => {
    // Most processes read no page. A failed require is repeated, a failed import never is.
    const { Agent }: typeof import('undici') = require('undici');
    return new Agent({
      connect: createConnector(world, closing.signal),
      connections: CONNECTIONS_PER_ORIGIN,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      // The request's own deadline covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      // An abort must close a socket, not only reset a stream on a shared one.
      allowH2: false,
    });
  };
  let agent: Agent | undefined;
  const useAgent = () => {
    agent ??= openAgent();
    return agent;
  };

  return {
    post: (request) =>
      withinDeadline(request, (signal) => {
        const { body, maxBytes } = request;
        const accepted = { ...(maxBytes !== undefined && { 'accept-encoding': ACCEPTED_ENCODINGS }) };
        const headers = { ...request.headers, ...accepted, 'user-agent': options.userAgent };
        return send(useAgent, parsePublicUrl(request.url), { headers, body, signal }, maxBytes);
      }),
    fetch: (request) =>
      withinDeadline(request, (signal) => {
        const headers = chooseHeaders(request.headers ?? {}, options.userAgent);
        return follow(request, (url) => exchange(useAgent, url, { headers, signal }, request.maxBytes));
      }),
    async close() {
      closing.abort(new Error('outbound connections are closed'));
      await agent?.destroy();
    },
  };
}

async function withinDeadline<Answer>(
  request: { timeoutMs: number; signal?: AbortSignal | undefined },
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(request.timeoutMs);
  try {
    return await run(request.signal ? AbortSignal.any([deadline, request.signal]) : deadline);
  } catch (error) {
    request.signal?.throwIfAborted();
    throw deadline.aborted ? new PageFaultError('timeout', null, error) : error;
  }
}

function chooseHeaders(wanted: Record<string, string>, userAgent: string): Record<string, string> {
  const chosen = Object.entries(wanted).filter(([name]) => CALLERS_HEADERS.includes(name.toLowerCase()));
  return { ...Object.fromEntries(chosen), 'accept-encoding': ACCEPTED_ENCODINGS, 'user-agent': userAgent };
}

async function send(
  useAgent: () => Agent,
  url: URL,
  options: { headers: Record<string, string>; body: string; signal: AbortSignal },
  maxBytes: number | undefined,
): Promise<OutboundAnswer> {
  const { origin, pathname, search } = url;
  const { signal } = options;
  try {
    const path = pathname + search;
    const call = useAgent().request({ origin, path, method: 'POST', reset: true, ...options });
    const { statusCode: status, headers, body } = await untilAborted(call, signal);
    if (maxBytes !== undefined) {
      const read = await readBody(body, headOf(status, headers), maxBytes);
      return { status, headers: toHeaders(headers), body: read };
    }
    // Reads a short body to its end, so that no receiver sees a broken connection; nobody waits for it.
    void body.dump({ limit: IGNORED_BODY_BYTES, signal }).catch(() => undefined);
    return { status, headers: toHeaders(headers), body: Buffer.alloc(0) };
  } catch (error) {
    throw error instanceof PageFaultError ? error : new PageFaultError('unreachable', hostOf(url), error);
  }
}

async function follow(
  request: OutboundRequest,
  get: (url: URL) => Promise<OutboundResponse | { location: string }>,
): Promise<OutboundResponse> {
  let url = parsePublicUrl(request.url);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await get(url);
    if ('status' in answer) return answer;
    url = resolveRedirect(url, answer.location, request);
  }
  throw new PageFaultError('too_many_redirects', url.host);
}

function resolveRedirect(from: URL, location: string, request: OutboundRequest): URL {
  if (!URL.canParse(location, from.href))
    throw new PageFaultError('invalid_address', 'a redirect to nowhere');
  const url = parsePublicUrl(new URL(location, from.href).href);
  const isDowngrade = from.protocol === 'https:' && url.protocol === 'http:';
  if (isDowngrade) throw new PageFaultError('leads_elsewhere', url.origin);
  if (request.mayFollow?.(url) === false) throw new PageFaultError('leads_elsewhere', url.host);
  return url;
}

/** A redirect gives its target instead. */
async function exchange(
  useAgent: () => Agent,
  url: URL,
  options: { headers: Record<string, string>; signal: AbortSignal },
  maxBytes: number,
): Promise<OutboundResponse | { location: string }> {
  const { origin, pathname, search } = url;
  const { signal } = options;
  try {
    const call = useAgent().request({ origin, path: pathname + search, method: 'GET', ...options });
    // undici looks at the signal only once the request has a connection.
    const { statusCode: status, headers, body } = await untilAborted(call, signal);
    const location = [headers.location].flat()[0];
    if (location !== undefined && REDIRECTS.includes(status)) {
      await body.dump({ limit: IGNORED_BODY_BYTES, signal });
      return { location };
    }
    const read = await readBody(body, headOf(status, headers), maxBytes);
    return { url: url.href, status, headers: toHeaders(headers), body: read };
  } catch (error) {
    throw error instanceof PageFaultError ? error : new PageFaultError('unreachable', hostOf(url), error);
  }
}

function headOf(status: number, headers: Dispatcher.ResponseData['headers']) {
  const encoding = String(headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  return { status, encoding, length: Number(headers['content-length'] ?? Number.NaN) };
}

/** Skips fields that `Headers` cannot hold: one bad line must not cost the page. */
function toHeaders(incoming: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming)) {
    for (const text of [value ?? []].flat()) {
      try {
        headers.append(name, text);
      } catch {
        // A character above 255 or a control character.
      }
    }
  }
  return headers;
}
