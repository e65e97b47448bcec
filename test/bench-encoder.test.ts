import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Encoder, startEncoder } from '../bench/eval/encoder.ts';

let encoder: Encoder;
beforeAll(async () => {
  encoder = await startEncoder();
});
afterAll(() => encoder[Symbol.asyncDispose]());

const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

describe('The encoder for measuring', () => {
  const embed = async (input: string | string[], format?: 'float' | 'base64') => {
    const client = new OpenAI({ baseURL: encoder.url, apiKey: 'any' });
    return client.embeddings.create({ model: 'any', input, ...(format && { encoding_format: format }) });
  };

  test("answers OpenAI's client in the order of the texts, in both formats and however many there are", async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `${'A sentence. '.repeat(n % 7)}Number ${n}?`);
    const { data, usage } = await embed([...texts, ...texts.slice(0, 3)]);
    expect(data.map(({ index }) => index)).toEqual(Array.from({ length: 23 }, (_, n) => n));
    expect(data[21]?.embedding).toEqual(data[1]?.embedding);
    expect(usage.prompt_tokens).toBeGreaterThan(0);
    const [alone] = (await embed(texts[15] ?? '', 'float')).data;
    expect(alone?.embedding).toHaveLength(512);
    expect(cosine(alone?.embedding ?? [], data[15]?.embedding ?? [])).toBeCloseTo(1, 4);
  });

  test('finds sentences that mean the same nearer than others with the same words', async () => {
    const { data } = await embed([
      'How old are you?',
      'What is your age?',
      'How are you? Old enough?',
      'The train leaves from platform four.',
    ]);
    const [question = [], same = [], words = [], other = []] = data.map(({ embedding }) => embedding);
    expect(cosine(question, same)).toBeGreaterThan(cosine(question, words));
    expect(cosine(question, words)).toBeGreaterThan(cosine(question, other));
  });

  test('refuses what is no request for embeddings', async () => {
    const post = (path: string, body: string) => fetch(encoder.url + path, { method: 'POST', body });
    expect((await post('/embeddings', '{')).status).toBe(400);
    expect((await post('/embeddings', '{"model":"any","input":[]}')).status).toBe(400);
    expect((await post('/chat/completions', '{}')).status).toBe(404);
  });
});
