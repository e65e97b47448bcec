/** Longer than this nobody is kept from a backend: it may be well again, or mean somebody else. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Header fields as undici gives them. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * How long a response asks to be left alone, in milliseconds, at most a minute; null when it does not say.
 * `Retry-After` holds seconds or a date (RFC 9110, 10.2.3), `retry-after-ms` is OpenAI's and Azure's.
 * @param now milliseconds since 1970.
 */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const exact = readNumber(headers['retry-after-ms']);
  if (exact !== null) return limit(exact);
  const field = single(headers['retry-after']);
  const seconds = readNumber(field);
  if (seconds !== null) return limit(seconds * 1000);
  // A date begins with the day's name; `-5` would be read as one in 2001.
  const at = /^[A-Za-z]{3}/.test(field ?? '') ? Date.parse(field ?? '') : Number.NaN;
  return Number.isNaN(at) ? null : limit(at - now);
}

/** The same of an error's text, where Google's say it (`google.rpc.RetryInfo`). */
export function readRetryDelay(text: string): number | null {
  const [, seconds] = /"retryDelay"\s{0,9}:\s{0,9}"(\d{1,9}(?:\.\d{1,9})?)s"/.exec(text) ?? [];
  return seconds === undefined ? null : limit(Number(seconds) * 1000);
}

function single(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' ? field : field?.[0];
}

function readNumber(field: string | readonly string[] | undefined): number | null {
  const text = single(field)?.trim() ?? '';
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null;
}

function limit(ms: number): number {
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, Math.ceil(ms)));
}
