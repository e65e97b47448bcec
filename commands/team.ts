import type { Core } from '../src/core/core.ts';
import { isEveryone } from '../src/core/members/chat-rules.ts';
import { changeSettings, getServer } from '../src/core/owners/servers.ts';
import {
  chatIdSchema,
  MAX_TEACH_ROLES,
  MAX_TEAM_NAMES,
  parseSettings,
  type Settings,
  settingsChangeSchema,
} from '../src/core/owners/settings.ts';
import { MAX_NAME_CHARACTERS } from '../src/domain/limits.ts';
import {
  bySubcommand,
  type Command,
  type CommandOption,
  type Invocation,
  pick,
  type Texts,
} from './command.ts';
import { auditAs, escapeMarkdown, MAX_FIELD_CHARACTERS, type Reply, say } from './reply.ts';

const ROLE: CommandOption = {
  kind: 'role',
  name: 'role',
  description: { de: 'Die Rolle', en: 'The role' },
  isRequired: true,
};

const NO_NAMES = '-';
const namesSchema = settingsChangeSchema.pick({ team_names: true }).required();

const TEXTS = {
  noRole: { de: 'Bitte wähle eine Rolle aus der Liste.', en: 'Please choose a role from the list.' },
  everyone: {
    de: '@everyone geht nicht: dann könnte jeder den Bot belehren oder der ganze Server würde gerufen. Wähle eine Rolle deines Teams.',
    en: '@everyone does not work: anybody could teach the bot, or the whole server would be called. Choose a role of your team.',
  },
  full: {
    de: `Mehr als ${MAX_TEACH_ROLES} Rollen gehen nicht. Nimm erst eine heraus: \`/team remove\`.`,
    en: `There can be at most ${MAX_TEACH_ROLES} roles. Take one out first: \`/team remove\`.`,
  },
  names: {
    de: `Höchstens ${MAX_TEAM_NAMES} Namen mit bis zu ${MAX_NAME_CHARACTERS} Zeichen, durch Kommas getrennt.`,
    en: `At most ${MAX_TEAM_NAMES} names of up to ${MAX_NAME_CHARACTERS} characters, separated by commas.`,
  },
} satisfies Record<string, Texts>;

export const team: Command = {
  data: {
    kind: 'slash',
    name: 'team',
    description: {
      de: 'Wer dem Bot etwas beibringt und wen er ruft',
      en: 'Who teaches the bot and whom it calls',
    },
    access: 'admin',
    subcommands: [
      {
        name: 'teach',
        description: {
          de: 'Diese Rolle darf dem Bot Antworten beibringen',
          en: 'This role may teach the bot answers',
        },
        options: [ROLE],
      },
      {
        name: 'handover',
        description: {
          de: 'Diese Rolle wird gerufen, wenn ein Mensch gebraucht wird',
          en: 'This role is called when a person is needed',
        },
        options: [ROLE],
      },
      {
        name: 'names',
        description: {
          de: 'Unter welchen Namen das Team in Tickets der API schreibt',
          en: 'By which names the team writes in tickets of the API',
        },
        options: [
          {
            kind: 'string',
            name: 'names',
            description: {
              de: 'Alle Namen, durch Kommas getrennt; „-“ leert die Liste',
              en: 'All names, separated by commas; “-” empties the list',
            },
            isRequired: true,
            maxLength: MAX_FIELD_CHARACTERS,
          },
        ],
      },
      {
        name: 'list',
        description: { de: 'Zeigt Rollen und Namen des Teams', en: 'Shows roles and names of the team' },
      },
      {
        name: 'remove',
        description: {
          de: 'Diese Rolle gehört nicht mehr zum Team',
          en: 'This role is not part of the team any more',
        },
        options: [ROLE],
      },
    ],
  },
  run: bySubcommand({
    list: listRoles,
    names: setNames,
    teach: withRole(addTeachers),
    handover: withRole(setHandover),
    remove: withRole(removeRole),
  }),
};

type RoleChange = (core: Core, input: Invocation, role: string) => Promise<Reply>;

/** The role of everybody can only be taken away. */
function withRole(change: RoleChange): Command['run'] {
  return async (core, input) => {
    const role = chatIdSchema.safeParse(input.options.role);
    if (!role.success) return say(pick(input, TEXTS.noRole));
    const isRefused = change !== removeRole && isEveryone(input.serverId, role.data);
    return isRefused ? say(pick(input, TEXTS.everyone)) : change(core, input, role.data);
  };
}

