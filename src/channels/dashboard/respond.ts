import type { Context } from 'koa';
import type { Core } from '../../core/core.ts';
import type { WaitingCounts } from '../../core/operations/overview.ts';
import type { Session } from '../../core/owners/sessions.ts';
import { INTERFACE_LANGUAGES, type InterfaceLanguage, type Server } from '../../domain/types.ts';
import { toNoticeCode } from './i18n/frame.ts';
import type { CookieChange, CookieName, Opens, Outcome, PageContent } from './route.ts';
import { renderPage, type Theme } from './view/layout.ts';

/** Known so far of a request; the frame around a page, also around an error, is made of it. */
export interface RequestState {
  requestId: string;
  errorCode?: string;
  language: InterfaceLanguage;
  theme: Theme;
  session?: Session | null;
  server?: Server;
  opens?: Opens;
  /** Beside the pages of the menu. */
  waiting?: WaitingCounts;
  /** Where the form of a change stands: there somebody goes on after signing in. */
  place?: string;
}

const YEAR_MS = 365 * 24 * 3600 * 1000;
const isLanguage = (given: unknown): given is InterfaceLanguage =>
  INTERFACE_LANGUAGES.includes(given as InterfaceLanguage);
const isTheme = (given: unknown): given is Theme => given === 'light' || given === 'dark' || given === 'auto';

/** `__Host-` holds a cookie to this host, to https and to the whole path; browsers refuse it over http. */
function toCookieName({ config }: Core, name: CookieName): string {
  return `${config.PUBLIC_URL.startsWith('https:') ? '__Host-' : ''}lotse_${name}`;
}

export function readCookie(core: Core, ctx: Context, name: CookieName): string | undefined {
  return ctx.cookies.get(toCookieName(core, name));
}

export function setCookies(core: Core, ctx: Context, changes: readonly CookieChange[]): void {
  for (const { name, value, expiresAt } of changes) {
    const cookie = toCookieName(core, name);
    const secure = cookie.startsWith('__Host-') ? '; Secure' : '';
    const until = value === null ? new Date(0) : expiresAt;
    const expiry = until ? `; Expires=${until.toUTCString()}` : '';
    ctx.append('Set-Cookie', `${cookie}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${expiry}`);
  }
}

/** Language by `?lang=`, then cookie, then the browser; appearance by `?theme=`, then cookie, then the system. */
export function chooseAppearance(core: Core, ctx: Context): void {
  const { lang, theme } = ctx.query;
  const expiresAt = new Date(core.clock() + YEAR_MS);
  if (isLanguage(lang)) setCookies(core, ctx, [{ name: 'language', value: lang, expiresAt }]);
  if (isTheme(theme)) setCookies(core, ctx, [{ name: 'theme', value: theme, expiresAt }]);
  const state: RequestState = ctx.state;
  state.language =
    [lang, readCookie(core, ctx, 'language'), ctx.acceptsLanguages('en', 'de')].find(isLanguage) ?? 'en';
  state.theme = [theme, readCookie(core, ctx, 'theme')].find(isTheme) ?? 'auto';
}

export function send(core: Core, ctx: Context, outcome: Outcome): void {
  if ('cookies' in outcome && outcome.cookies) setCookies(core, ctx, outcome.cookies);
  switch (outcome.kind) {
    case 'page':
      sendPage(core, ctx, outcome.page, outcome.status ?? 200);
      return;
    case 'redirect':
      sendElsewhere(ctx, outcome.to);
      return;
    case 'file':
      ctx.attachment(outcome.name);
      ctx.type = outcome.type;
      ctx.body = outcome.content;
      return;
    case 'empty':
      // An empty text, for Koa turns the status of null into 204.
      ctx.body = '';
      ctx.status = outcome.status;
  }
}

/** 303: a change is done once, whatever is reloaded. */
function sendElsewhere(ctx: Context, to: string): void {
  ctx.status = 303;
  ctx.set('Location', to);
  ctx.body = '';
}

/** @param next where to go on afterwards */
export function sendToSignIn(ctx: Context, next: string): void {
  leaveFor(ctx, `/login?${new URLSearchParams({ next })}`);
}

/** A script that swaps parts of a page must leave the page as a whole. */
export function leaveFor(ctx: Context, to: string): void {
  if (ctx.get('HX-Request') === 'true') {
    ctx.set('HX-Redirect', to);
    ctx.status = 204;
  } else sendElsewhere(ctx, to);
}

export function sendPage(core: Core, ctx: Context, page: PageContent, status: number): void {
  const { language, theme, session, server, opens, waiting, place, errorCode }: RequestState = ctx.state;
  // As a link, two slashes at the beginning would name another host.
  const path = place ?? ctx.path.replace(/^[/\\]+/, '/');
  const query = new URLSearchParams(place === undefined ? ctx.search : '');
  const notice = toNoticeCode(query.get('done'));
  // An error page holds no part that a script could put in: nothing is swapped, dashboard.js says what failed.
  if (errorCode !== undefined && ctx.get('HX-Request') === 'true') ctx.set('HX-Reswap', 'none');
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = renderPage(page, {
    language,
    theme,
    session: session ?? null,
    server: server ?? null,
    opens: opens ?? (() => false),
    waiting: waiting ?? null,
    notice,
    hasApi: core.config.ROLES.has('api'),
    here: { path, query },
  });
}
