import { frameTexts } from '../i18n/frame.ts';
import type { Visit } from '../route.ts';
import { type Html, html } from './html.ts';

/** A long page with a menu of its sections, which stays in sight. @param names of the sections by id */
export function withSections(
  { language }: Pick<Visit, 'language'>,
  names: Readonly<Record<string, string>>,
  content: Html,
): Html {
  const links = Object.entries(names).map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`);
  return html`<div class="long"><nav class="sections" aria-label="${frameTexts[language].sections}"><ul>${links}</ul></nav>
<div>${content}</div></div>`;
}
