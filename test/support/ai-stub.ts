import { EventEmitter } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { LLMock } from '@copilotkit/aimock';
import {
  BREAKING,
  CONTENT_FAULTS,
  FEATURE_FAULTS,
  type StubCompletion,
  type StubFault,
  sendRaw,
  WIRE_FAULTS,
} from './ai-stub/faults.ts';
import {
  CHAT_PATH,
  chatRequest,
  embeddingsRequest,
  embedWords,
  findRefusal,
  type Refusal,
  type StubChatRequest,
  type StubEmbeddingsRequest,
} from './ai-stub/protocol.ts';

export type { StubFault } from './ai-stub/faults.ts';
export type { StubChatRequest } from './ai-stub/protocol.ts';

// aimock makes the completions and error bodies, so the protocol is not our own idea of it. node:http in front
// does what it lacks: strict requests, gates, closed sockets, drip, cut and huge bodies, answers without usage,
// and embeddings that differ per text.

/** An object becomes JSON content (`{answer, needs_team, answerable, used}`), a string is the content as it is. */
export type StubReply = object | string;

export interface RecordedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** Parsed JSON, or the text if it is not JSON. */
  body: unknown;
}

export interface StubUsage {
  promptTokens: number;
  completionTokens: number;
  /** Sent as it is, whatever it is. */
  cachedTokens?: unknown;
}

export interface AiStub {
  /** Base URL with /v1, for OPENAI_BASE_URL; any bearer token is accepted. */
  readonly url: string;
  /** Every request in order, refused ones too. */
  readonly requests: RecordedRequest[];
  /** Responses that the client did not wait for. */
  readonly closedByClient: number;
  /** The answer of chat calls from now on. */
  reply(reply: StubReply | ((request: StubChatRequest) => StubReply | Promise<StubReply>)): void;
  /** Tokens reported from now on; 'estimate' (the start) is a guess from the text's length. */
  usage(tokens: StubUsage | 'none' | 'estimate'): void;
  /** Breaks every sound call, or with a list the next ones in turn; null heals. */
  fault(fault: StubFault | readonly StubFault[] | null): void;
  /** Sound calls wait from now on, of one path or of every; the returned function lets them go. */
  hold(path?: string): () => void;
  /** Resolves when `count` requests have arrived since the start. */
  received(count: number): Promise<void>;
  /** Resolves when `closedByClient` has reached `count`. */
  closed(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A strict OpenAI-compatible server on a free port of 127.0.0.1. */
export async function startAiStub(): Promise<AiStub> {
  const requests: RecordedRequest[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  let closedByClient = 0;
  let gate: { path: string | undefined; opened: Promise<void> } | null = null;
  let reply: Parameters<AiStub['reply']>[0] = {
    answer: 'Hello from the stub.',
    needs_team: false,
    answerable: true,
    used: [],
  };
  let usage: Parameters<AiStub['usage']>[0] = 'estimate';
  let nextFault: () => StubFault | null = () => null;
  const mock = await startMock();

  async function answerChat(
    res: ServerResponse,
    chat: StubChatRequest,
    broken: StubFault | null,
  ): Promise<void> {
    const made = typeof reply === 'function' ? await reply(chat) : reply;
    const content = typeof made === 'string' ? made : JSON.stringify(made);
    const tokens = typeof usage === 'object' ? toWire(usage) : undefined;
    const response = await mock.complete(chat, { content, usage: tokens });
    const completion = (await response.json()) as StubCompletion;
    if (usage === 'none') delete completion.usage;
    else if (tokens) completion.usage = tokens;
    const edit = pick(CONTENT_FAULTS, broken);
    sendRaw(res, { body: edit ? edit(completion) : completion });
  }

  function answerEmbeddings(res: ServerResponse, { input, model }: StubEmbeddingsRequest): void {
    const texts = typeof input === 'string' ? [input] : input;
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: embedWords(text) }));
    const estimate = { promptTokens: texts.join(' ').split(/\s+/).length, completionTokens: 0 };
    const tokens = usage === 'none' ? undefined : toWire(usage === 'estimate' ? estimate : usage);
    sendRaw(res, { body: { object: 'list', data, model, usage: tokens } });
  }

