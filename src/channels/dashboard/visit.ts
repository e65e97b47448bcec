import type { Context } from 'koa';
import type { Core } from '../../core/core.ts';
import { recordAction } from '../../core/members/audit.ts';
import { countWaiting } from '../../core/operations/overview.ts';
import { keepForm } from '../../core/owners/kept-forms.ts';
import { requireRight } from '../../core/owners/reach.ts';
import { findSession, isCsrfToken, type Session } from '../../core/owners/sessions.ts';
import { parseSettings } from '../../core/owners/settings.ts';
import { AppError } from '../../domain/errors.ts';
import { toZone } from '../../domain/hours.ts';
import type { Right } from '../../domain/types.ts';
import { toKnown } from './errors.ts';
import { leaveFor, type RequestState, readCookie, send } from './respond.ts';
import type { Opens, Outcome, Route, Visit } from './route.ts';
import { Form, readBody, readForm } from './view/form.ts';

const MAX_SIGNED_BYTES = 1024 * 1024;

type PageRoute = Exclude<Route, { access: 'signature' }>;

/** @param opens what somebody with a right may open */
export async function answerVisit(
  core: Core,
  ctx: Context,
  route: Route,
  opens: (held: Right) => Opens,
): Promise<void> {
  if (route.access === 'signature') {
    const raw = await readBody(ctx, MAX_SIGNED_BYTES);
    send(core, ctx, await route.run({ core, raw, header: (name) => ctx.get(name) }));
    return;
  }
  if (route.method === 'get' && route.isOnce && ctx.method !== 'GET')
    throw new AppError('method_not_allowed');
  const state: RequestState = ctx.state;
  if (route.method === 'post') {
    state.place = placeOf(route, ctx.params);
    refuseForeignOrigin(core, ctx);
  }
  const secret = readCookie(core, ctx, 'session');
  const session = secret === undefined ? null : await findSession(core, secret);
  state.session = session;
  try {
    await conclude(core, ctx, await run(core, ctx, { route, session, opens }));
  } catch (error) {
    const kept = route.method === 'post' ? await keepTyped(core, ctx, route, toKnown(error)) : null;
    if (kept === null) throw error;
    if (toKnown(error).code === 'forbidden') return leaveFor(ctx, kept);
    state.place = kept;
    throw error;
  }
}

/**
 * Keeps a form whose session ended before it was sent, here or for another one in this browser.
 * @returns the path where its sender finds it after signing in; null where there is nothing to keep
 */
async function keepTyped(
  core: Core,
  ctx: Context,
  route: PageRoute,
  error: AppError,
): Promise<string | null> {
  if (error.code !== 'not_signed_in' && error.code !== 'forbidden') return null;
  const form: Form | null = ctx.state.form ?? (await readForm(ctx, { sender: '' }).catch(() => null));
  if (!form) return null;
  const fields = form.entries().filter(([name]) => name !== '_csrf');
  const page = placeOf(route, ctx.params);
  const secret = await keepForm(core, form.text('_csrf'), { action: ctx.path, page, fields });
  return secret && `/kept-forms/${secret}`;
}

/** Knows whose server it is before it reads anything of a body. */
async function run(
  core: Core,
  ctx: Context,
  asked: { route: PageRoute; session: Session | null; opens: (held: Right) => Opens },
): Promise<Outcome> {
  const { route, session } = asked;
  if (route.access === 'open') return route.run(await toVisit(core, ctx, route, session));
  if (!session) throw new AppError('not_signed_in');
  if (route.access === 'person') return route.run({ ...(await toVisit(core, ctx, route, session)), session });
  const server = await requireRight(core, session, ctx.params.server ?? '', route.right);
  const opens = asked.opens(server.right);
  Object.assign(ctx.state, { server, opens });
  const visit = await toVisit(core, ctx, route, session);
  return route.run({ ...visit, session, server, opens, settings: parseSettings(server.settings) });
}

/** The page on which the form of a route stands; a page stands for itself. */
export function placeOf(route: Route, params: Readonly<Record<string, string>>): string {
  const pattern = 'page' in route ? route.page : route.path;
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** @throws AppError('forbidden') for a form without this session's token. */
async function toVisit(core: Core, ctx: Context, route: PageRoute, session: Session | null): Promise<Visit> {
  const isForm = route.method === 'post';
  const form = isForm
    ? await readForm(ctx, { ...route, sender: session?.person.id ?? session?.id ?? '' })
    : new Form();
  ctx.state.form = form;
  if (isForm && session && !isCsrfToken(session, form.text('_csrf'))) throw new AppError('forbidden');
  return {
    core,
    form,
    session,
    language: ctx.state.language,
    operations: ctx.state.operations,
    zone: toZone(readCookie(core, ctx, 'zone') ?? '') ?? 'UTC',
    params: ctx.params,
    url: new URL(`${ctx.path}${ctx.search}`, core.config.PUBLIC_URL),
    cookies: { get: (name) => readCookie(core, ctx, name) },
    signal: signalOf(ctx),
  };
}

/** Records a change before the response tells it; the menu counts what waits after it. */
async function conclude(core: Core, ctx: Context, outcome: Outcome): Promise<void> {
  const { session, server }: RequestState = ctx.state;
  if ('audited' in outcome && outcome.audited && session && server) {
    const { id: memberId, name, kind } = session.person;
    const actor = { channel: 'dashboard' as const, memberId, memberName: kind === 'local' ? null : name };
    for (const deed of [outcome.audited].flat())
      await recordAction(core, { serverId: server.id, actor, ...deed });
  }
  if (outcome.kind === 'page' && server) ctx.state.waiting = await countWaiting(core, server.id);
  send(core, ctx, outcome);
}

function signalOf(ctx: Context): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}

/**
 * The browser says where a form stands, and the form holds the session's token: either alone would do, and one holds
 * where the other is missing or broken. @throws AppError('forbidden')
 */
function refuseForeignOrigin(core: Core, ctx: Context): void {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden');
  const origin = ctx.get('Origin');
  if (origin === '' || origin === new URL(core.config.PUBLIC_URL).origin) return;
  // Opened by another name of this machine, localhost for example: the browser names the same host twice.
  if (URL.canParse(origin) && new URL(origin).host === ctx.get('Host')) return;
  throw new AppError('forbidden');
}
