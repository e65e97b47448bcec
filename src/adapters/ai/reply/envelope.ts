import { isRecord } from './form.ts';

type JsonObject = Record<string, unknown>;

/** Gateways that wrap responses nest them no deeper. */
const MAX_DEPTH = 3;
/** Keys above a wrapped completion. */
const WRAPPERS = 'data result response body output payload results outputs completion message'.split(' ');

/**
 * The chat completion of a body: itself, below a gateway's key, or assembled from the responses of Ollama, Gemini,
 * Anthropic and OpenAI. Anything else stays as it is.
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

function hasChoices({ choices }: JsonObject): boolean {
  return Array.isArray(choices) && choices.length > 0;
}

function readNative(value: JsonObject): JsonObject | null {
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

function readCandidate(candidate: JsonObject, counts: unknown): JsonObject {
  const { promptTokenCount, candidatesTokenCount, totalTokenCount } = isRecord(counts) ? counts : {};
  const usage = {
    ...{ prompt_tokens: promptTokenCount, completion_tokens: candidatesTokenCount },
    total_tokens: totalTokenCount,
  };
  return toCompletion({ content: candidate.content }, candidate.finishReason, usage);
}

function readCounts(usage: unknown): unknown {
  if (!isRecord(usage) || 'prompt_tokens' in usage) return usage;
  return { ...usage, prompt_tokens: usage.input_tokens, completion_tokens: usage.output_tokens };
}

function toCompletion(message: JsonObject, finish: unknown, usage: unknown): JsonObject {
  return { choices: [{ index: 0, finish_reason: finish, message }], usage };
}

export interface MessageTexts {
  /** Text for the reader, then input for a tool; each may be parsed JSON. */
  spoken: unknown[];
  thoughts: string;
  refusal: string;
}

/** Names of OpenRouter, vLLM, DeepSeek, Ollama and others. */
const THOUGHT_FIELDS =
  'reasoning_content reasoning reasoning_text thinking thought thoughts reasoning_details'.split(' ');
const THOUGHT_PART = /think|thought|reason|summary/i;
/** Parts within parts, such as a thought's. */
const MAX_PARTS_DEPTH = 4;

export function readMessage(message: JsonObject): MessageTexts {
  const { spoken, thoughts, refusal } = readContent(message.content);
  const calls = [message.tool_calls].flat().map(argumentsOf);
  // A call in an unusual form is searched like any other object.
  const called = argumentsOf({ function: message.function_call });
  const given = [message.parsed, ...calls, called, message.tool_calls];
  const thought = THOUGHT_FIELDS.map((name) => collectText(message[name])).find((text) => text.trim() !== '');
  return {
    spoken: [...spoken, ...given].filter(isSomething),
    thoughts: thoughts || thought || '',
    refusal: typeof message.refusal === 'string' ? message.refusal.trim() : refusal,
  };
}

function argumentsOf(call: unknown): unknown {
  return isRecord(call) && isRecord(call.function) ? call.function.arguments : undefined;
}

/** A string, a list of parts, or JSON that the backend has parsed. */
function readContent(content: unknown): MessageTexts {
  if (isRecord(content) && Array.isArray(content.parts)) return readParts(content.parts);
  const isPart = isRecord(content) && typeof content.type === 'string' && 'text' in content;
  if (Array.isArray(content) || isPart) return readParts([content].flat());
  return { spoken: [content], thoughts: '', refusal: '' };
}

function readParts(parts: readonly unknown[]): MessageTexts {
  const [thought, said] = [parts.filter(isThought), parts.filter((part) => !isThought(part))];
  const refusals = said.map((part) => (isRecord(part) && 'refusal' in part ? collectText(part.refusal) : ''));
  // A part without text may hold the reply itself: tool input, or parsed JSON.
  const unread = said.filter((part) => isRecord(part) && collectText(part) === '');
  return {
    spoken: [said.map((part) => collectText(part)).join(''), ...unread],
    thoughts: thought.map((part) => collectText(part)).join('\n'),
    refusal: refusals.join('').trim(),
  };
}

function isThought(part: unknown): boolean {
  return isRecord(part) && (part.thought === true || THOUGHT_PART.test(String(part.type ?? '')));
}

function collectText(part: unknown, depth = 0): string {
  if (typeof part === 'string') return part;
  if (depth > MAX_PARTS_DEPTH) return '';
  if (Array.isArray(part)) return part.map((item) => collectText(item, depth + 1)).join('');
  if (!isRecord(part)) return '';
  const text = part.text ?? part.thinking ?? part.reasoning ?? part.content ?? part.summary ?? part.value;
  return text === undefined ? '' : collectText(text, depth + 1);
}

function isSomething(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'object' && value !== null;
}
