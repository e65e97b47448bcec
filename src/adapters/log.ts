import { type Logger, type LoggerOptions, pino } from 'pino';

/** Structured log, one JSON line an event. Fields carry ids and codes, never message texts or secrets. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Fields that could hold a secret if a library put a whole request or configuration into an error. */
const SECRETS = new Set([
  ...['authorization', 'cookie', 'password', 'token', 'apiKey', 'connectionString', 'headers'],
]);
/** How far into a field's value they are looked for. */
const SECRETS_DEPTH = 3;

/** The product's own keys, wherever one would come from. */
const API_KEY = /lts_(?:test_)?[0-9A-Za-z]{38}/g;
const STDOUT = 1;
/** Lines that nobody takes: more are dropped, or they would fill the memory. */
const MAX_WAITING_CHARACTERS = 16_000_000;
/**
 * Lines are gathered until they are worth a write, which wakes a thread. Whoever watches sees
 * them as they come; only a process that is killed at once takes the last of them with it.
 */
const WORTH_WRITING_BYTES = 16_000;
const GATHERING_MS = 100;
/** A text without the secrets. */
type Scrub = (text: string) => string;

/** A shorter secret would be found in ordinary words. */
const MIN_SECRET_CHARACTERS = 6;

/**
 * Writes to stdout.
 * @param level a pino level name; `silent` for none.
 * @param secrets never stand in a line, whatever a library puts into an error's message.
 */
export function createLog(level: string, secrets: readonly string[] = []): Log {
  const scrub = createScrubber(secrets);
  const options: LoggerOptions = {
    level,
    hooks: { streamWrite: scrub },
    formatters: { level: (label) => ({ level: label }), log: (fields) => censor(fields, scrub) },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error, scrub) },
  };
  // The library writes the last ones when the process ends.
  const stdout = pino.destination({
    ...{ fd: STDOUT, sync: false, maxLength: MAX_WAITING_CHARACTERS },
    ...{ minLength: WORTH_WRITING_BYTES, periodicFlush: GATHERING_MS },
  });
  // A full disk ends the log, not the service: the library would try again for ever, at the end without a pause.
  stdout.on('error', () => Object.assign(stdout, { write: () => true, flushSync: () => {}, end: () => {} }));
  return pino({ ...options, base: null }, stdout);
}

/**
 * Fields without secrets, the same object where it holds none. The library's own redaction copies every line
 * with all its wildcards: 54 kB of a request's 650.
 */
function censor<Fields extends object>(fields: Fields, scrub: Scrub, depth = 1): Fields {
  let censored = fields;
  for (const [name, value] of Object.entries(fields)) {
    // `err` has its serializer, which comes after this.
    const told = SECRETS.has(name) ? '[secret]' : name === 'err' ? value : censorValue(value, scrub, depth);
    if (told === value) continue;
    if (censored === fields) censored = (Array.isArray(fields) ? [...fields] : { ...fields }) as Fields;
    Object.assign(censored, { [name]: told });
  }
  return censored;
}

function censorValue(value: unknown, scrub: Scrub, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, scrub);
  return depth < SECRETS_DEPTH ? censor(value, scrub, depth + 1) : value;
}

/** Causes that are told, and characters of a message and of a stack: a line stays a line. */
const MAX_CAUSES = 5;
const MAX_MESSAGE_CHARACTERS = 1_000;
const MAX_STACK_CHARACTERS = 6_000;

/**
 * Name, code and stack of an error and of what caused it; never enumerable extras such as query values.
 * Never throws: the last resort logs what nobody has seen before.
 */
function describeError(error: unknown, scrub: Scrub, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: typeof error };
  try {
    const code = 'code' in error ? error.code : undefined;
    const hasCause = error.cause !== undefined && depth < MAX_CAUSES;
    // Before the cut, which could leave most of a secret standing.
    const tell = (text: unknown, characters: number) => scrub(String(text)).slice(0, characters);
    return {
      name: tell(error.name, MAX_MESSAGE_CHARACTERS),
      message: tell(error.message, MAX_MESSAGE_CHARACTERS),
      code: code === undefined ? undefined : tell(code, MAX_MESSAGE_CHARACTERS),
      stack: tell(error.stack, MAX_STACK_CHARACTERS),
      cause: hasCause ? describeError(error.cause, scrub, depth + 1) : undefined,
    };
  } catch {
    return { message: 'an error that cannot be read' };
  }
}

/** Replaces secrets in a text and in a line of JSON, which gives some characters another form. */
function createScrubber(secrets: readonly string[]): Scrub {
  const long = secrets.filter((secret) => secret.length >= MIN_SECRET_CHARACTERS);
  const forms = new Set(long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]));
  return (text) =>
    [...forms].reduce((rest, form) => rest.replaceAll(form, '[secret]'), text).replace(API_KEY, '[secret]');
}
