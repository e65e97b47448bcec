import { createRequire } from 'node:module';
import type { Pool } from 'undici';
import { PageFaultError } from '../../domain/errors.ts';
import { readBody } from './body.ts';
import type { Outbound } from './outbound.ts';

const require = createRequire(import.meta.url);

/** Where Discord keeps what its members attach. */
const CDN_HOSTS: ReadonlySet<string> = new Set(['cdn.discordapp.com', 'media.discordapp.net']);
const DISCORD_HOST = 'discord.com';
const MAX_CONNECTIONS = 16;

interface AttachmentRequest {
  url: string;
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface Attachments {
  /** Whether a file lies where the platform keeps those of its members; others are never asked for. */
  isOurs(url: string): boolean;
  /** @throws PageFaultError; the reason of the caller's own abort; errors of the connection */
  read(request: AttachmentRequest): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Reads files of members from Discord's own hosts through the guard, or from the compatible server that the operator
 * configured, to which no guard applies and which is never left by a redirect.
 */
export function createAttachments(outbound: Outbound, apiUrl: string): Attachments {
  const own = new URL(apiUrl);
  const isOwn = ({ origin }: URL) => own.hostname !== DISCORD_HOST && origin === own.origin;
  const isOfCdn = ({ protocol, host }: URL) => protocol === 'https:' && CDN_HOSTS.has(host);
  let pool: Pool | undefined;
  const openPool = () => {
    const { Pool: OpenPool }: typeof import('undici') = require('undici');
    return new OpenPool(own.origin, { connections: MAX_CONNECTIONS });
  };

  async function readOwn(url: URL, { maxBytes, timeoutMs, signal }: AttachmentRequest): Promise<Buffer> {
    pool ??= openPool();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const path = url.pathname + url.search;
    const { statusCode, headers, body } = await pool.request({ path, method: 'GET', signal: limit });
    const length = Number(headers['content-length'] ?? Number.NaN);
    const read = await readBody(body, { status: statusCode, encoding: '', length }, maxBytes);
    return whole(statusCode, read);
  }

  return {
    isOurs: (text) => {
      const url = URL.parse(text);
      return url !== null && url.username === '' && (isOwn(url) || isOfCdn(url));
    },
    read: async (request) => {
      const url = new URL(request.url);
      if (isOwn(url)) return readOwn(url, request);
      if (!isOfCdn(url)) throw new PageFaultError('leads_elsewhere');
      const { status, body } = await outbound.fetch({ ...request, mayFollow: isOfCdn });
      return whole(status, body);
    },
    close: async () => void (await pool?.destroy()),
  };
}

function whole(status: number, body: Buffer): Buffer {
  if (status === 200) return body;
  throw new PageFaultError('http_status', `${status}`);
}
