import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Core } from '../../core/core.ts';
import type { ReachableServer } from '../../core/owners/reach.ts';
import type { Session } from '../../core/owners/sessions.ts';
import type { Settings } from '../../core/owners/settings.ts';
import { AppError } from '../../domain/errors.ts';
import type { Deed, InterfaceLanguage, Right, Server } from '../../domain/types.ts';
import type { NoticeCode, Tab } from './i18n/frame.ts';
import type { Form } from './view/form.ts';
import type { Html } from './view/html.ts';

/** What the API can be asked for, as its document has it. */
export interface ApiOperation {
  method: string;
  path: string;
  /** English, as the document is. */
  summary: string;
}

/** One request of somebody at a browser; pages read it and say what comes of it, they never see Koa. */
export interface Visit {
  core: Core;
  language: InterfaceLanguage;
  /** Of the reader's clock, by which moments are told; UTC where the browser has not said it. */
  zone: string;
  operations: readonly ApiOperation[];
  /** As asked for, on the address that this service is known by. */
  url: URL;
  params: Readonly<Record<string, string>>;
  /** Empty unless the method is POST. */
  form: Form;
  cookies: { get(name: CookieName): string | undefined };
  /** Aborts when the person left before the answer was sent. */
  signal: AbortSignal;
  session: Session | null;
}

export interface PersonVisit extends Visit {
  session: Session;
}

export interface ServerVisit extends PersonVisit {
  server: ReachableServer;
  settings: Settings;
  opens: Opens;
}

/** Whether somebody may open a page, or send a form, by its path below the address of the server. */
export type Opens = (tab: string, method?: 'get' | 'post') => boolean;

/** A message of another service, authenticated by its signature alone. */
export interface SignedVisit {
  core: Core;
  raw: Buffer;
  header(name: string): string;
}

/** A page without a title of its own has that of its tab. */
export type PageContent = { content: Html } & (
  | { title: string; tab?: Tab }
  | { title?: undefined; tab: Tab }
);

/** What was done, for the audit log. */
type Deeds = Deed | readonly Deed[];

export type Outcome =
  | { kind: 'page'; page: PageContent; status?: number; audited?: Deeds; cookies?: CookieChange[] }
  | Redirect
  | { kind: 'file'; name: string; type: string; content: string | Readable; audited?: Deed }
  | { kind: 'empty'; status: number };

interface Redirect {
  kind: 'redirect';
  to: string;
  audited?: Deeds;
  cookies?: CookieChange[];
}

interface GetRoute {
  method: 'get';
  path: string;
  /** Doing it once uses something up: a HEAD of a link preview must not. */
  isOnce?: boolean;
}

/** `page`: where its form stands; a GET of the address, and a sign-in on the way, lead there. */
interface FormRoute {
  method: 'post';
  path: string;
  page: string;
  /** Its form may bring a file. */
  takesFile?: boolean;
}

type Handler<Given> = (visit: Given) => Promise<Outcome> | Outcome;

/** `access` admits everyone, whoever is signed in, whoever has a right on the server in the path, or another service. */
export type Route =
  | ((GetRoute | FormRoute) & { access: 'open'; run: Handler<Visit> })
  | ((GetRoute | FormRoute) & { access: 'person'; run: Handler<PersonVisit> })
  | ServerRoute
  | { method: 'post'; path: string; access: 'signature'; run: Handler<SignedVisit> };

/** `right` is what it takes; only admins reach a route that names none. */
export type ServerRoute = (GetRoute | FormRoute) & {
  access: 'server';
  right?: Right;
  run: Handler<ServerVisit>;
};

const SERVER = '/servers/:server';

/** These routes, for everybody whose right reaches this one. */
export function openTo(right: Right, routes: readonly ServerRoute[]): ServerRoute[] {
  return routes.map((route) => ({ ...route, right }));
}

/** A page of a server. @param tab below the address of the server */
export function pageAt(tab: string, run: Handler<ServerVisit>): ServerRoute {
  return { method: 'get', path: `${SERVER}/${tab}`, access: 'server', run };
}

/** A form that posts to an address of a server. @param page the tab that it stands on */
export function formAt(tab: string, page: string, run: Handler<ServerVisit>, takesFile = false): ServerRoute {
  const [path, stands] = [`${SERVER}/${tab}`, `${SERVER}/${page}`];
  return { method: 'post', path, page: stands, takesFile, access: 'server', run };
}

/** An id that an address or a form brought. @throws AppError('not_found') where it is none */
export function parseId<Id>(schema: z.ZodType<Id>, given: string | undefined): Id {
  const id = schema.safeParse(given);
  if (!id.success) throw new AppError('not_found');
  return id.data;
}

/** A page with status 200, or 422 where a form was refused. */
export function show(page: PageContent, status = 200, audited?: Deeds): Outcome {
  return { kind: 'page', page, status, ...(audited && { audited }) };
}

/** After a change: to a page of the same server, which says that it was done. @param tab '' is the overview. */
export function done(visit: ServerVisit, tab: string, notice: NoticeCode, audited?: Deeds): Redirect {
  const [path = '', query] = tab.split('?');
  const search = new URLSearchParams(query);
  search.set('done', notice);
  const to = `${addressOf(visit, path)}?${search}`;
  return { kind: 'redirect', to, ...(audited && { audited }) };
}

/** After a form was sent: back to where it stands, so nobody has to scroll. @param place where `saidHere` says it */
export function doneAt(
  visit: ServerVisit,
  { tab, place }: { tab: string; place: string },
  notice: NoticeCode,
  audited?: Deeds,
): Redirect {
  const outcome = done(visit, `${tab}${tab.includes('?') ? '&' : '?'}at=${place}`, notice, audited);
  return { ...outcome, to: `${outcome.to}#${place}-said` };
}

export function addressOf({ server }: { server: Pick<Server, 'id'> }, tab = ''): string {
  const base = `/servers/${encodeURIComponent(server.id)}`;
  return tab === '' ? base : `${base}/${tab}`;
}

/** A cookie to set, or to remove with `value: null`. */
export interface CookieChange {
  name: CookieName;
  value: string | null;
  expiresAt?: Date;
}

/** `session` signs somebody in, `sign_in` binds a sign-in to the browser, `next` says where it leads; `zone` comes from a script, the others are preferences. */
export type CookieName = 'session' | 'sign_in' | 'next' | 'language' | 'theme' | 'zone';
