/** Deeper than this nobody nests what belongs to a reply. */
const MAX_DEPTH = 3;
const TEXT_KEYS = ['text', 'answer', 'content', 'value', 'message', 'markdown', 'output'];
const ID_KEYS = ['id', 'entry_id', 'entryId', 'passage_id', 'source_id', 'name'];

const YES = /^(?:(?:true|yes|ja|wahr)\b|(?:y|1|on)$)/i;
const NO = /^(?:(?:false|no|nein|falsch)\b|(?:n|0|off)$)/i;
/** A text that comes by language. */
const LANGUAGE = /^(?:de|en|fr|es|it|pt|nl|pl|tr)(?:[_-][a-z]{2})?$/i;

/** A text, also of lines in a list or below a usual key; null for null, undefined for what holds none. */
export function readText(value: unknown, depth = 0): string | null | undefined {
  if (typeof value === 'string' || value === null) return value;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const lines = value.map((item) => readText(item, depth + 1)).filter((line) => typeof line === 'string');
    return lines.length > 0 || value.length === 0 ? lines.join('\n') : undefined;
  }
  const key =
    TEXT_KEYS.find((name) => name in value) ?? Object.keys(value).find((name) => LANGUAGE.test(name));
  return key === undefined ? undefined : readText((value as Record<string, unknown>)[key], depth + 1);
}

/** Words and digits of a model that writes no JSON booleans; undefined for what is neither yes nor no. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  const word = typeof value === 'string' ? value.trim() : '';
  if (YES.test(word)) return true;
  return NO.test(word) ? false : undefined;
}

/** Ids, from strings, numbers and objects that hold one; an empty list where there are none. */
export function listIds(value: unknown, depth = 0): string[] | undefined {
  if (value === null || value === false) return [];
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.flatMap((item) => listIds(item, depth + 1) ?? []);
  const held = value as Record<string, unknown>;
  const key = ID_KEYS.find((name) => typeof held[name] === 'string' || typeof held[name] === 'number');
  if (key !== undefined) return [String(held[key])];
  const lists = Object.values(held).filter(Array.isArray);
  if (lists.length > 0) return listIds(lists, depth + 1);
  const marked = Object.keys(held).filter((name) => held[name] === true);
  return marked.length > 0 ? marked : undefined;
}
