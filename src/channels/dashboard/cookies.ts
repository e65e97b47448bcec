/** A cookie to set, or to remove with `value: null`. */
export interface CookieChange {
  name: CookieName;
  value: string | null;
  /** Until the browser is closed when left out. */
  expiresAt?: Date;
}

/** `session`: who is signed in. `sign_in`: binds a sign-in to the browser. The others are what a person prefers. */
export type CookieName = 'session' | 'sign_in' | 'language' | 'theme';

/**
 * The name as the browser knows it. `__Host-` holds a cookie to this host, to https and to the whole path; browsers
 * refuse it over http, where the plain name stands.
 */
export function toCookieName(name: CookieName, isSecure: boolean): string {
  return isSecure ? `__Host-lotse_${name}` : `lotse_${name}`;
}

/** A Set-Cookie value: never readable by scripts, never sent along from other sites except by a link. */
export function toSetCookie(change: CookieChange, isSecure: boolean): string {
  const parts = [
    `${toCookieName(change.name, isSecure)}=${change.value ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ];
  if (change.value === null) parts.push('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  else if (change.expiresAt) parts.push(`Expires=${change.expiresAt.toUTCString()}`);
  return parts.join('; ');
}
