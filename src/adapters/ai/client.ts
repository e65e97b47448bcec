import type { APIPromise, OpenAI } from 'openai';
import { throwErrorInBody } from './fault.ts';
import { type Body, readBody } from './reply/body.ts';
import { createTransport, type Transport, type TransportOptions } from './transport.ts';

export type Client = ReturnType<typeof createClient>;

/** The only way to the backend: the library's client over our transport. Deadline and retries are the caller's. */
export function createClient(options: TransportOptions) {
  const transport = createTransport(options);
  let opened: Promise<OpenAI> | undefined;
  return {
    /**
     * @returns the content of a response without an error, assembled if it came as a stream. @throws StatusError;
     * SyntaxError if it is not JSON; BackendFault; errors of the connection.
     */
    async send(call: (api: OpenAI) => APIPromise<unknown>): Promise<Body> {
      opened ??= openLibrary(options.baseUrl, transport.fetch);
      // The library wraps what the transport throws.
      const throwCause = (error: unknown) => {
        throw error instanceof Error && error.cause instanceof Error ? error.cause : error;
      };
      const response = await call(await opened)
        .asResponse()
        .catch(throwCause);
      const body = readBody(await response.text());
      const retryAfterMs = response.headers.get('retry-after-ms');
      throwErrorInBody(body.value, retryAfterMs === null ? null : Number(retryAfterMs));
      return body;
    },
    close: transport.close,
  };
}

/** Loaded with the first call: it takes 120 ms, which the start and most commands do not need. */
async function openLibrary(baseURL: string, post: Transport['fetch']): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  // The library would put the path behind the query, which the transport adds.
  const address = new URL(baseURL);
  address.search = '';
  const base = address.href.replace(/\/$/, '');
  /** The transport sets headers and time limits, so the library need not make its own for each call. */
  class LeanClient extends OpenAI {
    override async buildRequest({ path, method, body, signal }: Parameters<OpenAI['buildRequest']>[0]) {
      const req = { method, headers: NO_HEADERS, body: JSON.stringify(body), caller: signal };
      return { req, url: base + path, timeout: this.timeout };
    }

    override fetchWithTimeout(url: string | URL | Request, init: CallerInit = {}) {
      const { body, caller } = init;
      return post(url, { body: body ?? null, signal: caller ?? null });
    }
  }
  return new LeanClient({
    baseURL: address.href,
    // The transport adds the real one.
    apiKey: 'added-by-the-transport',
    // No environment variable is read.
    ...{ adminAPIKey: null, webhookSecret: null, organization: null, project: null, logLevel: 'off' },
    ...{ maxRetries: 0, timeout: 2 ** 31 - 1 },
  });
}

const NO_HEADERS = new Headers();

/** A request with the signal of its caller where the library does not see it: it would compose another one. */
type CallerInit = RequestInit & { caller?: AbortSignal | null | undefined };
