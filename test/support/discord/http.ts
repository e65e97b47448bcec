import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer as readBytes } from 'node:stream/consumers';
import type { Core } from './core.ts';
import type { SentFile } from './messages.ts';
import { invalidForm } from './problem.ts';

/** What a route gets: the parts of the path, the query, and the parsed body. */
export interface Call {
  core: Core;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  files: SentFile[];
  authorization: string | undefined;
}

/** `body` undefined: 204. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Route {
  method: string;
  pattern: RegExp;
  /** False for interaction callbacks and their webhooks: the token in the path is enough. */
  needsToken: boolean;
  handle(call: Call): Answer | Promise<Answer>;
}

/** A route by its path, as in `/guilds/:guild`. */
export function route(spec: string, handle: Route['handle'], needsToken = true): Route {
  const [method = '', path = ''] = spec.split(' ');
  const pattern = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  return { method, pattern, needsToken, handle };
}

/** JSON, a plain form, or multipart with payload_json and files[n]. */
export async function readBody(request: IncomingMessage): Promise<{ body: unknown; files: SentFile[] }> {
  const bytes = await readBytes(request);
  const type = request.headers['content-type'] ?? '';
  if (bytes.length === 0) return { body: undefined, files: [] };
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { body: Object.fromEntries(new URLSearchParams(bytes.toString())), files: [] };
  }
  if (!type.startsWith('multipart/form-data')) return { body: parse(bytes.toString()), files: [] };
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const files: SentFile[] = [];
  for (const [key, part] of form) {
    if (typeof part === 'string' || !/^files\[\d+\]$/.test(key)) continue;
    files.push({ name: part.name, bytes: Buffer.from(await part.arrayBuffer()) });
  }
  return { body: parse(String(form.get('payload_json') ?? '{}')), files };
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  if (response.destroyed) return;
  if (body === undefined) return void response.writeHead(status, headers).end();
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidForm([], 'INVALID_JSON', 'The request body contains invalid JSON.');
  }
}
