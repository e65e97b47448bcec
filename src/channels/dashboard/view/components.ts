import type { Session } from '../../../core/owners/sessions.ts';
import type { Language } from '../../../domain/types.ts';
import { pagingTexts } from '../i18n/frame.ts';
import type { Faults } from './form.ts';
import { formatDate, formatDateTime, formatNumber, type Html, html, NOTHING } from './html.ts';

/** The building blocks of the pages: forms, fields, lists. Every value is escaped by `html`. */

/** What every form carries, so that no other site can send it. */
export function csrfField({ csrf }: Pick<Session, 'csrf'>): Html {
  return html`<input type="hidden" name="_csrf" value="${csrf}">`;
}

interface FieldOptions {
  name: string;
  label: string;
  value?: string | number | null;
  hint?: string;
  faults?: Faults;
  isRequired?: boolean;
  maxLength?: number;
  /** Ids are made of the name; a page with the same form twice tells them apart. */
  idPrefix?: string;
}

interface Parts {
  id: string;
  fault: string | undefined;
  attributes: Html;
  below: Html;
}

/** The parts that all fields share: an error stands below its field and is read out with it. */
function partsOf({ name, hint, faults, idPrefix = '', isRequired, maxLength }: FieldOptions): Parts {
  const id = `${idPrefix}${name}`;
  const fault = faults?.get(name);
  const describedBy = [fault ? `${id}-fault` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return {
    id,
    fault,
    attributes: html`id="${id}" name="${name}"${maxLength ? html` maxlength="${maxLength}"` : ''}${
      isRequired ? html` required` : ''
    }${fault ? html` aria-invalid="true"` : ''}${describedBy ? html` aria-describedby="${describedBy}"` : ''}`,
    below: html`${fault ? html`<small id="${id}-fault" class="fault">${fault}</small>` : ''}${
      hint ? html`<small id="${id}-hint">${hint}</small>` : ''
    }`,
  };
}

export function textField(
  options: FieldOptions & { type?: 'text' | 'url' | 'search' | 'number' | 'date'; placeholder?: string },
): Html {
  const { attributes, below, id } = partsOf(options);
  const { type = 'text', value, label, placeholder } = options;
  return html`<label for="${id}">${label}</label>
<input type="${type}" ${attributes} value="${value ?? ''}"${placeholder ? html` placeholder="${placeholder}"` : ''}>${below}`;
}

export function textArea(options: FieldOptions & { rows?: number }): Html {
  const { attributes, below, id } = partsOf(options);
  // A first line break is dropped by HTML; one more keeps what was typed.
  return html`<label for="${id}">${options.label}</label>
<textarea ${attributes} rows="${options.rows ?? 5}">
${options.value ?? ''}</textarea>${below}`;
}

export interface Choice {
  value: string;
  label: string;
  isDisabled?: boolean;
}

export function selectField(options: FieldOptions & { choices: readonly Choice[] }): Html {
  const { attributes, below, id } = partsOf(options);
  return html`<label for="${id}">${options.label}</label>
<select ${attributes}>${options.choices.map(
    ({ value, label, isDisabled }) =>
      html`<option value="${value}"${value === options.value ? html` selected` : ''}${
        isDisabled ? html` disabled` : ''
      }>${label}</option>`,
  )}</select>${below}`;
}

export function checkbox(options: {
  name: string;
  label: string;
  value?: string;
  isChecked?: boolean;
  idPrefix?: string;
}): Html {
  const { name, label, value = 'on', isChecked = false, idPrefix = '' } = options;
  const id = `${idPrefix}${name}-${value}`;
  return html`<label for="${id}"><input type="checkbox" id="${id}" name="${name}" value="${value}"${
    isChecked ? html` checked` : ''
  }> ${label}</label>`;
}

/** A fault that belongs to no single field, above the form. */
export function faultNote(text: string | undefined): Html {
  return text ? html`<p class="note fault" role="alert">${text}</p>` : NOTHING;
}

export function note(text: string | Html): Html {
  return html`<p class="note">${text}</p>`;
}

/** One button that posts: it works without script, and asks for no more than it does. */
export function actionButton(
  session: Pick<Session, 'csrf'>,
  options: {
    action: string;
    label: string;
    kind?: 'primary' | 'secondary' | 'danger';
    fields?: Record<string, string>;
    /** Read out instead of the label, where the same label stands on every row. */
    spoken?: string;
    /** With script: asked before it is done. */
    question?: string;
  },
): Html {
  const { action, label, kind = 'secondary', fields = {}, spoken, question } = options;
  return html`<form method="post" action="${action}" class="action"${
    question ? html` data-question="${question}"` : ''
  }>${csrfField(session)}${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button type="submit" class="${kind}"${spoken ? html` aria-label="${spoken}"` : ''}>${label}</button></form>`;
}

/** A moment in the reader's language and the zone that the week is counted in. */
export function moment(at: Date, language: Language, zone: string): Html {
  return html`<time datetime="${at.toISOString()}">${formatDateTime(at, language, zone)}</time>`;
}

export function day(at: Date, language: Language, zone: string): Html {
  return html`<time datetime="${at.toISOString()}">${formatDate(at, language, zone)}</time>`;
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
  const at = async (number: number) => ({
    ...(await read({ offset: (number - 1) * limit, limit })),
    number,
  });
  const page = await at(wanted);
  const last = Math.max(1, Math.ceil(page.total / limit));
  return { ...(wanted > last ? await at(last) : page), last };
}

/** Links to the pages before and after; nothing where there is only one. @param query of the address, kept in both */
export function pager(
  language: Language,
  { number, last }: Pick<Paged<unknown>, 'number' | 'last'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Html {
  if (last === 1) return NOTHING;
  const t = pagingTexts[language];
  const position = t.position(formatNumber(number, language), formatNumber(last, language));
  const toLink = (target: number, label: string, rel: string) =>
    target < 1 || target > last
      ? NOTHING
      : html`<a href="${path}?${new URLSearchParams({ ...query, page: String(target) }).toString()}" rel="${rel}" role="button" class="secondary outline">${label}</a>`;
  return html`<nav class="pager" aria-label="${t.label}">${toLink(number - 1, t.back, 'prev')}<span>${position}</span>${toLink(number + 1, t.next, 'next')}</nav>`;
}

/** First and last row of a page and how many there are, as readers of a language write them. */
export function rangeOf(
  { rows, number, total }: Pick<Paged<readonly unknown[]>, 'rows' | 'number' | 'total'>,
  limit: number,
  language: Language,
): [first: string, last: string, total: string] {
  const first = (number - 1) * limit + 1;
  const format = (count: number) => formatNumber(count, language);
  return [format(first), format(first + rows.length - 1), format(total)];
}
