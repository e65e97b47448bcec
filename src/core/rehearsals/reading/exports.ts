import type { RehearsalFormat, SkipReason } from '../../../domain/rehearsals.ts';
import type { Told } from './conversation.ts';
import { type Fields, isFields, SYSTEMS } from './systems.ts';

type JsonFormat = keyof typeof SYSTEMS;

/** One conversation of a file, or why it is none. */
export interface Found {
  /** Its line in JSON lines, else its number. */
  line: number;
  told?: Told;
  fault?: SkipReason;
}

/** Fields that hold tickets in what the systems give out a page at a time. */
const HOLDERS = ['tickets', 'conversations', 'data', 'payload', 'results', 'items', 'helpdesk_ticket'];
/** Pages of lists are four deep. */
const MAX_DEPTH = 8;

/** The conversations of one JSON document or of JSON lines. @returns null where the text is neither. */
export function readExport(
  text: string,
  wanted: RehearsalFormat | null,
): { format: JsonFormat; found: Found[] } | null {
  const whole = parse(text);
  const lines = whole === undefined ? text.split(/\r\n?|\n/) : [];
  const parsed = lines.map((line) => (line.trim() === '' ? null : { value: parse(line) }));
  if (whole === undefined && !parsed.some((line) => line?.value !== undefined)) return null;
  const records =
    whole !== undefined
      ? [...recordsIn(whole, 0)].map((record, index) => ({ record, line: index + 1 }))
      : parsed.flatMap((line, index) =>
          line === null ? [] : [...recordsOf(line.value)].map((record) => ({ record, line: index + 1 })),
        );
  const format = wanted === null || wanted === 'transcripts' ? recognise(records) : wanted;
  if (format === null) return null;
  return { format, found: records.map(({ record, line }) => ({ line, ...readOne(record, format) })) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* recordsOf(value: unknown): Generator<unknown> {
  if (value === undefined) yield undefined;
  else yield* recordsIn(value, 0);
}

function* recordsIn(value: unknown, depth: number): Generator<unknown> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const one of value) yield* recordsIn(one, depth + 1);
    return;
  }
  const fields = isFields(value) ? joined(value) : {};
  const holder = HOLDERS.find((name) => Array.isArray(fields[name]) || isFields(fields[name]));
  if (holder !== undefined && formatOf(fields) === null) yield* recordsIn(fields[holder], depth + 1);
  else yield fields;
}

/** A ticket that stands beside its messages. */
function joined(value: Fields): Fields {
  const { ticket, ...rest } = value;
  return isFields(ticket) ? { ...ticket, ...rest } : value;
}

function formatOf(record: unknown): JsonFormat | null {
  const names = Object.keys(SYSTEMS) as JsonFormat[];
  return isFields(record) ? (names.find((name) => SYSTEMS[name].isOne(record)) ?? null) : null;
}

function recognise(records: readonly { record: unknown }[]): JsonFormat | null {
  for (const { record } of records) {
    const format = formatOf(record);
    if (format !== null) return format;
  }
  return null;
}

function readOne(record: unknown, format: JsonFormat): Pick<Found, 'told' | 'fault'> {
  if (record === undefined) return { fault: 'not_json' };
  if (!isFields(record) || !SYSTEMS[format].isOne(record)) return { fault: 'unknown' };
  return { told: SYSTEMS[format].read(record) };
}
