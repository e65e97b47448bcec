import type { z } from 'zod';
import { entrySchema } from '../../../../core/knowledge/knowledge.ts';
import type { AppError } from '../../../../domain/errors.ts';
import {
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_URL_CHARACTERS,
} from '../../../../domain/limits.ts';
import type { Language } from '../../../../domain/types.ts';
import { explain } from '../../errors.ts';
import { explainIssue, faultTexts } from '../../i18n/faults.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import type { ServerVisit } from '../../route.ts';
import { selectField, textArea, textField } from '../../view/components.ts';
import { check, type Faults, type Form } from '../../view/form.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { entryAddress } from './address.ts';

/** The fields of an entry as they stand in a form. */
export interface Typed {
  title: string;
  text: string;
  link: string;
  language: string;
  valid_until: string;
}

export const EMPTY: Typed = { title: '', text: '', link: '', language: '', valid_until: '' };

/** What is wrong with a form: in its fields, and above it. */
export interface Refusal {
  faults?: Faults;
  note?: Html | string;
}

export function readTyped(form: Form): Typed {
  return {
    title: form.text('title'),
    text: form.text('text'),
    link: form.text('link'),
    language: form.text('language'),
    valid_until: form.text('valid_until'),
  };
}

/** Checks what was typed as every door does; an empty field is one that was left out. */
export function checkTyped(typed: Typed, language: Language) {
  const { title, text } = typed;
  const given = {
    ...{ title, text, link: typed.link.trim() || null },
    ...{ language: typed.language || null, valid_until: typed.valid_until || null },
  };
  const checked = check(entrySchema, given, language);
  if (!checked.faults?.has('valid_until')) return checked;
  return { ...checked, faults: new Map(checked.faults).set('valid_until', faultTexts[language].date) };
}

/** What core refused of a checked entry, for the form; undefined for what no form can say. */
export function refusalOf(visit: ServerVisit, error: AppError): Refusal | undefined {
  const t = knowledgeTexts[visit.language];
  if (error.code === 'already_exists') {
    const id = String(error.context.details?.id ?? '');
    const note = html`${t.knownTitle} <a href="${entryAddress(visit, id)}">${t.openKnown}</a>`;
    return { faults: new Map([['title', t.knownTitle]]), note };
  }
  if (error.code !== 'invalid_input') return undefined;
  const { param = '' } = error.context;
  if (param === 'entries') return { note: t.full };
  return { faults: new Map([[param, explain(error, visit.language)]]) };
}

/** What is wrong with one field of an imported entry. */
export function explainField(issue: z.core.$ZodIssue, language: Language): string {
  const t = knowledgeTexts[language];
  const [field] = issue.path;
  if (field === undefined) return t.notEntry;
  if (field === 'id') return `id: ${t.idFault}`;
  if (field === 'valid_until') return `valid_until: ${faultTexts[language].date}`;
  return `${String(field)}: ${explainIssue(issue, language)}`;
}

/** What stands above a form that was refused. */
export function refusalNote(language: Language, refusal: Refusal | undefined): Html {
  if (!refusal) return NOTHING;
  return html`<p class="note fault" role="alert">${refusal.note ?? knowledgeTexts[language].notSaved}</p>`;
}

export function entryFields(language: Language, typed: Typed, refusal?: Refusal): Html {
  const t = knowledgeTexts[language];
  const faults = refusal?.faults ? { faults: refusal.faults } : {};
  const languages = [
    { value: '', label: t.anyLanguage },
    { value: 'de', label: t.de },
    { value: 'en', label: t.en },
  ];
  return html`${textField({ name: 'title', label: t.entryTitle, value: typed.title, hint: t.titleHint, isRequired: true, maxLength: MAX_ENTRY_TITLE_CHARACTERS, ...faults })}
${textArea({ name: 'text', label: t.text, value: typed.text, hint: t.textHint, rows: 10, isRequired: true, maxLength: MAX_ENTRY_TEXT_CHARACTERS, ...faults })}
${textField({ name: 'link', type: 'url', label: t.link, value: typed.link, hint: t.linkHint, maxLength: MAX_URL_CHARACTERS, placeholder: 'https://', ...faults })}
<div class="columns"><div>${selectField({ name: 'language', label: t.language, value: typed.language, choices: languages, ...faults })}</div>
<div>${textField({ name: 'valid_until', type: 'date', label: t.validUntil, value: typed.valid_until, hint: t.validUntilHint, ...faults })}</div></div>`;
}
