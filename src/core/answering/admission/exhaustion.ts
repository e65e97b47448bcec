import { noteExhausted } from '../../../adapters/db/quota/quota-alerts.ts';
import type { Channel, Server } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import type { PlanLimits } from '../../quota/plan-limits.ts';
import { leastForAnswer } from './bounds.ts';

/** Servers and channels that were looked at in a minute by this process: refusals may come by the hundred. */
const noted = new WeakMap<Core, Set<string>>();
const MAX_NOTED = 10_000;

/**
 * Notes that a question was refused for want of quota, for the alert of 100 percent, where what is left is less than
 * even a short one needs: it may never be used. Does not keep the refusal waiting; what goes wrong is logged.
 */
export function noteRefusal(
  core: Core,
  refused: { server: Server; channel: Channel; planLimits: PlanLimits },
): void {
  const { server, channel, planLimits } = refused;
  const serverId = server.id;
  const now = core.clock();
  const week = core.calendar.weekOf(now).key;
  const known = noted.get(core) ?? new Set<string>();
  noted.set(core, known);
  const mark = `${Math.floor(now / 60_000)} ${channel} ${serverId}`;
  if (known.has(mark)) return;
  if (known.size >= MAX_NOTED) known.clear();
  known.add(mark);
  const allowed = { quota: planLimits.quota, apiShare: channel === 'api' ? planLimits.apiShare : null };
  const least = leastForAnswer(core, server);
  const refusal = { serverId, week, now: new Date(now), least, allowed };
  noteExhausted(core.database, refusal).catch((error: unknown) => {
    known.delete(mark);
    core.log.debug({ err: error, server: serverId }, 'refusal not noted');
  });
}
