import { endAllSessions, endSession, listManageable } from '../../../core/owners/sessions.ts';
import { beginSignIn, completeSignIn, signInLocally, signInMethods } from '../../../core/owners/sign-in.ts';
import { termsOf } from '../../../core/quota/plan-limits.ts';
import { AppError } from '../../../domain/errors.ts';
import { signInTexts } from '../i18n/frame.ts';
import { addressOf, type Outcome, type PersonVisit, type Route, show, type Visit } from '../route.ts';
import { faultNote } from '../view/components.ts';
import { formatNumber, type Html, html, NOTHING } from '../view/html.ts';

const SIGN_IN_MINUTES = 10;
const LINK_COMMAND = 'npm run cli -- dashboard link';

export const signInRoutes: Route[] = [
  { method: 'get', path: '/', access: 'open', run: goHome },
  { method: 'get', path: '/login', access: 'open', run: showSignIn },
  { method: 'get', path: '/login/discord', access: 'open', isOnce: true, run: goToDiscord },
  { method: 'get', path: '/login/discord/callback', access: 'open', isOnce: true, run: comeFromDiscord },
  { method: 'get', path: '/login/local', access: 'open', isOnce: true, run: signInWithLink },
  { method: 'post', path: '/logout', page: '/login', access: 'open', run: signOut },
  { method: 'get', path: '/servers', access: 'person', run: showServers },
];

function goHome({ session }: Visit): Outcome {
  return { kind: 'redirect', to: session ? '/servers' : '/login' };
}

function showSignIn(visit: Visit): Outcome {
  if (visit.session) return { kind: 'redirect', to: '/servers' };
  return renderSignIn(visit, NOTHING, 200);
}

function renderSignIn({ core, language, url }: Visit, above: Html, status: number): Outcome {
  const t = signInTexts[language];
  const { discord, local } = signInMethods(core);
  const next = url.searchParams.get('next');
  const search = next === null ? '' : `?${new URLSearchParams({ next })}`;
  const content = html`${above}<p>${t.intro}</p>
${discord ? html`<p><a role="button" href="/login/discord${search}">${t.withDiscord}</a></p><p><small>${t.whatDiscordTells}</small></p>` : NOTHING}
${local ? html`<p>${t.localHint} <code>${LINK_COMMAND}</code></p>` : NOTHING}
${discord || local ? NOTHING : html`<p class="note">${t.noWay}</p>`}`;
  return show({ title: t.title, content }, status);
}

async function goToDiscord({ core, url }: Visit): Promise<Outcome> {
  if (!signInMethods(core).discord) throw new AppError('not_found');
  const begun = await beginSignIn(core, { next: url.searchParams.get('next') ?? '/servers' });
  const expiresAt = new Date(core.clock() + SIGN_IN_MINUTES * 60_000);
  const cookies = [{ name: 'sign_in' as const, value: begun.browserSecret, expiresAt }];
  return { kind: 'redirect', to: begun.url, cookies };
}

async function comeFromDiscord(visit: Visit): Promise<Outcome> {
  const { core, url, cookies } = visit;
  if (!signInMethods(core).discord) throw new AppError('not_found');
  try {
    const { secret, expiresAt, next } = await completeSignIn(core, {
      state: readOnly(url, 'state'),
      code: readOnly(url, 'code'),
      browserSecret: cookies.get('sign_in') ?? null,
    });
    return {
      kind: 'redirect',
      to: next,
      cookies: [
        { name: 'session', value: secret, expiresAt },
        { name: 'sign_in', value: null },
      ],
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'forbidden') throw error;
    return renderSignIn(visit, faultNote(signInTexts[visit.language].refused), 403);
  }
}

/**
 * A parameter that may stand there once; empty where it does not stand at all. Which of two would count, whoever
 * looked at the address before may see otherwise.
 * @throws AppError('forbidden')
 */
function readOnly({ searchParams }: URL, name: string): string {
  const [value = '', ...more] = searchParams.getAll(name);
  if (more.length > 0) throw new AppError('forbidden');
  return value;
}

async function signInWithLink(visit: Visit): Promise<Outcome> {
  const { core, url, language } = visit;
  if (!signInMethods(core).local) throw new AppError('not_found');
  try {
    const { secret, expiresAt } = await signInLocally(core, readOnly(url, 'token'));
    return { kind: 'redirect', to: '/servers', cookies: [{ name: 'session', value: secret, expiresAt }] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'forbidden') throw error;
    const t = signInTexts[language];
    const content = html`<p role="alert">${t.linkUsed}</p><p><code>${LINK_COMMAND}</code></p>`;
    return show({ title: t.title, content }, 403);
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
  const servers = await listManageable(core, session);
  const content =
    servers.length === 0
      ? html`<p>${t.noServers}</p><p><small>${t.noServersHint}</small></p>`
      : html`<ul class="cards">${servers.map(
          (server) => html`<li><a href="${addressOf({ server })}"><strong>${server.name}</strong>
<small>${t.members(formatNumber(server.memberCount, language))} · ${
            termsOf(core, server).plan === 'premium' ? t.premium : t.free
          }</small></a></li>`,
        )}</ul>`;
  return show({ title: t.serversTitle, content });
}
