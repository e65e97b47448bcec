import type { Command } from 'commander';
import { z } from 'zod';
import { setRight } from '../../../core/owners/access.ts';
import { getServer } from '../../../core/owners/servers.ts';
import { chatIdSchema, parseSettings } from '../../../core/owners/settings.ts';
import { RIGHTS, type Right } from '../../../domain/types.ts';
import type { CommandContext } from '../input.ts';
import { addNoun, serverSchema } from '../noun.ts';
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

const COLUMNS: ListColumns<RoleRight> = { role: 'role', right: 'right' };
