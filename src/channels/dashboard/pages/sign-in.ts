import { readKeptForm } from '../../../core/owners/kept-forms.ts';
import { listReachable } from '../../../core/owners/reach.ts';
import { endAllSessions, endSession } from '../../../core/owners/sessions.ts';
import {
  beginSignIn,
  completeSignIn,
  signInLocally,
  signInMethods,
  signInToServer,
  toOwnPath,
} from '../../../core/owners/sign-in.ts';
import { planLimitsOf } from '../../../core/quota/plan-limits.ts';
import { AppError } from '../../../domain/errors.ts';
import { frameTexts, nameOf } from '../i18n/frame.ts';
import { signInTexts } from '../i18n/sign-in.ts';
import type { CookieChange, Outcome, PersonVisit, Route, Visit } from '../route.ts';
import { addressOf, show } from '../route.ts';
import { note } from '../view/components.ts';
import { csrfField, faultNote } from '../view/controls.ts';
import { formatNumber, type Html, html } from '../view/html.ts';

const SIGN_IN_MINUTES = 10;
const LINK_COMMAND = 'npm run cli -- dashboard link';

export const signInRoutes: Route[] = [
  { method: 'get', path: '/', access: 'open', run: goHome },
  { method: 'get', path: '/login', access: 'open', run: showSignIn },
  { method: 'get', path: '/login/discord', access: 'open', isOnce: true, run: goToDiscord },
  { method: 'get', path: '/login/discord/callback', access: 'open', isOnce: true, run: comeFromDiscord },
  { method: 'get', path: '/login/local', access: 'open', isOnce: true, run: signInOperator },
  { method: 'get', path: '/login/link', access: 'open', run: showLink },
  { method: 'post', path: '/login/link', page: '/login/link', access: 'open', run: signInOwner },
  { method: 'post', path: '/logout', page: '/login', access: 'open', run: signOut },
  { method: 'get', path: '/servers', access: 'person', run: showServers },
  { method: 'get', path: '/kept-forms/:form', access: 'person', run: showKeptForm },
];

function goHome({ session }: Visit): Outcome {
  return { kind: 'redirect', to: session ? '/servers' : '/login' };
}

function showSignIn(visit: Visit): Outcome {
  const next = visit.url.searchParams.get('next');
  if (visit.session) return { kind: 'redirect', to: toOwnPath(next ?? '') };
  const outcome = renderSignIn(visit);
  // A link, unlike the way over Discord, knows nothing of where it is to lead.
  if (next === null || outcome.kind !== 'page') return outcome;
  return { ...outcome, cookies: [{ name: 'next', value: encodeURIComponent(toOwnPath(next)) }] };
}

function renderSignIn({ core, language, url }: Visit, fault?: string): Outcome {
  const t = signInTexts[language];
  const { discord, local } = signInMethods(core);
  const next = url.searchParams.get('next');
  const search = next === null ? '' : `?${new URLSearchParams({ next })}`;
  const content = html`${faultNote(fault)}<p>${t.intro}</p>
${
  discord &&
  html`<p><a role="button" href="/login/discord${search}">${t.withDiscord}</a></p>
<p><small>${t.whatDiscordTells}</small></p>`
}
${local && html`<p>${t.localHint} <code>${LINK_COMMAND}</code></p>`}
${!discord && note(t.withoutDiscord)}`;
  return show({ title: t.title, content }, fault ? 403 : 200);
}

async function goToDiscord({ core, url, cookies }: Visit): Promise<Outcome> {
  if (!signInMethods(core).discord) throw new AppError('not_found');
  const next = url.searchParams.get('next') ?? '/servers';
  const begun = await beginSignIn(core, { next, browserSecret: cookies.get('sign_in') });
  const expiresAt = new Date(core.clock() + SIGN_IN_MINUTES * 60_000);
  return {
    kind: 'redirect',
    to: begun.url,
    cookies: [{ name: 'sign_in', value: begun.browserSecret, expiresAt }],
  };
}

async function comeFromDiscord(visit: Visit): Promise<Outcome> {
  const { core, url, cookies } = visit;
  if (!signInMethods(core).discord) throw new AppError('not_found');
  try {
    const given = { state: readOnly(url, 'state'), code: readOnly(url, 'code') };
    const browserSecret = cookies.get('sign_in') ?? null;
    const { secret: value, expiresAt, next } = await completeSignIn(core, { ...given, browserSecret });
    const session: CookieChange = { name: 'session', value, expiresAt };
    return { kind: 'redirect', to: next, cookies: [session, { name: 'sign_in', value: null }] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'forbidden') throw error;
    // Loaded again, fetched ahead by the browser, or the end of a sign-in in another tab.
    if (visit.session) return { kind: 'redirect', to: '/servers' };
    return renderSignIn(visit, signInTexts[visit.language].refused);
  }
}

