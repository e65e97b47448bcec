import { withoutThoughts } from './thoughts.ts';
import { listIds, readBoolean, readText } from './values.ts';

/** The form a reply was asked for: its name and a JSON schema of one closed object. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

type Kind = 'text' | 'boolean' | 'list' | 'other';

/** The keys of a form, by their spelling without case, blanks and signs. */
export type Form = ReadonlyMap<string, { key: string; kind: Kind }>;

/** What stands in a reply of the form: at least one key, each as the form wants it. */
export type Reply = Record<string, unknown>;

const KINDS: Record<string, Kind> = { string: 'text', boolean: 'boolean', array: 'list' };

/** The keys that a JSON schema names, with what their values are. */
export function readForm({ schema }: ReplySchema): Form {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return new Map(
    Object.entries(properties).map(([key, property]) => {
      const type = isRecord(property) ? [property.type].flat().find((name) => name !== 'null') : undefined;
      return [foldKey(key), { key, kind: (typeof type === 'string' && KINDS[type]) || 'other' }];
    }),
  );
}

/** `needsTeam`, `Needs Team` and `needs-team` are `needs_team`. */
function foldKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** What of the value is what the form asks for; null when nothing is. */
export function fitToForm(value: unknown, form: Form): Reply | null {
  if (!isRecord(value)) return null;
  const fitted: Reply = {};
  for (const [spelling, given] of Object.entries(value)) {
    const asked = form.get(foldKey(spelling));
    if (!asked || (asked.key in fitted && spelling !== asked.key)) continue;
    const read = readAs(asked.kind, given);
    if (read !== undefined) fitted[asked.key] = read;
  }
  return Object.keys(fitted).length > 0 ? fitted : null;
}

/** undefined where the value says nothing of the kind. */
function readAs(kind: Kind, value: unknown): unknown {
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
