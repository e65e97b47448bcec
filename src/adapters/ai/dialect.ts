import type { OpenAI } from 'openai';
import { type Refusal, reasonOf } from './fault.ts';
import type { ReplySchema } from './reply/form.ts';

/** The parameters that a model behind a compatible server understands. */
export interface Dialect {
  /** `text`: no response_format; only the prompt describes the form. */
  format: 'json_schema' | 'json_object' | 'text';
  limit: 'max_tokens' | 'max_completion_tokens';
  /** Some templates know no system role. */
  rules: 'system' | 'user';
  /** Whether it takes pictures beside the text. */
  images: boolean;
}

/**
 * `max_tokens` first: Ollama, TGI and llama.cpp before 2026 ignore `max_completion_tokens` in silence, which leaves no
 * limit; OpenAI's newer models refuse `max_tokens` aloud.
 */
const FIRST_DIALECT: Dialect = { format: 'json_schema', limit: 'max_tokens', rules: 'system', images: true };

export interface AttemptHistory {
  /** It worked with this model lately. */
  isProven: boolean;
  isRepeated: boolean;
  isLimitChanged: boolean;
}

/** Another form of the question does not avoid these. */
const NOT_ABOUT_FORM = new Set([401, 402, 403, 408, 413, 429, 503, 504, 529]);
/** Refusals without a reason; a 500 counts only if nothing has worked yet. */
const UNEXPLAINED = new Set([400, 422]);

