import type { Command } from 'commander';
import { z } from 'zod';
import { nameKey } from '../../../core/owners/audit.ts';
import { type ApiKey, createKey, listKeys, revokeKey } from '../../../core/owners/keys.ts';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import { MAX_NAME_CHARACTERS } from '../../../domain/limits.ts';
import type { CommandContext } from '../context.ts';
import { readInput } from '../input.ts';
import { COMMAND, formatDate, toTable } from '../print.ts';

const listSchema = z.object({ SERVER: serverIdSchema });
const createSchema = listSchema.extend({
  name: z.string().trim().max(MAX_NAME_CHARACTERS).optional(),
  test: z.boolean().optional(),
});
const revokeSchema = listSchema.extend({
  KEY_ID: z.string().regex(/^[0-9A-Za-z]{1,64}$/, 'is no id of a key'),
});

export function addKeyCommands(program: Command, context: CommandContext): void {
  const key = program.command('key').description('API keys of a server');

  key
    .command('create <SERVER>')
    .description('make a key and print it; it is shown only this once')
    .option('--name <name>', 'what the key is for')
    .option('--test', 'a key whose answers cost nothing and come from the extractive engine')
    .action(async (server: string, options: object) => {
      const { SERVER, name, test } = readInput(createSchema, { SERVER: server, ...options });
      const created = await createKey(await context.openCore(), {
        serverId: SERVER,
        ...(name === undefined ? {} : { name }),
        isTest: test === true,
      });
      await context.record(SERVER, 'key.created', nameKey(created));
      // Alone on its line, so that KEY=$(…) works.
      context.show(created, created.key);
    });

  key
    .command('list <SERVER>')
    .description('list the keys of a server')
    .action(async (server: string) => {
      const { SERVER } = readInput(listSchema, { SERVER: server });
      showKeys(context, SERVER, await listKeys(await context.openCore(), SERVER));
    });

  key
    .command('revoke <SERVER> <KEY_ID>')
    .description('refuse a key from its next request on')
    .action(async (server: string, keyId: string) => {
      const { SERVER, KEY_ID } = readInput(revokeSchema, { SERVER: server, KEY_ID: keyId });
      const core = await context.openCore();
      await revokeKey(core, SERVER, KEY_ID);
      const revoked = (await listKeys(core, SERVER)).find(({ id }) => id === KEY_ID);
      await context.record(SERVER, 'key.revoked', revoked ? nameKey(revoked) : KEY_ID);
      context.show({ revoked: KEY_ID }, `Revoked ${KEY_ID}.`);
    });
}

function showKeys(context: CommandContext, serverId: string, keys: ApiKey[]): void {
  const shapes = keys.map(({ id, name, last4, createdAt, lastUsedAt, revokedAt }) => ({
    id,
    name,
    last4,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    revoked_at: revokedAt,
  }));
  const rows = keys.map((key) => [
    key.id,
    key.name,
    `…${key.last4}`,
    key.isTest ? 'test' : 'live',
    formatDate(key.createdAt),
    formatDate(key.lastUsedAt),
    formatDate(key.revokedAt),
  ]);
  const head = ['id', 'name', 'ends in', 'kind', 'created', 'last used', 'revoked'];
  const isEmpty = `This server has no key yet. Make one: ${COMMAND} key create ${serverId} --name NAME`;
  context.show(shapes, rows.length === 0 ? isEmpty : toTable([head, ...rows]));
}
