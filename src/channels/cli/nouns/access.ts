import type { Command } from 'commander';
import { z } from 'zod';
import { setRight } from '../../../core/owners/access.ts';
import { serverLinkSchema } from '../../../core/owners/keys.ts';
import { getServer } from '../../../core/owners/servers.ts';
import { chatIdSchema, parseSettings } from '../../../core/owners/settings.ts';
import { createLocalLink, createServerLink, endServerSignIns } from '../../../core/owners/sign-in.ts';
import { RIGHTS, type Right } from '../../../domain/types.ts';
import type { CommandContext } from '../input.ts';
import { addNoun, serverSchema, tell } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, toList } from '../print.ts';

const CHOICES = [...RIGHTS, 'none'] as const;

const accessSchema = serverSchema.extend({
  ROLE: chatIdSchema,
  RIGHT: z.enum(CHOICES, { error: `must be one of ${CHOICES.join(', ')}` }),
});

interface RoleRight {
  role: string;
  right: Right;
}

export function addAccessCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'access', 'which Discord roles may run the bot on a server');

  add('set <SERVER> <ROLE> <RIGHT>', {
    about: `give a role a right, or take it away: ${CHOICES.join(', ')}`,
    input: accessSchema,
    run: async (core, { SERVER, ROLE, RIGHT }) => {
      const right = RIGHT === 'none' ? null : RIGHT;
      const deeds = await setRight(core, SERVER, { role: ROLE, right });
      const text = right === null ? `${ROLE} no longer has access.` : `${ROLE} is ${right} now.`;
      return { shape: { role: ROLE, right }, text, deeds };
    },
  });
  add('show <SERVER>', {
    about: 'list the roles that have access',
    run: async (core, { SERVER }) => {
      const { access } = parseSettings((await getServer(core, SERVER)).settings);
      const given = Object.entries(access).map(([role, right]): RoleRight => ({ role, right }));
      const none = `No role has a right yet. Give one: ${COMMAND} access set ${SERVER} ROLE viewer|editor|admin`;
      return { shape: given, text: toList(given, COLUMNS, none) };
    },
  });
}

const linkSchema = serverLinkSchema
  .extend(serverSchema.partial().shape)
  .refine(({ SERVER, right, name }) => SERVER !== undefined || (right === 'admin' && name === ''), {
    path: ['SERVER'],
  });

export function addDashboardCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'dashboard', 'the pages for people who manage servers');

  add('link [SERVER]', {
    about:
      'make an address that signs in once within 24 hours, to SERVER alone; without it you, and earlier ones stop working',
    options: {
      '--right <right>': `what it opens there: ${RIGHTS.join(', ')} (if not given)`,
      '--name <name>': 'whom it is for, as the audit log is to name them',
    },
    input: linkSchema,
    run: async (core, { SERVER, ...given }) => {
      // Alone on its line, so that open "$(…)" works.
      if (SERVER === undefined) {
        const url = await createLocalLink(core);
        return tell({ url }, url);
      }
      const { shape, subject } = await createServerLink(core, SERVER, given);
      return tell(shape, shape.url, 'sign_in.offered', subject);
    },
  });
  add('end <SERVER>', {
    about: 'end all links to a server, and sign out everybody whom one let in',
    run: async (core, { SERVER }) => {
      const ended = await endServerSignIns(core, SERVER);
      return tell({ ended }, `Ended ${ended} links and sessions.`, 'sign_in.ended');
    },
  });
}

const COLUMNS: ListColumns<RoleRight> = { role: 'role', right: 'right' };
