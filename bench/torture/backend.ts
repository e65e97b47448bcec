import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { WIRE_FAULTS } from '../../test/support/ai-stub/faults.ts';
import { chatRequest, findRefusal, type StubChatRequest } from '../../test/support/ai-stub/protocol.ts';
import { between, pickOne, type Random } from '../random.ts';

const MAX_DELAY_MS = 20;
const FAILING = 0.03;
/** Backends that ignore the output limit: their cost beyond the reservation is charged to nobody. */
const OVERSHOOTING = 0.02;

/** An OpenAI-compatible backend with 0 to 20 ms of delay in this process. */
export interface Backend {
  /** For OPENAI_BASE_URL. */
  url: string;
  /** Calls that a real one would have refused, with the reason. */
  refused: string[];
  calls: number;
  failures: number;
  /** Keeps every call that comes waiting. @returns what lets them all go on. */
  hold(): () => void;
  close(): void;
}

/** @param apiKey the only bearer token it accepts. @param failing the share of calls that it breaks. */
export async function startBackend(random: Random, apiKey: string, failing = FAILING): Promise<Backend> {
  let held: Promise<void> | undefined;
  const server = createServer(async (req, res) => {
    await held;
    // A service that was killed in the middle of its question is not a fault of the backend.
    answer(backend, { random, apiKey, failing }, req, res).catch(() => res.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const backend: Backend = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    ...{ refused: [], calls: 0, failures: 0 },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return backend;
}

async function answer(
  backend: Backend,
  { random, apiKey, failing }: { random: Random; apiKey: string; failing: number },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const body: unknown = JSON.parse(await readText(req));
  backend.calls += 1;
  const refusal =
    req.headers.authorization === `Bearer ${apiKey}`
      ? findRefusal(req, body)
      : { status: 401, message: 'Wrong key' };
  if (refusal) {
    backend.refused.push(refusal.message);
    sendJson(res, refusal.status, { error: { message: refusal.message } });
    return;
  }
  await delay(Math.floor(between(random, 0, MAX_DELAY_MS + 1)));
  if (random() < failing) {
    backend.failures += 1;
    pickOne(random, [failWith500, WIRE_FAULTS.reset, WIRE_FAULTS.garbage, WIRE_FAULTS.html])(res);
    return;
  }
  sendJson(res, 200, complete(random, chatRequest.parse(body)));
}

function failWith500(res: ServerResponse): void {
  sendJson(res, 500, { error: { message: 'The server broke this call.' } });
}

function sendJson(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The entries say so: what no entry says would be handed over, and give no units back. */
const SAID = [
  'The pinned message names it.',
  'It changes every month.',
  'The pinned message names it, and it changes every month.',
];

/** An answer based on the first entries of the prompt, and its cost. */
function complete(random: Random, { model, messages, max_tokens: limit = 400 }: StubChatRequest): object {
  const passages = [...(messages.at(-1)?.content ?? '').matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
  const content = JSON.stringify({
    answer: pickOne(random, SAID),
    needs_team: random() < 0.1,
    answerable: random() < 0.9,
    used: passages.slice(0, 2),
  });
  const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
  const factor = random() < OVERSHOOTING ? 10 : 1;
  const prompt = Math.ceil(characters / 4) * factor;
  const completion = Math.ceil(between(random, 10, Math.min(limit, 200))) * factor;
  return {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  };
}
