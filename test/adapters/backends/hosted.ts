import { choice, completion, error, type Replies, usage } from './shapes.ts';

/** Services that others run. */
export const HOSTED: Replies[] = [
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
        body: [
          error(
            'You exceeded your current quota, please check your plan and billing details. Please retry in 20.04466179s.',
            {
              ...{ code: 429, status: 'RESOURCE_EXHAUSTED' },
              details: [
                { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
                { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '21s' },
              ],
            },
          ),
        ],
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
      {
        usage: { ...usage, queue_time: 0.01, prompt_time: 0.02, completion_time: 0.04, total_time: 0.06 },
        ...{
          usage_breakdown: null,
          system_fingerprint: 'fp_1',
          x_groq: { id: 'req_1' },
          service_tier: 'on_demand',
        },
      },
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
        ...{ title: 'a prompt above its limit of a minute', status: 413, headers: { 'retry-after': '31' } },
        body: error(
          'Request too large for model `openai/gpt-oss-20b` in organization `org_1` service tier `on_demand` on tokens per minute (TPM): Limit 8000, Requested 13266, please reduce your message size and try again.',
          { type: 'tokens', code: 'rate_limit_exceeded' },
        ),
        fault: { kind: 'refused', status: 413, reason: 'too_long' },
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
      {
        usage: {
          ...{ ...usage, prompt_tokens_details: { cached_tokens: 640 } },
          completion_tokens_details: { reasoning_tokens: 24 },
          ...{ prompt_cache_hit_tokens: 640, prompt_cache_miss_tokens: 60 },
        },
      },
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
