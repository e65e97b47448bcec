import type { OpenAI } from 'openai';
import { AppError } from '../domain/errors.ts';
import type { TokenUsage } from '../domain/types.ts';
import { createCircuit } from './ai/circuit.ts';
import { adjustDialect, type Dialect, FIRST_DIALECT } from './ai/dialect.ts';
import { describeFault } from './ai/fault.ts';
import { measureCalls } from './ai/measured.ts';
import { type Completion, readCompletion } from './ai/reply/completion.ts';
import { readEmbeddings } from './ai/reply/embeddings.ts';
import { createTransport, type Transport } from './ai/transport.ts';
import type { AiCallKind, Meters } from './metrics.ts';

export type { Completion } from './ai/reply/completion.ts';

export interface CompletionRequest {
  model: string;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  maxOutputTokens: number;
  /** JSON schema the answer must follow; every object closed and all its keys required (strict mode). */
  schema: { name: string; schema: Record<string, unknown> };
  /** Aborts at the deadline or when the client leaves; the adapter stops reading at once. */
  signal: AbortSignal;
}

export interface AiBackend {
  complete(request: CompletionRequest): Promise<Completion>;
  embed(request: {
    model: string;
    texts: readonly string[];
    signal: AbortSignal;
  }): Promise<{ vectors: Float32Array[]; usage: TokenUsage | null }>;
  /** What /readyz shows: 'unknown' before the first call, then how the last call ended. */
  state(): 'unknown' | 'ok' | 'failing';
  close(): Promise<void>;
}

export interface AiBackendOptions {
  /** Empty: no Authorization header is sent (local servers). */
  apiKey: string;
  baseUrl: string;
  maxResponseBytes: number;
  log?: { warn(fields: object, message: string): void };
  /** Counts the calls. */
  meters?: Meters;
}

/**
 * Chat completions and embeddings of any OpenAI-compatible server. Never retries, never waits for
 * `Retry-After`, has no deadline of its own: the request's signal ends everything. While the backend is
 * down, most calls are refused without asking it (ai/circuit.ts).
 * Every fault is AppError('ai_unavailable'); its cause is the signal's reason after an abort, else a
 * BackendFault, whose `kind` says what a retry or a hand-over can make of it. An abort whose reason is an AbortError (the client left) does not change `state()`.
 */
export function createAiBackend(options: AiBackendOptions): AiBackend {
  const transport = createTransport(options);
  const useClient = openClientOnce(options.baseUrl, transport);
  // Per model: behind a gateway each may understand something else.
  const learned = new Map<string, Dialect>();
  const throughCircuit = measureCalls(createCircuit(), options.meters);
  let state: 'unknown' | 'ok' | 'failing' = 'unknown';

  async function observe<T>(kind: AiCallKind, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    try {
      const result = await throughCircuit(kind, () => describing(signal, call));
      state = 'ok';
      return result;
    } catch (cause) {
      if (!(signal.aborted && cause instanceof Error && cause.name === 'AbortError')) state = 'failing';
      throw new AppError('ai_unavailable', { cause });
    }
  }

  async function send(request: CompletionRequest, dialect: Dialect): Promise<Completion> {
    const body = JSON.stringify(toBody(request, dialect));
    return readCompletion(await transport.post('/chat/completions', body, request.signal), request.schema);
  }

  function remember(model: string, dialect: Dialect): void {
    const before = learned.get(model) ?? FIRST_DIALECT;
    learned.set(model, dialect);
    if (before.format !== dialect.format || before.limit !== dialect.limit) {
      options.log?.warn({ model, ...dialect }, 'AI backend refused the usual request format; using another');
    }
  }

  /** Asks; after a refusal asks again in another dialect, once per feature, and remembers what worked. */
  async function ask(request: CompletionRequest): Promise<Completion> {
    const known = learned.get(request.model);
    const first = known ?? FIRST_DIALECT;
    let dialect = first;
    for (;;) {
      try {
        const completion = await send(request, dialect);
        remember(request.model, dialect);
        return completion;
      } catch (error) {
        const next = adjustDialect(dialect, error, known !== undefined);
        if (next === null || (next.limit !== dialect.limit && dialect.limit !== first.limit)) throw error;
        dialect = next;
      }
    }
  }

  return {
    complete: (request) => observe('completion', request.signal, () => ask(request)),
    embed: async ({ model, texts, signal }) => {
      if (texts.length === 0) return { vectors: [], usage: null };
      // 'float': not every compatible server knows base64, the client's default.
      const body = { model, input: [...texts], encoding_format: 'float' as const };
      return observe('embedding', signal, async () => {
        const client = await useClient();
        return readEmbeddings(await client.embeddings.create(body, { signal }), texts.length);
      });
    },
    state: () => state,
    close: () => transport.close(),
  };
}

/**
 * The library's client, loaded when it is first used. Completions go without it: all that it adds to them (deadline,
 * retries, reading) is done here anyway, and it costs more than a whole bare proxy does for a request.
 */
function openClientOnce(baseURL: string, { fetch }: Transport): () => Promise<OpenAI> {
  let opened: Promise<OpenAI> | undefined;
  const open = async () => {
    const { OpenAI } = await import('openai');
    return new OpenAI({
      // The transport adds the real one. Everything else is set so that no environment variable is read.
      ...{ baseURL, fetch, apiKey: 'added-by-the-transport', adminAPIKey: null, webhookSecret: null },
      ...{ organization: null, project: null, maxRetries: 0, timeout: 2 ** 31 - 1, logLevel: 'off' as const },
    });
  };
  return () => {
    opened ??= open();
    return opened;
  };
}

/** The call, with its error replaced by why the signal aborted or by what we say of it. */
async function describing<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw signal.aborted ? signal.reason : describeFault(error);
  }
}

/** No temperature: OpenAI's reasoning models refuse any but their own. */
function toBody(request: CompletionRequest, dialect: Dialect): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { name, schema } = request.schema;
  const structured = dialect.format === 'json_schema';
  return {
    model: request.model,
    messages: structured ? request.messages : withSchema(request.messages, schema),
    [dialect.limit]: request.maxOutputTokens,
    response_format: structured
      ? { type: 'json_schema', json_schema: { name, strict: true, schema } }
      : { type: 'json_object' },
  };
}

// json_object mode hides the schema from the model, and OpenAI refuses it unless the word JSON is in the text.
function withSchema(messages: CompletionRequest['messages'], schema: object): CompletionRequest['messages'] {
  const rule = `Answer with one JSON object that follows this JSON schema: ${JSON.stringify(schema)}`;
  const [head, ...rest] = messages;
  if (head?.role === 'system') return [{ role: 'system', content: `${head.content}\n\n${rule}` }, ...rest];
  return [{ role: 'system', content: rule }, ...messages];
}
