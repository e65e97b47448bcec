import * as store from '../../adapters/db/members/conversations.ts';
import type { Core } from '../core.ts';
import { hasOptedOut } from './privacy.ts';

const QUIET_MS = 30 * 60 * 1000;
/** The team is not called again in a place, or for the same question, before this time is over. */
export const CALL_PAUSE_MS = 10 * 60 * 1000;

/** Where people talk: a thread (`memberId` empty), or a channel as far as one member is concerned. */
export type Place = store.Place;

/** In the place of the id of whoever opted out: of them none is kept, so they share it. */
const SOMEBODY = 'opted-out';

/** A person of the team speaks here: the bot is quiet for 30 minutes unless it is mentioned. */
export async function keepQuiet(core: Core, place: Place): Promise<void> {
  // Unless they mention it, the bot is quiet towards them anyway.
  if (await isOfOptedOut(core, place)) return;
  await store.setQuiet(core.database, place, new Date(core.clock() + QUIET_MS));
}

export function isQuiet(core: Core, place: Place): Promise<boolean> {
  return store.isQuiet(core.database, place, new Date(core.clock()));
}

/** Whether a person of the team has spoken here since; as long as that keeps the bot quiet. */
export function hasTeamSpokenSince(core: Core, place: Place, since: Date): Promise<boolean> {
  return store.isQuiet(core.database, place, new Date(since.getTime() + QUIET_MS));
}

/** Whether the team may be called here now; at most once in 10 minutes, whoever asks in whichever process. */
export async function claimCall(core: Core, place: Place): Promise<boolean> {
  const now = core.clock();
  const stored = await toStored(core, place);
  return store.claimCall(core.database.kysely, stored, new Date(now), new Date(now - CALL_PAUSE_MS));
}

/** The call could not be made. */
export async function giveCallBack(core: Core, place: Place): Promise<void> {
  await store.giveCallBack(core.database, await toStored(core, place));
}

/** A place as it may be written down. */
export async function toStored(core: Core, place: Place): Promise<Place> {
  return (await isOfOptedOut(core, place)) ? { ...place, memberId: SOMEBODY } : place;
}

async function isOfOptedOut(core: Core, { memberId }: Place): Promise<boolean> {
  return memberId !== '' && (await hasOptedOut(core, memberId));
}
