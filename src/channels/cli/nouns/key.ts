import type { Command } from 'commander';
import { z } from 'zod';
import { nameKey } from '../../../core/members/audit.ts';
import { type ApiKey, createKey, listKeys, newKeySchema, revokeKey } from '../../../core/owners/keys.ts';
import { getServer, serverIdSchema } from '../../../core/owners/servers.ts';
import { grantCredit, readUsage } from '../../../core/quota/usage.ts';
import { type CommandContext, numberSchema, onInput } from '../input.ts';
import { COMMAND, formatCount, formatDate, toFields, toTable } from '../print.ts';

const listSchema = z.object({ SERVER: serverIdSchema });
const createSchema = newKeySchema.safeExtend(listSchema.shape);
const revokeSchema = listSchema.extend({
  KEY_ID: z.string().regex(/^[0-9A-Za-z]{1,64}$/, 'is no id of a key'),
});

export function addKeyCommands(program: Command, context: CommandContext): void {
  const key = program.command('key').description('API keys of a server');

  const createCommand = key
    .command('create <SERVER>')
    .description('make a key and print it; it is shown only this once')
    .option('--name <name>', 'what the key is for')
    .option('--scope <scope>', 'what it may be used for, chat or knowledge; chat if not given')
    .option('--test', 'a key whose answers cost nothing and come from the extractive engine');
  onInput(createCommand, createSchema, async ({ SERVER, name, scope, test }) => {
    const wanted = { serverId: SERVER, name, scope, isTest: test };
    const created = await createKey(await context.openCore(), wanted);
    await context.record(SERVER, 'key.created', nameKey(created));
    // Alone on its line, so that KEY=$(…) works.
    context.show(created, created.key);
  });

  const listCommand = key.command('list <SERVER>').description('list the keys of a server');
  onInput(listCommand, listSchema, async ({ SERVER }) => {
    showKeys(context, SERVER, await listKeys(await context.openCore(), SERVER));
  });

  const revokeCommand = key
    .command('revoke <SERVER> <KEY_ID>')
    .description('refuse a key from its next request on');
  onInput(revokeCommand, revokeSchema, async ({ SERVER, KEY_ID }) => {
    const core = await context.openCore();
    await revokeKey(core, SERVER, KEY_ID);
    const revoked = (await listKeys(core, SERVER)).find(({ id }) => id === KEY_ID);
    await context.record(SERVER, 'key.revoked', revoked ? nameKey(revoked) : KEY_ID);
    context.show({ revoked: KEY_ID }, `Revoked ${KEY_ID}.`);
  });
}

function showKeys(context: CommandContext, serverId: string, keys: ApiKey[]): void {
  const shapes = keys.map(({ id, name, scope, isTest, last4, createdAt, lastUsedAt, revokedAt }) => ({
    id,
    name,
    scope,
    test: isTest,
    last4,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    revoked_at: revokedAt,
  }));
  const rows = keys.map((key) => [
    key.id,
    key.name,
    `…${key.last4}`,
    key.scope,
    key.isTest ? 'test' : 'live',
    formatDate(key.createdAt),
    formatDate(key.lastUsedAt),
    formatDate(key.revokedAt),
  ]);
  const head = ['id', 'name', 'ends in', 'scope', 'kind', 'created', 'last used', 'revoked'];
  const isEmpty = `This server has no key yet. Make one: ${COMMAND} key create ${serverId} --name NAME`;
  context.show(shapes, rows.length === 0 ? isEmpty : toTable([head, ...rows]));
}

const usageSchema = z.object({ SERVER: serverIdSchema });

export function addUsageCommand(program: Command, context: CommandContext): void {
  const usageCommand = program.command('usage <SERVER>').description('quota, credit and limits of a server');
  onInput(usageCommand, usageSchema, async ({ SERVER }) => {
    const core = await context.openCore();
    const usage = await readUsage(core, await getServer(core, SERVER));
    context.show(usage, render(usage));
  });
}

function render(usage: Awaited<ReturnType<typeof readUsage>>): string {
  const { week, credit } = usage;
  return toFields({
    plan: usage.premium ? 'premium' : 'free',
    'API left this week': `${usage.available_percent} %`,
    week: `since ${week.start}, restarts ${formatDate(new Date(week.resets_at))} UTC`,
    units: unitsOf(week.used_units, week.reserved_units, `of ${formatCount(week.quota_units)}`),
    'of these by the API': unitsOf(week.api_used_units, week.api_reserved_units, ''),
    credit: `${usage.credit_percent} % (${formatCount(credit.balance_units)} units, ${formatCount(credit.reserved_units)} reserved)`,
    'requests today': `${formatCount(usage.requests_today)} of ${formatCount(usage.requests_per_day)}`,
    'requests a minute': `at most ${formatCount(usage.requests_per_minute)} per key`,
  });
}

function unitsOf(used: number, reserved: number, total: string): string {
  return `${formatCount(used)} used, ${formatCount(reserved)} reserved ${total}`;
}

const grantSchema = z.object({
  SERVER: serverIdSchema,
  PERCENT: numberSchema.pipe(z.number().positive('must be above 0')),
  reference: z.string().trim().min(1, 'must not be empty').max(200),
});

export function addCreditCommands(program: Command, context: CommandContext): void {
  const credit = program.command('credit').description('top-up credit of a server');

  const grantCommand = credit
    .command('grant <SERVER> <PERCENT>')
    .description('add credit that never expires; 100 percent are one premium week of API allowance')
    .option('--reference <text>', 'invoice or payment, required; the same one again changes nothing');
  onInput(grantCommand, grantSchema, async (given) => {
    const { SERVER: serverId, PERCENT, reference } = given;
    const result = await grantCredit(await context.openCore(), { serverId, percent: PERCENT, reference });
    if (result.granted) await context.record(serverId, 'credit.granted', `${PERCENT} % ${reference}`);
    const what = result.granted
      ? `Granted ${PERCENT} percent.`
      : 'This reference was granted before; nothing changed.';
    context.show(result, `${what} The balance is ${formatCount(result.balance_units)} units.`);
  });
}