async function setNames(core: Core, input: Invocation): Promise<Reply> {
  const typed = input.options.names ?? '';
  const isEmptied = typed.trim() === NO_NAMES;
  const listed = isEmptied ? [] : typed.split(',').map((name) => name.trim());
  const checked = namesSchema.safeParse({ team_names: [...new Set(listed)].filter(Boolean) });
  if (!checked.success || (!isEmptied && checked.data.team_names.length === 0))
    return say(pick(input, TEXTS.names));
  const settings = await changeSettings(core, input.serverId, () => checked.data);
  return auditAs(say(`✅ ${describeNames(settings, input)}`), 'team.changed', 'names');
}

function describeNames({ team_names: names }: Settings, input: Invocation): string {
  const shown = names.map(escapeMarkdown).join(', ');
  return pick(input, {
    de: shown
      ? `**Schreibt in Tickets für das Team:** ${shown}`
      : '**Schreibt in Tickets für das Team:** niemand nach Namen',
    en: shown
      ? `**Writes for the team in tickets:** ${shown}`
      : '**Writes for the team in tickets:** nobody by name',
  });
}

async function addTeachers(core: Core, input: Invocation, role: string): Promise<Reply> {
  const settings = await changeSettings(core, input.serverId, ({ teach_roles: roles }) =>
    roles.includes(role) || roles.length >= MAX_TEACH_ROLES ? {} : { teach_roles: [...roles, role] },
  );
  if (!settings.teach_roles.includes(role)) return say(pick(input, TEXTS.full));
  const reply = say(
    pick(input, {
      de: `✅ <@&${role}> darf mir Antworten beibringen: Rechtsklick auf eine Nachricht → Apps → **Learn from this**.`,
      en: `✅ <@&${role}> may teach me answers: right-click a message → Apps → **Learn from this**.`,
    }),
  );
  return auditAs(reply, 'team.changed', `teach ${role}`);
}

async function setHandover(core: Core, input: Invocation, role: string): Promise<Reply> {
  let before: string | null = null;
  await changeSettings(core, input.serverId, (current) => {
    before = current.handover_role;
    return { handover_role: role };
  });
  const instead = before !== null && before !== role ? before : null;
  return say(
    pick(input, {
      de: `✅ Wenn ein Mensch gebraucht wird, rufe ich <@&${role}>${instead ? ` statt <@&${instead}>` : ''}.`,
      en: `✅ When a person is needed I call <@&${role}>${instead ? ` instead of <@&${instead}>` : ''}.`,
    }),
    { audited: { action: 'team.changed', subject: `handover ${role}` } },
  );
}

async function removeRole(core: Core, input: Invocation, role: string): Promise<Reply> {
  let wasListed = false;
  const settings = await changeSettings(core, input.serverId, (current) => {
    wasListed = current.teach_roles.includes(role) || current.handover_role === role;
    return {
      teach_roles: current.teach_roles.filter((known) => known !== role),
      handover_role: current.handover_role === role ? null : current.handover_role,
    };
  });
  const outcome = wasListed
    ? pick(input, {
        de: `✅ <@&${role}> gehört nicht mehr zum Team.`,
        en: `✅ <@&${role}> is not part of the team any more.`,
      })
    : pick(input, {
        de: `<@&${role}> gehörte gar nicht zum Team.`,
        en: `<@&${role}> was not part of the team.`,
      });
  const reply = say(`${outcome}\n\n${describeRoles(settings, input)}`);
  return wasListed ? auditAs(reply, 'team.changed', `remove ${role}`) : reply;
}

async function listRoles(core: Core, input: Invocation): Promise<Reply> {
  const settings = parseSettings((await getServer(core, input.serverId)).settings);
  const names = settings.team_names.length > 0 ? [describeNames(settings, input)] : [];
  return say([describeRoles(settings, input), ...names].join('\n'));
}

function describeRoles({ teach_roles: roles, handover_role: role }: Settings, input: Invocation): string {
  const teachers = roles.map((id) => `<@&${id}>`).join(' ');
  return pick(input, {
    de: [
      role
        ? `**Wird gerufen:** <@&${role}>`
        : '**Wird gerufen:** noch niemand. Lege es fest: `/team handover`',
      teachers
        ? `**Bringt mir Antworten bei:** ${teachers}`
        : '**Bringt mir Antworten bei:** noch keine Rolle. Lege es fest: `/team teach`',
    ].join('\n'),
    en: [
      role ? `**Is called:** <@&${role}>` : '**Is called:** nobody yet. Set it: `/team handover`',
      teachers
        ? `**Teaches me answers:** ${teachers}`
        : '**Teaches me answers:** no role yet. Set it: `/team teach`',
    ].join('\n'),
  });
}
