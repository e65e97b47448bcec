import { isRecord } from './form.ts';

type Body = Record<string, unknown>;

/** Gateways that wrap what they pass on nest it no deeper. */
const MAX_DEPTH = 3;
/** Keys that a wrapped completion stands below. */
const WRAPPERS = [
  'data',
  'result',
  'response',
  'body',
  'output',
  'payload',
  'results',
  'outputs',
  'completion',
  'message',
];

/**
 * The chat completion that a body holds: itself, below a key of a gateway, or put together from what Ollama's own
 * interface, Gemini's, Anthropic's and OpenAI's responses say. Anything else stays as it is.
 */
export function findCompletion(body: unknown, depth = 0): unknown {
  const value: unknown = Array.isArray(body) ? (body.find(isRecord) ?? body[0]) : body;
  if (!isRecord(value) || hasChoices(value)) return value;
  const native = readNative(value);
  if (native) return native;
  if (depth < MAX_DEPTH) {
    for (const key of WRAPPERS) {
      const held = findCompletion(value[key], depth + 1);
      if (isRecord(held) && hasChoices(held)) return { ...held, usage: held.usage ?? value.usage };
    }
  }
  return value;
}

function hasChoices({ choices }: Body): boolean {
  return Array.isArray(choices) && choices.length > 0;
}

function readNative(value: Body): Body | null {
  const { message, candidates, output, content, generated_text: generated } = value;
  if (isRecord(message) && 'content' in message) {
    const usage = { prompt_tokens: value.prompt_eval_count, completion_tokens: value.eval_count };
    return toCompletion(message, value.done_reason ?? value.finish_reason, value.usage ?? usage);
  }
  const [candidate]: unknown[] = Array.isArray(candidates) ? candidates : [];
  if (isRecord(candidate)) return readCandidate(candidate, value.usageMetadata);
  if (Array.isArray(output)) {
    const parts = output.flatMap((item: unknown) => (isRecord(item) ? (item.content ?? item) : item));
    return toCompletion({ content: parts }, value.status, readCounts(value.usage));
  }
  if (value.type === 'message' && Array.isArray(content))
    return toCompletion({ content }, value.stop_reason, readCounts(value.usage));
  const text = [generated, value.output_text, value.response, value.text, content].find(
    (item) => typeof item === 'string',
  );
  return text === undefined ? null : toCompletion({ content: text }, value.done_reason, value.usage);
}

function readCandidate(candidate: Body, counts: unknown): Body {
  const { promptTokenCount, candidatesTokenCount } = isRecord(counts) ? counts : {};
  const usage = { prompt_tokens: promptTokenCount, completion_tokens: candidatesTokenCount };
  return toCompletion({ content: candidate.content }, candidate.finishReason, usage);
}

function readCounts(usage: unknown): unknown {
  if (!isRecord(usage) || 'prompt_tokens' in usage) return usage;
  return { ...usage, prompt_tokens: usage.input_tokens, completion_tokens: usage.output_tokens };
}

function toCompletion(message: Body, finish: unknown, usage: unknown): Body {
  return { choices: [{ index: 0, finish_reason: finish, message }], usage };
}
