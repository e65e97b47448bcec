import { AppError } from '../../domain/errors.ts';
import type { TokenUsage } from '../../domain/types.ts';
import type { AiCallKind, Meters } from '../metrics/metrics.ts';
import { createCircuit, measureCalls } from './circuit.ts';
import { createClient } from './client.ts';
import { type AiLog, createCompletions } from './completions.ts';
import type { CompletionRequest, Dialect } from './dialect.ts';
import { BackendFault, describeFault } from './fault.ts';
import { type Completion, readEmbeddings } from './reply/completion.ts';
import type { TransportOptions } from './transport.ts';

export type { CompletionRequest } from './dialect.ts';
export type { Completion } from './reply/completion.ts';

export interface AiBackend {
  complete(request: CompletionRequest): Promise<Completion>;
  /** A thinking model needs more room for each answer. */
  thinks(model: string): boolean;
  /** Whether it has read a prompt's beginning from a cache. */
  caches(model: string): boolean;
  /** Whether its last answer was streamed despite `stream: false`. */
  streams(model: string): boolean;
  /** The dialect in use, without what the model refused. */
  dialectOf(model: string): Dialect;
  embed(request: {
    model: string;
    texts: readonly string[];
    signal: AbortSignal;
  }): Promise<{ vectors: Float32Array[]; usage: TokenUsage | null }>;
  /** For /readyz: 'unknown' before the first call, then how the last call ended. */
  state(): 'unknown' | 'ok' | 'failing';
  close(): Promise<void>;
}

interface AiBackendOptions extends TransportOptions {
  log?: AiLog;
  meters?: Meters;
  /** Monotonic milliseconds. */
  now?: () => number;
}

/**
 * Completions and embeddings of any OpenAI-compatible server. Only the request's signal ends a call, and a refused call
 * is repeated only where another form may help or it was bad luck. While the backend is down or asks for a pause, most
 * calls are refused at once (circuit.ts).
 * @throws AppError('ai_unavailable'); its cause is the signal's reason after an abort, else a BackendFault. A client
 * that leaves does not change `state()`.
 */
export function createAiBackend(options: AiBackendOptions): AiBackend {
  const client = createClient(options);
  const now = options.now ?? (() => performance.now());
  const completions = createCompletions(client, now, options.log);
  const throughCircuit = measureCalls(createCircuit(now), options.meters);
  let state: ReturnType<AiBackend['state']> = 'unknown';

  async function observe<T>(
    kind: AiCallKind,
    { model, signal, isOptional = false }: { model: string; signal: AbortSignal; isOptional?: boolean },
    call: () => Promise<T>,
  ): Promise<T> {
    const describe = (error: unknown) => {
      throw signal.aborted ? signal.reason : describeFault(error);
    };
    try {
      const result = await throughCircuit(kind, { model, isOptional }, () => call().catch(describe));
      state = 'ok';
      return result;
    } catch (cause) {
      if (!(signal.aborted && cause instanceof Error && cause.name === 'AbortError')) state = 'failing';
      throw toUnavailable(cause);
    }
  }

  return {
    ...completions,
    complete: (request) => observe('completion', request, () => completions.complete(request)),
    embed: async ({ model, texts, signal }) => {
      if (texts.length === 0) return { vectors: [], usage: null };
      // Not every compatible server knows base64, the client's default.
      const body = { model, input: [...texts], encoding_format: 'float' as const };
      return observe('embedding', { model, signal }, async () => {
        const { value } = await client.send((api) => api.embeddings.create(body, { signal }));
        return readEmbeddings(value, texts.length);
      });
    },
    state: () => state,
    close: client.close,
  };
}

function toUnavailable(cause: unknown): AppError {
  const ms = cause instanceof BackendFault ? cause.retryAfterMs : null;
  const wait = ms === null ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) };
  return new AppError('ai_unavailable', { cause, ...wait });
}

export interface Embedder {
  /** Vectors of embedders with the same identity can be compared. */
  identity: string;
  model: string;
  /** In the order of the texts. @throws AppError('ai_unavailable'); the signal's reason */
  embedQueries(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  embedPassages(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
}

export interface Embedded {
  vectors: Float32Array[];
  usage: TokenUsage | null;
}

/** @param of.queryPrefix and `passagePrefix` stand before each text, as many models were trained with such marks. */
export function createEmbedder(
  backend: Pick<AiBackend, 'embed'>,
  of: { baseUrl: string; model: string; queryPrefix: string; passagePrefix: string },
): Embedder {
  const { baseUrl, model, queryPrefix, passagePrefix } = of;
  const embed = (prefix: string, texts: readonly string[], signal: AbortSignal) =>
    backend.embed({ model, texts: texts.map((text) => prefix + text), signal });
  return {
    identity: [baseUrl, model, passagePrefix].join('\n'),
    model,
    embedQueries: (texts, signal) => embed(queryPrefix, texts, signal),
    embedPassages: (texts, signal) => embed(passagePrefix, texts, signal),
  };
}
