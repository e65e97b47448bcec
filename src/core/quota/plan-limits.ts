import { API_SHARE_DIVISOR, LEVEL_LIMITS, type LevelLimits } from '../../domain/limits.ts';
import type { Channel, Level, Plan, Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { planAt } from '../owners/servers.ts';
import type { ChannelPath, Settings } from '../owners/settings.ts';
import { hoursIn, instructionsIn, parseSettings, placeShareIn } from '../owners/settings.ts';

/** For one server, now. */
export interface PlanLimits {
  /** With the hours of the place of the question. */
  settings: Settings;
  /** The owner's instructions for the place of the question, or empty. */
  placeInstructions: string;
  plan: Plan;
  level: Level;
  levelLimits: LevelLimits;
  /** Weekly units of both channels together. */
  quota: number;
  apiShare: number;
  /** Units of the week for all questions of a place together, which never draw on credit; null: no such bound. */
  place: { id: string; share: number } | null;
  perMinute: number;
  perDay: number;
}

/** @param path where in the chat somebody asks. */
export function planLimitsOf(core: Core, server: Server, path?: ChannelPath): PlanLimits {
  const { config } = core;
  const plan = planAt(server, core.clock());
  const settings = parseSettings(server.settings);
  // The free plan always answers on V1, whatever level the owner chose for premium times.
  const level = plan === 'premium' ? settings.level : 'V1';
  const allowance = allowanceOf(core, plan);
  const share = path ? placeShareIn(settings, path) : null;
  const hours = path ? hoursIn(settings, path) : settings.hours;
  return {
    settings: hours === settings.hours ? settings : { ...settings, hours },
    placeInstructions: path ? instructionsIn(settings, path) : '',
    plan,
    level,
    levelLimits: LEVEL_LIMITS[level],
    ...allowance,
    place: share && { id: share.id, share: placeUnitsOf(allowance.quota, share.percent) },
    perMinute: config.LIMIT_PER_MINUTE,
    perDay: plan === 'premium' ? config.LIMIT_PER_DAY_PREMIUM : config.LIMIT_PER_DAY_FREE,
  };
}

export function allowanceOf({ config }: Core, plan: Plan) {
  const quota = plan === 'premium' ? config.PREMIUM_WEEKLY_UNITS : config.FREE_WEEKLY_UNITS;
  return { quota, apiShare: Math.floor(quota / API_SHARE_DIVISOR[plan]) };
}

/** Units of a week that a place may use. */
export function placeUnitsOf(quota: number, percent: number): number {
  return Math.floor((quota * percent) / 100);
}

/** In units. */
export function shareOf(planLimits: PlanLimits, channel: Channel): number {
  return channel === 'api' ? planLimits.apiShare : planLimits.quota;
}
