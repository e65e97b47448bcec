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
  const add = addNoun(program, context, 'access', 'what Discord roles may do with the bot of a server');

  add('set <SERVER> <ROLE> <RIGHT>', {
    about: `set the access of a role: ${CHOICES.join(', ')}`,
    input: accessSchema,
    run: async (core, { SERVER, ROLE, RIGHT }) => {
      const right = RIGHT === 'none' ? null : RIGHT;
      const deeds = await setRight(core, SERVER, { role: ROLE, right });
      const text = right === null ? `${ROLE} no longer has access.` : `${ROLE} now has ${right} access.`;
      return { shape: { role: ROLE, right }, text, deeds };
    },
  });
  add('show <SERVER>', {
    about: 'list the roles that have access',
    run: async (core, { SERVER }) => {
      const { access } = parseSettings((await getServer(core, SERVER)).settings);
      const given = Object.entries(access).map(([role, right]): RoleRight => ({ role, right }));
      const none = `No role has access yet. Give a role access: ${COMMAND} access set ${SERVER} ROLE viewer|editor|admin`;
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
      'make a sign-in link that works once within 24 hours: to SERVER only; or, without SERVER, one for yourself that replaces your earlier one',
    options: {
      '--right <right>': `what it allows there: ${RIGHTS.join(', ')} (default)`,
      '--name <name>': 'whom it is for; the audit log shows this name',
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
    about: 'end all sign-in links to a server, and sign out everyone who used one',
    run: async (core, { SERVER }) => {
      const ended = await endServerSignIns(core, SERVER);
      return tell({ ended }, `Links and sessions ended: ${ended}.`, 'sign_in.ended');
    },
  });
}

const COLUMNS: ListColumns<RoleRight> = { role: 'role', right: 'right' };
