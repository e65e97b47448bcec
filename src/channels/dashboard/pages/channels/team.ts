import type { z } from 'zod';
import { readGuild } from '../../../../core/members/chat-rules.ts';
import { isEveryone } from '../../../../core/owners/access.ts';
import { changeSettings } from '../../../../core/owners/servers.ts';
import { MAX_TEACH_ROLES, settingsChangeSchema } from '../../../../core/owners/settings.ts';
import { accessTexts, channelsTexts } from '../../i18n/channels.ts';
import { doneAt, formAt, type Outcome, pageAt, type Route, type ServerVisit, show } from '../../route.ts';
import { check, type Faults } from '../../view/form.ts';
import { html } from '../../view/html.ts';
import { withSections } from '../../view/sections.ts';
import { checkSettings, saveSettings } from '../settings.ts';
import { renderAccess, saveAccess } from './access.ts';
import { renderLearning, saveLearning } from './learning.ts';
import { type RefusedForm, renderState, replaceFaults } from './names.ts';
import { renderTeam } from './team-form.ts';
import { checkOthers } from './team-roles.ts';

const TAB = 'team';

export const teamRoutes: Route[] = [
  pageAt(TAB, (visit) => render(visit)),
  formAt(TAB, TAB, saveTeam),
  formAt('team-names', TAB, (visit) => saveList(visit, 'team_names')),
  formAt('topics', TAB, (visit) => saveList(visit, 'topics')),
  formAt('access', TAB, async (visit) => {
    const outcome = await saveAccess(visit);
    return 'kind' in outcome ? outcome : render(visit, { form: 'access', faults: outcome });
  }),
  formAt('learning', TAB, saveLearning),
];

const teamSchema = settingsChangeSchema.pick({ teach_roles: true, handover_role: true }).required();
type Team = z.infer<typeof teamSchema>;

/** The lists that the form holds beside the roles. */
const LISTS = ['team_names', 'topics'] as const;

/** Saves who teaches and who is called, and the lists as far as the form holds them. */
async function saveTeam(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form } = visit;
  const [roles, others] = await Promise.all([checkRoles(visit), checkOthers(visit)]);
  const sent = LISTS.filter((name) => form.has(name));
  const lists = checkSettings(visit, sent);
  const faults = [roles, others, lists].flatMap((part) => [...(part.faults ?? [])]);
  if (faults.length > 0) return render(visit, refusedTeam(new Map(faults)));
  const change = { ...roles.values, ...others.values, ...lists.values };
  const { deeds } = await changeSettings(core, server.id, () => change);
  return doneAt(visit, { tab: TAB, place: TAB }, 'team_saved', deeds);
}

async function checkRoles(
  visit: ServerVisit,
): Promise<{ values: Team; faults: null } | { values: null; faults: Faults }> {
  const { form, language } = visit;
  const t = channelsTexts[language];
  // Ids typed one a line arrive as one text.
  const roles = form.all('teach_roles').flatMap((text) => text.split(/[\s,]+/).filter(Boolean));
  const teach_roles = [...new Set(roles)];
  const handover_role = form.text('handover_role').trim() || null;
  const checked = check(teamSchema, { teach_roles, handover_role }, language);
  if (checked.faults) {
    const what = teach_roles.length > MAX_TEACH_ROLES ? t.tooManyRoles(MAX_TEACH_ROLES) : t.notAnId;
    const faults = replaceFaults(checked.faults, { teach_roles: what, handover_role: t.notAnId });
    return { values: null, faults };
  }
  const faults = await findForeignRoles(visit, checked.values);
  return faults.size > 0 ? { values: null, faults } : checked;
}

/** The role of everybody, and roles that the server does not have; what was chosen before may stay. */
async function findForeignRoles(visit: ServerVisit, team: Team): Promise<Faults> {
  const { core, server, settings, language } = visit;
  const t = channelsTexts[language];
  const reading = await readGuild(core, server.id);
  const stored = new Set([...settings.teach_roles, settings.handover_role]);
  const faults = new Map<string, string>();
  const look = (field: string, role: string) => {
    const isKnown =
      reading.state !== 'known' || stored.has(role) || reading.guild.roles.some(({ id }) => id === role);
    if (isEveryone(server.id, role)) faults.set(field, t.everyone);
    else if (!isKnown) faults.set(field, t.notOfServer);
  };
  for (const role of team.teach_roles) look('teach_roles', role);
  if (team.handover_role !== null) look('handover_role', team.handover_role);
  return faults;
}

/** Saves one list alone. */
async function saveList(visit: ServerVisit, name: (typeof LISTS)[number]): Promise<Outcome> {
  const saved = await saveSettings(visit, name);
  if ('faults' in saved) return render(visit, refusedTeam(saved.faults));
  return doneAt(visit, { tab: TAB, place: TAB }, 'team_saved', saved.deeds);
}

function refusedTeam(faults: Faults): RefusedForm {
  return { form: TAB, faults };
}

async function render(visit: ServerVisit, refused: RefusedForm | null = null): Promise<Outcome> {
  const reading = await readGuild(visit.core, visit.server.id);
  const view = { visit, reading, refused };
  const t = channelsTexts[visit.language];
  const names = { team: t.team, access: accessTexts[visit.language].title, learning: t.learning };
  const sections = html`${renderTeam(view)}${renderAccess(view)}${renderLearning(visit)}`;
  const content = html`${renderState(view)}${withSections(visit, names, sections)}`;
  return show({ tab: TAB, content }, refused ? 422 : 200);
}
