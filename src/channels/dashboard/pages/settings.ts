import { changeSettings } from '../../../core/owners/servers.ts';
import type { SettingGroup } from '../../../core/owners/setting-list/kinds.ts';
import type { SettingName, Settings } from '../../../core/owners/settings.ts';
import { describeSetting, listSettings, typedSettingsSchema } from '../../../core/owners/settings.ts';
import type { Deed } from '../../../domain/types.ts';
import type { ServerVisit } from '../route.ts';
import { checkbox, field } from '../view/controls.ts';
import { check, type Faults, type Form } from '../view/form.ts';
import { type Html, html } from '../view/html.ts';

/** The fields have the names of the settings. */

/** @param more of single fields, where a page adds to the description */
export function settingFields(
  visit: ServerVisit,
  names: readonly SettingName[],
  faults: Faults | undefined,
  more: { [Name in SettingName]?: Partial<Parameters<typeof field>[0]> } = {},
): Html {
  const isSent = names.some((name) => visit.form.has(name));
  return html`${names.map((name) => {
    const { kind } = describeSetting(name);
    if (kind === 'flag' || kind === 'choices') return settingBoxes(visit, name, isSent);
    return settingField(visit, name, { faults, ...more[name] });
  })}`;
}

/** One box for a setting that is on or off, or one for each of its values. */
function settingBoxes({ form, settings, language }: ServerVisit, name: SettingName, isSent: boolean): Html {
  const { label, hint, choices } = describeSetting(name);
  const said = hint && html`<small>${hint[language]}</small>`;
  if (!choices) {
    const isChecked = isSent ? form.has(name) : settings[name] === true;
    return html`${checkbox({ name, label: label[language], isChecked })}\n${said && html`<p>${said}</p>\n`}`;
  }
  const chosen = [isSent ? form.all(name) : settings[name]].flat();
  const boxes = Object.entries(choices).map(([value, texts]) =>
    checkbox({ name, value, label: texts[language], isChecked: chosen.includes(value) }),
  );
  return html`<fieldset><legend>${label[language]}</legend>
<div class="choices">${boxes}</div>
${said}</fieldset>\n`;
}

function settingField(
  visit: ServerVisit,
  name: SettingName,
  more: Partial<Parameters<typeof field>[0]>,
): Html {
  const { form, settings, language } = visit;
  const { kind, label, hint, choices, rows, maxLength, initial } = describeSetting(name);
  return html`${field({
    ...{ name, label: label[language], isRequired: kind === 'text' && initial !== '' },
    value: form.has(name) ? form.text(name) : toTyped(settings[name], visit),
    ...(hint && { hint: hint[language] }),
    ...(kind === 'address' && { type: 'url' }),
    ...(choices && {
      choices: Object.entries(choices).map(([value, texts]) => ({ value, label: texts[language] })),
    }),
    ...(rows && { rows }),
    ...(maxLength && { maxLength }),
    ...more,
  })}\n`;
}

function toTyped(value: Settings[SettingName], { language }: ServerVisit): string {
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'number'
    ? value.toLocaleString(language, { useGrouping: false })
    : String(value ?? '');
}

/** What the form holds of these settings; a box that is not in it is not ticked. */
export function checkSettings({ form, language }: ServerVisit, names: readonly SettingName[]) {
  const typed = Object.fromEntries(names.map((name) => [name, readTyped(form, name)]));
  const checked = check(typedSettingsSchema, typed, language);
  if (!checked.faults) return checked;
  const faults = [...checked.faults].map(([name, text]): [string, string] => {
    const { explain } = describeSetting(name as SettingName);
    return [name, explain?.(typed[name] ?? '')[language] ?? text];
  });
  return { values: null, faults: new Map(faults) };
}

function readTyped(form: Form, name: SettingName): string | string[] {
  const { kind } = describeSetting(name);
  if (kind === 'flag') return String(form.has(name));
  if (kind === 'choices') return [...form.all(name)];
  if (kind !== 'list') return form.text(name);
  const lines = form.text(name).split('\n');
  return [...new Set(lines.map((line) => line.trim()).filter(Boolean))];
}

/** Saves what the form holds. @returns what is wrong in it, or what was changed, for the audit log */
export async function saveSettings(
  visit: ServerVisit,
  group: SettingGroup,
): Promise<{ faults: Faults } | { deeds: Deed[] }> {
  const names = listSettings(group);
  const { values, faults } = checkSettings(visit, names);
  if (faults) return { faults };
  const { deeds } = await changeSettings(visit.core, visit.server.id, () => values);
  return { deeds };
}
