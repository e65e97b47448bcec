import type { HelmetOptions } from 'helmet';
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Core } from '../../core/core.ts';
import { AppError } from '../../domain/errors.ts';
import { Router } from '../router.ts';
import { errorPage, statusOf, toKnown } from './errors.ts';
import { answersRoutes } from './pages/answers/answers.ts';
import { apiRoutes } from './pages/api/api.ts';
import { auditRoutes } from './pages/audit.ts';
import { channelsRoutes } from './pages/channels/channels.ts';
import { hoursRoutes } from './pages/channels/hours.ts';
import { limitsRoutes } from './pages/channels/limits.ts';
import { teamRoutes } from './pages/channels/team.ts';
import { kiRoutes } from './pages/ki/ki.ts';
import { knowledgeRoutes } from './pages/knowledge/knowledge.ts';
import { linksRoutes } from './pages/links.ts';
import { overviewRoutes } from './pages/overview/overview.ts';
import { paymentRoutes } from './pages/payments/payments.ts';
import { correctionRoutes } from './pages/playground/correct.ts';
import { playgroundRoutes } from './pages/playground/playground.ts';
import { dataRoutes } from './pages/records.ts';
import { rehearsalRoutes } from './pages/rehearsals/rehearsals.ts';
import { signInRoutes } from './pages/sign-in.ts';
import { testRoutes } from './pages/tests.ts';
import { sameEntryRoutes } from './pages/training/same-entry.ts';
import { trainingRoutes } from './pages/training/training.ts';
import { unansweredRoutes } from './pages/unanswered.ts';
import { chooseAppearance, sendPage, sendToSignIn, setCookies } from './respond.ts';
import { readRights } from './rights.ts';
import type { ApiOperation, Route } from './route.ts';
import { addAssets } from './view/layout.ts';
import { answerVisit, placeOf } from './visit.ts';

export const ROUTES: readonly Route[] = [
  ...signInRoutes,
  ...playgroundRoutes,
  ...correctionRoutes,
  ...channelsRoutes,
  ...teamRoutes,
  ...hoursRoutes,
  ...limitsRoutes,
  ...overviewRoutes,
  ...auditRoutes,
  ...dataRoutes,
  ...kiRoutes,
  ...knowledgeRoutes,
  ...linksRoutes,
  ...apiRoutes,
  ...paymentRoutes,
  ...trainingRoutes,
  ...sameEntryRoutes,
  ...answersRoutes,
  ...unansweredRoutes,
  ...testRoutes,
  ...rehearsalRoutes,
];

/** Addresses that are pages whatever the caller accepts; elsewhere an unknown one is a page only for a browser. */
const OWN_PATHS = /^\/(?:$|(?:login|logout|kept-forms|servers|stripe)(?:\/|$))/;
const ASSETS = /^\/assets\//;
const OF_THE_API = /^\/(?:api|docs|healthz|readyz|metrics|avatar\.svg|pictures)(?:\/|$)/;

/** Browsers and URL parsers read another host here; the router takes `//` for `/`. */
const OF_ANOTHER_HOST = /^\/[/\\]/;

/** The dashboard as Koa middleware: takes what is its own and leaves the rest to the API. */
export function createDashboard(core: Core, operations: readonly ApiOperation[]): Middleware {
  const router = createRouter(core);
  const serve = router.routes() as unknown as Middleware;
  const secure = helmet(securityHeaders(core.config));
  return async (ctx, next) => {
    if (!isForPages(router, ctx)) return next();
    await secure(ctx, async () => undefined);
    try {
      chooseAppearance(core, ctx);
      ctx.state.operations = operations;
      if (OF_ANOTHER_HOST.test(ctx.path)) throw new AppError('not_found');
      await serve(ctx, async () => refuseUnknown(router, ctx));
    } catch (error) {
      sendError(core, ctx, toKnown(error));
    }
  };
}

function isForPages(router: Router, ctx: Context): boolean {
  if (OWN_PATHS.test(ctx.path)) return true;
  // An unknown asset is no page either.
  if (ASSETS.test(ctx.path)) return router.match(ctx.path, ctx.method).path.length > 0;
  return !OF_THE_API.test(ctx.path) && ctx.get('Accept').includes('text/html');
}

function createRouter(core: Core): Router {
  const router = new Router();
  const opens = readRights(ROUTES);
  for (const route of ROUTES) {
    router[route.method](route.path, (ctx) => answerVisit(core, ctx, route, opens));
    const isPage = ROUTES.some(({ method, path }) => method === 'get' && path === route.path);
    // The address of a form leads to the page where it stands.
    if (!isPage && route.access !== 'signature')
      router.get(route.path, (ctx) => ctx.redirect(placeOf(route, ctx.params)));
  }
  addAssets(router);
  return router;
}

/** 405 with Allow where the address exists, else 404. */
function refuseUnknown(router: Router, ctx: Context): never {
  const allowed = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
  if (allowed.size === 0) throw new AppError('not_found');
  ctx.set('Allow', [...allowed].join(', '));
  throw new AppError('method_not_allowed');
}

/** The one place where an error becomes a page. */
function sendError(core: Core, ctx: Context, error: AppError): void {
  const status = statusOf(error);
  const { requestId } = ctx.state;
  ctx.state.errorCode = error.code;
  if (status >= 500)
    core.log.error({ request_id: requestId, code: error.code, err: error }, 'request failed');
  if (error.code === 'not_signed_in') {
    setCookies(core, ctx, [{ name: 'session', value: null }]);
    sendToSignIn(ctx, ctx.state.place ?? ctx.url);
    return;
  }
  if (error.context.retryAfterSeconds !== undefined)
    ctx.set('Retry-After', String(error.context.retryAfterSeconds));
  sendPage(core, ctx, errorPage(error, ctx.state.language ?? 'en', requestId), status);
}

type CoreConfig = Core['config'];

const STRIPE_CHECKOUT = 'https://checkout.stripe.com';

/** Scripts and styles come from here alone, nobody may frame a page, and forms lead here or to the checkout. */
function securityHeaders(config: CoreConfig): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...checkoutsOf(config)],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // The browser leaves this page for Discord and the checkout, and comes back.
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Without any, browsers would send our own forms with `Origin: null`.
    referrerPolicy: { policy: 'same-origin' },
    // Other hosts of the operator below this name may have no certificate.
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    xFrameOptions: { action: 'deny' },
  };
}

/** Browsers hold a form's redirects to form-action too. A stand-in for the provider may use ports of its own. */
function checkoutsOf({ STRIPE_SECRET_KEY, STRIPE_API_URL }: CoreConfig): string[] {
  if (!STRIPE_SECRET_KEY) return [];
  if (!STRIPE_API_URL) return [STRIPE_CHECKOUT];
  const { protocol, hostname } = new URL(STRIPE_API_URL);
  return [STRIPE_CHECKOUT, `${protocol}//${hostname}:*`];
}
