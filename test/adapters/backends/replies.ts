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
const usage = { prompt_tokens: 700, completion_tokens: 40, total_tokens: 740 };
const choice = (message: object, more: object = {}) => ({
  ...{ index: 0, finish_reason: 'stop', logprobs: null },
  ...{ message: { role: 'assistant', content: text, ...message }, ...more },
});
const completion = (message: object = {}, more: object = {}) => ({
  ...{ id: 'chatcmpl-7', object: 'chat.completion', created: 1_770_000_000, model: 'model-1' },
  ...{ choices: [choice(message)], usage, ...more },
});
const error = (message: string, more: object = {}) => ({ error: { message, ...more } });

export const BACKENDS: Replies[] = [
  {
    name: 'Ollama',
    reply: completion({ reasoning: 'They want the channel for help.' }, { system_fingerprint: 'fp_ollama' }),
    told: [
      {
        ...{ title: 'a model that was not pulled', status: 404 },
        body: error('model "model-1" not found, try pulling it first', { type: 'api_error', param: null }),
        fault: { kind: 'refused', status: 404, reason: 'model' },
      },
      {
        ...{ title: 'a grammar that it cannot make', status: 500 },
        body: error('failed to load model vocabulary required for format', { type: 'api_error' }),
        next: { format: 'json_schema' },
      },
    ],
  },
  {
    name: 'llama.cpp',
    reply: completion(
      { reasoning_content: 'They want the channel for help.' },
      { timings: { prompt_n: 700, predicted_n: 40 } },
    ),
    told: [
      {
        ...{ title: 'a model that is being loaded', status: 503 },
        body: error('Loading model', { type: 'unavailable_error', code: 503 }),
        fault: { kind: 'outage', status: 503 },
      },
      {
        ...{ title: 'a context that is too small', status: 400 },
        body: error(
          'request (6012 tokens) exceeds the available context size (4096 tokens), try increasing it',
          {
            ...{ code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 6012, n_ctx: 4096 },
          },
        ),
        fault: { kind: 'refused', status: 400, reason: 'too_long' },
      },
      {
        ...{ title: 'a template without a system role', status: 500 },
        body: error('Conversation roles must alternate user/assistant/user/assistant/...', { code: 500 }),
        next: { format: 'json_schema', hasSystem: false },
      },
    ],
  },
  {
    name: 'vLLM',
    reply: completion(
      { refusal: null, tool_calls: [], reasoning_content: null },
      { service_tier: null, prompt_logprobs: null, kv_transfer_params: null },
    ),
    told: [
      {
        ...{ title: 'Gemma without a system role', status: 400 },
        body: {
          object: 'error',
          message: 'System role not supported',
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
        next: { format: 'json_schema', hasSystem: false },
      },
      {
        ...{ title: 'a model that it does not serve', status: 404 },
        body: {
          object: 'error',
          message: 'The model `model-1` does not exist.',
          type: 'NotFoundError',
          code: 404,
        },
        fault: { kind: 'refused', reason: 'model' },
      },
      {
        ...{ title: 'a context that is too small', status: 400 },
        body: error(
          "This model's maximum context length is 4096 tokens. However, you requested 6412 tokens.",
          {
            ...{ type: 'BadRequestError', code: 400 },
          },
        ),
        fault: { kind: 'refused', reason: 'too_long' },
      },
    ],
  },
  {
    name: 'LM Studio',
    reply: completion({ tool_calls: [] }, { stats: {}, system_fingerprint: 'model-1' }),
    told: [
      {
        ...{ title: 'no json_schema for this model', status: 400 },
        body: { error: "'response_format.type' must be 'json_object' or 'text'" },
        next: { format: 'json_object' },
      },
      {
        ...{ title: 'a model that stopped', status: 200 },
        body: { error: 'The model has crashed without additional information.' },
        fault: { kind: 'outage' },
      },
    ],
  },
  {
    name: 'LiteLLM',
    reply: completion({ provider_specific_fields: { refusal: null }, annotations: [] }),
    told: [
      {
        ...{ title: 'a parameter that the model does not have', status: 400 },
        body: error(
          "litellm.UnsupportedParamsError: acme does not support parameters: ['response_format'], for model=model-1. To drop these, set `litellm.drop_params=True`.",
          { type: 'None', param: null, code: '400' },
        ),
        next: { format: 'json_object' },
      },
      {
        ...{ title: 'a wrong key', status: 401 },
        body: error('Authentication Error, Invalid proxy server token passed.', {
          type: 'token_not_found_in_db',
        }),
        fault: { kind: 'refused', status: 401, reason: 'key' },
      },
    ],
  },
  {
    name: 'Mistral',
    reply: completion({ tool_calls: null, prefix: false }),
    told: [
      {
        ...{ title: 'a parameter that it does not know', status: 422 },
        body: {
          object: 'error',
          message: {
            detail: [
              {
                ...{ type: 'extra_forbidden', loc: ['body', 'response_format', 'json_schema', 'strict'] },
                ...{ msg: 'Extra inputs are not permitted', input: 'max_tokens of the content filter' },
              },
            ],
          },
          type: 'invalid_request_error',
        },
        next: { format: 'json_object' },
      },
      {
        ...{ title: 'too many requests', status: 429, headers: { 'retry-after': '4' } },
        body: { object: 'error', message: 'Rate limit exceeded', type: 'rate_limited', code: '1300' },
        fault: { kind: 'outage', status: 429, retryAfterMs: 4_000 },
      },
    ],
  },
  {
    name: 'Gemini',
    reply: completion({ extra_content: { google: { thought_signature: 'AbC=' } } }),
    told: [
      {
        ...{ title: 'Gemma without instructions', status: 400 },
        body: [
          error('Developer instruction is not enabled for models/gemma-3-27b-it', {
            ...{ code: 400, status: 'INVALID_ARGUMENT' },
          }),
        ],
        next: { format: 'json_schema', hasSystem: false },
      },
      {
        ...{ title: 'a wrong key', status: 400 },
        body: [
          error('API key not valid. Please pass a valid API key.', { code: 400, status: 'INVALID_ARGUMENT' }),
        ],
        fault: { kind: 'refused', status: 400, reason: 'key' },
      },
      {
        ...{ title: 'its limit', status: 429 },
        body: [error('You exceeded your current quota.', { code: 429, details: [{ retryDelay: '21s' }] })],
        fault: { kind: 'outage', status: 429, retryAfterMs: 21_000 },
      },
    ],
  },
  {
    name: 'Azure OpenAI',
    reply: completion(
      { refusal: null, annotations: [] },
      {
        choices: [choice({}, { content_filter_results: { hate: { filtered: false, severity: 'safe' } } })],
        prompt_filter_results: [
          { prompt_index: 0, content_filter_results: { jailbreak: { filtered: false } } },
        ],
      },
    ),
    told: [
      {
        ...{ title: 'its content filter', status: 400 },
        body: error(
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          {
            ...{ type: null, param: 'prompt', code: 'content_filter', status: 400 },
            innererror: {
              code: 'ResponsibleAIPolicyViolation',
              content_filter_result: { violence: { filtered: true } },
            },
          },
        ),
        fault: { kind: 'filtered', status: 400 },
      },
      {
        ...{ title: 'a deployment that is not there', status: 404 },
        body: error('The API deployment for this resource does not exist.', { code: 'DeploymentNotFound' }),
        fault: { kind: 'refused', status: 404, reason: 'model' },
      },
      {
        ...{
          title: 'too many requests',
          status: 429,
          headers: { 'retry-after-ms': '1500', 'retry-after': '2' },
        },
        body: error('Requests have exceeded the token rate limit.', { code: '429' }),
        fault: { kind: 'outage', retryAfterMs: 1_500 },
      },
    ],
  },
  {
    name: 'Groq',
    reply: completion(
      { reasoning: 'They want the channel for help.' },
      { x_groq: { id: 'req_1' }, usage_breakdown: null },
    ),
    told: [
      {
        ...{ title: 'JSON that its model spoilt', status: 400 },
        body: error(
          "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
          {
            ...{
              type: 'invalid_request_error',
              code: 'json_validate_failed',
              failed_generation: '{"answer": "Ask in',
            },
          },
        ),
        next: { format: 'json_schema' },
      },
      {
        ...{ title: 'a model without json_schema', status: 400 },
        body: error('This model does not support response format `json_schema`. See supported models.', {
          ...{ type: 'invalid_request_error', param: 'response_format' },
        }),
        next: { format: 'json_object' },
      },
    ],
  },
  {
    name: 'DeepSeek',
    reply: completion(
      { reasoning_content: 'They want the channel for help.' },
      { usage: { ...usage, prompt_cache_hit_tokens: 640, prompt_cache_miss_tokens: 60 } },
    ),
    told: [
      {
        ...{ title: 'no json_schema', status: 400 },
        body: error('This response_format type is unavailable now', {
          ...{ type: 'invalid_request_error', param: null, code: 'invalid_request_error' },
        }),
        next: { format: 'json_object' },
      },
      {
        ...{ title: 'no money', status: 402 },
        body: error('Insufficient Balance', { type: 'unknown_error', code: 'invalid_request_error' }),
        fault: { kind: 'refused', status: 402, reason: 'credit' },
      },
    ],
  },
  {
    name: 'OpenRouter',
    reply: completion(
      { reasoning: null, refusal: null },
      { provider: 'Acme', choices: [choice({}, { native_finish_reason: 'STOP' })] },
    ),
    told: [
      {
        ...{
          title: 'a provider that is overrun, with status 200',
          status: 200,
          headers: { 'retry-after': '9' },
        },
        body: error('Provider returned error', {
          code: 429,
          metadata: { raw: 'model-1 is rate-limited upstream' },
        }),
        fault: { kind: 'outage', status: 429, retryAfterMs: 9_000 },
      },
      {
        ...{ title: 'an answer that broke off', status: 200 },
        body: {
          ...completion(),
          choices: [choice({ content: '' }, { error: { code: 502, message: 'Upstream' } })],
        },
        fault: { kind: 'outage', status: 502 },
      },
      {
        ...{ title: 'no provider with this form', status: 404 },
        body: error('No endpoints found that can handle the requested parameters.', { code: 404 }),
        next: { format: 'json_object' },
      },
      {
        ...{ title: 'no money', status: 402 },
        body: error('This request requires more credits.', { code: 402 }),
        fault: { kind: 'refused', status: 402, reason: 'credit' },
      },
      {
        ...{ title: 'a name of no model', status: 400 },
        body: error('model-1 is not a valid model ID', { code: 400 }),
        fault: { kind: 'refused', reason: 'model' },
      },
    ],
  },
];
