import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Koa, { type Middleware } from 'koa';
import { findAccessRefusal } from '../../core/answering/admission/admission.ts';
import { describeBot } from '../../core/answering/conclusion.ts';
import { NOTICES } from '../../core/answering/notices.ts';
import type { Core } from '../../core/core.ts';
import { checkHealth, EXPOSITION_TYPE, readMetrics } from '../../core/operations/health.ts';
import { findPicture } from '../../core/owners/pictures.ts';
import { planLimitsOf } from '../../core/quota/plan-limits.ts';
import { describeUsage, usageLimitsOf } from '../../core/quota/usage.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_PUT_BYTES } from '../../domain/limits.ts';
import { Router } from '../router.ts';
import { addAdmin } from './admin/routes.ts';
import { deleteAnswer, getAnswer, getAnswers, postFeedback, postOutcome } from './answers.ts';
import { type ApiState, holderOf, requireKey } from './authenticate.ts';
import { readChat, readJson, readJsonUpTo, writeJson } from './body.ts';
import { announceRateLimit, postChat } from './chat.ts';
import type { StatusResponse } from './contract.ts';
import { errorFunnel } from './errors.ts';
import { deleteKnowledge, getKnowledge, putKnowledge, putManyEntries } from './knowledge.ts';
import { postMcp, refuseForeignPages } from './mcp.ts';
import { getStatistics } from './statistics.ts';

export interface Lifecycle {
  /** The schema is not up to date yet. */
  isStarting(): boolean;
  isStopping(): boolean;
  /** `off` where there is no bot. */
  discord(): string;
}

/** Listening is server.ts. @param parts without `api` and `pages`: probes and metrics alone. */
export function createHttpApp(
  core: Core,
  lifecycle: Lifecycle,
  parts: { api: boolean; pages: Middleware | null } = { api: true, pages: null },
): Koa<ApiState> {
  const app = new Koa<ApiState>();
  const router = new Router<ApiState>();
  if (parts.api) addApi(router, core);
  addProbes(router, core, lifecycle);
  if (core.config.METRICS_TOKEN) addMetrics(router, core, core.config.METRICS_TOKEN, lifecycle);
  if (parts.api || parts.pages) {
    addAssets(router, parts.api);
    addPictures(router, core);
  }
  app.use(identifyRequest);
  app.use(logRequest(core));
  app.use(errorFunnel(core.log));
  app.use(readTarget);
  app.use(refuseUnlessServing(lifecycle));
  app.use(router.routes());
  if (parts.pages) app.use(parts.pages as Middleware<ApiState>);
  app.use(refuseUnknown(router));
  // The connection broke after the answer was begun, so nobody is left to tell.
  app.on('error', (error) => core.log.debug({ err: error }, 'response not delivered'));
  return app;
}

function addProbes(router: Router<ApiState>, core: Core, lifecycle: Lifecycle): void {
  router.get('/healthz', (ctx) => {
    writeJson(ctx, { status: 'ok' });
  });
  router.get('/readyz', async (ctx) => {
    const health = await checkHealth(core, lifecycle.discord());
    const isReady = health.database === 'ok' && !lifecycle.isStarting() && !lifecycle.isStopping();
    // Counted with the refusals: out of rotation, only probes still ask.
    if (health.database !== 'ok') ctx.state.errorCode = 'service_unavailable';
    ctx.status = isReady ? 200 : 503;
    const status = isReady ? 'ready' : lifecycle.isStopping() ? 'stopping' : 'not_ready';
    writeJson(ctx, { status, ...health });
  });
}

const METRICS_BEARER = /^Bearer +(\S+)$/i;
const METRICS_REFUSAL = 'The token is missing or wrong. Send it as "Authorization: Bearer <METRICS_TOKEN>".';

