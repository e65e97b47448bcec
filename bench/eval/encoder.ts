import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { Tinypool } from 'tinypool';
import { z } from 'zod';

/** More texts at once are no faster, and a long one among them makes all of them long. */
const TEXTS_PER_BATCH = 16;
/** 2 kB each. */
const KEPT_VECTORS = 20_000;
const MAX_TEXTS = 2048;

const request = z.object({
  model: z.string(),
  input: z.union([
    z
      .string()
      .min(1)
      .transform((text) => [text]),
    z.array(z.string().min(1)).min(1).max(MAX_TEXTS),
  ]),
  encoding_format: z.enum(['float', 'base64']).default('float'),
});

export interface Encoder extends AsyncDisposable {
  /** For EMBEDDING_BASE_URL and OpenAI's client, with /v1. */
  url: string;
}

/**
 * A small English sentence encoder (Universal Sentence Encoder lite, 512 dimensions) behind OpenAI's embeddings
 * call, on this machine alone. For measuring: it knows no other language. Any key and any model name will do.
 */
export async function startEncoder(port = 0): Promise<Encoder> {
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('./encode.ts', import.meta.url)),
    name: 'encode',
    // All stay: one that ends takes its weights with it.
    minThreads: availableParallelism(),
    maxThreads: availableParallelism(),
  });
  const known = new LRUCache<string, Float32Array>({ max: KEPT_VECTORS });
  const server = createServer((incoming, response) => {
    answer(incoming, response, (texts) => encodeAll(pool, known, texts)).catch((error: unknown) => {
      console.error(error);
      refuse(response, 500, String(error));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await Promise.all([once(server, 'close'), pool.destroy()]);
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  encodeTexts: (texts: readonly string[]) => Promise<Float32Array[]>,
): Promise<void> {
  if (incoming.method !== 'POST' || incoming.url !== '/v1/embeddings')
    return refuse(response, 404, 'only POST /v1/embeddings');
  const parsed = request.safeParse(await json(incoming).catch(() => null));
  if (!parsed.success) return refuse(response, 400, z.prettifyError(parsed.error));
  const { input, model, encoding_format: format } = parsed.data;
  const vectors = await encodeTexts(input);
  const data = vectors.map((vector, index) => {
    const embedding = format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector];
    return { object: 'embedding', index, embedding };
  });
  // Words are near enough for a bill that nobody pays.
  const tokens = input.reduce((total, text) => total + text.split(/\s+/).length, 0);
  send(response, 200, {
    object: 'list',
    data,
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

/** Every text once, in batches of similar length, so that little is computed for the filling. */
async function encodeAll(
  pool: Tinypool,
  known: LRUCache<string, Float32Array>,
  texts: readonly string[],
): Promise<Float32Array[]> {
  const vectors = new Map(texts.map((text) => [text, known.get(text)]));
  const unknown = [...vectors.keys()]
    .filter((text) => vectors.get(text) === undefined)
    .sort((a, b) => b.length - a.length);
  const size = Math.min(TEXTS_PER_BATCH, Math.ceil(unknown.length / availableParallelism()));
  const batches = Array.from({ length: Math.ceil(unknown.length / size || 0) }, (_, batch) =>
    unknown.slice(batch * size, (batch + 1) * size),
  );
  const encoded = await Promise.all(batches.map((batch): Promise<Float32Array[]> => pool.run(batch)));
  for (const [index, vector] of encoded.flat().entries()) {
    const text = unknown[index] ?? '';
    known.set(text, vector);
    vectors.set(text, vector);
  }
  return texts.map((text) => vectors.get(text) ?? new Float32Array());
}

function refuse(response: ServerResponse, status: number, message: string): void {
  send(response, status, {
    error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error' },
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
