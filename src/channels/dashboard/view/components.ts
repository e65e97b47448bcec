import type { Session } from '../../../core/owners/sessions.ts';
import type { Language } from '../../../domain/types.ts';
import { pagingTexts, type Tab } from '../i18n/frame.ts';
import { addressOf, type ServerVisit, type Visit } from '../route.ts';
import type { Faults } from './form.ts';
import { formatDate, formatDateTime, formatNumber, type Html, html, NOTHING } from './html.ts';

/** The building blocks of the pages: forms, fields, lists. Every value is escaped by `html`. */

/** What every form carries, so that no other site can send it. */
export function csrfField({ csrf }: Pick<Session, 'csrf'>): Html {
  return html`<input type="hidden" name="_csrf" value="${csrf}">`;
}

/** A form that posts to a page of the visited server. @param attributes more of them, with a blank before each */
export function postForm(visit: ServerVisit, to: string, content: Html, attributes: Html = NOTHING): Html {
  return html`<form method="post" action="${addressOf(visit, to)}"${attributes}>
${csrfField(visit.session)}${content}</form>`;
}

/** With script, only this part of the answer is put in. @param part id of an element that both pages have */
export function inPlace(visit: ServerVisit, to: string, part: string): Html {
  return html` hx-post="${addressOf(visit, to)}" hx-select="#${part}" hx-target="#${part}" hx-swap="outerHTML"`;
}

interface Field {
  name: string;
  label: string;
  value?: string | undefined;
  hint?: string;
  faults?: Faults | undefined;
  isRequired?: boolean;
  maxLength?: number;
  /** Ids are made of the name; a page with the same form twice tells them apart. */
  idPrefix?: string;
  type?: 'text' | 'url' | 'search' | 'date';
  placeholder?: string;
  /** Makes it a text of several lines. */
  rows?: number;
  /** Makes it a choice. */
  choices?: readonly Choice[];
}

export interface Choice {
  value: string;
  label: string;
}

/** One field of a form: an error stands below it and is read out with it. */
export function field(options: Field): Html {
  const { name, label, hint, idPrefix = '', maxLength } = options;
  const id = `${idPrefix}${name}`;
  const fault = options.faults?.get(name);
  const describedBy = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const attributes = html`id="${id}" name="${name}"${maxLength && html` maxlength="${maxLength}"`}${
    options.isRequired && html` required`
  }${fault && html` aria-invalid="true"`}${describedBy && html` aria-describedby="${describedBy}"`}`;
  return html`<label for="${id}">${label}</label>
${control(options, attributes)}${fault && html`<small id="${id}-fault" class="fault">${fault}</small>`}${
  hint && html`<small id="${id}-hint">${hint}</small>`
}`;
}

function control({ value = '', type = 'text', placeholder, rows, choices }: Field, attributes: Html): Html {
  if (choices)
    return html`<select ${attributes}>${choices.map(
      (choice) =>
        html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.label}</option>`,
    )}</select>`;
  // A first line break is dropped by HTML; one more keeps what was typed.
  if (rows)
    return html`<textarea ${attributes} rows="${rows}">
