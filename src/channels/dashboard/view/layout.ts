import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { WaitingCounts } from '../../../core/operations/overview.ts';
import type { Session } from '../../../core/owners/sessions.ts';
import type { InterfaceLanguage, Server } from '../../../domain/types.ts';
import type { Router } from '../../router.ts';
import { frameTexts, type NoticeCode, nameOf, noticeTexts, tabTexts } from '../i18n/frame.ts';
import type { Opens, PageContent } from '../route.ts';
import { csrfField } from './controls.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { renderMenu } from './menu.ts';

const own = (name: string) => fileURLToPath(new URL(`../public/${name}`, import.meta.url));
const packaged = (name: string) => createRequire(import.meta.url).resolve(name);

/** The few public files, each by name: no path of a request ever reaches the file system. */
const FILES = {
  'pico.css': packaged('@picocss/pico/css/pico.min.css'),
  'dashboard.css': own('dashboard.css'),
  'htmx.js': packaged('htmx.org/dist/htmx.min.js'),
  'dashboard.js': own('dashboard.js'),
} as const;
type AssetName = keyof typeof FILES;

const loaded = new Map<AssetName, { content: Buffer; version: string }>();

/** Read on first use; 140 kB in all. */
function load(name: AssetName) {
  const known = loaded.get(name);
  if (known) return known;
  const content = readFileSync(FILES[name]);
  const asset = { content, version: createHash('sha256').update(content).digest('hex').slice(0, 12) };
  loaded.set(name, asset);
  return asset;
}

/** With a digest of the content, so that a browser may keep it for ever and never has an old one. */
function assetAddress(name: AssetName): string {
  return `/assets/${name}?v=${load(name).version}`;
}

export function addAssets(router: Router): void {
  for (const name of Object.keys(FILES) as AssetName[]) {
    router.get(`/assets/${name}`, (ctx) => {
      ctx.type = name.endsWith('.css') ? 'css' : 'text/javascript';
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      ctx.body = load(name).content;
    });
  }
}

export type Theme = 'light' | 'dark' | 'auto';

interface Surroundings {
  language: InterfaceLanguage;
  theme: Theme;
  session: Session | null;
  server: Server | null;
  opens: Opens;
  /** Null on an error page. */
  waiting: WaitingCounts | null;
  notice: NoticeCode | null;
  /** Whether this process has the reference of the API; elsewhere its address leads nowhere. */
  hasApi: boolean;
  /** Address of the page itself, for links that change only how it looks; with one slash it stays on this host. */
  here: { path: string; query: URLSearchParams };
}

/** htmx 4: no styles of its own, nothing evaluated, same origin; what is refused (4xx) is swapped in too. */
const HTMX_CONFIG = '{"includeIndicatorCSS": false, "history": false}';

export function renderPage(page: PageContent, around: Surroundings): string {
  const { language, theme, server, notice } = around;
  const t = frameTexts[language];
  const heading = page.title ?? tabTexts[language][page.tab];
  const title = [heading, server?.name, 'Lotse'].filter((part) => part !== undefined).join(' · ');
  const scripts: AssetName[] = ['htmx.js', 'dashboard.js'];
  const document = html`<!doctype html>
<html lang="${language}"${theme !== 'auto' && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">
<meta name="htmx-config" content="${HTMX_CONFIG}">
<title>${title}</title>
<link rel="icon" href="/avatar.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assetAddress('pico.css')}">
<link rel="stylesheet" href="${assetAddress('dashboard.css')}">
${scripts.map((name) => html`<script src="${assetAddress(name)}" defer></script>\n`)}</head>
<body data-unreachable="${t.unreachable}">
<a class="skip" href="#main">${t.skip}</a>
${header(around)}
<div class="container frame${server ? ' with-menu' : ''}">
${server && renderMenu({ server, language, waiting: around.waiting, current: page.tab, opens: around.opens })}
<main id="main" tabindex="-1">
${server && !server.active && html`<p class="note fault">${t.inactive}</p>`}
${notice && !around.here.query.has('at') && html`<p class="note good" role="status">${noticeTexts[language][notice]}</p>`}
<h1>${heading}</h1>
${page.content}
</main>
</div>
${around.hasApi && html`<footer class="container"><a href="/docs">${t.reference}</a></footer>`}
</body>
</html>`;
  return document.toString();
}

/** Where one is, and what holds for every page: language, appearance and the way out. */
function header({ server, session, language, theme, here }: Surroundings): Html {
  const t = frameTexts[language];
  const other = language === 'de' ? 'en' : 'de';
  const hereWith = (name: string, value: string) => {
    const search = new URLSearchParams(here.query);
    for (const passing of ['done', 'at']) search.delete(passing);
    search.set(name, value);
    return `${here.path}?${search}`;
  };
  const themes = (['auto', 'light', 'dark'] as const).map(
    (choice) =>
      html`<a href="${hereWith('theme', choice)}" title="${t[choice]}"${choice === theme && html` aria-current="true"`}>${icon(choice)}<span class="visually-hidden">${t[choice]}</span></a>`,
  );
  return html`<header class="top"><div class="container">
<nav aria-label="Lotse"><a class="brand" href="/"><img src="/avatar.svg" alt="" width="28" height="28"> Lotse</a>
${session && html`<a class="all" href="/servers">${t.servers}</a>`}
${server && html`<span class="here">${server.name}</span>`}</nav>
<div class="tools"><a href="${hereWith('lang', other)}" lang="${other}" hreflang="${other}">${t.switchLanguage}</a>
<span class="themes" role="group" aria-label="${t.theme}">${themes}</span>
${session && signOut(session, language)}</div>
</div></header>`;
}

function signOut(session: Session, language: InterfaceLanguage): Html {
  const t = frameTexts[language];
  return html`<form method="post" action="/logout">${csrfField(session)}
<button type="submit" class="secondary" title="${t.signedInAs(nameOf(session, language))}">${icon('out')}<span>${t.signOut}</span></button></form>`;
}
