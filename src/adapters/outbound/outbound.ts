import { createRequire } from 'node:module';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import { PageFaultError } from '../../domain/errors.ts';
import {
  createConnector,
  createResolve,
  dialAddress,
  hostOf,
  type OutsideWorld,
  parsePublicUrl,
  untilAborted,
} from './connect.ts';

export type { OutsideWorld } from './connect.ts';
export { parsePublicUrl } from './connect.ts';

const require = createRequire(import.meta.url);

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
/** What a redirect's own body may cost to keep its connection. */
const REDIRECT_BODY_BYTES = 16_384;
const CONNECTIONS_PER_ORIGIN = 4;
/** Whatever a server proposes: longer, and each site visited would keep its sockets for minutes. */
const KEEP_ALIVE_MAX_MS = 30_000;
/** All a reader of pages has to say; nothing that could be a credential or change the framing. */
const CALLERS_HEADERS = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'];

export interface OutboundRequest {
  /** As a person entered it or a page named it. */
  url: string;
  /** `accept`, `accept-language`, `if-none-match` and `if-modified-since`; others are not sent. */
  headers?: Record<string, string>;
  /** Of the decoded body; the body on the wire may not be longer either. */
  maxBytes: number;
  /** For the whole exchange: lookups, connects, redirects, body. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Whether a redirect may lead there, asked after the guard's own checks; default: to every public address. */
  mayFollow?(url: URL): boolean;
}

export interface OutboundResponse {
  /** After redirects. */
  url: string;
  status: number;
  headers: Headers;
  body: Buffer;
}

export interface Outbound {
  /**
   * GET with at most 5 redirects, each checked like the first address; one from https to http is refused.
   * Every status is an answer. @throws PageFaultError, or the reason of the caller's own abort
   */
  fetch(request: OutboundRequest): Promise<OutboundResponse>;
  close(): Promise<void>;
}

/**
 * The one way to addresses that people enter. Knows no cookies, no proxy and no setting that opens the guard.
 * Connections are checked when they are made and kept per origin, so no two names share one.
 */
export function createOutbound(options: { userAgent: string; world?: Partial<OutsideWorld> }): Outbound {
  const closing = new AbortController();
  const world = { resolve: createResolve(), dial: dialAddress, ...options.world };
  const openAgent = () => {
    // Loaded with the first page, most processes read none; and again where it failed, as an import never is.
    const { Agent }: typeof import('undici') = require('undici');
    return new Agent({
      connect: createConnector(world, closing.signal),
      connections: CONNECTIONS_PER_ORIGIN,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      // The request's own deadline covers both; undici's would be a second truth.
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
    async fetch(request) {
      const deadline = AbortSignal.timeout(request.timeoutMs);
      const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
      const headers = chooseHeaders(request.headers ?? {}, options.userAgent);
      try {
        return await follow(request, (url) => exchange(useAgent, url, { headers, signal }, request.maxBytes));
      } catch (error) {
        request.signal?.throwIfAborted();
        throw deadline.aborted ? new PageFaultError('timeout', null, error) : error;
      }
    },
    async close() {
      closing.abort(new Error('outbound connections are closed'));
      await agent?.destroy();
    },
  };
}

function chooseHeaders(wanted: Record<string, string>, userAgent: string): Record<string, string> {
  const chosen = Object.entries(wanted).filter(([name]) => CALLERS_HEADERS.includes(name.toLowerCase()));
  return { ...Object.fromEntries(chosen), 'accept-encoding': ACCEPTED_ENCODINGS, 'user-agent': userAgent };
}

/** The first answer that is no redirect. */
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

/** One request and its answer, read whole, or where it redirects to. */
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
      await body.dump({ limit: REDIRECT_BODY_BYTES, signal });
      return { location };
    }
    const encoding = String(headers['content-encoding'] ?? '')
      .trim()
      .toLowerCase();
    const head = { status, encoding, length: Number(headers['content-length'] ?? Number.NaN) };
    return { url: url.href, status, headers: toHeaders(headers), body: await readBody(body, head, maxBytes) };
  } catch (error) {
    throw error instanceof PageFaultError ? error : new PageFaultError('unreachable', hostOf(url), error);
  }
}

/** Without what `Headers` cannot hold: a server's nonsense in one line must not cost the page. */
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

const ACCEPTED_ENCODINGS = 'gzip, deflate, br';
const BODILESS = [204, 205, 304];
/** zlib's errors start with Z_, those of Brotli with ERR_ and what its decoder calls them. */
const DECODER_ERROR = /^(Z_|ERR__?ERROR_|ERR_BROTLI)/;

interface BodyHead {
  status: number;
  encoding: string;
  /** Of the coded body, as the server claims; NaN where it does not. */
  length: number;
}

/**
 * The decoded body. Wire and decoded bytes are both held to `maxBytes` while they arrive: the first stops
 * an endless stream of empty blocks, the second a bomb. Leaving early destroys `body` and so its connection.
 * @throws PageFaultError `too_large` or `unreadable`; errors of the connection as they are
 */
async function readBody(body: Readable, head: BodyHead, maxBytes: number): Promise<Buffer> {
  body.on('error', () => {});
  try {
    if (BODILESS.includes(head.status)) {
      await pipeline(body, (chunks) => collect(cap(chunks, 0)));
      return Buffer.alloc(0);
    }
    if (head.length > maxBytes) throw new PageFaultError('too_large');
    return await decode(body, head.encoding, maxBytes);
  } catch (error) {
    body.destroy();
    throw error;
  }
}

async function decode(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') {
    return pipeline(body, (chunks) => collect(cap(chunks, maxBytes)));
  }
  const first = await peek(body);
  if (first === undefined) return Buffer.alloc(0);
  const decoder = createDecoder(encoding, first);
  try {
    return await pipeline(
      body,
      (chunks) => cap(chunks, maxBytes),
      decoder,
      (chunks) => collect(cap(chunks, maxBytes)),
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw DECODER_ERROR.test(code) ? new PageFaultError('unreadable', encoding, error) : error;
  }
}

/** The first byte, which stays in the stream; undefined for an empty body. */
async function peek(body: Readable): Promise<number | undefined> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk;
    if (bytes.length === 0) continue;
    body.unshift(bytes);
    return bytes[0];
  }
  return undefined;
}

function createDecoder(encoding: string, first: number): Transform {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  // Half of the servers that say deflate leave out its zlib header, whose low four bits are 8.
  if (encoding === 'deflate') return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
  throw new PageFaultError('unreadable', encoding);
}

async function* cap(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new PageFaultError('too_large');
    yield chunk;
  }
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
