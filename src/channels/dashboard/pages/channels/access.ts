import { z } from 'zod';
import { readGuild } from '../../../../core/members/chat-rules.ts';
import { setRight } from '../../../../core/owners/access.ts';
import { chatIdSchema, MAX_ACCESS_ROLES } from '../../../../core/owners/settings.ts';
import { AppError } from '../../../../domain/errors.ts';
import { RIGHTS } from '../../../../domain/types.ts';
import { RIGHT_TEXTS } from '../../../../domain/words.ts';
import { accessTexts, channelsTexts } from '../../i18n/channels.ts';
import { doneAt, type Outcome, type ServerVisit } from '../../route.ts';
import { table } from '../../view/components.ts';
import { actionButton, field, postForm, saveRow } from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';
import { ID_CHARACTERS, replaceFaults, roleChoices, type SettingsView, stateOf } from './names.ts';

const NO_RIGHT = 'none';
const accessSchema = z.object({ role: chatIdSchema, right: z.enum([...RIGHTS, NO_RIGHT]) });

/** Which roles help to run the bot, and how far. */
export function renderAccess(view: SettingsView): Html {
  const { visit, reading } = view;
  const { language, settings } = visit;
  const t = accessTexts[language];
  const given = Object.keys(settings.access);
  const roles = reading.state === 'known' ? roleChoices(reading.guild, given, language) : [];
  const rows = Object.entries(settings.access).map(([role, right]) => {
    const name = roles.find(({ value }) => value === role)?.label ?? role;
    const { name: called, short } = RIGHT_TEXTS[right];
    const remove = actionButton(visit, {
      ...{ to: 'access', label: t.remove, spoken: t.removeOf(name), kind: 'danger' },
      fields: { role, right: NO_RIGHT },
    });
    return html`<tr data-role="${role}" data-right="${right}"><th scope="row">${name}</th><td>${called[language]}<br><small>${short[language]}</small></td><td>${remove}</td></tr>`;
  });
  return html`<section id="access"><h2>${t.title}</h2><p>${t.intro}</p>
${rows.length > 0 && table(t.list, [t.role, t.right, t.action], rows)}
${postForm(visit, 'access', html`${renderFields(view)}${saveRow(visit, 'access', t.give)}`)}
<p><small>${t.commands}</small></p></section>`;
}

function renderFields(view: SettingsView): Html {
  const { visit, reading } = view;
  const { language } = visit;
  const t = accessTexts[language];
  const role = { ...stateOf(view, 'access', 'role', ''), idPrefix: 'access-', isRequired: true };
  const right = { ...stateOf(view, 'access', 'right', RIGHTS[0]), idPrefix: 'access-' };
  const rights = RIGHTS.map((value) => {
    const { name, short } = RIGHT_TEXTS[value];
    return { value, label: `${name[language]}: ${short[language]}` };
  });
  const roleField =
    reading.state === 'known'
      ? field({
          ...{ ...role, label: t.role },
          choices: [{ value: '', label: t.choose }, ...roleChoices(reading.guild, [role.value], language)],
        })
      : field({ ...role, label: t.roleId, maxLength: ID_CHARACTERS });
  return html`<div class="columns"><div>${roleField}</div>
<div>${field({ ...right, label: t.right, choices: rights })}</div></div>`;
}

/** @returns what is wrong with the form; else where to go on. */
export async function saveAccess(visit: ServerVisit): Promise<Outcome | Faults> {
  const { core, server, form, language, settings } = visit;
  const t = accessTexts[language];
  const typed = { role: form.text('role').trim(), right: form.text('right') };
  const checked = check(accessSchema, typed, language);
  if (checked.faults) {
    const role = typed.role === '' ? t.noneChosen : channelsTexts[language].notAnId;
    return replaceFaults(checked.faults, { role, right: t.noRight });
  }
  const { role, right } = checked.values;
  const isOwn = Object.hasOwn(settings.access, role) || (await hasRole(visit, role));
  if (!isOwn) return new Map([['role', channelsTexts[language].notOfServer]]);
  try {
    const deeds = await setRight(core, server.id, { role, right: right === NO_RIGHT ? null : right });
    return doneAt(visit, { tab: 'team', place: 'access' }, 'access_saved', deeds);
  } catch (error) {
    const param = error instanceof AppError ? error.context.param : undefined;
    if (param !== 'role' && param !== 'access') throw error;
    return new Map([['role', param === 'role' ? t.everyone : t.full(MAX_ACCESS_ROLES)]]);
  }
}

/** Also where the roles of the server are not known; @everyone is refused later, with its own words. */
export async function hasRole({ core, server }: ServerVisit, role: string): Promise<boolean> {
  const reading = await readGuild(core, server.id);
  if (reading.state !== 'known' || role === server.id) return true;
  return reading.guild.roles.some(({ id }) => id === role);
}
