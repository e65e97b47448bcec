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
  signal?: AbortSignal | null;
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']);
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const HUNG = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Sends one question. A killed process closes its kept connections, so they may be used again. */
export type SendChat = (chat: ChatRequest) => Promise<Outcome>;

export function createSender(connections: number): { send: SendChat; close(): Promise<void> } {
  const timeouts = { headersTimeout: HANGING_MS, bodyTimeout: HANGING_MS };
  const agent = new Agent({ connections, pipelining: 1, ...timeouts });
  return { send: (chat) => send(agent, chat), close: () => agent.destroy() };
}

async function send(agent: Agent, chat: ChatRequest): Promise<Outcome> {
  const { origin, key, text, idempotencyKey, signal } = chat;
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  };
  const body = JSON.stringify({ messages: [{ role: 'user', content: text }] });
  const options = { dispatcher: agent, method: 'POST' as const, headers, body, signal: signal ?? null };
  try {
    const response = await request(`${origin}/api/v1/chat`, options);
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
