import { createRequire } from 'node:module';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { OWN_KEY } from '../domain/personal-data/keys.ts';
import { findPersonalData, replaceFound } from '../domain/personal-data/reader.ts';

/** Structured log, one JSON line an event. Fields carry ids and codes, never message texts or secrets. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Secrets that a library may put into an error with a whole request or configuration. */
const SECRETS = new Set([
  ...['authorization', 'cookie', 'password', 'token', 'apiKey', 'connectionString', 'headers'],
]);
const SECRETS_DEPTH = 3;

const STDOUT = 1;
/** Drops lines beyond that, which would fill the memory. */
const MAX_WAITING_CHARACTERS = 16_000_000;
/** Gathers lines, because each write wakes a thread; only a process that is killed at once loses the last ones. */
const WORTH_WRITING_BYTES = 16_000;
export const GATHERING_MS = 100;
const PRETTY = { colorize: process.stdout.isTTY === true, translateTime: 'SYS:HH:MM:ss', singleLine: true };
export type LogFormat = 'json' | 'pretty';
type Scrub = (text: string) => string;

/** A shorter secret would be found in ordinary words. */
const MIN_SECRET_CHARACTERS = 6;

/** Only people's terminals pay for it. */
function loadPretty(): typeof import('pino-pretty') {
  const require = createRequire(import.meta.url);
  return require('pino-pretty');
}

/** Writes to stdout, as JSON or for people. @param level a pino level name. @param secrets never appear in a line. */
export function createLog(level: string, secrets: readonly string[] = [], format: LogFormat = 'json'): Log {
  const scrub = createScrubber(secrets);
  const options: LoggerOptions = {
    level,
    hooks: { streamWrite: scrub },
    formatters: { level: (label) => ({ level: label }), log: (fields) => censor(fields, scrub) },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error, scrub) },
  };
  const stdout = pino.destination({
    ...{ fd: STDOUT, sync: false, maxLength: MAX_WAITING_CHARACTERS },
    ...{ minLength: WORTH_WRITING_BYTES, periodicFlush: GATHERING_MS },
  });
  // A full disk ends the log, not the service: the library would try again for ever, at the end without a pause.
  stdout.on('error', () => Object.assign(stdout, { write: () => true, flushSync: () => {}, end: () => {} }));
  const target = format === 'json' ? stdout : loadPretty()({ ...PRETTY, destination: stdout });
  return pino({ ...options, base: null }, target);
}

/**
 * Returns the same object where it holds no secret. The library's own redaction copies every line: 54 kB of a request's
 * 650.
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

const MAX_CAUSES = 5;
const MAX_MESSAGE_CHARACTERS = 1_000;
const MAX_STACK_CHARACTERS = 6_000;

/** Name, code and stack of an error and its causes, without extras such as query values. Never throws. */
function describeError(error: unknown, scrub: Scrub, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: typeof error };
  try {
    const code = 'code' in error ? error.code : undefined;
    const hasCause = error.cause !== undefined && depth < MAX_CAUSES;
    // Before the cut, which could leave most of a secret.
    const tell = (text: unknown, characters: number) =>
      withoutPersonalData(scrub(String(text))).slice(0, characters);
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

/** Messages of libraries may say what somebody wrote. */
function withoutPersonalData(text: string): string {
  return replaceFound(text, findPersonalData(text), () => '[secret]');
}

/** Also finds the JSON form of a secret. */
function createScrubber(secrets: readonly string[]): Scrub {
  const long = secrets.filter((secret) => secret.length >= MIN_SECRET_CHARACTERS);
  const forms = new Set(long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]));
  return (text) =>
    [...forms].reduce((rest, form) => rest.replaceAll(form, '[secret]'), text).replace(OWN_KEY, '[secret]');
}
