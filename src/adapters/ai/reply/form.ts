import { withoutThoughts } from './thoughts.ts';

/** The name and JSON schema of one closed object. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

/** `records`: a list of objects, for the caller to check. */
type ValueKind = 'text' | 'boolean' | 'list' | 'records' | 'other';

/** By their spelling without case, spaces and punctuation. */
export type FormKeys = ReadonlyMap<string, { key: string; kind: ValueKind }>;

/** At least one key of the form, each of its type. */
export type ReplyValues = Record<string, unknown>;

const MAX_DEPTH = 3;
const TEXT_KEYS = ['text', 'answer', 'content', 'value', 'message', 'markdown', 'output'];
const ID_KEYS = ['id', 'entry_id', 'entryId', 'passage_id', 'source_id', 'name'];

const YES = /^(?:(?:true|yes|ja|wahr)\b|(?:y|1|on)$)/i;
const NO = /^(?:(?:false|no|nein|falsch)\b|(?:n|0|off)$)/i;
/** A text that comes by language. */
const LANGUAGE = /^(?:de|en|fr|es|it|pt|nl|pl|tr)(?:[_-][a-z]{2})?$/i;

const KINDS: Record<string, ValueKind> = { string: 'text', boolean: 'boolean', array: 'list' };

export function readForm({ schema }: ReplySchema): FormKeys {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return new Map(
    Object.entries(properties).map(([key, property]) => {
      const type = isRecord(property) ? [property.type].flat().find((name) => name !== 'null') : undefined;
      const kind = (typeof type === 'string' && KINDS[type]) || 'other';
      return [foldKey(key), { key, kind: kind === 'list' && holdsObjects(property) ? 'records' : kind }];
    }),
  );
}

function holdsObjects(property: unknown): boolean {
  return isRecord(property) && isRecord(property.items) && property.items.type === 'object';
}

/** `needsTeam`, `Needs Team` and `needs-team` are `needs_team`. */
function foldKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

export function fitToForm(value: unknown, form: FormKeys): ReplyValues | null {
  // Some models leave out the object around the only list.
  const [only] = form.values();
  if (Array.isArray(value) && form.size === 1 && only?.kind === 'records')
    return value.every((item) => isRecord(item) && !fitToForm(item, form)) ? { [only.key]: value } : null;
  if (!isRecord(value)) return null;
  const fitted: ReplyValues = {};
  for (const [spelling, given] of Object.entries(value)) {
    const asked = form.get(foldKey(spelling));
    if (!asked || (asked.key in fitted && spelling !== asked.key)) continue;
    const read = readAs(asked.kind, given);
    if (read !== undefined) fitted[asked.key] = read;
  }
  return Object.keys(fitted).length > 0 ? fitted : null;
}

/** Undefined if the value has nothing of this type. */
function readAs(kind: ValueKind, value: unknown): unknown {
  if (kind === 'text') {
    const text = readText(value);
    return typeof text === 'string' ? withoutThoughts(text) : text;
  }
  if (kind === 'boolean') return readBoolean(value);
  return kind === 'list' ? listIds(value) : value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Also from lines in a list or below a common key; undefined if there is none. */
function readText(value: unknown, depth = 0): string | null | undefined {
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

/** Also words and digits of models that write no JSON booleans. */
function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  const word = typeof value === 'string' ? value.trim() : '';
  if (YES.test(word)) return true;
  return NO.test(word) ? false : undefined;
}

/** From strings, numbers and objects with an id. */
function listIds(value: unknown, depth = 0): string[] | undefined {
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
