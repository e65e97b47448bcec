import type { Core } from '../../src/core/core.ts';
import { isEveryone } from '../../src/core/owners/access.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import type { Settings } from '../../src/core/owners/settings.ts';
import {
  chatIdSchema,
  MAX_TEACH_ROLES,
  MAX_TEAM_NAMES,
  parseSettings,
  settingsChangeSchema,
} from '../../src/core/owners/settings.ts';
import { MAX_NAME_CHARACTERS } from '../../src/domain/limits.ts';
import { type Invocation, type Run, slash } from '../command.ts';
import { parseOrRefuse, RefusalError } from '../refusal.ts';
import { type Draft, escapeMarkdown, MAX_FIELD_CHARACTERS, saved, say } from '../reply.ts';
import { both, type Texts } from '../wording.ts';
import { HANDOVER_ACTIONS } from './handovers.ts';
import { completeRole, describeOthers, setRole } from './roles.ts';

const options = {
  role: { kind: 'role', description: { de: 'Die Rolle', en: 'The role' }, isRequired: true },
} as const;

const NO_NAMES = '-';
const namesSchema = settingsChangeSchema.pick({ team_names: true }).required();

export const team = slash('team', {
  description: {
    de: 'Wer dem Bot etwas beibringt und wen er ruft',
    en: 'Who teaches the bot and whom it calls',
  },
  access: 'admin',
  actions: HANDOVER_ACTIONS,
  complete: completeRole,
  subcommands: {
    teach: {
      description: {
        de: 'Diese Rolle darf dem Bot Antworten beibringen',
        en: 'Lets a role teach the bot answers',
      },
      options,
      run: withRole(addTeachers),
    },
    handover: {
      description: {
        de: 'Diese Rolle wird gerufen, wenn ein Mensch gebraucht wird',
        en: 'Sets the role to call when a person is needed',
      },
      options,
      run: withRole(setHandover),
    },
    roles: {
      description: {
        de: 'Wer für einen Grund, ein Wort oder hier statt der Rolle für Übergaben gerufen wird',
        en: 'Sets a different role to call for one hand-over reason, one word or this channel',
      },
      options: {
        reason: {
          description: {
            de: 'Grund, Wort, das immer übergibt, oder dieser Kanal',
            en: 'A reason, a word that always calls the team, or this channel',
          },
          ...{ isRequired: true, isCompleted: true },
        },
        role: {
          kind: 'role',
          description: { de: 'Die Rolle; leer: wie sonst', en: 'The role; if left out, the usual one' },
        },
      },
      run: setRole,
    },
    names: {
      description: {
        de: 'Unter welchen Namen das Team in Tickets der API schreibt',
        en: 'Sets the names under which the team writes in API tickets',
      },
      options: {
        names: {
          description: {
            de: 'Alle Namen, durch Kommas getrennt; „-“ leert die Liste',
            en: 'All names, separated by commas; “-” empties the list',
          },
          isRequired: true,
          maxLength: MAX_FIELD_CHARACTERS,
        },
      },
      run: setNames,
    },
    list: {
      description: { de: 'Zeigt Rollen und Namen des Teams', en: 'Shows roles and names of the team' },
      run: async (core, { serverId }) => {
        const settings = parseSettings((await getServer(core, serverId)).settings);
        const { length } = settings.team_names;
        return say([...describeRoles(settings), length > 0 && describeNames(settings)]);
      },
    },
    remove: {
      description: {
        de: 'Diese Rolle gehört nicht mehr zum Team',
        en: 'Removes a role from the team',
      },
      options,
      run: withRole(removeRole),
    },
  },
});

type RoleChange = (core: Core, serverId: string, role: string) => Promise<Draft>;

/** The role of everybody can only be taken away. */
function withRole(change: RoleChange): Run {
  return (core, { serverId, options: given }) => {
    const role = parseOrRefuse(chatIdSchema, given.role, {
      de: 'Bitte wähle eine Rolle aus der Liste.',
      en: 'Please choose a role from the list.',
    });
    if (change !== removeRole && isEveryone(serverId, role))
      throw new RefusalError({
        de: '@everyone geht nicht: dann könnte jeder den Bot belehren oder der ganze Server würde gerufen. Wähle eine Rolle deines Teams.',
        en: '@everyone does not work: anybody could teach the bot, or the whole server would be called. Choose a role of your team.',
      });
    return change(core, serverId, role);
  };
}

