import { MAX_COUNTED_WAITING, type WaitingCounts } from '../../../core/operations/overview.ts';
import type { InterfaceLanguage, Server } from '../../../domain/types.ts';
import { frameTexts, MENU, menuTexts, TABS, type Tab, tabTexts } from '../i18n/frame.ts';
import { addressOf, type Opens } from '../route.ts';
import { type Html, html, NOTHING } from './html.ts';
import { icon } from './icons.ts';

interface MenuView {
  server: Server;
  language: InterfaceLanguage;
  waiting: WaitingCounts | null;
  current: Tab | undefined;
  opens: Opens;
}

/** Where what waits is seen to. */
const COUNTED: { [One in Tab]?: keyof WaitingCounts } = {
  answers: 'drafts',
  unanswered: 'unanswered',
  training: 'training',
};

/** The pages of a server that the reader may open: beside the page where there is room, folded above it on a phone. */
export function renderMenu(view: MenuView): Html {
  const { language, current } = view;
  const t = menuTexts[language];
  const mayOpen = (tab: Tab) => view.opens(tab);
  const groups = MENU.map(({ group, tabs }) => {
    const items = tabs.filter(mayOpen).map((tab) => menuItem(view, tab));
    if (items.length === 0) return NOTHING;
    if (group === null) return html`<ul>${items}</ul>`;
    return html`<p id="menu-${group}">${t[group]}</p><ul aria-labelledby="menu-${group}">${items}</ul>`;
  });
  const counted = TABS.filter(mayOpen).flatMap((tab) => COUNTED[tab] ?? []);
  const all = counted.reduce((sum, name) => sum + (view.waiting?.[name] ?? 0), 0);
  const here = current === undefined ? '' : tabTexts[language][current];
  return html`<nav class="menu" aria-label="${frameTexts[language].menu}"><details>
<summary>${icon('menu')} ${t.open} <strong>${here}</strong>${renderCount(language, 'all', all)}</summary>
<div>${groups}</div></details></nav>`;
}

function menuItem({ server, language, waiting, current }: MenuView, tab: Tab): Html {
  const counted = COUNTED[tab];
  return html`<li><a href="${addressOf({ server }, tab)}"${
    tab === current && html` aria-current="page"`
  }>${icon(tab)} <span>${tabTexts[language][tab]}</span>${counted && renderCount(language, counted, waiting?.[counted] ?? 0)}</a></li>\n`;
}

/** Empty where nothing waits: a script that puts in a part of a page takes the number along. */
function renderCount(language: InterfaceLanguage, name: string, count: number): Html {
  const shown = count < MAX_COUNTED_WAITING ? count : `${MAX_COUNTED_WAITING - 1}+`;
  const said = html`<span class="visually-hidden">, </span>${shown}<span class="visually-hidden"> ${menuTexts[language].waiting}</span>`;
  return html`<span class="count" id="count-${name}" hx-swap-oob="true">${count > 0 && said}</span>`;
}
