import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BucketRule, Buckets } from './buckets.ts';
import type { Core } from './core.ts';
import { type Answer, type Call, type Route, readBody, sendJson } from './http.ts';
import { ApiProblem, asCompatible, notFound, unauthorized } from './problem.ts';
import type { RecordedRequest } from './records.ts';

const PREFIX = '/api/v10';

export interface RestFault {
  method?: string;
  /** Matched against the path after /api/v10; of other paths all of it. */
  path: RegExp;
  status: number;
  code?: number;
  /** How many requests it hits; 1 by default. */
  count?: number;
  /** Never answers. */
  hang?: boolean;
  /** The request is carried out; only its answer is lost. */
  applied?: boolean;
}

export interface RateLimit {
  /** Matched against "METHOD path"; every route by default. */
  route?: RegExp;
  retryAfterSeconds: number;
  count?: number;
}

/** A request whose answer is ready and waits. */
interface Gate {
  hits(request: RecordedRequest): boolean;
  isReached: boolean;
  opened: PromiseWithResolvers<void>;
}

type Planned = Required<Pick<RestFault, 'count'>> & { hits(request: RecordedRequest): boolean } & (
    | { kind: 'fault'; fault: RestFault }
    | { kind: 'limit'; limit: RateLimit }
  );

/** The REST API: authorization, routing, planned faults, and a record of every request. */
export class Rest {
  readonly #core: Core;
  readonly #routes: readonly Route[];
  readonly #unversioned: readonly Route[];
  readonly #planned: Planned[] = [];
  readonly #held: { route: RegExp; released: Promise<void> }[] = [];
  readonly #buckets = new Buckets();
  readonly #gates: Gate[] = [];
  #refuses = false;
  #inFlight = 0;

  /** @param unversioned routes by their whole path. */
  constructor(core: Core, routes: readonly Route[], unversioned: readonly Route[] = []) {
    this.#core = core;
    this.#routes = routes;
    this.#unversioned = unversioned;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** True: every request is reset, as when the API is down; its record keeps the status null. */
  refuse(refuses: boolean): void {
    this.#refuses = refuses;
  }

  failNext(fault: RestFault): void {
    const hits = ({ method, path }: RecordedRequest) =>
      (!fault.method || fault.method === method) && fault.path.test(path);
    this.#planned.push({ kind: 'fault', fault, count: fault.count ?? 1, hits });
  }

  /** Requests whose "METHOD path" fits wait until the returned function is called. */
  hold(route: RegExp): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    const held = { route, released };
    this.#held.push(held);
    return () => {
      this.#held.splice(this.#held.indexOf(held), 1);
      resolve();
    };
  }

