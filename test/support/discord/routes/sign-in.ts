import { type Answer, type Call, type Route, route } from '../http.ts';
import { ApiProblem, unauthorized } from '../problem.ts';
import type { SignIn } from '../sign-in.ts';
import { listGuildsOf } from '../views.ts';

/** OAuth 2 and what its tokens open: paths without a version, and the page where people agree. */
export function signInRoutes(signIn: SignIn): readonly Route[] {
  return [
    route('GET /oauth2/authorize', ({ query }) => authorize(signIn, query), false),
    route('POST /api/oauth2/token', (call) => giveToken(signIn, call), false),
    route('POST /api/oauth2/token/revoke', (call) => revokeToken(signIn, call), false),
    route('GET /api/users/@me', (call) => ({ body: { ...findUser(signIn, call, 'identify') } }), false),
    route('GET /api/users/@me/guilds', (call) => ({ body: listGuilds(signIn, call) }), false),
  ];
}

/** The page: an error for what the application got wrong, a form to log in, or on with a code. */
function authorize(signIn: SignIn, query: URLSearchParams): Answer {
  const asked = (name: string) => query.get(name) ?? '';
  const redirectUri = asked('redirect_uri');
  const scopes = asked('scope').split(' ');
  const isWrong =
    asked('client_id') !== signIn.clientId ||
    asked('response_type') !== 'code' ||
    !URL.canParse(redirectUri) ||
    (signIn.redirectUris !== null && !signIn.redirectUris.includes(redirectUri)) ||
    !scopes.every((scope) => ['identify', 'guilds'].includes(scope)) ||
    asked('code_challenge_method') !== 'S256' ||
    !/^[\w-]{43}$/.test(asked('code_challenge'));
  if (isWrong) return { status: 400, body: { message: 'Invalid OAuth2 request', code: 50_035 } };
  if (signIn.userId === null) return { status: 200, body: 'Log in to Discord' };
  const target = new URL(redirectUri);
  if (signIn.consent === 'denied') target.searchParams.set('error', 'access_denied');
  else {
    const code = { userId: signIn.userId, redirectUri, challenge: asked('code_challenge'), scopes };
    target.searchParams.set('code', signIn.addCode(code));
  }
  if (query.has('state')) target.searchParams.set('state', asked('state'));
  return { status: 302, body: '', headers: { location: target.href } };
}

function giveToken(signIn: SignIn, { body, authorization }: Call): Answer {
  const form = body as Record<string, string>;
  if (!isApplication(signIn, authorization)) return { status: 401, body: { error: 'invalid_client' } };
  if (form.grant_type !== 'authorization_code')
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  const { code = '', redirect_uri: redirectUri = '', code_verifier: verifier = '' } = form;
  const given = signIn.redeem({ code, redirectUri, verifier });
  if (!given) {
    return {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid "code" in request.' },
    };
  }
  const token = {
    token_type: 'Bearer',
    access_token: given.token,
    expires_in: signIn.tokenLifeSeconds,
    refresh_token: `refresh-${given.token}`,
    scope: given.scopes.join(' '),
  };
  return { body: token };
}

/** Everything that the person granted goes, whichever of their tokens is named. */
function revokeToken(signIn: SignIn, { body, authorization }: Call): Answer {
  if (!isApplication(signIn, authorization)) return { status: 401, body: { error: 'invalid_client' } };
  const { token = '' } = body as Record<string, string>;
  const holder = signIn.holder(token);
  if (holder) signIn.revoke({ id: holder.userId });
  return { body: {} };
}

function isApplication({ clientId, clientSecret }: SignIn, authorization: string | undefined): boolean {
  return authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}

function findHolder(signIn: SignIn, { authorization = '' }: Call, scope: string): string {
  const [, token = ''] = /^Bearer (\S+)$/.exec(authorization) ?? [];
  const holder = signIn.holder(token);
  if (!holder) throw unauthorized();
  if (!holder.scopes.includes(scope)) throw new ApiProblem(403, 50_025, 'Invalid OAuth2 access token');
  return holder.userId;
}

function findUser(signIn: SignIn, call: Call, scope: string) {
  const userId = findHolder(signIn, call, scope);
  const guild = [...call.core.world.guilds.values()].find(({ members }) => members.has(userId));
  return guild?.members.get(userId)?.user ?? { id: userId, username: 'somebody', avatar: null };
}

function listGuilds(signIn: SignIn, call: Call): unknown[] {
  const userId = findHolder(signIn, call, 'guilds');
  return [...signIn.oddGuilds, ...listGuildsOf(call.core.world, userId, call.query)];
}
