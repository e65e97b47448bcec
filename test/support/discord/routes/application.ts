import { type APIApplicationCommand, ApplicationCommandType } from 'discord-api-types/v10';
import { commandList } from '../checks/command.ts';
import { checkForm } from '../checks/form.ts';
import { type Route, route } from '../http.ts';
import { invalidForm, notFound } from '../problem.ts';
import { makeSnowflake } from '../snowflake.ts';
import { listGuildsOf } from '../views.ts';
import type { World } from '../world.ts';

/** The bot itself, its gateway and its global commands. */
export const applicationRoutes: readonly Route[] = [
  route('GET /gateway/bot', ({ core: { gateway, world } }) => {
    const used = gateway.identifies.length;
    const limit = {
      total: 1000,
      remaining: Math.max(0, 1000 - used),
      reset_after: 86_400_000,
      // More than a small bot has, so that shards need not wait 5 s for each other.
      max_concurrency: 16,
    };
    return { body: { url: gateway.url, shards: world.recommendedShards, session_start_limit: limit } };
  }),
  route('GET /users/@me', ({ core }) => ({ body: core.world.bot })),
  route('GET /users/@me/guilds', ({ core: { world }, query }) => ({
    body: listGuildsOf(world, world.bot.id, query),
  })),
  route('GET /applications/@me', ({ core }) => ({ body: core.world.application })),
  route('GET /oauth2/applications/@me', ({ core }) => ({ body: core.world.application })),
  route('GET /applications/:application/commands', ({ core, params, query }) => {
    checkApplication(core.world, params.application);
    const isWhole = query.get('with_localizations') === 'true';
    return { body: isWhole ? core.world.commands : core.world.commands.map(withoutLocalizations) };
  }),
  route('PUT /applications/:application/commands', ({ core, params, body }) => {
    checkApplication(core.world, params.application);
    const list = checkForm(commandList, body);
    if (core.world.isCompatible && JSON.stringify(list).includes('description_localizations'))
      throw invalidForm(['0', 'options'], 'additionalProperties', 'must NOT have additional properties');
    core.world.commands = list.map((command) => register(core.world, command));
    core.bell.ring();
    return { body: core.world.commands };
  }),
];

/** A command of the same type and name keeps its id; what was left out comes back as what is usual. */
function register(world: World, command: { type?: number | undefined; name: string }): APIApplicationCommand {
  const type = command.type ?? ApplicationCommandType.ChatInput;
  const known = world.commands.find((one) => one.name === command.name && one.type === type);
  const given = Object.fromEntries(Object.entries(command).filter(([name]) => !world.forgets.has(name)));
  return {
    description: '',
    description_localizations: null,
    name_localizations: null,
    default_member_permissions: null,
    dm_permission: false,
    nsfw: false,
    ...(world.forgets.has('contexts') ? {} : { contexts: null, integration_types: [0] }),
    ...given,
    ...('options' in given
      ? { options: ((given.options ?? []) as unknown as object[]).map(fillOption) }
      : {}),
    id: known?.id ?? makeSnowflake(),
    application_id: world.applicationId,
    version: makeSnowflake(),
    type,
  } as unknown as APIApplicationCommand;
}

/** The platform names no texts in other languages as null, and what is not required or completed not at all. */
function fillOption(option: object): object {
  const { options = [], ...own } = option as { options?: object[] };
  const usual = { name_localizations: null, description_localizations: null };
  return { ...usual, ...own, ...(options.length > 0 ? { options: options.map(fillOption) } : {}) };
}

function withoutLocalizations(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutLocalizations);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => !name.endsWith('_localizations'));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutLocalizations(value)]));
}

function checkApplication({ applicationId }: World, id: string | undefined): void {
  if (id !== applicationId) throw notFound();
}
