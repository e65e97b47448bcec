import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AiStub, startAiStub } from './ai-stub.ts';

let stub: AiStub;
beforeAll(async () => {
  stub = await startAiStub();
});
afterAll(() => stub.close());

describe('the stub', () => {
  const post = (body: unknown, headers: Record<string, string> = {}, path = '/chat/completions') =>
    fetch(stub.url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const sound = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };

  it.each<[string, number, unknown, Record<string, string>?, string?]>([
    ['an unknown role', 400, { ...sound, messages: [{ role: 'boss', content: 'hi' }] }],
    ['an unknown parameter', 400, { ...sound, max_new_tokens: 5 }],
    ['both limits', 400, { ...sound, max_tokens: 5, max_completion_tokens: 5 }],
    ['a schema in the wrong place', 400, { ...sound, response_format: { type: 'json_schema', schema: {} } }],
    ['json_object without the word', 400, { ...sound, response_format: { type: 'json_object' } }],
    [
      'a strict schema with an open object',
      400,
      {
        ...sound,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'a', strict: true, schema: { type: 'object', properties: { a: {} } } },
        },
      },
    ],
    ['no bearer', 401, sound, { authorization: '' }],
    ['another content type', 400, sound, { 'content-type': 'text/plain' }],
    ['another path', 404, sound, {}, '/completions'],
    ['embeddings of nothing', 400, { model: 'm', input: [] }, {}, '/embeddings'],
  ])('refuses %s in the error format of OpenAI', async (_title, status, body, headers, path) => {
    const response = await post(body, headers, path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: { message: expect.any(String), type: 'invalid_request_error' },
    });
  });
});
