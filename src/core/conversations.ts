import * as store from '../adapters/db/conversations.ts';
import type { Core } from './core.ts';

const QUIET_MS = 30 * 60 * 1000;
const CALL_PAUSE_MS = 10 * 60 * 1000;

/** Where people talk: a thread (`memberId` empty), or a channel as far as one member is concerned. */
export type Place = store.Place;

/** A person of the team speaks here: the bot is quiet for 30 minutes unless it is mentioned. */
export function keepQuiet(core: Core, place: Place): Promise<void> {
  return store.setQuiet(core.database, place, new Date(core.clock() + QUIET_MS));
}

export function isQuiet(core: Core, place: Place): Promise<boolean> {
  return store.isQuiet(core.database, place, new Date(core.clock()));
}

/** Whether a person of the team has spoken here since; as long as that keeps the bot quiet. */
export function hasTeamSpokenSince(core: Core, place: Place, since: Date): Promise<boolean> {
  return store.isQuiet(core.database, place, new Date(since.getTime() + QUIET_MS));
}

/** Whether the team may be called here now; at most once in 10 minutes, whoever asks in whichever process. */
export function claimCall(core: Core, place: Place): Promise<boolean> {
  const now = core.clock();
  return store.claimCall(core.database, place, new Date(now), new Date(now - CALL_PAUSE_MS));
}

/** The call could not be made. */
export function giveCallBack(core: Core, place: Place): Promise<void> {
  return store.giveCallBack(core.database, place);
}
