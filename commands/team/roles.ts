import { z } from 'zod';
import type { Core } from '../../src/core/core.ts';
import { isEveryone } from '../../src/core/owners/access.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import type { Settings } from '../../src/core/owners/settings.ts';
import { chatIdSchema, MAX_HANDOVER_ROLES, parseSettings } from '../../src/core/owners/settings.ts';
import { TEAM_REASONS, type TeamReason } from '../../src/domain/types.ts';
import { REASONS } from '../../src/domain/words.ts';
import type { AutocompleteRequest, Invocation } from '../command.ts';
import { parseOrRefuse, RefusalError } from '../refusal.ts';
import { type Draft, escapeMarkdown, saved, toSuggestions } from '../reply.ts';
import { both, type Texts } from '../wording.ts';

/** In place of the id of the channel in which the command is used. */
const HERE = 'here';
const HERE_TEXT: Texts = { de: 'Dieser Kanal', en: 'This channel' };

const isReason = (name: string): name is TeamReason => TEAM_REASONS.some((reason) => reason === name);

/** `/team roles`: without a role, the usual one is called again. */
export async function setRole(core: Core, { serverId, channelId, options }: Invocation): Promise<Draft> {
  const { topics } = parseSettings((await getServer(core, serverId)).settings);
  const given = (options.reason ?? '').trim();
  const topic = topics.find((one) => one.toLowerCase() === given.toLowerCase());
  const name = given === HERE ? channelId : isReason(given) ? given : topic;
  if (name === undefined)
    throw new RefusalError({
      de: 'Bitte wähle einen Vorschlag aus der Liste: einen Grund, ein Wort, das immer übergibt, oder diesen Kanal.',
      en: 'Please choose from the list: a reason, a word that always calls the team, or this channel.',
    });
  const refusal = {
    de: 'Bitte wähle eine Rolle deines Teams; @everyone geht nicht.',
    en: 'Please choose a role of your team; @everyone does not work.',
  };
  const schema = chatIdSchema.refine((id) => !isEveryone(serverId, id));
  const role = parseOrRefuse(z.optional(schema), options.role, refusal);
  const { deeds } = await changeSettings(core, serverId, ({ handover_roles: roles }) => {
    const { [name]: _, ...others } = roles;
    if (role === undefined) return { handover_roles: others };
    if (Object.keys(others).length >= MAX_HANDOVER_ROLES)
      throw new RefusalError({
        de: `Mehr als ${MAX_HANDOVER_ROLES} gehen nicht. Nimm erst eine heraus: \`/team roles\` ohne Rolle.`,
        en: `At most ${MAX_HANDOVER_ROLES} reasons, words and channels can have their own role. Remove one first: \`/team roles\` without a role.`,
      });
    return { handover_roles: { ...others, [name]: role } };
  });
  const who = role === undefined ? { de: 'wie sonst', en: 'the usual role' } : `<@&${role}>`;
  return saved(deeds, both`✅ **${nameOf(name)}:** ${who}`);
}

function nameOf(name: string): Texts | string {
  if (isReason(name)) return REASONS[name];
  return chatIdSchema.safeParse(name).success ? `<#${name}>` : escapeMarkdown(name);
}

/** Roles that are called in place of the usual one. */
export function describeOthers({ handover_roles: roles }: Settings): Texts[] {
  return Object.entries(roles).map(([name, role]) => both`-# ${nameOf(name)}: <@&${role}>`);
}

export async function completeRole(
  core: Core,
  { serverId, language, typed }: AutocompleteRequest,
): Promise<{ name: string; value: string }[]> {
  const { topics } = parseSettings((await getServer(core, serverId)).settings);
  const all = [
    { name: HERE_TEXT[language], value: HERE },
    ...TEAM_REASONS.map((value) => ({ name: REASONS[value][language], value })),
    ...topics.map((value) => ({ name: value, value })),
  ];
  const sought = typed.trim().toLowerCase();
  const fits = all.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(sought));
  return toSuggestions(fits, (one) => one);
}
