import { type ApiAnswer, ask, type TestApp } from '../../support/app.ts';

/** Both routes about an answer, each with a body that is taken. */
export const RATINGS = [
  { route: 'feedback', sound: { helpful: false, comment: 'The link leads nowhere.' } },
  { route: 'outcome', sound: { outcome: 'team_answered', team_answer: 'The harbour opens at nine.' } },
] as const;

export type RatingRoute = (typeof RATINGS)[number]['route'];

/** Says something about an answer. @param body is sent as it is where it is a text. */
export async function rate(
  app: Pick<TestApp, 'url'>,
  key: string,
  { route, answerId }: { route: RatingRoute; answerId: string },
  body: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const response = await fetch(`${app.url}/api/v1/answers/${answerId}/${route}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** @param path behind `/api/v1`, with what is asked for. */
export async function request(
  app: Pick<TestApp, 'url'>,
  key: string,
  path: string,
  method = 'GET',
): Promise<ApiAnswer> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${app.url}/api/v1${path}`, { method, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
}

/** Asks, a second later than before. @returns the id of the answer. */
export async function askFor(
  app: TestApp,
  { id, key }: { id: string; key: string },
  question: string,
): Promise<string> {
  app.clock.now += 1_000;
  const { status, body } = await app.chat(key, ask(question));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (await readNewest(app, id)).id;
}

/** The last answer of a server, as it is stored. */
export function readNewest({ core }: Pick<TestApp, 'core'>, serverId: string) {
  return core.database.kysely
    .selectFrom('answers')
    .selectAll()
    .where('server_id', '=', serverId)
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow();
}

/** A webhook that listens; nothing is sent in these tests. */
export async function addWebhook({ core, clock }: TestApp, serverId: string): Promise<void> {
  const webhook = { server_id: serverId, url: 'https://hooks.example/', secret: Buffer.from('sealed') };
  await core.database.kysely
    .insertInto('webhooks')
    .values({ ...webhook, created_at: new Date(clock.now) })
    .execute();
}

/** Events that a server's webhook is to hear of, in their order. */
export function readEvents({ core }: Pick<TestApp, 'core'>, serverId: string) {
  return core.database.kysely
    .selectFrom('webhook_deliveries')
    .select(['type', 'subject', 'state', 'created_at', 'due_at'])
    .where('server_id', '=', serverId)
    .orderBy('place')
    .execute();
}