const UNSUPPORTED =
  /unsupported|not (?:be )?(?:supported|permitted|allowed|enabled|available)|does(?:n't| not) support|unrecogni[sz]ed|unknown|unexpected|extra|forbidden|deprecated|(?:use|set) .?max_completion_tokens/i;
const LIMIT = /max_(?:completion_)?tokens/;
const FORMAT =
  /response[_ ]?format|json[_ -]?(?:schema|object|mode|output)|structured[_ -]?(?:output|response)|guided|grammar|initialize samplers|response_?(?:mime_?type|schema)|requested parameters|\bstrict\b/i;
/** The roles alternate already, so such a backend cannot place the system message. */
const RULES =
  /system[ _]?(?:role|message|prompt|instruction)|developer[ _]?(?:role|message|instruction)|role\W{1,3}system|roles?\b.{0,40}\balternat|only user.{0,12}assistant|(?:unexpected|invalid|unknown) role|messages\[\d{1,4}\]\.role|\brole\b[\s\S]{0,60}(?:permitted|expected|should be|must be|one of)\W{1,5}(?:user|assistant)|(?:start|begin)s? with (?:a |the )?\W?user/i;

/**
 * The dialect to ask again in, or null. A parameter that the refusal names is changed; otherwise the same dialect is
 * tried once more and then, if it never worked, the next form.
 */
export function adjustDialect(dialect: Dialect, refusal: Refusal, tried: AttemptHistory): Dialect | null {
  const reason = reasonOf(refusal);
  if (NOT_ABOUT_FORM.has(refusal.status) || reason === 'too_long') return null;
  if (reason === 'not_generated') return tried.isRepeated ? withNextForm(dialect) : dialect;
  const { said } = refusal;
  if (LIMIT.test(said) && UNSUPPORTED.test(said))
    return tried.isLimitChanged ? null : withOtherLimit(dialect);
  if (FORMAT.test(said) && dialect.format !== 'text') return withNextForm(dialect);
  if (RULES.test(said) && dialect.rules === 'system') return { ...dialect, rules: 'user' };
  return reason === null ? afterUnexplained(dialect, refusal, tried) : null;
}

function afterUnexplained(dialect: Dialect, { status }: Refusal, tried: AttemptHistory): Dialect | null {
  if (!UNEXPLAINED.has(status) && (status !== 500 || tried.isProven)) return null;
  if (!tried.isRepeated) return dialect;
  if (tried.isProven) return null;
  // Templates without a system role may fail with an empty error.
  return withNextForm(dialect) ?? (dialect.rules === 'system' ? { ...dialect, rules: 'user' } : null);
}

/** A backend or model that takes no pictures, in the words of those that are known. */
const BLIND =
  /image_url\W{0,3} is only supported|not a (?:multi-?modal|vision)|at most 0 image|image inputs?\b.{0,20}\bnot (?:supported|enabled|available|allowed)|(?:not|n['’]t) support (?:images?|vision|multi-?modal)\b(?! (?:type|format|size))|support image input|missing data required for image|content\W{1,3}(?:must|should) be a (?:valid )?string|unknown variant \W?image_url|unsupported content\b.{0,20}\btype|should be a valid string/i;

/**
 * Whether to ask again without the pictures: `never` sends one again where the model takes none, `not_now` where one may
 * be odd, or all too much. A refusal for another reason is null.
 */
export function imagesAfter(refusal: Refusal): 'never' | 'not_now' | null {
  const { status, said } = refusal;
  if (BLIND.test(said)) return 'never';
  const reason = reasonOf(refusal);
  if (reason === 'too_long' || status === 413) return 'not_now';
  if (reason !== null || status >= 500 || NOT_ABOUT_FORM.has(status)) return null;
  return [LIMIT, FORMAT, RULES].some((words) => words.test(said)) ? null : 'not_now';
}

function withOtherLimit(dialect: Dialect): Dialect {
  return { ...dialect, limit: dialect.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' };
}

function withNextForm(dialect: Dialect): Dialect | null {
  if (dialect.format === 'text') return null;
  return { ...dialect, format: dialect.format === 'json_schema' ? 'json_object' : 'text' };
}

/** The first dialect is tried again then, as the backend may have been upgraded. */
const KEPT_MS = 60 * 60_000;

/** @param now monotonic milliseconds. */
export function createLearned(now: () => number) {
  const kept = new Map<string, { dialect: Dialect; until: number }>();

  function find(model: string): Dialect | null {
    const known = kept.get(model);
    return known && now() < known.until ? known.dialect : null;
  }

  return {
    of(model: string): { dialect: Dialect; isProven: boolean } {
      const dialect = find(model);
      return { dialect: dialect ?? FIRST_DIALECT, isProven: dialect !== null };
    },
    /** @returns whether it differs from the one before. */
    keep(model: string, dialect: Dialect): boolean {
      const before = find(model);
      const usual = before ?? FIRST_DIALECT;
      const isNew = (Object.keys(usual) as (keyof Dialect)[]).some((part) => dialect[part] !== usual[part]);
      // The hour does not restart with every answer, or the first dialect would never be tried again.
      if (before === null || isNew) kept.set(model, { dialect, until: now() + KEPT_MS });
      return isNew;
    },
  };
}

export interface CompletionRequest {
  model: string;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  /** `data:` addresses of pictures beside the last message, which is the user's. */
  images?: readonly string[];
  maxOutputTokens: number;
  /** Every object is closed and all its keys are required (strict mode). */
  schema: ReplySchema;
  signal: AbortSignal;
  /** Tokens that a second try may write more after thoughts were cut; 0: no second try. */
  roomToThink?: number;
  /** The answer can do without this call, so an unexplained refusal is not investigated. */
  isOptional?: boolean;
}

type Messages = CompletionRequest['messages'];

/**
 * Sends `stream: false`, because some gateways stream unless told not to, and no temperature, because OpenAI's
 * reasoning models refuse any but their own.
 */
export function toChatBody(
  request: CompletionRequest,
  dialect: Dialect,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { name, schema } = request.schema;
  const messages = dialect.format === 'json_schema' ? request.messages : withForm(request.messages, schema);
  const formats = {
    json_schema: {
      response_format: { type: 'json_schema' as const, json_schema: { name, strict: true, schema } },
    },
    json_object: { response_format: { type: 'json_object' as const } },
    text: {},
  };
  return {
    model: request.model,
    messages: withImages(
      dialect.rules === 'system' ? messages : withoutSystem(messages),
      dialect.images ? (request.images ?? []) : [],
    ),
    [dialect.limit]: request.maxOutputTokens,
    stream: false,
    ...formats[dialect.format],
  };
}

/** The last message alone becomes parts: text, then pictures in the detail that the backend chooses. */
function withImages(messages: Messages, images: readonly string[]): OpenAI.ChatCompletionMessageParam[] {
  const last = messages.at(-1);
  if (images.length === 0 || last?.role !== 'user') return messages;
  const pictures = images.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
  const content = [{ type: 'text' as const, text: last.content }, ...pictures];
  return [...messages.slice(0, -1), { role: 'user', content }];
}

// json_object mode hides the schema from the model, and OpenAI refuses it unless the text says JSON.
function withForm(messages: Messages, schema: object): Messages {
  const rule = `Answer with one JSON object that follows this JSON schema, and with nothing else: ${JSON.stringify(schema)}`;
  const [head, ...rest] = messages;
  if (head?.role === 'system') return [{ role: 'system', content: `${head.content}\n\n${rule}` }, ...rest];
  return [{ role: 'system', content: rule }, ...messages];
}

/** Puts the rules before the user's first words in one message, so roles still take turns. */
function withoutSystem(messages: Messages): Messages {
  const [head, next, ...rest] = messages;
  if (head?.role !== 'system') return messages;
  if (next?.role !== 'user') return [{ role: 'user', content: head.content }, ...messages.slice(1)];
  return [{ role: 'user', content: `${head.content}\n\n${next.content}` }, ...rest];
}
