import { BackendFault, kindOfStatus } from '../fault.ts';
import { isRecord } from './form.ts';

const OUTAGE =
  /rate.?limit|overload|unavailable|time.?out|capacity|quota|server.?error|internal|busy|exhausted/i;
const REFUSED =
  /auth|api.?key|permission|not.?found|invalid|unsupported|not.?supported|bad.?request|context/i;
/** An error tells what it is at its beginning. */
const READ_CHARACTERS = 1_000;

/**
 * The fault in a body that calls itself an error although its status was 200, or null. Known are `{error}` as text or
 * object, also within the first choice, and what servers in Python send: `{object: "error", message, code}`, `{detail}`.
 */
export function findErrorBody(body: unknown): BackendFault | null {
  if (!isRecord(body)) return null;
  const choice: unknown = Array.isArray(body.choices) ? body.choices[0] : undefined;
  if (isRecord(choice) && !isRecord(choice.error)) return null;
  const error = isRecord(choice) ? choice.error : (body.error ?? findBareError(body));
  if (typeof error !== 'string' && !isRecord(error)) return null;
  const said = JSON.stringify(error).slice(0, READ_CHARACTERS);
  const status = isRecord(error) ? readStatus(error) : null;
  const kind = status === null ? kindOf(said) : kindOfStatus(status, said);
  const facts = status === null ? {} : { status };
  return new BackendFault('AI backend sent an error with status 200', kind, facts);
}

function findBareError(body: Record<string, unknown>): unknown {
  const isError = body.object === 'error' || body.type === 'error' || body.success === false;
  if (isError || (!('choices' in body) && (body.detail || body.msg || body.message))) return body;
  return null;
}

/** A status that the error names itself; words such as `rate_limit_exceeded` are none. */
function readStatus(error: Record<string, unknown>): number | null {
  const named = [error.code, error.status, error.status_code].map(Number);
  return named.find((status) => Number.isInteger(status) && status >= 400 && status < 600) ?? null;
}

function kindOf(said: string): BackendFault['kind'] {
  if (OUTAGE.test(said)) return 'outage';
  return kindOfStatus(REFUSED.test(said) ? 400 : 500, said);
}
