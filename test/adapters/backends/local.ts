import { completion, error, type Replies, usage } from './shapes.ts';

/** Servers and gateways that operators run themselves. */
export const LOCAL: Replies[] = [
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
      {
        system_fingerprint: 'b0-unknown',
        usage: { ...usage, prompt_tokens_details: { cached_tokens: 0 } },
        timings: { cache_n: 0, prompt_n: 700, predicted_n: 40 },
      },
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
        ...{ title: 'a template that wants other roles', status: 400 },
        body: error(
          'Unable to generate parser for this template. Automatic parser generation failed: \n------------\nWhile executing CallExpression at line 18, column 32 in source:\n...== 0) %}↵            {{- raise_exception("After the optional system message, con...\n\nError: Jinja Exception: After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
          { code: 400, type: 'invalid_request_error' },
        ),
        next: { format: 'json_schema', hasSystem: false },
      },
      {
        ...{ title: 'a grammar that does not go with the template', status: 400 },
        body: error('Failed to initialize samplers: std::exception', {
          ...{ code: 400, type: 'invalid_request_error' },
        }),
        next: { format: 'json_object' },
      },
      {
        ...{ title: 'an output that its parser does not take', status: 500 },
        body: error('The model produced output that does not match the expected peg-native format', {
          ...{ code: 500, type: 'server_error' },
        }),
        next: { format: 'json_schema' },
      },
    ],
  },
  {
    name: 'vLLM',
    reply: completion(
      { refusal: null, annotations: null, audio: null, function_call: null, reasoning: 'They want help.' },
      { service_tier: null, prompt_logprobs: null, prompt_token_ids: null, kv_transfer_params: null },
    ),
    told: [
      {
        ...{ title: 'Gemma without a system role', status: 400 },
        body: error('System role not supported System role not supported', {
          ...{ type: 'BadRequestError', param: null, code: 400 },
        }),
        next: { format: 'json_schema', hasSystem: false },
      },
      {
        ...{ title: 'a model that it does not serve', status: 404 },
        body: error('The model `model-1` does not exist.', {
          ...{ type: 'NotFoundError', param: 'model', code: 404 },
        }),
        fault: { kind: 'refused', reason: 'model' },
      },
      {
        ...{ title: 'a context that is too small', status: 400 },
        body: error(
          "This model's maximum context length is 4096 tokens. However, you requested 400 output tokens and your prompt contains at least 6012 input tokens, for a total of at least 6412 tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=6012)",
          {
            ...{ type: 'BadRequestError', param: 'input_tokens', code: 400 },
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
          "litellm.UnsupportedParamsError: acme does not support parameters: ['response_format'], for model=model-1. To drop these, set `litellm.drop_params=True` or for proxy:\n\n`litellm_settings:\n drop_params: true`\n. Received Model Group=model-1\nAvailable Model Group Fallbacks=None",
          { type: 'None', param: null, code: '400' },
        ),
        next: { format: 'json_object' },
      },
      {
        ...{ title: 'a wrong key', status: 401 },
        body: error(
          'Authentication Error, Invalid proxy server token passed. Received API Key = sk-...8aSP, Key Hash (Token) =569909. Unable to find token in cache or `LiteLLM_VerificationTokenTable`',
          { type: 'token_not_found_in_db', param: 'key', code: '401' },
        ),
        fault: { kind: 'refused', status: 401, reason: 'key' },
      },
    ],
  },
];
