import type { Tab } from '../i18n/frame.ts';
import { type Html, html } from './html.ts';

const CIRCLE = 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z';

/** Lines on a square of 16. */
const PATHS = {
  '': 'M2 7l6-5 6 5v7H2Z M6.5 14v-4h3v4',
  answers: 'M2 3h12v8H7l-3 3v-3H2Z',
  drafts: 'M3 2h6l4 4v8H3Z M9 2v4h4 M6 9h4 M6 11.5h3',
  unanswered: `${CIRCLE} M6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2 M8 11.2v.2`,
  training: 'M1 6l7-3 7 3-7 3Z M4 7.5V11c2 1.6 6 1.6 8 0V7.5',
  knowledge: 'M3 12V4a1.5 1.5 0 0 1 1.5-1.5H13v11H4.5a1.5 1.5 0 0 1 0-3H13',
  links:
    'M6 10l4-4 M7.2 4.3l1.3-1.3a3.2 3.2 0 0 1 4.5 4.5l-1.3 1.3 M8.8 11.7 7.5 13A3.2 3.2 0 0 1 3 8.5l1.3-1.3',
  tests: 'M2.5 2.5h11v11h-11Z M5.2 8.2l2 2 3.6-4.2',
  playground: 'M4 2.5v11L13 8Z',
  rehearsals: 'M8 3.2V1L5 3.5 8 6V3.8a4.6 4.6 0 1 1-4.4 3.3 M7 7v5l3.5-2.5Z',
  ki: 'M8 2l1.5 4.5L14 8l-4.5 1.5L8 14l-1.5-4.5L2 8l4.5-1.5Z',
  channels: 'M6 2.5l-1 11 M11 2.5l-1 11 M2.5 6h11 M2.5 10h11',
  team: 'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z M1.5 13.5c.3-2.6 2-4 4.5-4s4.2 1.4 4.5 4 M10.5 7.4a2.4 2.4 0 0 0 0-4.6 M12 9.8c1.5.5 2.3 1.8 2.5 3.7',
  hours: `${CIRCLE} M8 4.8V8l2.3 1.6`,
  limits: 'M4 11V7a4 4 0 0 1 8 0v4l1.2 1.5H2.8Z M6.5 14.3h3',
  api: 'M5.5 4.5L2 8l3.5 3.5 M10.5 4.5L14 8l-3.5 3.5',
  payments: 'M1.5 3.5h13v9h-13Z M1.5 6.5h13 M4 10h3',
  audit: 'M2.5 3.5h11 M2.5 8h11 M2.5 12.5h6',
  data: 'M8 2v8 M4.8 7L8 10.2 11.2 7 M2.5 13.5h11',
  menu: 'M2 4h12 M2 8h12 M2 12h12',
  out: 'M6 2.5H2.5v11H6 M10 5l3 3-3 3 M13 8H6',
  auto: `${CIRCLE} M8 2v12 M10 3v10 M12 4.6v6.8`,
  light:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z M8 1v1.2 M8 13.8V15 M1 8h1.2 M13.8 8H15 M3 3l.9.9 M12.1 12.1l.9.9 M13 3l-.9.9 M3.9 12.1L3 13',
  dark: 'M13.5 9.3A5.8 5.8 0 1 1 6.7 2.5a4.6 4.6 0 0 0 6.8 6.8Z',
} as const satisfies Record<Tab, string> & Record<string, string>;

/** A drawing beside words that say the same. */
export function icon(name: keyof typeof PATHS): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
}
