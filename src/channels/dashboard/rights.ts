import { reaches } from '../../core/owners/access.ts';
import type { Right } from '../../domain/types.ts';
import type { Opens, Route, ServerRoute } from './route.ts';

const SERVER = '/servers/:server';

/** What the routes of a server take, told by the address below it; an address that no route has takes an admin. */
export function readRights(routes: readonly Route[]): (held: Right) => Opens {
  const known = routes.flatMap((route) => (route.access === 'server' ? [toPattern(route)] : []));
  return (held) =>
    (tab, method = 'get') => {
      const [path = ''] = tab.split(/[?#]/);
      const found = known.find((one) => one.method === method && one.pattern.test(path));
      return reaches(held, found?.right ?? 'admin');
    };
}

function toPattern({ method, path, right }: ServerRoute) {
  const below = path.slice(SERVER.length).replace(/^\//, '');
  return { method, right, pattern: new RegExp(`^${below.replace(/:\w+/g, '[^/]+')}$`) };
}