  /** True when the fault made the whole response. */
  async function breakResponse(res: ServerResponse, broken: StubFault, body: unknown): Promise<boolean> {
    if (typeof broken === 'object') {
      sendRaw(res, broken);
      return true;
    }
    const wire = pick(WIRE_FAULTS, broken);
    wire?.(res);
    const chat = chatRequest.safeParse(body).data;
    const refusal = broken.startsWith('status:')
      ? { status: Number(broken.slice(7)), message: 'The server broke this call.' }
      : chat && pick(FEATURE_FAULTS, broken)?.(chat);
    if (refusal) await mock.refuse(res, refusal);
    return wire !== undefined || Boolean(refusal);
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let broken: StubFault | null = null;
    res.once('close', () => {
      if (res.writableFinished || BREAKING.has(broken)) return;
      closedByClient += 1;
      events.emit('change');
    });
    const body = parseOrKeep(await readText(req));
    requests.push({ path: req.url ?? '', headers: req.headers, body });
    events.emit('change');
    const refusal = findRefusal(req, body);
    if (refusal) return mock.refuse(res, refusal);
    if (gate && (gate.path ?? req.url) === req.url) await gate.opened;
    if (res.destroyed) return;
    broken = nextFault();
    if (broken !== null && (await breakResponse(res, broken, body))) return;
    if (req.url === CHAT_PATH) return answerChat(res, chatRequest.parse(body), broken);
    answerEmbeddings(res, embeddingsRequest.parse(body));
  }

  const server = createServer((req, res) => {
    // A client that leaves early breaks reading; anything else must reach the test as a failed call.
    handle(req, res).catch((error: unknown) => res.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise((resolve) => events.once('change', resolve));
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get closedByClient() {
      return closedByClient;
    },
    reply(next) {
      reply = next;
    },
    usage(tokens) {
      usage = tokens;
    },
    fault(fault) {
      const queue = Array.isArray(fault) ? [...fault] : null;
      nextFault = () => (queue ? (queue.shift() ?? null) : (fault as StubFault | null));
    },
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const mine = { path, opened: promise };
      gate = mine;
      return () => {
        if (gate === mine) gate = null;
        resolve();
      };
    },
    received: (count) => until(() => requests.length >= count),
    closed: (count) => until(() => closedByClient >= count),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mock.close();
    },
  };
}

/** aimock with one fixture: whatever the call carries in `stub` is the outcome. */
async function startMock() {
  const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent', journalMaxEntries: 1 });
  mock.on({ predicate: () => true }, ({ stub }) => stub as { content: string });
  await mock.start();
  const complete = (chat: { model: string; messages: { role: string; content: string }[] }, stub: object) => {
    const messages = chat.messages.map(({ role, content }) => ({ role, content }));
    const body = JSON.stringify({ model: chat.model, messages, stub });
    return fetch(`${mock.url}${CHAT_PATH}`, { method: 'POST', body });
  };
  return {
    complete,
    /** An error in OpenAI's format; 429 asks for a wait of an hour. */
    async refuse(res: ServerResponse, { status, message, param = '' }: Refusal): Promise<void> {
      const type = status < 500 ? 'invalid_request_error' : 'server_error';
      const stub = { status, error: { message, type, param }, retryAfter: status === 429 ? 3600 : undefined };
      const made = await complete({ model: 'none', messages: [{ role: 'user', content: '-' }] }, stub);
      const retryAfter = made.headers.get('retry-after');
      sendRaw(res, {
        status: made.status,
        body: await made.text(),
        headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
      });
    },
    close: () => mock.stop(),
  };
}

function pick<T>(table: Record<string, T>, key: StubFault | null): T | undefined {
  return typeof key === 'string' ? table[key] : undefined;
}

function toWire({ promptTokens, completionTokens, cachedTokens }: StubUsage) {
  return {
    ...(cachedTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: cachedTokens } }),
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
