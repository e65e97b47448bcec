import { InteractionType } from 'discord-api-types/v10';
import type { Core } from './core.ts';
import type { InteractionHandle } from './interactions.ts';
import { permissionsIn } from './permissions.ts';
import type { SentMessage } from './records.ts';
import { makeSnowflake } from './snowflake.ts';
import { viewMember } from './views.ts';
import type { ChannelState, MemberState } from './world.ts';

interface InteractionInput {
  member: MemberState;
  channel: ChannelState;
  locale: string;
  type: InteractionType;
  data: object;
  source?: SentMessage | null;
  /** Fields to replace or add at the top, for forged payloads. */
  overrides?: object;
}

/** Opens the interaction and sends INTERACTION_CREATE with everything that Discord puts into it. */
export function dispatchInteraction(core: Core, input: InteractionInput): InteractionHandle {
  const { member, channel, locale, type, data, source = null, overrides } = input;
  const { world, gateway, interactions } = core;
  const guild = world.guild(channel.guild_id);
  const id = makeSnowflake();
  const token = `interaction-token-${id}`;
  const handle = interactions.open({ id, token, type, member, channel, source });
  const payload = {
    id,
    application_id: world.applicationId,
    type,
    token,
    version: 1,
    guild_id: guild.id,
    guild: { id: guild.id, locale: guild.locale, features: [] },
    channel_id: channel.id,
    channel: { ...channel, permissions: String(permissionsIn(guild, member, channel)) },
    member: {
      ...viewMember(member),
      ...(world.isCompatible ? {} : { permissions: String(permissionsIn(guild, member, channel)) }),
    },
    locale,
    guild_locale: guild.locale,
    app_permissions: String(world.botPermissions(channel)),
    entitlements: [],
    authorizing_integration_owners: { 0: guild.id },
    context: 0,
    attachment_size_limit: 10_485_760,
    data,
    ...(source && { message: source.raw }),
    ...overrides,
  };
  gateway.dispatch({ type: 'INTERACTION_CREATE', guildId: guild.id, intents: 0, data: payload });
  return handle;
}

/** The type that data of this shape belongs to. */
export function guessType(data: Record<string, unknown>): InteractionType {
  if ('component_type' in data) return InteractionType.MessageComponent;
  return 'custom_id' in data ? InteractionType.ModalSubmit : InteractionType.ApplicationCommand;
}
