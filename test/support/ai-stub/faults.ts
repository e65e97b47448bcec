import type { ServerResponse } from 'node:http';
import type { Refusal, StubChatRequest } from './protocol.ts';

const HUGE_BYTES = 300_000_000;
const DRIP_EVERY_MS = 20;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Faults of the wire: the function sends every byte that the client gets. */
export const WIRE_FAULTS = {
  hang: () => {},
  reset: (res) => void res.socket?.resetAndDestroy(),
  /** Headers at once, then a blank for ever. */
  drip: (res) => {
    res.writeHead(200, JSON_TYPE).flushHeaders();
    const timer = setInterval(() => res.write(' '), DRIP_EVERY_MS);
    res.once('close', () => clearInterval(timer));
  },
  /** 300 MB, as fast as they are taken. */
  huge: (res) => {
    res.writeHead(200, JSON_TYPE).write('{"choices":"');
    const block = Buffer.alloc(65_536, 'a');
    let sent = 0;
    const pump = () => {
      while (sent < HUGE_BYTES && !res.destroyed) {
        sent += block.length;
        if (!res.write(block)) return void res.once('drain', pump);
      }
      res.end();
    };
    pump();
  },
  /** 500 bytes promised, 6 sent. */
  cut: (res) => {
    res.writeHead(200, { ...JSON_TYPE, 'content-length': '500' });
    res.write('{"choi', () => res.socket?.destroy());
  },
  'not-http': (res) => void res.socket?.end('TEXT-OF-THE-BACKEND\r\n\r\n'),
  html: (res) => void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
  garbage: (res) => void res.writeHead(200, JSON_TYPE).end('{"choices":['),
  null: (res) => void res.writeHead(200, JSON_TYPE).end('null'),
  'empty-object': (res) => void res.writeHead(200, JSON_TYPE).end('{}'),
} satisfies Record<string, (res: ServerResponse) => void>;

/** Those that break the socket themselves; its end is then not the client's doing. */
export const BREAKING: ReadonlySet<unknown> = new Set(['reset', 'cut', 'not-http']);

export interface StubCompletion {
  choices: { finish_reason: string; message: Record<string, unknown> }[];
  usage?: unknown;
}

/** Faults inside an otherwise sound chat completion. */
export const CONTENT_FAULTS = {
  'no-choices': (completion) => ({ ...completion, choices: [] }),
  'content-null': (completion) => editMessage(completion, { content: null }),
  'content-empty': (completion) => editMessage(completion, { content: '' }),
  'not-json': (completion) => editMessage(completion, { content: 'Sure, here is the answer: 42.' }),
  refusal: (completion) => editMessage(completion, { content: null, refusal: 'I cannot help with that.' }),
  length: (completion) => editMessage(completion, { content: '{"answer":"It is cut he' }, 'length'),
} satisfies Record<string, (completion: StubCompletion) => StubCompletion>;

function editMessage(completion: StubCompletion, change: object, finish = 'stop'): StubCompletion {
  const message = { ...completion.choices[0]?.message, ...change };
  return { ...completion, choices: [{ finish_reason: finish, message }] };
}

const hasImages = ({ messages }: StubChatRequest) => messages.some(({ images }) => images.length > 0);

/** Features that some compatible servers or models refuse, in the words of real ones. */
export const FEATURE_FAULTS = {
  'refuse-json-schema': (chat) =>
    chat.response_format?.type === 'json_schema'
      ? {
          status: 400,
          message: "'response_format.type' must be one of text, json_object",
          param: 'response_format',
        }
      : null,
  'refuse-images': (chat) => {
    const message = 'Invalid content type. image_url is only supported by certain models.';
    return hasImages(chat) ? { status: 400, message, param: 'messages.[1].content.[1].type' } : null;
  },
  'odd-image': (chat) =>
    hasImages(chat) ? { status: 400, message: 'Could not process image', param: 'messages' } : null,
  'refuse-max-tokens': (chat) =>
    chat.max_tokens === undefined
      ? null
      : {
          status: 400,
          message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
          param: 'max_tokens',
        },
} satisfies Record<string, (chat: StubChatRequest) => Refusal | null>;

/** A whole response by hand; a string or Buffer is sent as it is, anything else as JSON. */
export interface RawResponse {
  body: unknown;
  status?: number;
  headers?: Record<string, string>;
}

export type StubFault =
  | keyof typeof WIRE_FAULTS
  | keyof typeof CONTENT_FAULTS
  | keyof typeof FEATURE_FAULTS
  | `status:${number}`
  | RawResponse;

export function sendRaw(res: ServerResponse, { body, status = 200, headers }: RawResponse): void {
  res.writeHead(status, { ...JSON_TYPE, ...headers });
  res.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}
