import type { Session } from '../../../core/owners/sessions.ts';
import { LANGUAGES } from '../../../domain/types.ts';
import { LANGUAGE_NAMES } from '../../../domain/words.ts';
import { noticeTexts, type Tab, toNoticeCode } from '../i18n/frame.ts';
import { addressOf, type ServerVisit } from '../route.ts';
import type { Faults } from './form.ts';
import { type Html, html, NOTHING } from './html.ts';

/** Keeps other sites from sending a form. */
export function csrfField({ csrf }: Pick<Session, 'csrf'>): Html {
  return html`<input type="hidden" name="_csrf" value="${csrf}">`;
}

/** A form that posts to a page of the visited server; nothing where its reader may not send it. @param attributes more of them, with a blank before each */
export function postForm(visit: ServerVisit, to: string, content: Html, attributes: Html = NOTHING): Html {
  if (!visit.opens(to, 'post')) return NOTHING;
  return html`<form method="post" action="${addressOf(visit, to)}"${attributes}>
${csrfField(visit.session)}${content}</form>`;
}

/** With script, only this part of the answer is put in. @param part id of an element that both pages have */
export function inPlace(visit: ServerVisit, to: string, part: string): Html {
  return html` hx-post="${addressOf(visit, to)}" hx-select="#${part}" hx-target="#${part}" hx-swap="outerHTML"`;
}

/** A form that filters a list as soon as somebody types or chooses. @param to.part id of the element with the list */
export function filterForm(
  visit: ServerVisit,
  to: { tab: Tab; part: string; button: string },
  fields: Html,
): Html {
  const address = addressOf(visit, to.tab);
  return html`<search><form method="get" action="${address}#${to.part}" hx-get="${address}"
 hx-trigger="input changed delay:300ms target:input, change target:select, submit" hx-sync="this:replace"
 hx-select="#${to.part}" hx-target="#${to.part}" hx-swap="outerMorph">
${fields}
<button type="submit" class="secondary">${to.button}</button>
</form></search>`;
}

export interface FieldOptions {
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
  /** Its form is sent with Ctrl+Enter, by script. */
  sendsByKey?: boolean;
  /** Has the focus as soon as it is there, as the first one at fault has. */
  isFocused?: boolean;
  /** Makes it a choice. */
  choices?: readonly Choice[];
}

export interface Choice {
  value: string;
  label: string;
}

/** Languages of customers and knowledge, each by its own name. */
export const LANGUAGE_CHOICES: readonly Choice[] = LANGUAGES.map((value) => ({
  value,
  label: LANGUAGE_NAMES[value],
}));

export function field(options: FieldOptions): Html {
  const { name, label, hint, idPrefix = '', maxLength } = options;
  const id = `${idPrefix}${name}`;
  const fault = options.faults?.get(name);
  const describedBy = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const attributes = html`id="${id}" name="${name}"${maxLength && html` maxlength="${maxLength}"`}${
    options.isRequired && html` required`
  }${options.sendsByKey && html` data-send`}${(options.isFocused || fault) && html` autofocus`}${fault && html` aria-invalid="true"`}${describedBy && html` aria-describedby="${describedBy}"`}`;
  return html`<label for="${id}">${label}</label>
${control(options, attributes)}${fault && html`<small id="${id}-fault" class="fault">${fault}</small>`}${
  hint && html`<small id="${id}-hint">${hint}</small>`
}`;
}

function control(
  { value = '', type = 'text', placeholder, rows, choices }: FieldOptions,
  attributes: Html,
): Html {
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

/** What `doneAt` was told to say at this place; nothing on any other visit. */
export function saidHere({ url, language }: ServerVisit, place: string): Html {
  const code = toNoticeCode(url.searchParams.get('done'));
  if (code === null || url.searchParams.get('at') !== place) return NOTHING;
  return html`<span id="${place}-said" class="said" role="status" tabindex="-1">${noticeTexts[language][code]}</span>`;
}

/** The button of a form; after it was pressed it says so. @param more beside it */
export function saveRow(visit: ServerVisit, place: string, label: string, more: Html = NOTHING): Html {
  return html`<div class="save"><button type="submit">${label}</button>${more}${saidHere(visit, place)}</div>`;
}

/** A fault that belongs to no single field, above the form. */
export function faultNote(text: Html | string | undefined): Html {
  return text ? html`<p class="note fault" role="alert">${text}</p>` : NOTHING;
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
    /** With script: only this part of the answer is put in. */
    part?: string;
  },
): Html {
  const { to, label, kind = 'secondary', fields = {}, spoken, question, part } = options;
  const content = html`${hiddenFields(fields)}<button type="submit" class="${kind}"${
    spoken && html` aria-label="${spoken}"`
  }>${label}</button>`;
  const asked = question && html` data-question="${question}"`;
  return postForm(visit, to, content, html` class="action"${asked}${part && inPlace(visit, to, part)}`);
}

export function hiddenFields(fields: Readonly<Record<string, string | number>>): Html {
  return html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;
}
