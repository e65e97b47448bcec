import { noteExhausted } from '../../adapters/db/alerts.ts';
import type { Channel } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import type { Terms } from '../terms.ts';

/** Servers and channels that were looked at in a minute by this process: refusals may come by the hundred. */
const noted = new WeakMap<Core, Set<string>>();
const MAX_NOTED = 10_000;

/**
 * Notes that a question was refused for want of quota, for the alert of 100 percent: what is left then is less than
 * an answer needs, and may never be used. Does not keep the refusal waiting; what goes wrong is logged.
 * @param refused.least units without which it could not be answered.
 */
export function noteRefusal(
  core: Core,
  refused: { serverId: string; channel: Channel; least: number; terms: Terms },
): void {
  const { serverId, channel, least, terms } = refused;
  const now = core.clock();
  const week = core.calendar.weekOf(now).key;
  const known = noted.get(core) ?? new Set<string>();
  noted.set(core, known);
  const mark = `${Math.floor(now / 60_000)} ${channel} ${serverId}`;
  if (known.has(mark)) return;
  if (known.size >= MAX_NOTED) known.clear();
  known.add(mark);
  const allowed = { quota: terms.quota, apiShare: channel === 'api' ? terms.apiShare : null };
  const refusal = { serverId, week, now: new Date(now), least, allowed };
  noteExhausted(core.database, refusal).catch((error: unknown) => {
    known.delete(mark);
    core.log.debug({ err: error, server: serverId }, 'refusal not noted');
  });
}