/** Without a token there is no such address. */
function addMetrics(router: Router<ApiState>, core: Core, token: string, lifecycle: Lifecycle): void {
  // Digests have one length, which the comparison needs and a token's own would reveal.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  router.get('/metrics', async (ctx) => {
    const given = METRICS_BEARER.exec(ctx.get('Authorization').trim())?.[1] ?? '';
    if (!timingSafeEqual(digest(given), expected))
      throw new AppError('invalid_api_key', { message: METRICS_REFUSAL });
    ctx.body = await readMetrics(core, lifecycle.discord());
    ctx.set('Content-Type', EXPOSITION_TYPE);
  });
}

function addApi(router: Router<ApiState>, core: Core): void {
  let document: string | undefined;
  const read = [requireKey(core), announceRateLimit(core), readChat];
  router.post('/api/v1/chat', ...read, postChat(core));
  const rate = [requireKey(core), readJson];
  router.post('/api/v1/answers/:id/feedback', ...rate, postFeedback(core));
  router.post('/api/v1/answers/:id/outcome', ...rate, postOutcome(core));
  const key = requireKey(core);
  router.get('/api/v1/answers', key, getAnswers(core));
  router.get('/api/v1/answers/:id', key, getAnswer(core));
  router.delete('/api/v1/answers/:id', key, deleteAnswer(core));
  router.get('/api/v1/statistics', key, getStatistics(core));
  router.get('/api/v1/status', key, getStatus(core));
  addKnowledge(router, core);
  addAdmin(router, core);
  router.post('/mcp', requireKey(core), refuseForeignPages(core), postMcp(core));
  router.get('/api/v1/openapi.json', async (ctx) => {
    // Most processes never serve it.
    const { buildOpenApiDocument } = await import('./openapi.ts');
    document ??= JSON.stringify(buildOpenApiDocument(core.config.PUBLIC_URL));
    ctx.type = 'json';
    ctx.body = document;
  });
}

function addKnowledge(router: Router<ApiState>, core: Core): void {
  const key = requireKey(core, 'knowledge');
  router.get('/api/v1/knowledge', key, getKnowledge(core));
  router.put('/api/v1/knowledge', key, readJsonUpTo(MAX_PUT_BYTES), putManyEntries(core));
  router.put('/api/v1/knowledge/:id', key, readJson, putKnowledge(core));
  router.delete('/api/v1/knowledge/:id', key, deleteKnowledge(core));
}

/** Counts nothing, not even the request. */
function getStatus(core: Core): Middleware<ApiState> {
  return (ctx) => {
    const { server, ledger, isTest } = holderOf(ctx.state);
    const planLimits = planLimitsOf(core, server);
    const refusal = findAccessRefusal(core, server, planLimits, isTest);
    const body: StatusResponse = {
      bot: describeBot(core, server.id, planLimits.settings),
      level: planLimits.level,
      usage: describeUsage(usageLimitsOf(core, planLimits), ledger),
      ai_notice: NOTICES[planLimits.settings.language].ai,
      access: { allowed: refusal === null, reason: refusal?.code ?? null },
    };
    writeJson(ctx, body);
  };
}

const TYPES: Record<string, string> = {
  '.html': 'html',
  '.js': 'text/javascript',
  '.css': 'css',
  '.svg': 'image/svg+xml; charset=utf-8',
};

const own = (name: string) => fileURLToPath(new URL(`./public/${name}`, import.meta.url));
const swagger = (name: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);

