import { ROUTES } from '../../src/channels/dashboard/app.ts';
import type { Samples } from './data.ts';

/** Paths of all pages, as the route table has them; what is done once and what only leads elsewhere is none. */
export const PAGE_PATHS: readonly string[] = ROUTES.flatMap((route) =>
  route.method === 'get' && !route.isOnce && route.path !== '/' && !route.path.endsWith('.csv')
    ? [route.path]
    : [],
);

/** A path with ids in the place of its parameters. A new kind of parameter needs a sample in data.ts. */
export function fillPath(path: string, samples: Samples): string {
  return path.replace(/([\w-]+)\/:(\w+)/g, (_, kind: string, name: string) => {
    const sample = samples[kind];
    if (sample === undefined) throw new Error(`data.ts has no sample for :${name} of ${path}`);
    return `${kind}/${encodeURIComponent(sample)}`;
  });
}