  /** The next request of this kind is carried out, and its answer waits until it is let go. */
  holdAnswer({ method, path }: { method: string; path: RegExp }): {
    reached(): Promise<void>;
    release(): void;
  } {
    const hits = (request: RecordedRequest) => request.method === method && path.test(request.path);
    const gate: Gate = { hits, isReached: false, opened: Promise.withResolvers() };
    this.#gates.push(gate);
    const isReached = () => gate.isReached || undefined;
    const seen = () => this.#core.records.requests.slice(-5).map((one) => `${one.method} ${one.path}`);
    return {
      reached: async () => void (await this.#core.bell.until(isReached, `A held ${method} ${path}`, seen)),
      release: () => gate.opened.resolve(),
    };
  }

  /** From now on a route may be asked only so often, as on Discord. */
  limit(rule: BucketRule): void {
    this.#buckets.add(rule);
  }

  /** Requests that came although the answers before them said that nothing was left. */
  get refusedByBucket(): number {
    return this.#buckets.refused;
  }

  rateLimitNext(limit: RateLimit): void {
    const hits = ({ method, path }: RecordedRequest) => !limit.route || limit.route.test(`${method} ${path}`);
    this.#planned.push({ kind: 'limit', limit, count: limit.count ?? 1, hits });
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    const [, fileId] = /^\/attachments\/(\d+)\//.exec(pathname) ?? [];
    if (fileId) return void response.end(this.#core.world.files.get(fileId));
    const path = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : pathname;
    const method = request.method ?? '';
    const record: RecordedRequest = {
      at: performance.now(),
      method,
      path: path + search,
      body: undefined,
      files: [],
      status: null,
    };
    this.#core.records.requests.push(record);
    if (this.#refuses) return void request.socket.destroy();
    this.#inFlight += 1;
    response.once('close', () => {
      this.#inFlight -= 1;
      this.#core.bell.ring();
    });
    const finish = (status: number, body: unknown, headers = {}) => {
      record.status = status;
      sendJson(response, status, body, headers);
      this.#core.bell.ring();
    };
    try {
      Object.assign(record, await readBody(request));
      await this.#released(record);
      const planned = this.#takePlanned(record);
      const bucket = this.#buckets.take(method, path);
      const limit = limitOf(planned, bucket?.retryAfter ?? null);
      if (limit) return answerLimit(limit, finish, bucket?.headers);
      const fault = faultOf(planned);
      if (fault && !fault.applied) return answerFault(fault, finish);
      const { status, body, headers } = await this.#answer(request, record, pathname);
      if (fault) return answerFault(fault, finish);
      await this.#passGate(record);
      finish(status ?? (body === undefined ? 204 : 200), body, { ...headers, ...bucket?.headers });
    } catch (error) {
      this.#fail(error, finish, `${method} ${path}`);
    }
  }

  #fail(error: unknown, finish: Finish, at: string): void {
    if (error instanceof ApiProblem) {
      const { status, body } = this.#core.world.isCompatible ? asCompatible(error) : error;
      finish(status, body);
      return;
    }
    this.#core.records.faults.push(`the fake broke at ${at}: ${String(error)}`);
    finish(500, { message: '500: Internal Server Error', code: 0 });
  }

  async #answer(request: IncomingMessage, record: RecordedRequest, pathname: string): Promise<Answer> {
    const [path = '', search] = record.path.split('?');
    const routes = pathname.startsWith(PREFIX) ? this.#routes : this.#unversioned;
    const found = routes.find(({ method, pattern }) => method === record.method && pattern.test(path));
    const isBot = request.headers.authorization === `Bot ${this.#core.world.token}`;
    if (!found) this.#core.records.faults.push(`unknown route ${record.method} ${pathname}`);
    if (!isBot && (!found || found.needsToken)) throw unauthorized();
    if (!found) throw notFound();
    const parts = Object.entries(found.pattern.exec(path)?.groups ?? {});
    const params = Object.fromEntries(parts.map(([name, part]) => [name, decodeURIComponent(part)]));
    const call: Call = {
      core: this.#core,
      params,
      query: new URLSearchParams(search),
      body: record.body,
      files: record.files,
      authorization: request.headers.authorization,
    };
    return found.handle(call);
  }

  /** Resolves at once for what nothing holds; tests see the request while it waits. */
  #released({ method, path }: RecordedRequest): Promise<void> | undefined {
    const held = this.#held.find(({ route }) => route.test(`${method} ${path}`));
    if (held) this.#core.bell.ring();
    return held?.released;
  }

  async #passGate(record: RecordedRequest): Promise<void> {
    const place = this.#gates.findIndex((gate) => gate.hits(record));
    const [gate] = place < 0 ? [] : this.#gates.splice(place, 1);
    if (!gate) return;
    gate.isReached = true;
    this.#core.bell.ring();
    await gate.opened.promise;
  }

  #takePlanned(record: RecordedRequest): Planned | undefined {
    const index = this.#planned.findIndex((planned) => planned.hits(record));
    const planned = this.#planned[index];
    if (!planned) return undefined;
    planned.count -= 1;
    if (planned.count <= 0) this.#planned.splice(index, 1);
    return planned;
  }
}

type Finish = (status: number, body: unknown, headers?: Record<string, string>) => void;

function faultOf(planned: Planned | undefined): RestFault | undefined {
  return planned?.kind === 'fault' ? planned.fault : undefined;
}

/** A planned one, or that of a bucket which is used up. */
function limitOf(planned: Planned | undefined, retryAfterSeconds: number | null): RateLimit | null {
  if (planned?.kind === 'limit') return planned.limit;
  return retryAfterSeconds === null ? null : { retryAfterSeconds };
}

function answerFault({ status, code = 0, hang }: RestFault, finish: Finish): void {
  if (!hang) finish(status, { message: `${status}: planned fault`, code });
}

function answerLimit(
  { retryAfterSeconds }: RateLimit,
  finish: Finish,
  bucket: Record<string, string> = {},
): void {
  const seconds = String(retryAfterSeconds);
  const body = { message: 'You are being rate limited.', retry_after: retryAfterSeconds, global: false };
  finish(429, body, {
    'retry-after': seconds,
    'x-ratelimit-scope': 'user',
    ...{ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': seconds },
    ...bucket,
  });
}