async function setNames(core: Core, { serverId, options: given }: Invocation): Promise<Draft> {
  const typed = given.names ?? '';
  const isEmptied = typed.trim() === NO_NAMES;
  const listed = isEmptied ? [] : typed.split(',').map((name) => name.trim());
  const checked = namesSchema.safeParse({ team_names: [...new Set(listed)].filter(Boolean) });
  if (!checked.success || (!isEmptied && checked.data.team_names.length === 0))
    throw new RefusalError({
      de: `Höchstens ${MAX_TEAM_NAMES} Namen mit bis zu ${MAX_NAME_CHARACTERS} Zeichen, durch Kommas getrennt.`,
      en: `At most ${MAX_TEAM_NAMES} names of up to ${MAX_NAME_CHARACTERS} characters, separated by commas.`,
    });
  const { settings, deeds } = await changeSettings(core, serverId, () => checked.data);
  return saved(deeds, both`✅ ${describeNames(settings)}`);
}

function describeNames({ team_names: names }: Settings): Texts {
  const shown = names.map(escapeMarkdown).join(', ');
  return {
    de: `**Schreibt in Tickets für das Team:** ${shown || 'niemand nach Namen'}`,
    en: `**Names of the team in tickets:** ${shown || 'none'}`,
  };
}

async function addTeachers(core: Core, serverId: string, role: string): Promise<Draft> {
  const { settings, deeds } = await changeSettings(core, serverId, ({ teach_roles: roles }) =>
    roles.includes(role) || roles.length >= MAX_TEACH_ROLES ? {} : { teach_roles: [...roles, role] },
  );
  if (!settings.teach_roles.includes(role))
    throw new RefusalError({
      de: `Mehr als ${MAX_TEACH_ROLES} Rollen gehen nicht. Nimm erst eine heraus: \`/team remove\`.`,
      en: `At most ${MAX_TEACH_ROLES} roles can teach. Remove one first: \`/team remove\`.`,
    });
  return saved(deeds, {
    de: `✅ <@&${role}> darf mir Antworten beibringen: Rechtsklick auf eine Nachricht → Apps → **Daraus lernen**.`,
    en: `✅ <@&${role}> can now teach me answers: right-click a message → Apps → **Learn from this**.`,
  });
}

async function setHandover(core: Core, serverId: string, role: string): Promise<Draft> {
  let before: string | null = null;
  const { deeds } = await changeSettings(core, serverId, (current) => {
    before = current.handover_role;
    return { handover_role: role };
  });
  const instead = before !== null && before !== role ? before : null;
  return saved(deeds, {
    de: `✅ Wenn ein Mensch gebraucht wird, rufe ich <@&${role}>${instead ? ` statt <@&${instead}>` : ''}.`,
    en: `✅ When a person is needed I call <@&${role}>${instead ? ` instead of <@&${instead}>` : ''}.`,
  });
}

async function removeRole(core: Core, serverId: string, role: string): Promise<Draft> {
  const { settings, deeds } = await changeSettings(core, serverId, (current) => ({
    teach_roles: current.teach_roles.filter((known) => known !== role),
    handover_role: current.handover_role === role ? null : current.handover_role,
    handover_roles: Object.fromEntries(
      Object.entries(current.handover_roles).filter(([, known]) => known !== role),
    ),
  }));
  const outcome: Texts =
    deeds.length > 0
      ? {
          de: `✅ <@&${role}> gehört nicht mehr zum Team.`,
          en: `✅ <@&${role}> is no longer part of the team.`,
        }
      : { de: `<@&${role}> gehörte gar nicht zum Team.`, en: `<@&${role}> was not part of the team.` };
  return saved(deeds, both`${outcome}\n\n${describeRoles(settings)}`);
}

function describeRoles(settings: Settings): readonly Texts[] {
  const { teach_roles: roles, handover_role: role } = settings;
  const teachers = roles.map((id) => `<@&${id}>`).join(' ');
  return [
    {
      de: `**Wird gerufen:** ${role ? `<@&${role}>` : 'noch niemand. Lege es fest: `/team handover`'}`,
      en: `**Role to call:** ${role ? `<@&${role}>` : 'none yet. Set it: `/team handover`'}`,
    },
    ...describeOthers(settings),
    {
      de: `**Bringt mir Antworten bei:** ${teachers || 'noch keine Rolle. Lege es fest: `/team teach`'}`,
      en: `**Teaches me answers:** ${teachers || 'no role yet. Set it: `/team teach`'}`,
    },
  ];
}
