import { Agent, request } from 'undici';

/** The service answers every request within 5 s even when everything behind it fails; this is far beyond. */
const HANGING_MS = 20_000;

/**
 * How one request ended. `unsent`: nobody listened, so nothing was sent; `broken`: the connection broke and the
 * outcome is unknown; `left`: the client closed it; `hung`: no answer in 20 s.
 */
export type Outcome =
  | { kind: 'response'; status: number; text: string; retryAfter: string | undefined }
  | { kind: 'unsent' | 'broken' | 'left' | 'hung' };

export interface ChatRequest {
  origin: string;
  key: string;
  text: string;
  idempotencyKey?: string | null;
  /** Its answer is not waited for. */
  isLater?: boolean;
  signal?: AbortSignal | null;
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']);
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const HUNG = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Sends one question. A killed process closes its kept connections, so they may be used again. */
export type SendChat = (chat: ChatRequest) => Promise<Outcome>;

export function createSender(connections: number): { send: SendChat; close(): Promise<void> } {
  const agent = openAgent(connections);
  return { send: (chat) => sendChat(agent, chat), close: () => agent.destroy() };
}

export function openAgent(connections: number): Agent {
  return new Agent({ connections, pipelining: 1, headersTimeout: HANGING_MS, bodyTimeout: HANGING_MS });
}

function sendChat(agent: Agent, chat: ChatRequest): Promise<Outcome> {
  const { origin, key, text, idempotencyKey, isLater, signal } = chat;
  const headers: Record<string, string> = {
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(isLater && { prefer: 'respond-async' }),
  };
  const body = { messages: [{ role: 'user', content: text }] };
  return send(agent, { origin, method: 'POST', path: '/api/v1/chat', key, body, headers, signal });
}

interface Call {
  origin: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  key: string;
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal | null | undefined;
}

/** One request, and how it ended. */
export async function send(agent: Agent, call: Call): Promise<Outcome> {
  const { origin, method, path, key, body, signal } = call;
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...call.headers,
  };
  const sent = body ? JSON.stringify(body) : null;
  const options = { dispatcher: agent, method, headers, body: sent, signal: signal ?? null };
  try {
    const response = await request(`${origin}${path}`, options);
    const retryAfter = response.headers['retry-after'];
    return {
      ...{ kind: 'response', status: response.statusCode, text: await response.body.text() },
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    };
  } catch (error) {
    if (signal?.aborted) return { kind: 'left' };
    return { kind: classify(error) };
  }
}

function classify(error: unknown): 'unsent' | 'broken' | 'hung' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NEVER_SENT.has(code)) return 'unsent';
  if (HUNG.has(code)) return 'hung';
  if (BROKEN.has(code)) return 'broken';
  throw error;
}
