import type { BackendReply } from './files.ts';

/** The part of a chat request that is read. */
export interface ModelRequest {
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { schema: { properties?: Record<string, unknown> } } };
  stream?: boolean;
  max_tokens?: number;
  max_completion_tokens?: number;
}

const SHIPPING = 'Shipping to Austria takes 3 days and costs 4.90 euros.';
const MISSING = '{{missing}}';

/** Whether it requests the answer itself, rather than a rewritten question, queries or a second check. */
export function isAnswerCall(request: ModelRequest): boolean {
  return request.messages.some(({ content }) => content.includes('"needs_team"'));
}

/** The last thing a customer said in the request. */
export function findQuestion(request: ModelRequest): string {
  return request.messages.at(-1)?.content ?? '';
}

/** The answer of a well-behaved model, altered as the case says. */
export function writeGood(
  request: ModelRequest,
  alteration: BackendReply['good'],
  means: string,
): Record<string, unknown> {
  if (!isAnswerCall(request)) return { question: means, queries: [means], supported: true };
  const good: Record<string, unknown> = {
    answer: SHIPPING,
    needs_team: false,
    answerable: true,
    used: findEntries(request),
    ...alteration?.set,
  };
  if (alteration !== undefined && 'used' in alteration && alteration.used !== undefined)
    good.used = alteration.used;
  for (const key of alteration?.drop ?? []) delete good[key];
  if (good.used === MISSING) delete good.used;
  const booleans = alteration?.booleans;
  if (!booleans) return good;
  const word = (value: unknown) => (typeof value === 'boolean' ? booleans[`${value}`] : value);
  return Object.fromEntries(Object.entries(good).map(([key, value]) => [key, word(value)]));
}

/** Ids of the entries about shipping in the prompt. */
function findEntries(request: ModelRequest): string[] {
  const text = request.messages.map(({ content }) => content).join('\n');
  const blocks = text.matchAll(/<knowledge>(\[.*?\])<\/knowledge>/gs);
  const entries = [...blocks].flatMap(([, json = '[]']): { id: string; title: string }[] => {
    try {
      return JSON.parse(json);
    } catch {
      return [];
    }
  });
  return entries.filter(({ title }) => title.includes('Austria')).map(({ id }) => id);
}

/** A body with the placeholder for the good reply replaced, wherever it is. */
export function readReply(body: unknown, good: Record<string, unknown>): unknown {
  if (body === '{{good.object}}') return good;
  if (typeof body === 'string')
    return body.replace(/\{\{good(?:\.(\w+))?\}\}/g, (_, form) => write(good, form));
  if (Array.isArray(body)) return body.map((part) => readReply(part, good));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, readReply(value, good)]));
}

function write(good: Record<string, unknown>, form: string | undefined): string {
  const text = JSON.stringify(good);
  const half = Math.floor(text.length / 2);
  const forms: Record<string, string> = {
    pretty: JSON.stringify(good, null, 2),
    inner: text.slice(1, -1),
    string: JSON.stringify(text),
    raw: text.replaceAll('\\n', '\n'),
    first: text.slice(0, half),
    rest: text.slice(half),
    first_string: JSON.stringify(text.slice(0, half)),
    rest_string: JSON.stringify(text.slice(half)),
  };
  if (form === undefined) return text;
  const written = forms[form];
  if (written === undefined) throw new Error(`unknown form of the good reply: ${form}`);
  return written;
}
