import { setTimeout as delay } from 'node:timers/promises';
import type { AutocompleteInteraction, Interaction, RepliableInteraction } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { BotFacts, Command, Invocation, Texts } from '../../../../commands/command.ts';
import type { Follow, Reply } from '../../../../commands/reply.ts';
import type { Core } from '../../../core/core.ts';
import { recordAction } from '../../../core/members/audit.ts';
import { mayUse } from '../../../core/owners/access.ts';
import { getServer } from '../../../core/owners/servers.ts';
import { parseSettings } from '../../../core/owners/settings.ts';
import type { Access } from '../../../domain/types.ts';
import { codeOf, describeError, isOurFault, toFields } from '../errors.ts';
import type { Unwritable } from '../messages/policies.ts';
import { PATIENCE_MS } from '../messages/turn/send.ts';
import { renderCard } from '../text/render.ts';
import { completeDecided, type DeliveryDeps, deliver, findPlace } from './delivery.ts';
import type { InteractionRoute } from './invocation.ts';
import { findRoute, isAdmin, languageOf, roleIdsOf, toInvocation } from './invocation.ts';
import { ACCESS_REFUSALS, createResponder, isGone, REFUSALS, type Use } from './respond.ts';

/** A form can only be the first answer, so what may open one gets this long before it is deferred. */
const FORM_WITHIN_MS = 700;
/** RESUME may bring interactions a second time. */
const MAX_SEEN = 10_000;

interface InteractionDeps extends DeliveryDeps {
  commands: readonly Command[];
  messageContent(): BotFacts['messageContent'];
  lookAgainMs: number;
  unwritable: Pick<Unwritable, 'wasAsked'>;
  ensureServer(serverId: string): Promise<void>;
  onDone(serverId: string): void;
}

