import { crc32 } from 'node:zlib';
import { MANY_LINKS } from './plan.ts';

const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1);

/** What a trap answers: a page that always leads to pages nobody has seen. null for other addresses. */
export function renderTrap(path: string): string | null {
  const [, year, month] = /^\/calendar\/(\d+)\/(\d+)$/.exec(path) ?? [];
  if (year !== undefined) return renderMonth(Number(year), Number(month));
  const day = /^\/events\?day=(\d+)$/.exec(path)?.[1];
  if (day !== undefined) {
    const days = Array.from({ length: 20 }, (_, n) => `/events?day=${Number(day) + n + 1}`);
    return render(`Events of day ${day}`, days);
  }
  if (path.startsWith('/deep/')) return render(`Below ${path}`, ['a/b/', 'b/', '../a/']);
  const session = /^\/shop\?session=(\w+)$/.exec(path)?.[1];
  if (session !== undefined)
    return render(
      'The shop',
      [1, 2, 3].map((n) => `/shop?session=${crc32(session + n)}`),
    );
  return path.startsWith(`${MANY_LINKS}?`) ? render('One of many', []) : null;
}

function renderMonth(year: number, month: number): string {
  const next = MONTHS.map((other) => `/calendar/${year + 1}/${other}`);
  return render(`Calendar of ${month}/${year}`, [...next, `/calendar/${year}/${(month % 12) + 1}`]);
}

function render(title: string, links: readonly string[]): string {
  const items = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('');
  return `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>Nothing has been entered here.</p></main>
<nav>${items}</nav></html>`;
}
