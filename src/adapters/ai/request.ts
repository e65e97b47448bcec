import type { OpenAI } from 'openai';
import type { Dialect } from './dialect.ts';
import type { ReplySchema } from './reply/form.ts';

export interface CompletionRequest {
  model: string;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  maxOutputTokens: number;
  /** JSON schema the answer must follow; every object closed and all its keys required (strict mode). */
  schema: ReplySchema;
  /** Aborts at the deadline or when the client leaves; the adapter stops reading at once. */
  signal: AbortSignal;
  /**
   * How many more tokens a second try may write when the model thought until its output was cut; left out or 0: no
   * second try.
   */
  roomToThink?: number;
  /** The answer can do without this call: the cause of an unexplained refusal is not investigated. */
  isOptional?: boolean;
}

type Messages = CompletionRequest['messages'];

/**
 * A completion's request in the dialect that the model understands. `stream` is sent because some
 * gateways stream unless they are told not to. No temperature: OpenAI's reasoning models refuse any but their own.
 */
export function toChatBody(
  request: CompletionRequest,
  dialect: Dialect,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { name, schema } = request.schema;
  const messages = dialect.format === 'json_schema' ? request.messages : withForm(request.messages, schema);
  const formats = {
    json_schema: {
      response_format: { type: 'json_schema' as const, json_schema: { name, strict: true, schema } },
    },
    json_object: { response_format: { type: 'json_object' as const } },
    text: {},
  };
  return {
    model: request.model,
    messages: dialect.rules === 'system' ? messages : withoutSystem(messages),
    [dialect.limit]: request.maxOutputTokens,
    stream: false,
    ...formats[dialect.format],
  };
}

// json_object mode hides the schema from the model, and OpenAI refuses it unless the word JSON is in the text.
function withForm(messages: Messages, schema: object): Messages {
  const rule = `Answer with one JSON object that follows this JSON schema, and with nothing else: ${JSON.stringify(schema)}`;
  const [head, ...rest] = messages;
  if (head?.role === 'system') return [{ role: 'system', content: `${head.content}\n\n${rule}` }, ...rest];
  return [{ role: 'system', content: rule }, ...messages];
}

/** The rules before the first words of the user, in one message: roles still take turns. */
function withoutSystem(messages: Messages): Messages {
  const [head, next, ...rest] = messages;
  if (head?.role !== 'system') return messages;
  if (next?.role !== 'user') return [{ role: 'user', content: head.content }, ...messages.slice(1)];
  return [{ role: 'user', content: `${head.content}\n\n${next.content}` }, ...rest];
}
