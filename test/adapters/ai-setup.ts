import { inspect } from 'node:util';
import { afterEach, beforeEach, expect } from 'vitest';
import { type AiBackend, type CompletionRequest, createAiBackend } from '../../src/adapters/ai/ai.ts';
import { AppError } from '../../src/domain/errors.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';

export const KEY = 'sk-secret-of-the-operator';
export const answer = { answer: 'Ask in #help.', needs_team: false, answerable: true, used: ['k1'] };
export const schema = {
  name: 'answer',
  schema: {
    type: 'object',
    properties: {
      answer: { type: 'string' },
      needs_team: { type: 'boolean' },
      answerable: { type: 'boolean' },
      used: { type: 'array', items: { type: 'string' } },
    },
    required: ['answer', 'needs_team', 'answerable', 'used'],
    additionalProperties: false,
  },
};

/** Filled anew before each test of the file that calls `prepareBackend`. */
export let stub: AiStub;
export let backend: AiBackend;
export const warnings: object[] = [];

/** A backend of its own for every test, against a stub that answers `answer`. */
export function prepareBackend(): void {
  beforeEach(async () => {
    warnings.length = 0;
    stub = await startAiStub();
    stub.reply(answer);
    const log = { warn: (fields: object) => void warnings.push(fields) };
    backend = createAiBackend({ apiKey: KEY, baseUrl: stub.url, maxResponseBytes: 100_000, log });
  });
  afterEach(async () => {
    await backend.close();
    await stub.close();
  });
}

export function ask(change: Partial<CompletionRequest> = {}, through = backend) {
  return through.complete({
    model: 'model-1',
    messages: [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: 'Where do I ask?' },
    ],
    maxOutputTokens: 400,
    schema,
    signal: new AbortController().signal,
    ...change,
  });
}

/** The error of a call that must fail, checked to be the one kind there is. */
export async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`no AppError but ${inspect(error)}`);
  expect(error.code).toBe('ai_unavailable');
  return error;
}