/**
 * Reads a parameter that may stand there once, since others may count another one of two; empty where there is none.
 * @throws AppError('forbidden')
 */
function readOnly({ searchParams }: URL, name: string): string {
  const [value = '', ...more] = searchParams.getAll(name);
  if (more.length > 0) throw new AppError('forbidden');
  return value;
}

function signInOperator(visit: Visit): Promise<Outcome> {
  if (!signInMethods(visit.core).local) throw new AppError('not_found');
  const { linkUsed } = signInTexts[visit.language];
  const refused = html`${faultNote(linkUsed)}<p><code>${LINK_COMMAND}</code></p>`;
  return signInWithLink(visit, () => signInLocally(visit.core, readOnly(visit.url, 'token')), refused);
}

/** Uses nothing up: programs that preview messages and scan mails open every link in them. */
function showLink({ url, language, session }: Visit): Outcome {
  const t = signInTexts[language];
  const token = url.searchParams.get('token') ?? '';
  const content = html`<p>${t.linkIntro}</p>
<form method="post" action="/login/link">${session && csrfField(session)}
<input type="hidden" name="token" value="${token}"><button type="submit">${t.title}</button></form>`;
  return show({ title: t.title, content });
}

function signInOwner(visit: Visit): Promise<Outcome> {
  const { core, form, language } = visit;
  const refused = faultNote(signInTexts[language].linkOver);
  return signInWithLink(visit, () => signInToServer(core, form.text('token')), refused);
}

async function signInWithLink(
  visit: Visit,
  redeem: () => ReturnType<typeof signInToServer>,
  refused: Html,
): Promise<Outcome> {
  const { language, cookies } = visit;
  try {
    const { secret, expiresAt } = await redeem();
    const next = toOwnPath(decodeURIComponent(cookies.get('next') ?? ''));
    const session: CookieChange = { name: 'session', value: secret, expiresAt };
    return { kind: 'redirect', to: next, cookies: [session, { name: 'next', value: null }] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'forbidden') throw error;
    return show({ title: signInTexts[language].title, content: refused }, 403);
  }
}

async function signOut({ core, session, form }: Visit): Promise<Outcome> {
  const isEverywhere = form.text('everywhere') === 'yes';
  if (session) await (isEverywhere ? endAllSessions(core, session) : endSession(core, session));
  const notice = isEverywhere ? 'signed_out_everywhere' : 'signed_out';
  return { kind: 'redirect', to: `/login?done=${notice}`, cookies: [{ name: 'session', value: null }] };
}

async function showServers({ core, language, session }: PersonVisit): Promise<Outcome> {
  const t = signInTexts[language];
  const frame = frameTexts[language];
  const servers = await listReachable(core, session);
  const cards = servers.map(
    (server) => html`<li><a href="${addressOf({ server })}"><strong>${server.name}</strong>
<small>${t.members(formatNumber(server.memberCount, language))} · ${t[planLimitsOf(core, server).plan]}</small></a></li>`,
  );
  const none = html`<p>${t.noServers}</p><p><small>${t.noServersHint}</small></p>`;
  return show({
    title: t.serversTitle,
    content: html`${cards.length > 0 ? html`<ul class="cards">${cards}</ul>` : none}
<form method="post" action="/logout" class="account">${csrfField(session)}
<span>${frame.signedInAs(nameOf(session, language))}</span>
<button type="submit" class="secondary" name="everywhere" value="yes">${frame.signOutEverywhere}</button></form>`,
  });
}

async function showKeptForm({ core, language, session, params }: PersonVisit): Promise<Outcome> {
  const t = signInTexts[language];
  const kept = await readKeptForm(core, params.form ?? '');
  if (!kept) throw new AppError('not_found');
  const typed = kept.fields.filter(([, value]) => value !== '');
  const content = html`<p>${t.keptIntro}</p>
${typed.map(([, value]) => html`<pre class="whole" data-kept>${value}</pre>\n`)}
<form method="post" action="${kept.action}">${csrfField(session)}
${kept.fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
<button type="submit">${t.keptSend}</button> <a href="${kept.page}">${t.keptDiscard}</a></form>`;
  return show({ title: t.keptTitle, content });
}
