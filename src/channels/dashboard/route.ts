import type { Readable } from 'node:stream';
import type { Core } from '../../core/core.ts';
import type { Session } from '../../core/owners/sessions.ts';
import type { Settings } from '../../core/owners/settings.ts';
import type { Deed, InterfaceLanguage, Server } from '../../domain/types.ts';
import type { NoticeCode, Tab } from './i18n/frame.ts';
import type { Form } from './view/form.ts';
import type { Html } from './view/html.ts';

/** One request of somebody at a browser; pages read it and say what comes of it, they never see Koa. */
export interface Visit {
  core: Core;
  language: InterfaceLanguage;
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
  server: Server;
  settings: Settings;
}

/** A message of another service, authenticated by its signature alone. */
export interface SignedVisit {
  core: Core;
  raw: Buffer;
  header(name: string): string;
}

export interface PageContent {
  title: string;
  tab?: Tab;
  content: Html;
}

/** What becomes of a visit. */
export type Outcome =
  | { kind: 'page'; page: PageContent; status?: number; audited?: Deed; cookies?: CookieChange[] }
  | { kind: 'redirect'; to: string; audited?: Deed; cookies?: CookieChange[] }
  | { kind: 'file'; name: string; type: string; content: string | Readable; audited?: Deed }
  | { kind: 'empty'; status: number };

interface RoutePath {
  path: string;
}

interface GetRoute extends RoutePath {
  method: 'get';
  /** Doing it once uses something up: a HEAD of a link preview must not. */
  isOnce?: boolean;
}

/** `page`: where its form stands; a GET of the address, and a sign-in on the way, lead there. */
interface Writing extends RoutePath {
  method: 'post';
  page: string;
  /** Its form may bring a file. */
  takesFile?: boolean;
}

/** Who may come: everyone, whoever is signed in, whoever may manage the server in the path, another service. */
export type Route =
  | ((GetRoute | Writing) & { access: 'open'; run(visit: Visit): Promise<Outcome> | Outcome })
  | ((GetRoute | Writing) & { access: 'person'; run(visit: PersonVisit): Promise<Outcome> | Outcome })
  | ((GetRoute | Writing) & { access: 'server'; run(visit: ServerVisit): Promise<Outcome> | Outcome })
  | (RoutePath & { method: 'post'; access: 'signature'; run(visit: SignedVisit): Promise<Outcome> });

/** A page with status 200, or 422 where a form was refused. */
export function show(page: PageContent, status = 200, audited?: Deed): Outcome {
  return { kind: 'page', page, status, ...(audited && { audited }) };
}

/** After a change: to a page of the same server, which says that it was done. @param tab '' is the overview. */
export function done(visit: ServerVisit, tab: string, notice: NoticeCode, audited?: Deed): Outcome {
  const [path = '', query] = tab.split('?');
  const search = new URLSearchParams(query);
  search.set('done', notice);
  return {
    kind: 'redirect',
    to: `${addressOf(visit, path)}?${search}`,
    ...(audited && { audited }),
  };
}

/** Path of a page of the visited server. */
export function addressOf({ server }: Pick<ServerVisit, 'server'>, tab = ''): string {
  const base = `/servers/${encodeURIComponent(server.id)}`;
  return tab === '' ? base : `${base}/${tab}`;
}

/** A cookie to set, or to remove with `value: null`. */
export interface CookieChange {
  name: CookieName;
  value: string | null;
  /** Until the browser is closed when left out. */
  expiresAt?: Date;
}

/** `session`: who is signed in. `sign_in`: binds a sign-in to the browser. `next`: where it leads. The others are what a person prefers. */
export type CookieName = 'session' | 'sign_in' | 'next' | 'language' | 'theme';
