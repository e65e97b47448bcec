import { z } from 'zod';
import { changeSettings } from '../../../../core/owners/servers.ts';
import { draftBelowSchema } from '../../../../core/owners/settings.ts';
import { DRAFT_STATES } from '../../../../domain/types.ts';
import { kiTexts } from '../../i18n/ki.ts';
import type { ServerVisit } from '../../route.ts';
import { checkbox, field, postForm } from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';

const draftsSchema = z.object({ drafts: z.enum(DRAFT_STATES), draft_below: draftBelowSchema });

/** Which answers somebody looks at first, and whether the same question is answered again at no cost. */
export function draftsSection(visit: ServerVisit, faults: Faults | undefined): Html {
  const { form, settings, language } = visit;
  const t = kiTexts[language];
  const isSent = form.has('drafts');
  const states = DRAFT_STATES.map((value) => ({ value, label: t[`drafts_${value}`] }));
  const state = isSent ? form.text('drafts') : settings.drafts;
  const below = isSent ? form.text('draft_below') : settings.draft_below.toLocaleString(language);
  const content = html`${field({ name: 'drafts', idPrefix: 'set-', label: t.draftsState, choices: states, value: state, faults })}
${field({ name: 'draft_below', label: t.draftBelow, hint: t.draftBelowHint, value: below, maxLength: 6, faults })}
${checkbox({ name: 'repeats', label: t.repeats, isChecked: isSent ? form.has('repeats') : settings.repeats })}
<p><small>${t.repeatsHint}</small></p>
<button type="submit">${t.save}</button>`;
  return html`<section id="drafts">
<h2>${t.drafts}</h2>
<p>${t.draftsIntro}</p>
${postForm(visit, 'drafts', content)}
</section>`;
}

/** Saves what the form holds. @returns what is wrong in it, or what was changed as the audit log says it */
export async function saveDrafts(visit: ServerVisit): Promise<{ faults: Faults } | { subject: string }> {
  const { core, server, form, language } = visit;
  const given = { drafts: form.text('drafts'), draft_below: form.text('draft_below') };
  const checked = check(draftsSchema, given, language);
  if (checked.faults) return { faults: checked.faults };
  const change = { ...checked.values, repeats: form.has('repeats') };
  const { drafts, draft_below, repeats } = await changeSettings(core, server.id, () => change);
  return { subject: `${drafts} ${draft_below}, repeats ${repeats}` };
}
