import { z } from 'zod';
import type { Core } from '../../src/core/core.ts';
import { setRight } from '../../src/core/owners/access.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { chatIdSchema, MAX_ACCESS_ROLES, parseSettings } from '../../src/core/owners/settings.ts';
import { RIGHTS } from '../../src/domain/types.ts';
import { RIGHT_TEXTS } from '../../src/domain/words.ts';
import { type Invocation, slash } from '../command.ts';
import { orRefuse, parseOrRefuse } from '../refusal.ts';
import { type Draft, saved, say } from '../reply.ts';
import { both, type Texts } from '../wording.ts';

const NO_RIGHT = 'none';
const accessSchema = z.object({ role: chatIdSchema, right: z.enum([...RIGHTS, NO_RIGHT]) });

const REFUSALS = {
  badInput: {
    de: 'Bitte wähle eine Rolle und ein Recht aus der Liste.',
    en: 'Please choose a role and a level of access from the list.',
  },
  everyone: {
    de: '@everyone geht nicht: Dann dürfte das der ganze Server. Wähle eine Rolle deines Teams.',
    en: '@everyone does not work: the whole server would get this access. Choose a role of your team.',
  },
  full: {
    de: `Mehr als ${MAX_ACCESS_ROLES} Rollen gehen nicht. Nimm erst einer anderen ihr Recht; \`/access show\` zeigt alle.`,
    en: `At most ${MAX_ACCESS_ROLES} roles can have access. Take it from another role first; \`/access show\` lists them.`,
  },
} satisfies Record<string, Texts>;

export const access = slash('access', {
  description: {
    de: 'Welche Rollen den Bot mitverwalten',
    en: 'Which roles help to run the bot',
  },
  access: 'admin',
  subcommands: {
    set: {
      description: {
        de: 'Gibt einer Rolle ein Recht oder nimmt es ihr',
        en: 'Gives a role access, or takes access away',
      },
      options: {
        role: { kind: 'role', description: { de: 'Die Rolle', en: 'The role' }, isRequired: true },
        right: {
          description: { de: 'Was ihre Mitglieder dürfen', en: 'What its members may do' },
          isRequired: true,
          choices: [
            ...RIGHTS.map((right) => ({
              name: both`${RIGHT_TEXTS[right].name}: ${RIGHT_TEXTS[right].short}`,
              value: right,
            })),
            { name: { de: 'Kein Recht', en: 'No access' }, value: NO_RIGHT },
          ],
        },
      },
      run: set,
    },
    show: {
      description: {
        de: 'Zeigt, welche Rollen welches Recht haben',
        en: 'Shows which roles have access',
      },
      run: show,
    },
  },
});

async function set(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const { role, right } = parseOrRefuse(accessSchema, options, REFUSALS.badInput);
  const given = right === NO_RIGHT ? null : right;
  const deeds = await orRefuse(setRight(core, serverId, { role, right: given }), {
    'invalid_input:role': REFUSALS.everyone,
    'invalid_input:access': REFUSALS.full,
  });
  if (given === null)
    return saved(deeds, {
      de: `✅ <@&${role}> hat hier kein Recht mehr.`,
      en: `✅ <@&${role}> no longer has access here.`,
    });
  const { name, means } = RIGHT_TEXTS[given];
  const url = `${core.config.PUBLIC_URL}/servers/${encodeURIComponent(serverId)}`;
  return saved(deeds, [
    {
      de: `✅ <@&${role}> hat jetzt das Recht **${name.de}**. ${means.de}`,
      en: `✅ <@&${role}> now has the access level **${name.en}**. ${means.en}`,
    },
    {
      de: `- Im Dashboard (<${url}>) gilt es sofort, ab „Bearbeiten“ auch auf Karten und in den meisten Nachrichten-Menüs.`,
      en: `- This access works at once in the dashboard (<${url}>) and, for editors and admins, for the buttons under my messages and in most message menus.`,
    },
    {
      de: '- Die Befehle und „Quellen zeigen“ zeigt Discord dieser Rolle erst, wenn du sie freigibst: Servereinstellungen → Integrationen → diesen Bot wählen → Befehl wählen → Rolle hinzufügen.',
      en: '- Discord shows the commands and “Show the sources” to this role once you allow them: Server Settings → Integrations → choose this bot → choose a command → add the role.',
    },
    {
      de: '- Wer diese Rolle vergeben darf, vergibt damit auch dieses Recht.',
      en: '- Anyone who can assign this role can pass on this access.',
    },
  ]);
}

async function show(core: Core, { serverId }: Invocation): Promise<Draft> {
  const settings = parseSettings((await getServer(core, serverId)).settings);
  const lines = RIGHTS.toReversed().map((right) => {
    const roles = Object.keys(settings.access).filter((role) => settings.access[role] === right);
    const named = roles.map((role) => `<@&${role}>`).join(' ');
    const { name, means } = RIGHT_TEXTS[right];
    return both`**${name}:** ${named || { de: 'keine Rolle', en: 'no role' }}\n-# ${means}`;
  });
  return say([
    ...lines,
    {
      de: 'Wer den Server verwalten darf, ist immer Admin. Ändern: `/access set`.',
      en: 'Members with the “Manage Server” permission are always admins. To change access: `/access set`.',
    },
  ]);
}
