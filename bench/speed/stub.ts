import { createServer, type Socket } from 'node:net';
import { argv } from 'node:process';

/**
 * An AI backend that costs next to nothing: `stub.ts PORT`. Plain TCP, keep-alive, the first entry as the answer, and a
 * vector for each text; reads only what carries a content-length. `GET /calls` says how many chats it has answered, `GET /delay/MS` lets it take its time from
 * then on, `GET /keep/N` keeps the next N requests, and `GET /kept` returns their bodies.
 */
const port = Number(argv[2]);

/** Said where the prompt holds no entry. */
const NOTHING_TOLD = 'You can change the billing address under Settings, Billing.';
const [LEAST_SAID, MOST_SAID] = [40, 900];
/** An entry in a prompt is JSON within JSON, as an answer is, so its bytes can be said as they are. */
const KNOWLEDGE = Buffer.from('<knowledge>');
const [ID, TEXT, BACKSLASH] = [String.raw`\"id\":\"`, String.raw`\"text\":\"`, '\\'].map((mark) =>
  Buffer.from(mark),
) as [Buffer, Buffer, Buffer];
const COMPLETION = JSON.stringify({
  id: 'chatcmpl-stub',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'stub',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: JSON.stringify({
          used: ['USED'],
          answerable: true,
          needs_team: false,
          answer: 'ANSWER',
          queries: [],
        }),
      },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 2_300, completion_tokens: 120, total_tokens: 2_420 },
});
/** In the shape that the service's prompts request, for an answer and for queries alike. */
const [HEAD, BETWEEN, TAIL] = COMPLETION.split(/USED|ANSWER/).map((part) => Buffer.from(part)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** An answer that says what the first entry of the prompt does. */
function answer(body: Buffer): Buffer {
  const at = body.indexOf(TEXT, Math.max(0, body.lastIndexOf(KNOWLEDGE)));
  const text = at < 0 ? Buffer.alloc(0) : sayFrom(body, at + TEXT.length);
  const named = body.lastIndexOf(ID, at);
  const isSaid = text.length >= LEAST_SAID && named >= 0;
  const said = isSaid ? text : Buffer.from(NOTHING_TOLD);
  const used = isSaid ? sayFrom(body, named + ID.length) : Buffer.alloc(0);
  return respond(Buffer.concat([HEAD, used, BETWEEN, said, TAIL]));
}

/** Up to the next escape, so that nothing is cut in half. */
function sayFrom(body: Buffer, start: number): Buffer {
  const end = body.indexOf(BACKSLASH, start);
  return body.subarray(start, end < 0 || end > start + MOST_SAID ? start : end);
}

/** As many numbers as small multilingual models give. */
const DIMENSION = 384;
const HEAD_END = Buffer.from('\r\n\r\n');

let [calls, delayMs, keeps] = [0, 0, 0];
let kept: string[] = [];

function render(value: object): Buffer {
  return respond(Buffer.from(JSON.stringify(value)));
}

function respond(body: Buffer): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function serve(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let length = measureRequest(rest); length > 0; length = measureRequest(rest)) {
      reply(socket, rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}

/** Bytes of the first complete request; 0 while some are missing. */
function measureRequest(bytes: Buffer): number {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return 0;
  const found = /content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end));
  const length = end + HEAD_END.length + Number(found?.[1] ?? 0);
  return bytes.length < length ? 0 : length;
}

function reply(socket: Socket, request: Buffer): void {
  const [, order, count] =
    /^GET \/(calls|delay|kept|keep)\/?(\d*)/.exec(request.toString('latin1', 0, 40)) ?? [];
  if (order !== undefined) {
    socket.write(render(obey(order, Number(count))));
    return;
  }
  const body = request.subarray(request.indexOf(HEAD_END) + HEAD_END.length);
  if (request.toString('latin1', 0, 20).startsWith('POST /v1/embeddings')) {
    socket.write(render(embed(JSON.parse(body.toString('utf8')).input)));
    return;
  }
  calls += 1;
  if (kept.length < keeps) kept.push(body.toString('utf8'));
  if (delayMs) setTimeout(() => socket.write(answer(body)), delayMs);
  else socket.write(answer(body));
}

/** Directions that differ by text and mean nothing. */
function embed(texts: readonly string[]): object {
  const data = texts.map((text, index) => {
    const embedding = Array.from({ length: DIMENSION }, (_, at) => Math.sin(text.length * (at + 1)));
    return { object: 'embedding', index, embedding };
  });
  return { object: 'list', model: 'stub', data, usage: { prompt_tokens: 20, total_tokens: 20 } };
}

function obey(order: string, count: number): object {
  if (order === 'delay') delayMs = count;
  if (order === 'keep') [keeps, kept] = [count, []];
  return order === 'kept' ? { kept } : { calls };
}

createServer({ noDelay: true }, serve).listen(port, '127.0.0.1', 4096);
