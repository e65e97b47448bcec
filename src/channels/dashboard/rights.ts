import { reaches } from '../../core/owners/access.ts';
import type { Right } from '../../domain/types.ts';
import type { Opens, Route } from './route.ts';

const SERVER = '/servers/:server/';

/** What the routes of a server take, told by the address below it; an address that no route has takes an admin. */
export function readRights(routes: readonly Route[]): (held: Right) => Opens {
  const known = routes.flatMap((route) => {
    if (route.access !== 'server') return [];
    const { method, path, right } = route;
    return { method, right, parts: path.slice(SERVER.length).split('/') };
  });
  return (held) =>
    (tab, method = 'get') => {
      const [path = ''] = tab.split(/[?#]/);
      const asked = path.split('/');
      const found = known.find((one) => one.method === method && fits(one.parts, asked));
      return reaches(held, found?.right ?? 'admin');
    };
}

function fits(parts: readonly string[], asked: readonly string[]): boolean {
  return (
    parts.length === asked.length && parts.every((part, at) => part.startsWith(':') || part === asked[at])
  );
}
