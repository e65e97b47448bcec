import { z } from 'zod';

/** A refusal as Stripe words it. */
export interface Refusal {
  status: number;
  error: { type: string; message: string; code?: string; param?: string };
}

export type Form = { [name: string]: string | Form };

/** `a[b][0]=c` as nested objects; lists stay objects with numbers for names. */
export function parseForm(text: string): Form {
  const root: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let place = root;
    for (const part of path.slice(0, -1)) {
      const next = place[part];
      const branch: Form = typeof next === 'object' ? next : {};
      place[part] = branch;
      place = branch;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return root;
}

const text = (longest: number) => z.string().min(1).max(longest);
const url = z.url({ protocol: /^https?$/ });
const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= 50)
  .default({});
/** 0.50 EUR is the least that Stripe charges. */
const unitAmount = z.coerce.number().int().min(50).max(99_999_999);

const priceData = z.strictObject({
  currency: z.literal('eur'),
  unit_amount: unitAmount,
  product_data: z.strictObject({ name: text(250), description: text(500).optional() }),
  recurring: z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']) }).optional(),
});

const session = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  locale: z.enum(['auto', 'de', 'en']).optional(),
  expires_at: z.coerce.number().int().optional(),
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
  line_items: z.strictObject({ 0: z.strictObject({ quantity: z.literal('1'), price_data: priceData }) }),
  metadata,
  payment_intent_data: z.strictObject({ metadata }).optional(),
  subscription_data: z.strictObject({ metadata }).optional(),
});
export type SessionParams = z.infer<typeof session>;

const subscriptionUpdate = z.strictObject({ cancel_at_period_end: flag });
const sessionList = z.strictObject({ limit: z.coerce.number().int().min(1).max(100).optional() });
const nothing = z.strictObject({});

export function parseSession(form: Form): SessionParams | Refusal {
  const params = parse(session, form);
  if ('status' in params) return params;
  const isMonthly = params.mode === 'subscription';
  const stranger = isMonthly ? 'payment_intent_data' : 'subscription_data';
  if (params[stranger])
    return refuse(`You can not pass \`${stranger}\` in \`${params.mode}\` mode.`, stranger);
  if (isMonthly !== Boolean(params.line_items[0].price_data.recurring)) {
    const wanted = isMonthly ? 'at least one recurring price' : 'one-time prices only';
    return refuse(`You must provide ${wanted} in \`${params.mode}\` mode.`, 'line_items');
  }
  return params;
}

/** Stripe keeps a page open for 30 minutes at least and 24 hours at most. @param now in seconds. */
export function findExpiryFault({ expires_at: at }: SessionParams, now: number): Refusal | null {
  if (at === undefined || (at >= now + 1_800 && at <= now + 86_400)) return null;
  return refuse('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', 'expires_at');
}

export const parseSubscriptionUpdate = (form: Form) => parse(subscriptionUpdate, form);
export const parseSessionList = (form: Form) => parse(sessionList, form);
export const parseNothing = (form: Form) => parse(nothing, form);

function parse<Shape extends z.ZodType>(shape: Shape, form: Form): z.infer<Shape> | Refusal {
  const { data, error } = shape.safeParse(form);
  if (!error) return data as z.infer<Shape>;
  const [issue] = error.issues;
  const path = [...(issue?.path ?? [])].map(String);
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...path, issue.keys[0] ?? '']);
    return refuse(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
  }
  const param = nameOf(path);
  if (findValue(form, path) === undefined) {
    return refuse(`Missing required param: ${param}.`, param, 'parameter_missing');
  }
  return refuse(`Invalid value for ${param}: ${issue?.message}`, param);
}

function findValue(form: Form, path: readonly string[]): unknown {
  let place: unknown = form;
  for (const part of path) place = typeof place === 'object' ? (place as Form)[part] : undefined;
  return place;
}

function nameOf([first = '', ...rest]: string[]): string {
  return first + rest.map((part) => `[${part}]`).join('');
}

export function refuse(message: string, param?: string, code?: string): Refusal {
  const error = { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) };
  return { status: 400, error };
}

export function refuseMissing(id: string): Refusal {
  const error = {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such resource: '${id}'`,
    param: 'id',
  };
  return { status: 404, error };
}

/** What the headers alone are refused for; null: nothing. */
export function findHeaderFault(
  headers: NodeJS.Dict<string | string[]>,
  method: string,
  key: string,
): Refusal | null {
  if (headers.authorization !== `Bearer ${key}`) {
    const error = { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_***' };
    return { status: 401, error };
  }
  if (!/^\d{4}-\d\d-\d\d(\.[a-z]+)?$/.test(String(headers['stripe-version'] ?? ''))) {
    return refuse('Invalid Stripe API version.');
  }
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  if (method === 'POST' && !isForm) return refuse('Requests must be form-encoded.');
  return null;
}

export function isRefusal(answer: object): answer is Refusal {
  return 'error' in answer && 'status' in answer;
}
