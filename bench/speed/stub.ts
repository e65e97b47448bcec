import { createServer, type Socket } from 'node:net';
import { argv } from 'node:process';
import { STUB_ANSWER } from './stub-answer.ts';

/**
 * An AI backend that costs next to nothing: `stub.ts PORT DELAY_MS`. Plain TCP, keep-alive, one answer for all;
 * reads only what carries a content-length. `GET /calls` says how many it has answered.
 */
const [port, delayMs] = argv.slice(2).map(Number);

const ANSWER = render({
  id: 'chatcmpl-stub',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'stub',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: JSON.stringify(STUB_ANSWER) },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 2_300, completion_tokens: 120, total_tokens: 2_420 },
});
const HEAD_END = Buffer.from('\r\n\r\n');

let calls = 0;

function render(value: object): Buffer {
  const body = JSON.stringify(value);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  return Buffer.from(`${head}\r\n\r\n${body}`);
}

function serve(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let length = measureRequest(rest); length > 0; length = measureRequest(rest)) {
      reply(socket, rest.toString('latin1', 0, 10).startsWith('GET /calls'));
      rest = rest.subarray(length);
    }
  });
}

/** Bytes of the first whole request; 0 while some are missing. */
function measureRequest(bytes: Buffer): number {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return 0;
  const found = /content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end));
  const length = end + HEAD_END.length + Number(found?.[1] ?? 0);
  return bytes.length < length ? 0 : length;
}

function reply(socket: Socket, isCount: boolean): void {
  if (isCount) {
    socket.write(render({ calls }));
    return;
  }
  calls += 1;
  if (delayMs) setTimeout(() => socket.write(ANSWER), delayMs);
  else socket.write(ANSWER);
}

createServer({ noDelay: true }, serve).listen(port, '127.0.0.1', 4096);