/** Named one by one: no path of a request reaches the file system. */
const AVATAR = { '/avatar.svg': own('avatar.svg') };
const REFERENCE = {
  '/docs/docs.css': own('docs.css'),
  '/docs/docs.js': own('docs.js'),
  '/docs/swagger-ui.css': swagger('swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': swagger('swagger-ui-bundle.js'),
};

/** The reference page styles itself by attributes; scripts come from here alone. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What the reader chose in the dashboard; without it the page follows the system. */
const THEME = /(?:^|; ?)(?:__Host-)?lotse_theme=(dark|light)(?:;|$)/;

function addReference(router: Router<ApiState>): void {
  router.get('/docs', async (ctx) => {
    const page = await readFile(own('docs.html'), 'utf8');
    const [, theme] = THEME.exec(ctx.get('Cookie')) ?? [];
    ctx.body = theme ? page.replace('<html', `<html data-theme="${theme}"`) : page;
    ctx.type = TYPES['.html'] ?? 'html';
    ctx.set('Content-Security-Policy', PAGE_POLICY);
    ctx.set('Cache-Control', 'private, no-cache');
  });
}

/** @param isApi the reference belongs to the process that serves the API. */
function addAssets(router: Router<ApiState>, isApi: boolean): void {
  if (isApi) addReference(router);
  for (const [path, file] of Object.entries({ ...AVATAR, ...(isApi ? REFERENCE : {}) })) {
    let content: Promise<Buffer> | undefined;
    router.get(path, async (ctx) => {
      content ??= readFile(file);
      ctx.body = await content;
      ctx.type = TYPES[extname(file)] ?? 'bin';
      ctx.set('Content-Security-Policy', PAGE_POLICY);
      ctx.set('Cache-Control', 'public, max-age=3600');
    });
  }
}

/** An uploaded picture is another one at another address, so nobody asks for it twice. */
function addPictures(router: Router<ApiState>, core: Core): void {
  router.get('/pictures/:server/:name', async (ctx) => {
    const { server = '', name = '' } = ctx.params;
    const picture = await findPicture(core, server, name);
    if (!picture) throw new AppError('not_found');
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.etag = name;
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.body = picture.bytes;
    ctx.type = picture.type;
  });
}

/** No CORS field anywhere: browsers are not callers. */
const identifyRequest: Middleware<ApiState> = (ctx, next) => {
  ctx.state.requestId = `req_${randomUUID()}`;
  ctx.set('X-Request-Id', ctx.state.requestId);
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  ctx.set('Referrer-Policy', 'no-referrer');
  return next();
};

/** Asked every few seconds, so they are logged at debug. */
const PROBES: ReadonlySet<string | null> = new Set(['/healthz', '/readyz']);

/** Never paths with queries, never texts. */
function logRequest(core: Core): Middleware<ApiState> {
  return async (ctx, next) => {
    const startedAt = performance.now();
    core.meters.requestBegan();
    await next();
    const { requestId, holder, adminKeyId, errorCode, isPlanned } = ctx.state;
    const route = (ctx as { _matchedRoute?: string })._matchedRoute ?? null;
    const elapsedMs = performance.now() - startedAt;
    const { method, status } = ctx;
    const code = isPlanned ? 'not_serving' : errorCode;
    core.meters.requestEnded({ route, method, status, code, seconds: elapsedMs / 1000 });
    const asked = { request_id: requestId, method, route, status, code: errorCode };
    const by = { server: holder?.server.id, key: holder?.keyId ?? adminKeyId, ms: Math.round(elapsedMs) };
    core.log[PROBES.has(route) ? 'debug' : 'info']({ ...asked, ...by }, 'request');
  };
}

/** A whole address counts as its path (RFC 9112, 3.2.2); other targets are unknown. */
const readTarget: Middleware<ApiState> = (ctx, next) => {
  if (ctx.url.startsWith('/')) return next();
  const target = URL.parse(ctx.url);
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:') throw new AppError('not_found');
  ctx.url = target.pathname + target.search;
  return next();
};

/** Sends new requests elsewhere while the process starts or stops; probes answer. */
function refuseUnlessServing(lifecycle: Lifecycle): Middleware<ApiState> {
  return (ctx, next) => {
    if (lifecycle.isStopping()) ctx.set('Connection', 'close');
    else if (!lifecycle.isStarting()) return next();
    if (!ctx.path.startsWith('/api/') && ctx.path !== '/mcp') return next();
    throw new AppError('service_unavailable', { retryAfterSeconds: 1, isPlanned: true });
  };
}

/** The router's own answer to unknown methods is 501. */
function refuseUnknown(router: Router<ApiState>): Middleware<ApiState> {
  return (ctx) => {
    const allowed = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
    if (allowed.size === 0) throw new AppError('not_found');
    ctx.set('Allow', [...allowed].join(', '));
    throw new AppError('method_not_allowed');
  };
}
