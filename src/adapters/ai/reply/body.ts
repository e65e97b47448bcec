import { isRecord } from './form.ts';
import { parseJson, repairJson } from './json.ts';

/** Sent before a body to keep the connection open. */
const WAITING = /^\uFEFF?(?::[^\n]{0,200}\n|\s){1,10000}/;

type Growing = Record<string, unknown>;

export interface Body {
  value: unknown;
  isStream: boolean;
}

/** JSON, or an unrequested stream assembled into its completion. @throws SyntaxError where it is neither. */
export function readBody(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.length > 1 && value.every(isChunk);
    return isList ? { value: joinChunks(value), isStream: true } : { value, isStream: false };
  } catch (error) {
    const events = readEvents(text);
    const chunks = events.length > 0 ? events : readLines(text);
    if (chunks.length > 0) return { value: joinChunks(chunks), isStream: true };
    // Also repairs characters that JSON does not allow.
    const body = text.replace(WAITING, '');
    const sound = parseJson(body) ?? repairJson(body, (value) => (isRecord(value) ? value : null));
    if (isRecord(sound) && Object.keys(sound).length > 0) return { value: sound, isStream: false };
    throw error;
  }
}

function isChunk(value: unknown): value is Growing {
  return isRecord(value) && Array.isArray(value.choices) && value.object === 'chat.completion.chunk';
}

/** Skips comments, event names and `[DONE]`. */
function readEvents(text: string): Growing[] {
  if (!/^\uFEFF?\s{0,1000}(?:data|event|id|retry)?:/.test(text)) return [];
  const events: Growing[] = [];
  let data: string[] = [];
  const take = () => {
    const value = parseJson(data.join('\n'));
    if (isRecord(value)) events.push(value);
    return isRecord(value);
  };
  for (const line of [...text.split(/\r\n|\r|\n/), '']) {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length));
    // Some send no blank line between their events.
    const isEvent = data.length === 1 && line !== '' && take();
    if (!isEvent && line === '' && data.length > 0) take();
    if (isEvent || line === '' || line.trim() === 'data: [DONE]') data = [];
  }
  return events;
}

/** Lines of JSON, as from Ollama's own interface. */
function readLines(text: string): Growing[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => line.startsWith('{'))) return [];
  return lines.map(parseJson).filter(isRecord);
}

/** Texts and lists grow; of anything else the last value counts. */
function joinChunks(chunks: readonly Growing[]): unknown {
  const failed = chunks.find(({ error }) => isRecord(error) || typeof error === 'string');
  if (failed) return { error: failed.error };
  const message: Growing = {};
  let finish: unknown = null;
  let usage: unknown;
  for (const chunk of chunks) {
    usage = chunk.usage ?? usage;
    finish = addChunk(message, chunk) ?? finish;
  }
  return { choices: [{ index: 0, finish_reason: finish, message }], usage };
}

/** @returns why it ended, if the chunk says so. */
function addChunk(message: Growing, chunk: Growing): unknown {
  const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  if (!isRecord(choice)) {
    if (isRecord(chunk.message)) grow(message, chunk.message);
    grow(message, readOther(chunk));
    return chunk.done_reason;
  }
  if (isRecord(choice.message)) Object.assign(message, choice.message);
  else grow(message, isRecord(choice.delta) ? choice.delta : { content: choice.text });
  return choice.finish_reason;
}

/** Chunks of OpenAI's responses, Anthropic's and Gemini's interfaces. */
function readOther({ type, delta, candidates }: Growing): Growing {
  if (/output_text\.delta$/.test(String(type))) return { content: delta };
  if (type === 'content_block_delta' && isRecord(delta)) return { content: delta.text };
  const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined;
  const content = isRecord(candidate) ? candidate.content : undefined;
  return isRecord(content) && Array.isArray(content.parts) ? { content: content.parts } : {};
}

function grow(message: Growing, delta: Growing): void {
  for (const [key, value] of Object.entries(delta)) {
    if (key === 'tool_calls' && Array.isArray(value)) message[key] = growCalls(message[key], value);
    else if (value !== null && value !== undefined) message[key] = join(message[key], value);
  }
}

function join(before: unknown, value: unknown): unknown {
  if (typeof before === 'string' && typeof value === 'string') return before + value;
  if (typeof before === 'string' && Array.isArray(value)) return [{ type: 'text', text: before }, ...value];
  if (Array.isArray(before) && typeof value === 'string') before.push({ type: 'text', text: value });
  else if (Array.isArray(before) && Array.isArray(value)) for (const item of value) before.push(item);
  else if (isRecord(before) && isRecord(value)) grow(before, value);
  else return value;
  return before;
}

/** Each piece has the index of its call. */
function growCalls(before: unknown, pieces: readonly unknown[]): unknown[] {
  const calls: unknown[] = Array.isArray(before) ? before : [];
  for (const piece of pieces) {
    if (!isRecord(piece)) continue;
    const place = Math.min(typeof piece.index === 'number' ? piece.index : 0, calls.length);
    const call = calls[place];
    if (isRecord(call)) grow(call, { function: piece.function });
    else calls[place] = piece;
  }
  return calls;
}
