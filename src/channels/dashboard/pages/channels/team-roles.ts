import { readGuild } from '../../../../core/members/chat-rules.ts';
import { isEveryone } from '../../../../core/owners/access.ts';
import type { Settings } from '../../../../core/owners/settings.ts';
import { chatIdSchema, describeSetting, settingsChangeSchema } from '../../../../core/owners/settings.ts';
import { TEAM_REASONS, type TeamReason } from '../../../../domain/types.ts';
import { REASONS } from '../../../../domain/words.ts';
import { channelsTexts } from '../../i18n/channels.ts';
import type { ServerVisit } from '../../route.ts';
import { field } from '../../view/controls.ts';
import type { Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';
import { channelChoices, nameChannel, roleChoices, type SettingsView } from './names.ts';

const ROLES = 'handover_roles';
const PLACE = 'handover_place';
const PLACE_ROLE = 'handover_place_role';
const REMIND = 'remind_asker';

/** Who is called in place of the usual role, and whether askers are reminded. */
export function renderOthers(view: SettingsView): Html {
  const { visit, reading } = view;
  const { form, language, settings } = visit;
  const t = channelsTexts[language];
  const chosen = form.has(ROLES) ? readPairs(visit) : settings.handover_roles;
  const faults = view.refused?.form === 'team' ? view.refused.faults : undefined;
  const remind = field({
    ...{ name: REMIND, label: describeSetting(REMIND).label[language] },
    value: form.has(REMIND) ? form.text(REMIND) : settings.remind_asker ? 'on' : 'off',
    choices: [
      { value: 'on', label: t.remindOn },
      { value: 'off', label: t.remindOff },
    ],
  });
  if (reading.state !== 'known') {
    const value = Object.entries(chosen).map(([name, role]) => `${name} = ${role}`);
    const ids = field({
      name: ROLES,
      label: t.otherRoles,
      value: value.join('\n'),
      rows: 3,
      faults,
      hint: t.otherRolesHint,
    });
    return html`${ids}\n${remind}`;
  }
  const roles = roleChoices(reading.guild, Object.values(chosen), language);
  const usual = { value: '', label: t.asUsual };
  const places = Object.keys(chosen).filter((name) => chatIdSchema.safeParse(name).success);
  const names = [...new Set([...TEAM_REASONS, ...settings.topics, ...places])];
  const label = (name: string) => {
    if (isReason(name)) return REASONS[name][language];
    return places.includes(name) ? nameChannel(reading, name, language) : name;
  };
  const selects = names.map((name, index) =>
    field({
      ...{ name: ROLES, idPrefix: `called-${index}-`, label: label(name) },
      value: Object.hasOwn(chosen, name) ? `${name}=${chosen[name]}` : '',
      choices: [usual, ...roles.map((role) => ({ value: `${name}=${role.value}`, label: role.label }))],
    }),
  );
  const channels = channelChoices(view, form.text(PLACE), { empty: t.choose }) ?? [];
  return html`<details${faults?.has(ROLES) && html` open`}><summary>${t.otherRoles}</summary>
<p>${t.otherRolesIntro}</p>${faults?.has(ROLES) && html`<p class="fault">${faults.get(ROLES)}</p>`}
${selects}
${field({ name: PLACE, label: t.otherPlace, value: form.text(PLACE), choices: channels })}
${field({ name: PLACE_ROLE, label: t.otherPlaceRole, value: form.text(PLACE_ROLE), choices: [usual, ...roles] })}
</details>\n${remind}`;
}

const isReason = (name: string): name is TeamReason => TEAM_REASONS.some((reason) => reason === name);

/** What the form holds, a line or a choice `name=role` each; a place with its role comes to it. */
function readPairs({ form }: ServerVisit): Record<string, string> {
  const lines = form.all(ROLES).flatMap((text) => text.split('\n'));
  const pairs = lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.includes('=') ? line.lastIndexOf('=') : line.length;
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
  const [place, role] = [form.text(PLACE), form.text(PLACE_ROLE)];
  return Object.fromEntries(place && role ? [...pairs, [place, role]] : pairs);
}

/** The settings that the form holds of this part, or what is wrong with them; what it does not hold stays. */
export async function checkOthers(
  visit: ServerVisit,
): Promise<{ values: Partial<Settings>; faults: null } | { values: null; faults: Faults }> {
  const { core, server, form, settings, language } = visit;
  const t = channelsTexts[language];
  const remind = form.has(REMIND) ? { remind_asker: form.text(REMIND) === 'on' } : {};
  if (!form.has(ROLES)) return { values: remind, faults: null };
  const roles = readPairs(visit);
  const refuse = (text: string) => ({ values: null, faults: new Map([[ROLES, text]]) });
  if (!settingsChangeSchema.safeParse({ [ROLES]: roles }).success) return refuse(t.otherRolesFault);
  const reading = await readGuild(core, server.id);
  const known = reading.state === 'known' ? reading.guild : null;
  for (const [name, role] of Object.entries(roles)) {
    if (isEveryone(server.id, role)) return refuse(t.everyone);
    const isStored = settings.handover_roles[name] === role;
    const isPlace = chatIdSchema.safeParse(name).success && !settings.topics.includes(name);
    const isForeign =
      known !== null &&
      !isStored &&
      (!known.roles.some(({ id }) => id === role) ||
        (isPlace && !known.channels.some(({ id }) => id === name)));
    if (isForeign) return refuse(t.notOfServer);
  }
  return { values: { ...remind, handover_roles: roles }, faults: null };
}