${value}</textarea>`;
  const shown = placeholder && html` placeholder="${placeholder}"`;
  return html`<input type="${type}" ${attributes} value="${value}"${shown}>`;
}

interface Checkbox {
  name: string;
  label: string;
  value?: string;
  isChecked: boolean;
}

export function checkbox({ name, label, value = 'on', isChecked }: Checkbox): Html {
  const id = `${name}-${value}`;
  return html`<label for="${id}"><input type="checkbox" id="${id}" name="${name}" value="${value}"${
    isChecked && html` checked`
  }> ${label}</label>`;
}

/** A fault that belongs to no single field, above the form. */
export function faultNote(text: Html | string | undefined): Html {
  return text ? html`<p class="note fault" role="alert">${text}</p>` : NOTHING;
}

export function note(text: string | Html): Html {
  return html`<p class="note">${text}</p>`;
}

/** One button that posts: it works without script, and asks for no more than it does. */
export function actionButton(
  visit: ServerVisit,
  options: {
    to: string;
    label: string;
    kind?: 'primary' | 'secondary' | 'danger';
    fields?: Record<string, string>;
    /** Read out instead of the label, where the same label stands on every row. */
    spoken?: string;
    /** With script: asked before it is done. */
    question?: string;
  },
): Html {
  const { to, label, kind = 'secondary', fields = {}, spoken, question } = options;
  const content = html`${hiddenFields(fields)}<button type="submit" class="${kind}"${
    spoken && html` aria-label="${spoken}"`
  }>${label}</button>`;
  return postForm(visit, to, content, html` class="action"${question && html` data-question="${question}"`}`);
}

export function hiddenFields(fields: Readonly<Record<string, string | number>>): Html {
  return html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;
}

type Reader = Pick<Visit, 'core' | 'language'>;

/** A moment in the reader's language and the zone that the week is counted in. */
export function moment({ core, language }: Reader, at: Date): Html {
  const text = formatDateTime(at, language, core.config.QUOTA_TIME_ZONE);
  return html`<time datetime="${at.toISOString()}">${text}</time>`;
}

export function day({ core, language }: Reader, at: Date): Html {
  const text = formatDate(at, language, core.config.QUOTA_TIME_ZONE);
  return html`<time datetime="${at.toISOString()}">${text}</time>`;
}

/** A table that scrolls by itself where it is wider than the screen. @param label names it for those who hear it. */
export function table(label: string, heads: readonly (string | Html)[], rows: readonly Html[]): Html {
  return html`<div class="overflow-auto" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** An address that people wrote, as a link where it leads to the web and as text where it would do something else. */
export function outLink(address: string, label: string = address): Html {
  if (!/^https?:\/\//i.test(address)) return html`${label}`;
  return html`<a href="${address}" rel="noopener nofollow">${label}</a>`;
}

const MAX_NUMBER = 100_000;

/** Rows of one page of a long list. */
export interface Paged<Rows> {
  rows: Rows;
  /** Of the page, from 1. */
  number: number;
  last: number;
  total: number;
}

/** Reads the page that `?page=` asks for; beyond the ends the nearest one. */
export async function readPaged<Rows>(
  url: URL,
  limit: number,
  read: (slice: { offset: number; limit: number }) => Promise<{ rows: Rows; total: number }>,
): Promise<Paged<Rows>> {
  const asked = Number(url.searchParams.get('page') ?? 1);
  const wanted = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, MAX_NUMBER) : 1;
  const at = async (number: number) => ({ ...(await read({ offset: (number - 1) * limit, limit })), number });
  const page = await at(wanted);
  const last = Math.max(1, Math.ceil(page.total / limit));
  return { ...(wanted > last ? await at(last) : page), last };
}

/** Links to the pages before and after; nothing where there is only one. @param query of the address, kept in both */
export function pager(
  visit: ServerVisit,
  { number, last }: Paged<unknown>,
  tab: Tab,
  query: Readonly<Record<string, string>> = {},
): Html {
  if (last === 1) return NOTHING;
  const { language } = visit;
  const t = pagingTexts[language];
  const toLink = (target: number, label: string, rel: string) => {
    const search = new URLSearchParams({ ...query, page: String(target) });
    return html`<a href="${addressOf(visit, tab)}?${search.toString()}" rel="${rel}" role="button" class="secondary outline">${label}</a>`;
  };
  return html`<nav class="pager" aria-label="${t.label}">${number > 1 && toLink(number - 1, t.back, 'prev')}
<span>${t.position(formatNumber(number, language), formatNumber(last, language))}</span>
${number < last && toLink(number + 1, t.next, 'next')}</nav>`;
}

/** First and last row of a page and how many there are, as readers of a language write them. */
export function rangeOf(
  { rows, number, total }: Paged<readonly unknown[]>,
  limit: number,
  language: Language,
): [first: string, last: string, total: string] {
  const first = (number - 1) * limit + 1;
  const format = (count: number) => formatNumber(count, language);
  return [format(first), format(first + rows.length - 1), format(total)];
}
