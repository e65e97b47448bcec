import { StatusError } from './fault.ts';

/** What a model behind a compatible server understands. */
export interface Dialect {
  format: 'json_schema' | 'json_object';
  limit: 'max_tokens' | 'max_completion_tokens';
}

/**
 * `max_tokens` first: Ollama, TGI and llama.cpp before 2026 ignore `max_completion_tokens` in silence, which
 * would leave the output without a limit; OpenAI's newer models refuse `max_tokens` aloud and name the other.
 */
export const FIRST_DIALECT: Dialect = { format: 'json_schema', limit: 'max_tokens' };

const REFUSALS = new Set([400, 404, 415, 422]);
const UNSUPPORTED = /unsupported|not (?:supported|permitted|allowed)|unrecogni[sz]ed|unknown|extra/i;

/**
 * The dialect to ask again with after a refusal, or null when another try would not help.
 * `proven`: this dialect has worked with the model, so only an error that names the feature counts.
 */
export function adjustDialect(dialect: Dialect, error: unknown, proven: boolean): Dialect | null {
  if (!(error instanceof StatusError) || !REFUSALS.has(error.status)) return null;
  const text = error.message;
  if (/max_(?:completion_)?tokens/.test(text) && UNSUPPORTED.test(text)) {
    return { ...dialect, limit: dialect.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' };
  }
  if (dialect.format === 'json_object') return null;
  const named = /response_format|json_schema/.test(text);
  const unexplained = !proven && (error.status === 400 || error.status === 422);
  return named || unexplained ? { ...dialect, format: 'json_object' } : null;
}