/** Commands, buttons, selects and forms: acknowledged at once, checked, carried out, answered. */
export function createInteractionHandler(deps: InteractionDeps) {
  const { core } = deps;
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  // Nobody waits for these at a stop: the next use shows the progress again.
  const following = new AbortController();
  const followers = new Set<Promise<void>>();

  function keepUp(use: Use, follow: Follow): void {
    const work = followUp(follow, use, { everyMs: deps.lookAgainMs, signal: following.signal })
      .catch((error: unknown) =>
        core.log.debug({ ...toFields(error), server: use.serverId }, 'progress not shown'),
      )
      .finally(() => followers.delete(work));
    followers.add(work);
  }
  async function serve(interaction: Interaction): Promise<void> {
    try {
      if (interaction.isAutocomplete()) await suggestValues(core, deps.commands, interaction);
      else await answerUse(deps, interaction, { stopping: stopping.signal, keepUp });
    } catch (error) {
      const at = { interaction: interaction.id, server: interaction.guildId };
      if (isGone(error))
        core.log.warn({ ...at, ...toFields(error) }, 'interaction is too old or answered elsewhere');
      else core.log.error({ ...at, ...toFields(error) }, 'interaction not answered');
    }
  }

  return {
    /** Never throws. */
    handle: (interaction: Interaction): void => {
      if (seen.has(interaction.id)) return;
      seen.set(interaction.id, true);
      const work = serve(interaction).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    finish: async (): Promise<void> => {
      following.abort();
      while (underWay.size > 0) await Promise.all(underWay);
    },
    /** Waits no longer for a platform that is away. */
    abandon: async (): Promise<void> => {
      stopping.abort();
      following.abort();
      await Promise.all([...underWay, ...followers]);
    },
  };
}

async function answerUse(
  deps: InteractionDeps,
  interaction: RepliableInteraction,
  { stopping, keepUp }: { stopping: AbortSignal; keepUp(use: Use, follow: Follow): void },
): Promise<void> {
  const language = languageOf(interaction);
  const { clock } = deps.core;
  const patience = { until: clock() + PATIENCE_MS, clock, signal: stopping };
  const responder = createResponder(interaction, patience);
  const route = findRoute(interaction, deps.commands);
  const refusal = findRefusal(interaction, route);
  if (refusal || 'refusal' in route) {
    noteRefusal(deps.core, interaction);
    return responder.whisper((refusal ?? REFUSALS.unknownAction)[language]);
  }
  const use = { interaction, serverId: interaction.guildId ?? '', responder, language };
  try {
    const reply = route.opensForm ? await runInTime(deps, use, route) : await runDeferred(deps, use, route);
    await deliver(deps, use, reply);
    if (reply.kind === 'cards' && reply.follow) keepUp(use, reply.follow);
    // Pressed once more: the process that carried it out may have died before its card said so.
    if (reply.kind === 'cards' && route.name.startsWith('draft:') && route.args[0])
      await completeDecided(deps, use, route.args[0]);
  } catch (error) {
    await tellFault(deps, use, { route, error });
  }
}

function noteRefusal(core: InteractionDeps['core'], { id, guildId }: RepliableInteraction): void {
  core.log.info({ interaction: id, server: guildId }, 'interaction refused');
}

/** From the payload alone, before anything is looked up. */
function findRefusal(
  interaction: RepliableInteraction,
  route: InteractionRoute | { refusal: Texts },
): Texts | null {
  if (!interaction.guildId || !interaction.member) return REFUSALS.serversOnly;
  return 'refusal' in route ? route.refusal : null;
}

/** Roles and their rights are as they are at this moment: what was taken away no longer counts. */
async function isAllowed(
  core: Core,
  use: RepliableInteraction | AutocompleteInteraction,
  access: Access,
): Promise<boolean> {
  if (access === 'everyone') return true;
  const settings = parseSettings((await getServer(core, use.guildId ?? '')).settings);
  return mayUse(access, settings, { isAdmin: isAdmin(use), roleIds: roleIdsOf(use) });
}

/** The acknowledgement comes first: when that is refused, nothing must happen. */
async function runDeferred(deps: InteractionDeps, use: Use, route: InteractionRoute): Promise<Reply> {
  await use.responder.defer(route.isPublic);
  return run(deps, use, route);
}

/** Forms are opened at once; a slow one is deferred after all. */
async function runInTime(deps: InteractionDeps, use: Use, route: InteractionRoute): Promise<Reply> {
  const waiting = new AbortController();
  const reply = run(deps, use, route);
  const isDone = reply.then(
    () => true,
    () => true,
  );
  const isLate = delay(FORM_WITHIN_MS, false, { signal: waiting.signal }).catch(() => false);
  const isInTime = await Promise.race([isDone, isLate]);
  waiting.abort();
  if (!isInTime) await use.responder.defer(false);
  return reply;
}

async function run(deps: InteractionDeps, use: Use, route: InteractionRoute): Promise<Reply> {
  const { core, messageContent } = deps;
  const { interaction, serverId, language } = use;
  await deps.ensureServer(serverId);
  const { access } = route;
  if (access !== 'everyone' && !(await isAllowed(core, interaction, access))) {
    noteRefusal(core, interaction);
    return { kind: 'cards', cards: [{ text: ACCESS_REFUSALS[access][language] }] };
  }
  const { above } = await findPlace(interaction);
  const wasAsked = (channelId: string) => deps.unwritable.wasAsked(serverId, channelId);
  const input = toInvocation(interaction, route, { above, wasAsked, messageContent: messageContent() });
  const reply = await route.run(core, input);
  await recordDeed(core, input, reply);
  deps.onDone(serverId);
  core.log.info({ interaction: interaction.id, server: serverId, command: route.name }, 'command done');
  return reply;
}

/** The audit log has the deed before anybody reads of it. */
async function recordDeed(core: Core, { serverId, invoker }: Invocation, reply: Reply): Promise<void> {
  if (reply.kind !== 'cards' || !reply.audited) return;
  const actor = { channel: 'discord' as const, memberId: invoker.id, memberName: invoker.name };
  for (const deed of [reply.audited].flat()) await recordAction(core, { serverId, actor, ...deed });
}

/** The cause goes to the log alone, and only where it is a fault of ours. */
async function tellFault(
  { core }: InteractionDeps,
  { interaction, serverId, responder, language }: Use,
  { route, error }: { route: InteractionRoute; error: unknown },
): Promise<void> {
  if (isGone(error)) throw error;
  const at = { interaction: interaction.id, server: serverId, command: route.name, code: codeOf(error) };
  if (isOurFault(error)) core.log.error({ ...at, err: error }, 'command failed');
  else core.log.info(at, 'command refused');
  const { isAnswered } = responder;
  await responder.whisper(isAnswered ? REFUSALS.notAllSent[language] : describeError(error, language));
}

/** A later suggestion is too late for somebody who types. */
const WITHIN_MS = 900;
const MAX_CHOICES = 25;
const MAX_CHARACTERS = 100;

async function suggestValues(
  core: Core,
  commands: readonly Command[],
  use: AutocompleteInteraction,
): Promise<void> {
  const late = new AbortController();
  const nothing = delay(WITHIN_MS, [], { signal: late.signal }).catch(() => []);
  const found = await Promise.race([findValues(core, commands, use), nothing]);
  late.abort();
  const choices = found
    .filter(({ name, value }) => name !== '' && value !== '' && value.length <= MAX_CHARACTERS)
    .map(({ name, value }) => ({ name: name.slice(0, MAX_CHARACTERS).toWellFormed(), value }));
  await use.respond(choices.slice(0, MAX_CHOICES));
}

async function findValues(core: Core, commands: readonly Command[], use: AutocompleteInteraction) {
  const command = commands.find(({ data }) => data.kind === 'slash' && data.name === use.commandName);
  if (!command?.complete || !use.guildId) return [];
  try {
    if (!(await isAllowed(core, use, command.data.access))) return [];
    const { name, value } = use.options.getFocused(true);
    return await command.complete(core, {
      serverId: use.guildId,
      language: languageOf(use),
      subcommand: use.options.getSubcommand(false),
      option: name,
      typed: value,
    });
  } catch (error) {
    core.log.warn(
      { err: error, interaction: use.id, command: use.commandName },
      'no values suggested for a command',
    );
    return [];
  }
}

/** The platform takes edits for 15 minutes. */
const EDITABLE_MS = 14 * 60_000;

/**
 * Shows progress in the place of a reply, until it is over or nobody can be shown it any more.
 * @throws DiscordAPIError, or a fault of looking, but not the abort of `signal`
 */
async function followUp(
  { look }: Follow,
  use: Use,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<void> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(EDITABLE_MS)]);
  let shown: string | null = null;
  for (let isOver = false; !isOver; ) {
    await delay(everyMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    const seen = await look();
    isOver = seen.isOver;
    const [message] = renderCard({ text: seen.text }, use.language);
    if (message && seen.text !== shown) await use.responder.revise(message);
    shown = seen.text;
  }
}
