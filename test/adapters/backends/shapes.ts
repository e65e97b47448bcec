import type { BackendFault } from '../../../src/adapters/ai/fault.ts';
import { answer } from '../ai-setup.ts';

/** What a backend says besides an answer, and what we make of it. */
export interface Told {
  title: string;
  status: number;
  headers?: Record<string, string>;
  body: unknown;
  /** What is asked next, which it answers; else how the call ends. */
  next?: { format: 'json_schema' | 'json_object' | 'text'; hasSystem?: boolean };
  fault?: Partial<Pick<BackendFault, 'kind' | 'status' | 'reason' | 'retryAfterMs'>>;
}

/** One kind of backend: a reply in its shape, and the errors that it is known for. */
export interface Replies {
  /** As docs/operators.md calls it. */
  name: string;
  reply: unknown;
  told: Told[];
}

const text = JSON.stringify(answer);
export const usage = { prompt_tokens: 700, completion_tokens: 40, total_tokens: 740 };
export const choice = (message: object, more: object = {}) => ({
  ...{ index: 0, finish_reason: 'stop', logprobs: null },
  ...{ message: { role: 'assistant', content: text, ...message }, ...more },
});
export const completion = (message: object = {}, more: object = {}) => ({
  ...{ id: 'chatcmpl-7', object: 'chat.completion', created: 1_770_000_000, model: 'model-1' },
  ...{ choices: [choice(message)], usage, ...more },
});
export const error = (message: string, more: object = {}) => ({ error: { message, ...more } });
