import { describe, expect, it } from 'vitest';
import { createAiBackend } from '../../src/adapters/ai/ai.ts';
import { imagesAfter } from '../../src/adapters/ai/dialect.ts';
import type { StubChatRequest, StubFault } from '../support/ai-stub.ts';
import { answer, ask, failureOf, KEY, prepareBackend, schema, stub, warnings } from './ai-setup.ts';

prepareBackend();

const bodyOf = (index: number) => stub.requests[index]?.body as StubChatRequest;
/** In which form each request asked for JSON. */
const formats = () =>
  stub.requests.map(({ body }) => (body as StubChatRequest).response_format?.type ?? 'text');
const error = (message: string, more: object = {}) => ({ error: { message, ...more } });
const HOUR_MS = 3_600_000;

describe('a backend that does not know json_schema', () => {
  it('is asked again with json_object, which later calls use at once', async () => {
    stub.fault('refuse-json-schema');
    expect((await ask()).content).toEqual(answer);
    expect((await ask()).content).toEqual(answer);
    expect(formats()).toEqual(['json_schema', 'json_object', 'json_object']);
    expect(warnings).toEqual([
      { model: 'model-1', format: 'json_object', limit: 'max_tokens', rules: 'system', images: true },
    ]);
  });

  it('is told the schema in the system message', async () => {
    stub.fault('refuse-json-schema');
    await ask();
    const [system, user] = bodyOf(1).messages;
    expect(system?.content).toMatch(/^You help\.\n\n.*JSON schema/);
    expect(system?.content).toContain(JSON.stringify(schema.schema));
    expect(user).toEqual({ role: 'user', content: 'Where do I ask?' });
  });

  it.each<[number, unknown]>([
    [404, error('No endpoints found that support response_format')],
    [415, error('json_schema is not known')],
    [
      422,
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'response_format', 'json_schema'], msg: 'no' }] },
    ],
    [500, error('failed to load model vocabulary required for format: invalid grammar')],
    [400, 'structured outputs are not available here'],
    [
      400,
      error('Provider returned error', { metadata: { raw: '{"error":"json_schema is not supported"}' } }),
    ],
  ])('says so with status %i in many ways: %j', async (status, body) => {
    stub.fault([{ status, body }]);
    expect((await ask()).content).toEqual(answer);
    expect(formats()).toEqual(['json_schema', 'json_object']);
    await ask();
    expect(formats().at(-1)).toBe('json_object');
  });

  it('nor json_object is asked without a format, with the schema in words, which later calls do at once', async () => {
    const refusal = { status: 400, body: error("Unknown parameter: 'response_format'.") };
    stub.fault([refusal, refusal]);
    expect((await ask()).content).toEqual(answer);
    await ask();
    expect(formats()).toEqual(['json_schema', 'json_object', 'text', 'text']);
    expect(bodyOf(3)).not.toHaveProperty('response_format');
    expect(bodyOf(3).messages[0]?.content).toContain(JSON.stringify(schema.schema));
  });

  it('is asked with json_schema again after an hour, because it may have been upgraded', async () => {
    let now = 0;
    const other = createAiBackend({
      apiKey: KEY,
      baseUrl: stub.url,
      maxResponseBytes: 10_000,
      now: () => now,
    });
    stub.fault('refuse-json-schema');
    await ask({}, other);
    now = HOUR_MS - 1;
    await ask({}, other);
    now = HOUR_MS;
    stub.fault(null);
    await ask({}, other);
    await ask({}, other);
    await other.close();
    expect(formats()).toEqual([
      'json_schema',
      ...['json_object', 'json_object'],
      'json_schema',
      'json_schema',
    ]);
  });
});

describe('a refusal that does not name its cause', () => {
  it.each([
    400, 422, 500,
  ])('leads to the same call once more, and has no lasting effect: %i', async (status) => {
    stub.fault([{ status, body: error('Something went wrong') }]);
    expect((await ask()).content).toEqual(answer);
    await ask();
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_schema']);
    expect(warnings).toEqual([]);
  });

  it.each([400, 422, 500])('twice is attributed to the form if the next form works: %i', async (status) => {
    const refusal = { status, body: error('Bad Request') };
    stub.fault([refusal, refusal]);
    expect((await ask()).content).toEqual(answer);
    await ask();
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_object', 'json_object']);
  });

  it('of every form and place of the rules ends after five calls, and nothing is assumed', async () => {
    stub.fault('status:400');
    await failureOf(ask());
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_object', 'text', 'text']);
    stub.fault(null);
    await ask();
    expect(formats().at(-1)).toBe('json_schema');
    expect(warnings).toEqual([]);
  });

  it('of a form that worked before changes nothing unless it names the form', async () => {
    await ask();
    stub.fault(['status:400', 'status:400']);
    await failureOf(ask());
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_schema']);
    stub.fault('refuse-json-schema');
    await ask();
    expect(formats().slice(3)).toEqual(['json_schema', 'json_object']);
  });

  it('is not investigated for an optional call', async () => {
    stub.fault('status:400');
    await failureOf(ask({ isOptional: true }));
    expect(stub.requests).toHaveLength(1);
  });
});

