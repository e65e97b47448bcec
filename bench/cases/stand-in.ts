import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { BackendCase, BackendReply } from './files.ts';
import { findQuestion, isAnswerCall, type ModelRequest, readReply, writeGood } from './model.ts';

/** A compatible backend that does what a case says, and otherwise answers well. */
export interface StandIn extends AsyncDisposable {
  url: string;
  /** Every chat request so far. */
  requests: ModelRequest[];
  /** A good model's rewritten, translated or expanded question; unset: the original question. */
  means?: string | undefined;
}

export async function startStandIn(
  replies: readonly BackendReply[],
  transport?: BackendCase['transport'],
): Promise<StandIn> {
  const requests: ModelRequest[] = [];
  const used = new WeakSet<Socket>();
  const server = createServer(async (request, response) => {
    if (transport !== undefined && used.has(request.socket)) return void request.socket.destroy();
    used.add(request.socket);
    const body: ModelRequest = JSON.parse(await readText(request));
    requests.push(body);
    const reply = replies.find(({ when }) => when.every((sign) => holds(sign, body, requests.length)));
    send(response, reply, writeGood(body, reply?.good, standIn.means ?? findQuestion(body)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

function holds(sign: string, body: ModelRequest, count: number): boolean {
  const format = body.response_format?.type;
  const limit = body.max_tokens ?? body.max_completion_tokens ?? Number.POSITIVE_INFINITY;
  switch (sign) {
    case 'any_format':
      return format !== undefined;
    case 'json_schema':
    case 'json_object':
      return format === sign;
    case 'not_stream_false':
      return body.stream !== false;
    case 'roles_do_not_alternate':
      return !alternates(body.messages.map(({ role }) => role).filter((role) => role !== 'system'));
    case 'answer_call':
      return isAnswerCall(body);
    case 'other_call':
      return !isAnswerCall(body);
    case 'has_system':
      return body.messages.some(({ role }) => role === 'system');
    case 'has_max_tokens':
      return body.max_tokens !== undefined;
    case 'output_limit_below_250':
      return limit < 250;
    case 'first_call':
      return count === 1;
    default:
      throw new Error(`unknown condition ${sign}`);
  }
}

function alternates(roles: readonly string[]): boolean {
  return roles.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
}

function send(
  response: ServerResponse,
  reply: BackendReply | undefined,
  good: Record<string, unknown>,
): void {
  if (reply?.form === 'sse') {
    stream(response, good);
    return;
  }
  const { status = 200, headers, raw, encoding } = reply ?? {};
  const sent = reply?.body === undefined ? completionOf(good) : readReply(reply.body, good);
  const text = raw === undefined ? JSON.stringify(sent) : String(readReply(raw, good));
  const packed = encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...packed, ...headers });
  response.end(encoding === 'gzip' ? gzipSync(text) : text);
}

function completionOf(good: unknown): object {
  const message = { role: 'assistant', content: JSON.stringify(good) };
  const usage = { prompt_tokens: 700, completion_tokens: 40, total_tokens: 740 };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message }],
    usage,
  };
}

function stream(response: ServerResponse, good: unknown): void {
  const text = JSON.stringify(good);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const pieces = [text.slice(0, text.length / 2), text.slice(text.length / 2)];
  const chunks = [
    ...pieces.map((content) => ({ delta: { content }, finish_reason: null })),
    { delta: {}, finish_reason: 'stop' },
  ].map((choice) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, ...choice }],
  }));
  for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end('data: [DONE]\n\n');
}
