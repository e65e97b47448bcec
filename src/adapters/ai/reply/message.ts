import { z } from 'zod';
import { isRecord } from './form.ts';

/** What a message holds, by what it was meant to be. */
export interface MessageTexts {
  /** What was written for the reader, then what was given to a tool; each may be JSON already read. */
  spoken: unknown[];
  /** What stands in fields and parts for thoughts. */
  thoughts: string;
  refusal: string;
}

const call = z.object({ function: z.object({ arguments: z.unknown() }) });
const message = z.looseObject({
  content: z.unknown().optional(),
  refusal: z.unknown().optional(),
  parsed: z.unknown().optional(),
  tool_calls: z.array(z.unknown()).nullish().catch(null),
  function_call: z.object({ arguments: z.unknown() }).nullish().catch(null),
});

/** Field names of OpenRouter, vLLM, DeepSeek, Ollama and others. */
const THOUGHT_FIELDS = [
  'reasoning_content',
  'reasoning',
  'thinking',
  'thought',
  'thoughts',
  'reasoning_details',
];
const THOUGHT_PART = /think|thought|reason|summary/i;
/** Parts in parts, such as a thought's; deeper nobody nests. */
const MAX_DEPTH = 4;

/** Reads the message of a choice. @throws ZodError where it is none. */
export function readMessage(value: unknown): MessageTexts {
  const fields = message.parse(value);
  const { spoken, thoughts } = readContent(fields.content);
  const calls = (fields.tool_calls ?? []).flatMap(
    (item) => call.safeParse(item).data?.function.arguments ?? [],
  );
  const given = [fields.parsed, ...calls, fields.function_call?.arguments];
  const thought = THOUGHT_FIELDS.map((name) => collectText(fields[name])).find((text) => text.trim() !== '');
  return {
    spoken: [...spoken, ...given].filter(isSomething),
    thoughts: thoughts || thought || '',
    refusal: typeof fields.refusal === 'string' ? fields.refusal.trim() : '',
  };
}

/** A string, a list of parts, or JSON that the backend has read already. */
function readContent(content: unknown): { spoken: unknown[]; thoughts: string } {
  if (!Array.isArray(content)) {
    const isPart = isRecord(content) && typeof content.type === 'string' && 'text' in content;
    return isPart ? readContent([content]) : { spoken: [content], thoughts: '' };
  }
  const parts: unknown[] = content;
  const isThought = (part: unknown) => isRecord(part) && THOUGHT_PART.test(String(part.type ?? ''));
  const text = parts.filter((part) => !isThought(part)).map((part) => collectText(part));
  const unread = parts.filter((part) => isRecord(part) && !('type' in part) && !('text' in part));
  const joined = text.join('');
  const thoughts = parts
    .filter(isThought)
    .map((part) => collectText(part))
    .join('\n');
  return { spoken: [joined, ...unread], thoughts };
}

/** The text of a part: its own, or that of the parts it holds. */
function collectText(part: unknown, depth = 0): string {
  if (typeof part === 'string') return part;
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(part)) return part.map((item) => collectText(item, depth + 1)).join('');
  if (!isRecord(part)) return '';
  const text = part.text ?? part.thinking ?? part.reasoning ?? part.content ?? part.summary ?? part.value;
  return text === undefined ? '' : collectText(text, depth + 1);
}

function isSomething(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'object' && value !== null;
}