describe('a model whose JSON the backend rejects', () => {
  const failed = error("Failed to generate JSON. Please adjust your prompt. See 'failed_generation'.", {
    type: 'invalid_request_error',
    code: 'json_validate_failed',
    failed_generation: '{"answer":"my response_format is a system role of max_tokens',
  });

  it.each<[number, object]>([
    [400, failed],
    [400, error('Failed to validate JSON. See failed_generation for more details.')],
    [500, error('failed to parse the JSON that the model wrote')],
  ])('is asked once more in the same form, without a lasting effect: %i %j', async (status, body) => {
    await ask();
    stub.fault([{ status, body }]);
    expect((await ask()).content).toEqual(answer);
    await ask();
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_schema', 'json_schema']);
  });

  it('again is asked in the next form, for this call only', async () => {
    stub.fault([
      { status: 400, body: failed },
      { status: 400, body: failed },
    ]);
    expect((await ask()).content).toEqual(answer);
    await ask();
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_object', 'json_schema']);
    expect(warnings).toEqual([]);
  });
});

describe('a refusal that no other form avoids', () => {
  it.each<[string, number, unknown]>([
    [
      'moderation',
      403,
      error('Input was flagged by moderation', { metadata: { flagged_input: 'json_schema' } }),
    ],
    ['no patience', 429, error('Rate limit of response_format reached')],
  ])('is asked once: %s', async (_title, status, body) => {
    stub.fault({ status, body });
    await failureOf(ask());
    expect(stub.requests).toHaveLength(1);
    stub.fault(null);
    await ask();
    expect(formats().at(-1)).toBe('json_schema');
  });
});

describe('a model that refuses', () => {
  it('max_tokens gets max_completion_tokens, at once in later calls', async () => {
    stub.fault('refuse-max-tokens');
    await ask();
    await ask();
    expect(stub.requests).toHaveLength(3);
    expect(bodyOf(2)).toMatchObject({ max_completion_tokens: 400, response_format: { type: 'json_schema' } });
    expect(bodyOf(2)).not.toHaveProperty('max_tokens');
  });

  it('max_tokens and json_schema is understood after three calls', async () => {
    stub.fault(['refuse-max-tokens', 'refuse-json-schema']);
    await ask();
    await ask();
    expect(stub.requests).toHaveLength(4);
    expect(bodyOf(3)).toMatchObject({ max_completion_tokens: 400, response_format: { type: 'json_object' } });
  });

  it('the system role with an empty 500 is finally asked without it', async () => {
    stub.fault(Array(4).fill({ status: 500, body: '' }));
    expect((await ask()).content).toEqual(answer);
    expect(bodyOf(4).messages).toEqual([{ role: 'user', content: expect.stringContaining('You help.') }]);
  });

  it.each<[number, unknown]>([
    [400, error('Conversation roles must alternate user/assistant/user/assistant/...')],
    [400, error('Only user and assistant roles are supported!')],
    [500, error('template error: roles must alternate')],
    [
      400,
      error("Unsupported value: 'messages[0].role' does not support 'system'.", {
        param: 'messages[0].role',
      }),
    ],
    [422, { detail: [{ loc: ['body', 'role'], msg: "unexpected value; permitted: 'user', 'assistant'" }] }],
    [400, error('Conversation must start with a user message')],
  ])('the system role gets the rules before the first words of the user: %i %j', async (status, body) => {
    stub.fault([{ status, body }]);
    expect((await ask()).content).toEqual(answer);
    await ask();
    expect(stub.requests).toHaveLength(3);
    for (const index of [1, 2])
      expect(bodyOf(index).messages).toEqual([{ role: 'user', content: 'You help.\n\nWhere do I ask?' }]);
  });

  it('everything optional is handled within one question', async () => {
    const refusals: StubFault[] = [
      'refuse-max-tokens',
      { status: 400, body: error('System role not supported') },
      { status: 400, body: error('response_format is not supported') },
      { status: 400, body: error('response_format is not supported') },
    ];
    stub.fault(refusals);
    expect((await ask()).content).toEqual(answer);
    expect(stub.requests).toHaveLength(5);
    await ask();
    expect(stub.requests).toHaveLength(6);
    expect(Object.keys(bodyOf(5)).sort()).toEqual(['max_completion_tokens', 'messages', 'model', 'stream']);
  });
});

it.each([
  [400, 'Invalid content type. image_url is only supported by certain models.', 'never'],
  [400, 'At most 0 image(s) may be provided in one prompt.', 'never'],
  [400, 'small-1 is not a multimodal model', 'never'],
  [500, 'image input is not supported - hint: you may need to provide the mmproj', 'never'],
  [404, 'No endpoints found that support image input', 'never'],
  [400, "'messages.1.content' must be a string", 'never'],
  [422, 'messages[1]: unknown variant `image_url`, expected `text`', 'never'],
  [400, 'Model does not support images. Please use a model that does.', 'never'],
  [400, 'You uploaded an unsupported image. Please use one of png, jpeg, gif, webp.', 'not_now'],
  [400, 'This model does not support image type webp', 'not_now'],
  [400, 'Could not process image', 'not_now'],
  [400, '', 'not_now'],
  [413, 'Request too large', 'not_now'],
  [400, 'This model has a maximum context length of 8192 tokens', 'not_now'],
  [400, "'response_format.type' must be one of text, json_object", null],
  [400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", null],
  [401, 'Incorrect API key provided', null],
  [404, 'The model small-1 does not exist', null],
  [429, 'Slow down', null],
  [500, 'Internal error', null],
] as const)('a refusal of pictures (%i, %s) counts for %s', (status, said, until) => {
  expect(imagesAfter({ status, said })).toBe(until);
});
