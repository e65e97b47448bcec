import { StatusError } from './fault.ts';
import { readRefusal } from './refusal.ts';

/** Statuses of an error that name a status by themselves. */
const isErrorStatus = (status: unknown): status is number =>
  typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599;

/** Codes in words, of errors that came with status 200 and name none. */
const STATUS_OF_WORDS: [RegExp, number][] = [
  [/rate.?limit|too many requests|resource_exhausted|overloaded|quota/i, 429],
  [/content_filter|context_length|invalid_request|unsupported|not supported/i, 400],
  [/invalid_api_key|unauthori[sz]ed/i, 401],
  [/model_not_found|not_found/i, 404],
];
const OUTAGE = 502;

/**
 * Some gateways send status 200 before they know how it ends, and put the error into the body: as `error`, in a list
 * of one, as an object that says it is an error, or in the choice that broke off.
 * @throws StatusError with the status that the error names. @param retryAfterMs of the response's headers.
 */
export function throwErrorInBody(body: unknown, retryAfterMs: number | null): void {
  const found = findError(Array.isArray(body) ? body[0] : body);
  if (found === null) return;
  const text = JSON.stringify(found);
  const { said } = readRefusal(OUTAGE, text);
  const numbers =
    typeof found === 'object' ? ['code', 'status', 'status_code'].map((key) => Reflect.get(found, key)) : [];
  const named = numbers
    .map((value) => (typeof value === 'string' ? Number(value) : value))
    .find(isErrorStatus);
  const status = named ?? STATUS_OF_WORDS.find(([words]) => words.test(said))?.[1] ?? OUTAGE;
  throw new StatusError(status, text, retryAfterMs);
}

function findError(body: unknown): object | string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { error, object, choices } = body as Record<string, unknown>;
  const hasChoices = Array.isArray(choices) && choices.length > 0;
  if (!hasChoices) {
    if (isError(error)) return error;
    return object === 'error' ? body : null;
  }
  const [choice] = choices;
  const inChoice =
    typeof choice === 'object' && choice !== null ? (choice as { error?: unknown }).error : null;
  return isError(inChoice) ? inChoice : null;
}

const isError = (value: unknown): value is object | string =>
  (typeof value === 'object' && value !== null) || (typeof value === 'string' && value !== '');
