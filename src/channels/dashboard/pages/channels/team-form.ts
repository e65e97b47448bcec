import { listSettings } from '../../../../core/owners/settings.ts';
import { channelsTexts } from '../../i18n/channels.ts';
import { checkbox, faultNote, field, postForm, saveRow } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';
import { settingFields } from '../settings.ts';
import { ID_CHARACTERS, roleChoices, type SettingsView, stateOf } from './names.ts';
import { renderOthers } from './team-roles.ts';

/** Who teaches, who is called, how the team is called in tickets, and what it always gets: one form. */
export function renderTeam(view: SettingsView): Html {
  const { visit } = view;
  const t = channelsTexts[visit.language];
  const form = html`${renderTeachers(view)}
${renderCalled(view)}
${renderOthers(view)}
${renderLists(view)}
${saveRow(visit, 'team', t.save)}`;
  return html`<section id="team"><h2>${t.team}</h2>
${postForm(visit, 'team', form)}</section>`;
}

function renderTeachers({ visit, reading, refused }: SettingsView): Html {
  const { form, language, settings } = visit;
  const t = channelsTexts[language];
  const isSent = form.has('teach_roles') || form.has('handover_role');
  const chosen = isSent ? form.all('teach_roles') : settings.teach_roles;
  const faults = refused?.faults;
  if (reading.state !== 'known')
    return field({
      ...{ name: 'teach_roles', label: t.teachRoleIds, value: chosen.join('\n'), rows: 3, faults },
      hint: `${t.teachRolesHint} ${t.teachRoleIdsHint}`,
    });
  const choices = roleChoices(reading.guild, chosen, language);
  return html`<fieldset><legend>${t.teachRoles}</legend>
${faultNote(faults?.get('teach_roles'))}
<div class="choices">${choices.map(({ value, label }) =>
    checkbox({ name: 'teach_roles', label, value, isChecked: chosen.includes(value) }),
  )}</div>
<small>${choices.length === 0 ? t.noRoles : t.teachRolesHint}</small></fieldset>`;
}

function renderCalled(view: SettingsView): Html {
  const { visit, reading } = view;
  const { language, settings } = visit;
  const t = channelsTexts[language];
  const role = stateOf(view, 'team', 'handover_role', settings.handover_role ?? '');
  if (reading.state !== 'known')
    return field({
      ...{ ...role, label: t.handoverRoleId, hint: t.handoverRoleHint, maxLength: ID_CHARACTERS },
    });
  const roles = roleChoices(reading.guild, [role.value], language);
  return field({
    ...{ ...role, label: t.handoverRole, choices: [{ value: '', label: t.nobody }, ...roles] },
  });
}

/** Names of the team in tickets, and words that hand over. */
function renderLists({ visit, refused }: SettingsView): Html[] {
  const t = channelsTexts[visit.language];
  const lists = [
    { name: 'topics', title: t.topics, intro: t.topicsIntro },
    { name: 'team_names', title: t.teamNames, intro: t.teamNamesIntro },
  ] as const;
  return lists.map(
    ({ name, title, intro }) => html`<fieldset><legend>${title}</legend><p>${intro}</p>
${settingFields(visit, listSettings(name), refused?.faults)}</fieldset>`,
  );
}
